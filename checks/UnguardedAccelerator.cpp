//===- UnguardedAccelerator.cpp - device-unguarded-accelerator ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags the first use of an accelerator on a path that no availability test guards: it fails on a machine without one.
// Level 1 in projects that show that they mean to run without an accelerator (an availability test somewhere), else level
// 2, once per function. Silent in CUDA sources, which need one anyway, and in functions only called under a guard.
//
//===----------------------------------------------------------------------===//

#include "checks/support/FactoryFix.h"
#include "checks/support/Sink.h"

namespace devtidy::checks {

using ir::InstKind;
using knowledge::Action;

static bool needsAccelerator(const Event &E) {
  if (!E.HasTarget || !E.Known)
    return false;
  // Programs that include these headers are built for CUDA.
  llvm::StringRef Callee = E.I->Name;
  if (Callee.starts_with("at::cuda::") || Callee.starts_with("c10::cuda::"))
    return false;
  const dataflow::GuardedTerm *Only = E.Target.single();
  return Only && !Only->T.isSymbol() && Only->T.device().Type == knowledge::DeviceType::Cuda;
}

static bool launchesKernels(const SolvedFunction &S) {
  if (S.M->Lang == ir::Language::Cuda)
    return true;
  for (const Event &E : S.Events)
    if (E.I->Name.starts_with("launch:") || E.I->Name.starts_with("at::cuda::") || E.I->Name.starts_with("c10::cuda::"))
      return true;
  return false;
}

static void run(const SolvedFunction &S, Sink &Out) {
  if (!(Out.worlds() & report::WorldCpu) || launchesKernels(S) || S.Owner->onlyCalledGuarded(*S.F))
    return;
  for (const Event &E : S.Events) {
    if (E.Guarded || !needsAccelerator(E))
      continue;
    Draft D = Out.draft(S, *E.I);
    D.slot("op", report::wording::quoted(E.Name)).worlds(report::WorldCpu);
    if (!S.Owner->Facts.GuardsAvailability)
      D.atLeastLevel(2);
    const dataflow::GuardedTerm &T = *E.Target.single();
    if (T.Origin && T.Origin->Kind == dataflow::StepKind::Named && T.Origin->I != E.I)
      D.note(Out.place(*T.Origin->M, T.Origin->Range), report::wording::named(Out.device(S, T)));
    // The device variable in scope says the same and works everywhere.
    std::string Device = deviceExpression(S, *E.I, nullptr);
    if (!Device.empty() && E.TargetArg) {
      llvm::StringRef Old = Out.source(*S.M, E.TargetArg->Range);
      report::Place P = Out.place(*S.M, E.TargetArg->Range);
      if (!Old.empty() && Old != Device)
        D.fix("use '" + Device + "'", {P.Path, P.Begin, P.End, Device}, Old.contains("kCUDA") || Old.contains("cuda"));
    }
    Out.add(std::move(D));
    return;
  }
}

static const Check UnguardedAccelerator = {
    .Name = "device-unguarded-accelerator",
    .Headline = "{op} needs an accelerator and fails on a machine without one",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(UnguardedAccelerator)

} // namespace devtidy::checks
