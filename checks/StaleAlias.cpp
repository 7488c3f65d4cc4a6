//===- StaleAlias.cpp - device-stale-alias -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags an operation that meets a moved tensor and another name of the tensor from before: after `y = x` and
// `x = x.to(device)`, `y` is where `x` was. Silent where both are known to be on one device, and for other names that
// meet nothing that has moved: keeping the original is a use of its own.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Alias.h"

namespace devtidy::checks {

static void run(const SolvedFunction &S, Sink &Out) {
  const ir::Inst *Last = nullptr;
  for (const dataflow::PlacedDemand &P : S.Demands) {
    std::optional<StaleAlias> Found = findStaleAlias(S, P, Out);
    if (!Found || P.At == Last)
      continue;
    Last = P.At;
    auto Text = [&](unsigned Side, const ir::Arg *Written) {
      return Out.text(S.F, Written ? *Written : P.D.I->Args[P.D.Sides[Side].Position]);
    };
    std::string Old = Text(Found->Old, Found->OldArg), New = Text(Found->New, Found->NewArg);
    Draft D = Out.draft(S, *P.At);
    D.slot("op", report::wording::quoted(P.D.Name)).slot("alias", Old);
    D.slot("value", report::wording::quoted(Found->NewTerm.Origin->Subject, New));
    D.slot("operands", report::wording::list({report::wording::onDevice(Old, Out.device(S, Found->OldTerm)),
                                              report::wording::onDevice(New, Out.device(S, Found->NewTerm))}));
    Out.explain(D, S, Found->OldTerm, Old);
    Out.explain(D, S, Found->NewTerm, New);
    if (Found->Failing)
      D.worlds(Found->Failing);
    if (Found->Failing && Found->Failing != Out.worlds() && !D.F.Notes.empty())
      D.F.Notes.back().Text = report::wording::both(D.F.Notes.back().Text, report::wording::fails(Found->Failing));
    Out.add(std::move(D));
  }
}

static const Check StaleAlias = {
    .Name = "device-stale-alias",
    .Headline = "{op} meets {alias}, which is {value} from before its move: {operands}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(StaleAlias)

} // namespace devtidy::checks
