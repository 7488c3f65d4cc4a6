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

/// D, which takes the state of the class of S for one that may be anywhere, weighs less if each module whose method is
/// called was made on the CPU and is there. In a script that names no device nobody ever has another one.
void weakenIfModuleOnHost(Draft &D, const SolvedFunction &S);

/// True if a method brings tensors of the CPU to what is at Symbol, the state of its object, and reads what comes of it
/// on the host: `x = torch.tensor(state); return self(x).numpy()`. One of the two may be forgotten; who forgets both
/// rather means the CPU.
bool isBetweenHost(const SolvedFunction &S, dataflow::PathId Symbol);

/// True for what data sets and loaders, and those who make batches of them, run: `__getitem__`, `collate`, a generator
/// that hands on what it is given, `for sample in data: yield filter(sample)`.
bool isOfLoading(const SolvedFunction &S);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_HOSTCALLERS_H
