//===- HostCallers.h - What all callers give on the CPU --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_HOSTCALLERS_H
#define DEVTIDY_CHECKS_SUPPORT_HOSTCALLERS_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// D, which takes what is at Of for a tensor that may be anywhere, is doubtful if each call that is seen gives S one on
/// the CPU: a parameter, or one of two that have met there, `x * y`. Other users may still give others.
void doubtIfOnHost(Draft &D, const SolvedFunction &S, dataflow::PathId Of);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_HOSTCALLERS_H
