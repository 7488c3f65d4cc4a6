//===- DeviceCheck.h - Operands that may not meet ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The errors that LibTorch's CUDA kernels raise for the devices of their operands, in LibTorch's words.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SIM_DEVICECHECK_H
#define DEVTIDY_RUNTIME_SIM_DEVICECHECK_H

#include "runtime/rules/Plan.h"

namespace devtidy::sim {

/// Throws c10::Error if operands are where the operator cannot use them.
void checkDevices(const rules::OperatorPlan &Plan, c10::ArrayRef<c10::IValue> Args);

/// How often checkDevices has thrown. What LibTorch's own code refused is not counted, which tells the two apart.
int64_t refusals();

/// Throws if a generator belongs to another type of device than the one the operator runs on (check_generator,
/// ATen/core/Generator.h).
void checkGenerator(const at::Generator &G, c10::DeviceType RunsOn);

} // namespace devtidy::sim

#endif // DEVTIDY_RUNTIME_SIM_DEVICECHECK_H
