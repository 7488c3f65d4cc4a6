//===- DiscardedMove.cpp - device-discarded-move ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a move whose result nobody uses: `x.to(device)` returns a new tensor and leaves `x` where it was. Silent for
// modules, which move in place, where the receiver may be something else than a tensor, where the tensor is there
// already, and where the result is kept in a variable that is not read again.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::checks {

/// A name or a chain of members: something that can be assigned to.
static bool isPlace(llvm::StringRef Text) {
  return !Text.empty() && !llvm::isDigit(Text[0]) &&
         llvm::all_of(Text, [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
}

static void run(const SolvedFunction &S, Sink &Out) {
  for (const Event &E : S.Events) {
    if (!isDiscardedMove(S, E))
      continue;
    const dataflow::Operand &Receiver = E.Operands[0];
    bool IsTensor = Receiver.V.isTensor() && S.F->value(Receiver.A->Value).StaticType.Kind != ir::TypeKind::Object;
    if (!IsTensor || (!E.Before.isUnknown() && E.Before == E.Target))
      continue;
    std::string Name = Out.text(*S.M, S.F, *Receiver.A);
    Draft D = Out.draft(S, *E.I);
    D.slot("op", report::wording::quoted(E.Name)).slot("value", Name);
    const dataflow::GuardedTerm *Where = E.Before.single();
    D.slot("place", Where && !Where->T.isSymbol() ? "on " + Out.device(S, *Where) : "where it was");
    if (Where)
      Out.explain(D, S, *Where, Name);
    llvm::StringRef Text = Out.source(*S.M, Receiver.A->Range);
    report::Place Begin = Out.place(*S.M, Receiver.A->Range);
    bool IsParameter = !S.F->definition(Receiver.A->Value);
    if (isPlace(Text))
      D.fix("assign the result to " + Name, {Begin.Path, Begin.Begin, Begin.Begin, (Text + " = ").str()}, !IsParameter);
    Out.add(std::move(D));
  }
}

static const Check DiscardedMove = {
    .Name = "device-discarded-move",
    .Headline = "result of {op} is discarded; {value} stays {place}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(DiscardedMove)

} // namespace devtidy::checks
