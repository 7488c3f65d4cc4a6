//===- OnlyTensors.h - What else than a tensor comes to a name ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A repair that writes `.to(...)`, `.cpu()` or `.device` behind a name breaks what worked if a number, a list, a tuple
// or an object of one's own comes there in another run:
//
//   def loss(x, weight=1.0): return (x * weight).mean()      # `weight.to(x.device)`: a float has no `to`
//   loss(x), loss(x, torch.ones(2))
//
// All repairs ask here. What reaches a name are the arguments of all calls and the default, what anybody assigns to the
// member or the variable, and what the function returns. Of what nobody sees it is believed that it is a tensor.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_ONLYTENSORS_H
#define DEVTIDY_CHECKS_SUPPORT_ONLYTENSORS_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// True if V, where At is given it, may be something else than a tensor, as something in the run says.
bool mayBeNoTensor(const SolvedFunction &S, const Sink &Out, ir::ValueId V, const ir::Inst &At);

/// True if somebody puts something else into that member of an object of the class.
bool mayHoldNoTensor(const SolvedFunction &S, const Sink &Out, llvm::StringRef Class, llvm::StringRef Member);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_ONLYTENSORS_H
