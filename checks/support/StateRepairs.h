//===- StateRepairs.h - Registering what a module keeps -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A constructor puts into a plain member what `to` has to reach:
//
//   self.mask = torch.ones(3)                 self.register_buffer("mask", torch.ones(3), persistent=False)
//   self.layers = [nn.Linear(3, 3)]           self.layers = nn.ModuleList([nn.Linear(3, 3)])
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_STATEREPAIRS_H
#define DEVTIDY_CHECKS_SUPPORT_STATEREPAIRS_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// Adds to D what registers the member of C, to which the function Holder stores, if nobody else does.
void addStateRepair(Draft &D, const SolvedClass &C, const Sink &Out, llvm::StringRef Member,
                    const ir::Function &Holder);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_STATEREPAIRS_H
