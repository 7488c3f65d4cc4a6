//===- UnguardedLaunch.cpp - device-unguarded-launch --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags the first kernel launch of a function that takes tensors, where nothing made their device current: with two
// GPUs the kernel runs on cuda:0 whatever the tensors say. A guard may stand in the function or in every caller that is
// known.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Extension.h"

namespace devtidy::checks {

static void run(const SolvedFunction &S, Sink &Out) {
  if (!(Out.worlds() & report::WorldMulti))
    return;
  const ir::Param *Tensor = nullptr;
  for (const ir::Param &P : S.F->Params)
    if (P.DeclaredType.isTensor() && !Tensor)
      Tensor = &P;
  if (!Tensor)
    return;
  for (const Event &E : S.Events) {
    if (!isLaunch(*E.I) || E.DeviceGuarded)
      continue;
    Draft D = Out.draft(S, *E.I);
    D.worlds(report::WorldMulti).unless({dataflow::Excuse::Kind::DeviceGuarded, S.F});
    // Names of kernels are long, and all there is to tell one from another.
    llvm::StringRef Kernel = E.I->Name.drop_front(strlen("launch:"));
    if (const size_t Scope = Kernel.rfind("::"); Scope != llvm::StringRef::npos)
      Kernel = Kernel.drop_front(Scope + 2);
    D.slot("kernel", ("'" + Kernel + "'").str());
    D.slot("tensor", report::wording::quoted(Tensor->Name));
    Out.add(std::move(D));
    return;
  }
}

static const Check UnguardedLaunch = {
    .Name = "device-unguarded-launch",
    .Headline = "{kernel} is launched without a device guard for {tensor}: with two GPUs it runs on the current one",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(UnguardedLaunch)

} // namespace devtidy::checks
