//===- Refusal.h - Whether operands may meet ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The comparisons that LibTorch's CUDA kernels make before they run. Which one an operator makes comes from the
// analyzer's operator table, per overload (Plan.h).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_RULES_REFUSAL_H
#define DEVTIDY_RUNTIME_RULES_REFUSAL_H

#include "runtime/rules/Plan.h"
#include <ATen/core/Tensor.h>
#include <optional>

namespace devtidy::rules {

/// Two operands that may not meet.
struct Refusal {
  enum Kind {
    Mixed,          ///< on two devices
    Iterated,       ///< the same, found by a TensorIterator
    TooManyScalars, ///< more CPU scalars than a kernel takes
    Index,          ///< an index on another device than the indexed tensor on the CPU
    SetStorage,     ///< aten::set_ between two devices
  } What = Mixed;
  unsigned First = 0, Second = 0;        ///< positions of the arguments; Second is the one that does not fit
  at::Tensor Of;                         ///< the one that does not fit; undefined for a storage
  const c10::TensorImpl *With = nullptr; ///< the other one, which the arguments keep alive; null for a storage
  c10::Device Common = c10::kCPU, Found = c10::kCPU;
  bool InList = false; ///< the one that does not fit is an element of a list
};

/// Which arguments are there: Operands if only tensors and lists of them are, and None stands for the others.
enum class Given : uint8_t { All, Operands };

/// Compares the devices of the operands. Nothing if they may meet, or if nobody knows.
std::optional<Refusal> findRefusal(const OperatorPlan &Plan, c10::ArrayRef<c10::IValue> Args, Given What = Given::All);

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

} // namespace devtidy::rules

#endif // DEVTIDY_RUNTIME_RULES_REFUSAL_H
