//===- HostAccess.cpp - device-host-access ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags host code that reads the memory of a tensor on an accelerator: accessor, numpy, data_ptr that is dereferenced
// or handed to the C++ library. Kernels may read it; a pointer that is only passed on is not reported.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"

namespace devtidy::checks {

using ir::InstKind;
using knowledge::Action;

static void run(const SolvedFunction &S, Sink &Out) {
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::HostAccess || !E.Known || E.Operands.empty() || E.Before.isUnknown())
      continue;
    if (E.Known->Kind == Action::DataPointer && !S.Owner->isReadOnHost({S.M, S.F}, E.I->Result))
      continue;
    const AcceleratorFacts Facts = onAccelerator(S, E.Before, E.Path);
    const uint8_t Worlds = Facts.Worlds & Out.worlds();
    if (!Facts.On || !Worlds || (Facts.On->T.isSymbol() && E.Tested))
      continue;
    std::string Name = Out.text(*S.M, S.F, *E.Operands[E.Subject].A);
    Draft D = Out.draft(S, *E.I);
    D.certain(Facts.Always).worlds(Worlds);
    if (Facts.Evidence.Strength)
      D.support(Facts.Evidence.Kind, Facts.Evidence.Strength);
    D.slot("op", report::wording::quoted(E.Name)).slot("value", Name).slot("device", Out.device(S, *Facts.On));
    Out.explain(D, S, *Facts.On, Name);
    if (!Facts.Always && !D.F.Notes.empty())
      D.F.Notes.back().Text = report::wording::both(D.F.Notes.back().Text, report::wording::fails(Worlds));
    const ir::Arg &Receiver = *E.Operands[0].A;
    if (Receiver.Range.isValid() && E.I->Kind == InstKind::Invoke) {
      report::Place P = Out.place(*S.M, Receiver.Range);
      // An accessor or a pointer into a temporary copy would dangle: the repair is sure only for copies of values.
      bool Sure = E.Name == "numpy";
      D.fix("copy " + Name + " to the host", {P.Path, P.End, P.End, ".cpu()"}, Sure);
    }
    Out.add(std::move(D));
  }
  // What a callee reads of what it was given.
  reportDemands(S, Out,
                [](const dataflow::PlacedDemand &P) { return P.Lifted && P.D.Of == dataflow::Meeting::HostAccess; });
}

static const Check HostAccess = {
    .Name = "device-host-access",
    .Headline = "{op} reads memory of {value} on the host, but {value} {is|may be} on {device}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(HostAccess)

} // namespace devtidy::checks
