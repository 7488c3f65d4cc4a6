//===- transfer.h - Whole values to a device -----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DeviceAutoPilot takes a value to a device with all that it holds (visit.h) and keeps its type. What is there already
// is not copied: a tensor stays the same tensor, a container that is moved in stays the same container, and tensors
// that shared memory as one object still do.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_TORCH_TRANSFER_H
#define DEVTIDY_RUNTIME_TORCH_TRANSFER_H

#include "device_tidy/visit.h"

namespace device_tidy {

/// The first accelerator that the program can use, or the CPU.
inline torch::Device best_device() {
  return torch::cuda::is_available() ? torch::Device(torch::kCUDA, 0) : torch::Device(torch::kCPU);
}

class DeviceAutoPilot {
public:
  /// Copies do not wait for the device if NonBlocking; then memory on the host has to be pinned and to live on.
  explicit DeviceAutoPilot(torch::Device Device = best_device(), bool NonBlocking = false)
      : To(Device), NonBlocking(NonBlocking) {}

  const torch::Device &device() const { return To; }

  /// The value on the device. Modules are moved in place, as their own to() does. Throws what Tensor::to throws.
  template <class T> T operator()(T Value) const {
    Moved Known;
    move(Value, Known);
    return Value;
  }
  /// The same in place.
  template <class T> void transfer(T &Value) const {
    Moved Known;
    move(Value, Known);
  }

private:
  using Moved = std::unordered_map<const c10::TensorImpl *, at::Tensor>; ///< where tensors have gone

  bool isThere(const at::Tensor &T) const {
    return T.device() == To || (T.device().type() == To.type() && !To.has_index());
  }

  template <class T> void move(T &Value, Moved &Known) const {
    if constexpr (detail::Tensor<T>) {
      if (!Value.defined() || isThere(Value))
        return;
      auto [Slot, New] = Known.try_emplace(Value.unsafeGetTensorImpl());
      if (New)
        Slot->second = Value.to(To, NonBlocking);
      Value = Slot->second;
    } else if constexpr (detail::Module<T>) {
      Value.to(To, NonBlocking);
    } else if constexpr (detail::Holder<T>) {
      if (!Value.is_empty())
        Value.ptr()->to(To, NonBlocking);
    } else if constexpr (detail::SharedModule<T>) {
      if (Value)
        Value->to(To, NonBlocking);
    } else if constexpr (std::is_same_v<T, c10::IValue>) {
      if (Value.isTensor()) {
        at::Tensor Inner = Value.toTensor();
        if (!Inner.defined() || isThere(Inner))
          return;
        move(Inner, Known);
        Value = Inner;
      } else if (Value.isTuple()) {
        std::vector<c10::IValue> Elements = Value.toTupleRef().elements().vec();
        move(Elements, Known);
        Value = c10::ivalue::Tuple::create(std::move(Elements));
      } else if (Value.isTensorList()) {
        c10::List<at::Tensor> Elements;
        for (at::Tensor Element : Value.toTensorVector()) {
          move(Element, Known);
          Elements.push_back(std::move(Element));
        }
        Value = Elements;
      }
    } else if constexpr (detail::Optional<T>) {
      if (Value)
        move(*Value, Known);
    } else if constexpr (detail::Tuple<T>) {
      std::apply([&](auto &...Elements) { (move(Elements, Known), ...); }, Value);
    } else if constexpr (detail::Sequence<T>) {
      for (auto &Element : Value)
        move(Element, Known);
    } else if constexpr (detail::Map<T>) {
      for (auto &[Key, Element] : Value)
        move(Element, Known);
    } else if constexpr (detail::Example<T>) {
      move(Value.data, Known);
      if constexpr (requires { Value.target; })
        move(Value.target, Known);
    } else if constexpr (detail::Aggregate<T>) {
      visit_members([&](const char *, auto &Part) { move(Part, Known); }, Value);
    }
  }

  torch::Device To;
  bool NonBlocking;
};

/// Value on a device, with all that it holds; the same tensor where it is there already.
template <class T> T ensure_device(T Value, torch::Device Device) { return DeviceAutoPilot(Device)(std::move(Value)); }

} // namespace device_tidy

#endif // DEVTIDY_RUNTIME_TORCH_TRANSFER_H
