//===- MoveInLoop.cpp - device-move-in-loop -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a tensor that each iteration of a loop moves to the same accelerator again. Silent where the tensor, its device
// or its contents can change in the loop, where not every iteration moves it, and where the loop writes to the copy.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "checks/support/LoopFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;

/// True if the tensor's memory belongs to somebody else, who may write to it.
static bool isBorrowed(const Placement &P) {
  for (const dataflow::GuardedTerm &T : P.terms()) {
    const Step *O = T.Origin;
    if (!O || O->Kind == dataflow::StepKind::CreatedOnHost)
      return true;
  }
  return false;
}

/// True if the copy is written to in the loop: each iteration needs its own.
static bool isWrittenTo(const SolvedFunction &S, ir::ValueId Copy) {
  return llvm::any_of(S.Events, [&](const Event &E) {
    bool Writes = E.Kind == InstKind::Copy || (E.Kind == InstKind::Aten && E.Name.ends_with("_"));
    return Writes && !E.I->Args.empty() && E.I->Args[0].Value == Copy;
  });
}

static void run(const SolvedFunction &S, Sink &Out) {
  std::optional<ir::Loops> Loops;
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::Move || E.OnModule || !E.HasTarget || E.Operands.empty() || !E.Operands[0].V.isTensor())
      continue;
    const AcceleratorFacts Target = onAccelerator(S, E.Target, E.Path);
    if (!Target.On || !isSurelyOnCpu(S, E.Before, E.Path) || isBorrowed(E.Before))
      continue;
    if (!Loops)
      Loops.emplace(*S.F);
    const ir::Loop *L = Loops->around(E.I->Parent);
    if (!L || !Loops->isInEachIteration(*L, E.I->Parent))
      continue;
    const ir::ValueId Moved = E.Operands[0].A->Value;
    if (!isInvariant(S, *L, Moved) || mayChangeIn(S, *L, Moved) || isWrittenTo(S, E.I->Result))
      continue;
    if (E.TargetArg ? !isInvariant(S, *L, E.TargetArg->Value) : E.DeviceGuarded)
      continue;
    std::string Value = Out.text(S.F, *E.Operands[0].A);
    Draft D = Out.draft(S, *E.I);
    D.worlds(Target.Worlds & Out.worlds());
    D.slot("value", Value).slot("device", targetText(S, Out, E));
    Out.explain(D, S, E.Before.terms()[0], Value);
    Out.add(std::move(D));
  }
}

static const Check MoveInLoop = {
    .Name = "device-move-in-loop",
    .Headline = "{value} is moved to {device} again in each iteration of the loop",
    .Level = 3,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(MoveInLoop)

} // namespace devtidy::checks
