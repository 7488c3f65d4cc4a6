//===- Call.h - The operands of one call ------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_CALL_H
#define DEVTIDY_RUNTIME_VERIFY_CALL_H

#include "runtime/abi/Site.h"
#include "runtime/verify/Optimizers.h"
#include <ATen/core/Tensor.h>
#include <optional>
#include <vector>

namespace devtidy::verify {

/// Null for an undefined tensor.
inline const c10::TensorImpl *implOf(const void *Tensor) noexcept {
  const auto *T = static_cast<const at::TensorBase *>(Tensor);
  return T && T->defined() ? T->unsafeGetTensorImpl() : nullptr;
}

/// The values behind the slots of a site, for the length of a call.
class Call {
public:
  Call(const abi::Site &TheSite, const void *const *TheSlots) : Site(TheSite), Slots(TheSlots) {}

  struct Met {
    unsigned Operand; ///< position in Site.Operands
    const c10::TensorImpl *T;
    bool InList;
    unsigned Row = 0; ///< in the list
  };
  /// Each defined tensor, elements of lists included, in order; modules and generators are left out.
  c10::SmallVector<Met, 8> tensors() const;

  /// A number that tells apart what matters of the operands: devices, and which tensors are 0-dim. Never 0.
  uint32_t fingerprint() const;

  /// The arguments of the operator, as far as they say something of devices; the others are None.
  std::vector<c10::IValue> arguments(size_t Count) const;

  /// A parameter or a buffer that says where the module is that is called; null if it has none, and for a Sequential,
  /// whose parts are looked at. Of a module of torch::jit, and of one that consists of others: null, too, if its
  /// parameters are on several devices, or if its code moves tensors.
  const c10::TensorImpl *state() const;

  /// The name of the method of torch::jit that is called; "" if it is none.
  std::string methodName() const;

  /// The first tensor that goes backward with a gradient of another device, and the gradient.
  std::optional<std::pair<Met, Met>> strayedGradient() const;

  /// Of an optimizer that is about to make a step.
  std::optional<StrayedState> strayedState() const;

  /// The generator that was given, and which operand it is.
  std::optional<std::pair<unsigned, c10::Device>> generator() const;

  /// The device that an operator without tensors is asked to make its result on; nothing if there is no such operand.
  std::optional<c10::Device> askedDevice() const;

private:
  const abi::Site &Site;
  const void *const *Slots;
};

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_CALL_H
