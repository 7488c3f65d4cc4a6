//===- Fallback.h - The kernel of every operator --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SIM_FALLBACK_H
#define DEVTIDY_RUNTIME_SIM_FALLBACK_H

#include <ATen/core/dispatch/Dispatcher.h>

namespace devtidy::sim {

/// Runs an operator on simulated devices: compares the devices of its operands, runs the CPU's kernel on the bytes that
/// they have on the host, and puts what it made on the device where PyTorch would have. A boxed kernel of LibTorch.
void runOnHost(const c10::OperatorHandle &Op, c10::DispatchKeySet Keys, torch::jit::Stack *Stack);

/// Raises: tensors of a kind that simulated devices do not have.
void refuse(const c10::OperatorHandle &Op, c10::DispatchKeySet Keys, torch::jit::Stack *Stack);

} // namespace devtidy::sim

#endif // DEVTIDY_RUNTIME_SIM_FALLBACK_H
