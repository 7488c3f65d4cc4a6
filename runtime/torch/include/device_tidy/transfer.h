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
#include <c10/core/impl/VirtualGuardImpl.h>

namespace device_tidy {

/// The first accelerator that the program can use, or the CPU.
inline torch::Device best_device() {
  return torch::cuda::is_available() ? torch::Device(torch::kCUDA, 0) : torch::Device(torch::kCPU);
}

/// Whether a move would give the tensor itself. A device without an index is the current one of its type.
inline bool is_on(const at::Tensor &T, torch::Device Device) {
  if (T.device().type() != Device.type())
    return false;
  if (Device.is_cpu())
    return true; // cpu:0 is the CPU
  if (!Device.has_index() && c10::impl::hasDeviceGuardImpl(Device.type()))
    Device = c10::impl::VirtualGuardImpl(Device.type()).getDevice();
  return T.device() == Device;
}

class DeviceAutoPilot {
public:
  /// Copies do not wait for the device if NonBlocking; then memory on the host has to be pinned and to live on.
  explicit DeviceAutoPilot(torch::Device Device = best_device(), bool NonBlocking = false)
      : To(Device), NonBlocking(NonBlocking) {}

  const torch::Device &device() const { return To; }

  /// The value on the device. Modules, and what pointers and references refer to, are moved in place, as a module's own
  /// to() does. Throws what Tensor::to throws.
  template <class T>
    requires detail::InPlace<T>
  T operator()(T Value) const {
    transfer(Value);
    return Value;
  }
  template <class T> [[nodiscard]] T operator()(T Value) const {
    transfer(Value);
    return Value;
  }
  /// The same in place.
  template <class T> void transfer(T &Value) const {
    Moved Known;
    move(Value, Known);
  }

private:
  using Moved = std::unordered_map<const c10::TensorImpl *, at::Tensor>; ///< where tensors have gone

  /// Lists and dictionaries are references: the caller's stay as they are, and the value gets others.
  void moveValue(c10::IValue &Value, Moved &Known) const {
    if (Value.isTensor()) {
      at::Tensor Inner = Value.toTensor();
      move(Inner, Known);
      if (!Value.toTensor().is_same(Inner))
        Value = Inner;
    } else if (Value.isTuple()) {
      const auto &Own = Value.toTupleRef();
      if (auto Elements = movedElements(Own.elements().asArrayRef(), Known))
        Value = c10::ivalue::Tuple::createNamed(std::move(*Elements), Own.type<c10::TupleType>());
    } else if (Value.isList()) {
      if (auto Elements = movedElements(Value.toListRef(), Known)) {
        c10::impl::GenericList Made(Value.toList().elementType());
        for (c10::IValue &Element : *Elements)
          Made.push_back(std::move(Element));
        Value = std::move(Made);
      }
    } else if (Value.isGenericDict()) {
      const c10::impl::GenericDict Own = Value.toGenericDict();
      std::vector<c10::IValue> Values;
      for (const auto &Entry : Own)
        Values.push_back(Entry.value());
      if (auto Elements = movedElements(Values, Known)) {
        c10::impl::GenericDict Made(Own.keyType(), Own.valueType());
        auto Element = Elements->begin();
        for (const auto &Entry : Own)
          Made.insert(Entry.key(), std::move(*Element++));
        Value = std::move(Made);
      }
    } else if (Value.isModule()) {
      Value.toModule().to(To, NonBlocking);
    }
  }

  /// Nothing if all of them are there.
  std::optional<std::vector<c10::IValue>> movedElements(c10::ArrayRef<c10::IValue> Elements, Moved &Known) const {
    std::vector<c10::IValue> Result = Elements.vec();
    bool IsSame = true;
    for (size_t I = 0; I != Result.size(); ++I) {
      moveValue(Result[I], Known);
      IsSame = IsSame && (!Result[I].isPtrType() || Result[I].is(Elements[I]));
    }
    return IsSame ? std::nullopt : std::optional(std::move(Result));
  }

  template <class Given> void move(Given &Value, Moved &Known) const {
    using T = std::remove_const_t<Given>;
    static_assert(!std::is_const_v<Given> || !detail::may_hold<T>() || detail::InPlace<T>,
                  "device-tidy: what is const cannot be moved; a view of tensors has to be copied to a vector, and "
                  "visit_members has to take its object by a reference that is not const");
    if constexpr (!detail::may_hold<T>()) {
      return;
    } else if constexpr (detail::Tensor<T>) {
      if (!Value.defined() || is_on(Value, To))
        return;
      auto [Slot, New] = Known.try_emplace(Value.unsafeGetTensorImpl());
      if (New)
        Slot->second = Value.to(To, NonBlocking);
      Value = Slot->second;
    } else if constexpr (detail::Module<T>) {
      Value.to(To, NonBlocking);
    } else if constexpr (detail::ScriptModule<T>) {
      Value.to(To, NonBlocking);
    } else if constexpr (detail::Holder<T>) {
      if (!Value.is_empty())
        Value.ptr()->to(To, NonBlocking);
    } else if constexpr (detail::Packed<T>) {
      at::Tensor Data = Value.data(), Sorted = Value.sorted_indices(), Unsorted = Value.unsorted_indices();
      for (at::Tensor *Part : {&Data, &Sorted, &Unsorted})
        move(*Part, Known);
      Value = T(Data, Value.batch_sizes(), Sorted, Unsorted);
    } else if constexpr (detail::Boxed<T>) {
      c10::IValue Own(Value);
      moveValue(Own, Known);
      if (!Own.is(Value))
        Value = Own.to<T>();
    } else if constexpr (std::is_same_v<T, c10::IValue>) {
      moveValue(Value, Known);
    } else if constexpr (detail::Optional<T> || detail::Pointer<T>) {
      if (Value)
        move(*Value, Known);
    } else if constexpr (detail::Reference<T>) {
      move(Value.get(), Known);
    } else if constexpr (detail::Variant<T>) {
      if (!Value.valueless_by_exception())
        std::visit([&](auto &Held) { move(Held, Known); }, Value);
    } else if constexpr (detail::Tuple<T>) {
      std::apply([&](auto &...Elements) { (move(Elements, Known), ...); }, Value);
    } else if constexpr (detail::Sequence<T>) {
      for (auto &Element : Value)
        move(Element, Known);
    } else if constexpr (detail::Map<T>) {
      for (auto &[Key, Element] : Value)
        move(Element, Known);
    } else if constexpr (detail::OrderedDict<T>) {
      for (auto &Item : Value)
        move(Item.value(), Known);
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
template <class T>
  requires detail::InPlace<T>
T ensure_device(T Value, torch::Device Device) {
  return DeviceAutoPilot(Device)(std::move(Value));
}
template <class T> [[nodiscard]] T ensure_device(T Value, torch::Device Device) {
  return DeviceAutoPilot(Device)(std::move(Value));
}

} // namespace device_tidy

#endif // DEVTIDY_RUNTIME_TORCH_TRANSFER_H
