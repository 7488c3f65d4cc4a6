//===- StackDepot.h - Stacks that many allocations share --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SHIM_STACKDEPOT_H
#define DEVTIDY_RUNTIME_SHIM_STACKDEPOT_H

#include "runtime/report/Stack.h"

namespace devtidy::shim {

/// Names a stack; 0 is the empty one.
using StackId = uint32_t;

/// The caller's stack, kept once however often it comes. Gives 0 when MaxStacks different ones are kept. Thread-safe.
StackId keepStack();
runtime::Stack stackOf(StackId Id);

inline constexpr uint32_t MaxStacks = 1U << 16;

} // namespace devtidy::shim

#endif // DEVTIDY_RUNTIME_SHIM_STACKDEPOT_H
