//===- Switches.h - What a program's own switches choose ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_SWITCHES_H
#define DEVTIDY_CHECKS_SUPPORT_SWITCHES_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// True if L asks for one of the program's own switches, or for what such switches and the machine come to: a flag, an
/// option such as `args.gpu >= 0`. What tensors and their sizes are is no switch.
bool isSwitch(const SolvedFunction &S, dataflow::Literal L);
/// True if L says no more than that a switch may have brought to an accelerator what it wanted there: behind
/// `if args.cuda: net.cuda()` every way goes on.
bool isBehindSwitch(const SolvedFunction &S, dataflow::Literal L);

/// True if When asks whether a type that somebody gives says a place, too, as x.type() does and torch.float32 does not.
bool asksForPlace(const SolvedFunction &S, const dataflow::Cube &When);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_SWITCHES_H
