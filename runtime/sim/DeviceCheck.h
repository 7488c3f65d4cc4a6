//===- DeviceCheck.h - Whether operands may meet ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The comparisons that LibTorch's CUDA kernels make before they run, with LibTorch's texts. Which one an operator makes
// comes from the analyzer's operator table, per overload (Plan.h).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SIM_DEVICECHECK_H
#define DEVTIDY_RUNTIME_SIM_DEVICECHECK_H

#include "runtime/sim/Plan.h"

namespace devtidy::sim {

/// Throws c10::Error if operands are where the operator cannot use them.
void checkDevices(const OperatorPlan &Plan, c10::ArrayRef<c10::IValue> Args);

/// How often checkDevices has thrown. What LibTorch's own code refused is not counted, which tells the two apart.
int64_t refusals();

/// Throws if a generator belongs to another type of device than the one the operator runs on (check_generator,
/// ATen/core/Generator.h).
void checkGenerator(const at::Generator &G, c10::DeviceType RunsOn);

/// Calls F(tensor) for each defined tensor in a value: itself, or in a list.
template <class Function> void forEachTensor(const c10::IValue &Value, Function F) {
  if (Value.isTensor()) {
    if (Value.toTensor().defined())
      F(Value.toTensor());
  } else if (Value.isTensorList()) {
    for (const at::Tensor &T : Value.toTensorVector())
      if (T.defined())
        F(T);
  } else if (Value.isList()) {
    for (const c10::IValue &Element : Value.toListRef())
      if (Element.isTensor() && Element.toTensor().defined())
        F(Element.toTensor());
  }
}

} // namespace devtidy::sim

#endif // DEVTIDY_RUNTIME_SIM_DEVICECHECK_H
