//===- HiddenSync.cpp - device-hidden-sync ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags what makes the host wait for the accelerator in each iteration of a hot loop: item(), a copy to the CPU, a
// printed tensor, a condition on one. Silent where only some iterations do so, and in loops around the loop that does
// the work (epochs around batches).
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "ir/Loops.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;

/// True if a loop inside L calls modules or computes on an accelerator: L itself is not the hot one.
static bool worksInside(const SolvedFunction &S, const ir::Loops &Loops, const ir::Loop &L) {
  return llvm::any_of(S.Events, [&](const Event &E) {
    if (E.Kind != InstKind::Forward && E.Kind != InstKind::Aten && E.Kind != InstKind::Move)
      return false;
    const ir::Loop *Around = Loops.around(E.I->Parent);
    return Around && Around != &L && L.contains(Around->Header) && E.Result.isTensor() &&
           (E.Kind == InstKind::Forward || onAccelerator(S, E.Result.P, E.Path).On);
  });
}

/// The operand for which the host waits at E; null if it does not wait.
static const dataflow::Operand *waitedFor(const SolvedFunction &S, const Event &E) {
  bool ToHost =
      E.Kind == InstKind::Move && !E.OnModule && E.HasTarget && isSurelyOnCpu(S, E.Target, E.Path) && !isNonBlocking(E);
  if (!ToHost && E.Kind != InstKind::HostValue && E.Kind != InstKind::Branch)
    return nullptr;
  for (const dataflow::Operand &O : E.Operands)
    if (O.A && O.V.isTensor() && onAccelerator(S, O.V.P, E.Path).On)
      return &O;
  return nullptr;
}

static void run(const SolvedFunction &S, Sink &Out) {
  std::optional<ir::Loops> Loops;
  for (const Event &E : S.Events) {
    const dataflow::Operand *Value = waitedFor(S, E);
    if (!Value)
      continue;
    if (!Loops)
      Loops.emplace(*S.F);
    const ir::Loop *L = Loops->around(E.I->Parent);
    if (!L || !Loops->isInEachIteration(*L, E.I->Parent) || worksInside(S, *Loops, *L))
      continue;
    const AcceleratorFacts Facts = onAccelerator(S, Value->V.P, E.Path);
    std::string Name = Out.text(S.F, *Value->A);
    Draft D = Out.draft(S, *E.I);
    D.worlds(Facts.Worlds & Out.worlds());
    if (Facts.Evidence.Strength)
      D.support(Facts.Evidence.Kind, Facts.Evidence.Strength);
    D.slot("op", E.Kind == InstKind::Branch ? "a condition" : report::wording::quoted(E.Name));
    D.slot("value", Name).slot("device", Out.device(S, *Facts.On));
    Out.explain(D, S, *Facts.On, Name);
    Out.add(std::move(D));
  }
}

static const Check HiddenSync = {
    .Name = "device-hidden-sync",
    .Headline = "{op} waits for {value} on {device} in each iteration of the loop",
    .Level = 3,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(HiddenSync)

} // namespace devtidy::checks
