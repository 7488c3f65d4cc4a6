//===- MixedTransfer.cpp - device-mixed-transfer ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags `cuda()` in a function that also moves with `to(device)`: the first means the current accelerator, the second
// what the variable says, and they can differ. Silent where cuda() names an index, where the program has chosen the
// current accelerator, or the target of to() is not a variable.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Repair.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;
using knowledge::Action;

static void run(const SolvedFunction &S, Sink &Out) {
  llvm::SmallVector<const Event *, 4> ByVariables;
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::Move || !E.Known || E.Known->Kind != Action::Move || !E.TargetArg || E.Operands.size() < 2)
      continue;
    // A variable, member or parameter of device type, not a literal.
    bool IsDevice = E.Operands[1].V.is(dataflow::Value::Kind::Device);
    const dataflow::GuardedTerm *Only = E.Target.single();
    bool Literal = Only && !Only->T.isSymbol() && Only->T.device().Type == knowledge::DeviceType::Cpu;
    if (IsDevice && !Literal)
      ByVariables.push_back(&E);
  }
  if (ByVariables.empty())
    return;
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::Move || !E.Known || E.Known->Kind != Action::MoveCuda || E.TargetArg || E.Operands.empty())
      continue;
    if (E.DeviceGuarded)
      continue;
    // The repair can say only what is known where it is put.
    const auto *Known =
        llvm::find_if(ByVariables, [&](const Event *Other) { return isKnownAt(S, Out, *Other->TargetArg, *E.I); });
    const Event *ByVariable = Known != ByVariables.end() ? *Known : ByVariables.front();
    const std::string Variable = Out.text(S.F, *ByVariable->TargetArg);
    Draft D = Out.draft(S, *E.I);
    D.slot("value", Out.text(S.F, *E.Operands[0].A)).slot("variable", Variable);
    D.note(Out.place(ByVariable->I->Range),
           report::wording::movedLike(Out.text(S.F, *ByVariable->Operands[0].A), Variable));
    llvm::StringRef Text = Out.source(E.I->Range);
    uint32_t NameAt = E.I->Range.Point - E.I->Range.Begin;
    if (Known != ByVariables.end() && NameAt < Text.size() && Text.substr(NameAt) == "cuda()") {
      report::Place P = Out.place(E.I->Range);
      const llvm::StringRef Spelled = Out.source(ByVariable->TargetArg->Range);
      D.fix("move to " + Variable, {P.Path, P.Point, P.End, ("to(" + Spelled + ")").str()});
    }
    Out.add(std::move(D));
  }
}

static const Check MixedTransfer = {
    .Name = "device-mixed-transfer",
    .Headline = "{value} is moved with 'cuda', other tensors with 'to' and {variable}: the devices can differ",
    .Level = 2,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(MixedTransfer)

} // namespace devtidy::checks
