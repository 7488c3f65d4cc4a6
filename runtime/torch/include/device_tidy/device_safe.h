//===- device_safe.h - Functions that check where their arguments are ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   auto step = device_tidy::device_safe("step", [](torch::Tensor x, torch::Tensor y) { return x * y; });
//   step(a, b);   // DeviceError: arguments of 'step' are on different devices: argument 1 on cuda:0, argument 2 on cpu
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_TORCH_DEVICE_SAFE_H
#define DEVTIDY_RUNTIME_TORCH_DEVICE_SAFE_H

#include "device_tidy/transfer.h"
#include <functional>
#include <iostream>
#include <stdexcept>
#include <type_traits>

namespace device_tidy {

class DeviceError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// What to do when arguments are on different devices.
enum class OnMismatch {
  Raise, ///< throw DeviceError
  Warn,  ///< one line on standard error, and go on
  Move,  ///< take all arguments to the device; modules, what pointers point to and arguments by reference are changed
         ///< in place; throws DeviceError for a tensor in what can be neither changed nor copied
};

struct SafeOptions {
  OnMismatch Mismatch = OnMismatch::Raise;
  /// Where arguments belong; nothing: where the first tensor is that is no scalar.
  std::optional<torch::Device> Device = std::nullopt;
  /// Tensors of no dimension on the CPU may be anywhere, as most operators allow.
  bool AllowScalars = true;
};

/// A callable, and a check in front of it. Copies as the callable does, and can be called where that can.
template <class Callable> class DeviceSafe {
public:
  DeviceSafe(std::string TheName, Callable TheFunction, SafeOptions TheOptions)
      : Name(std::move(TheName)), Function(std::move(TheFunction)), Options(TheOptions) {}

  template <class... Args> decltype(auto) operator()(Args &&...Arguments) {
    return call(*this, std::forward<Args>(Arguments)...);
  }
  template <class... Args>
    requires std::is_invocable_v<const Callable &, Args...>
  decltype(auto) operator()(Args &&...Arguments) const {
    return call(*this, std::forward<Args>(Arguments)...);
  }

private:
  template <class Self, class... Args> static decltype(auto) call(Self &S, Args &&...Arguments) {
    std::optional<torch::Device> Common = S.Options.Device;
    std::string First, Complaint;
    [[maybe_unused]] auto Look = [&](const std::string &What, const at::Tensor &T) {
      if (S.Options.AllowScalars && T.dim() == 0 && T.is_cpu())
        return;
      if (!Common) {
        Common = T.device();
        First = What + " on " + T.device().str();
      } else if (!is_on(T, *Common) && Complaint.empty()) {
        Complaint = (First.empty() ? "expected on " + Common->str() : First) + ", " + What + " on " + T.device().str();
      }
    };
    [[maybe_unused]] size_t I = 0;
    (for_each_tensor(Arguments, "argument " + std::to_string(++I), Look), ...);
    if (Complaint.empty())
      return std::invoke(S.Function, std::forward<Args>(Arguments)...);
    Complaint = "arguments of '" + S.Name + "' are on different devices: " + Complaint;
    if (S.Options.Mismatch == OnMismatch::Raise)
      throw DeviceError(Complaint);
    if (S.Options.Mismatch == OnMismatch::Warn) {
      std::cerr << "device-tidy: warning: " + Complaint + "\n";
      return std::invoke(S.Function, std::forward<Args>(Arguments)...);
    }
    const DeviceAutoPilot Pilot(*Common);
    return std::invoke(S.Function, moved<Args>(Arguments, Pilot, Complaint)...);
  }

  /// The argument itself where it can be changed or holds no tensors, else a copy on the device.
  template <class Arg>
  static decltype(auto) moved(std::remove_reference_t<Arg> &Argument, const DeviceAutoPilot &Pilot,
                              const std::string &Complaint) {
    using Value = std::remove_cvref_t<Arg>;
    constexpr bool IsConst = std::is_const_v<std::remove_reference_t<Arg>>;
    if constexpr (!detail::may_hold<Value>()) {
      return static_cast<Arg &&>(Argument);
    } else if constexpr (!detail::View<Value> && !IsConst) {
      Pilot.transfer(Argument);
      return static_cast<Arg &&>(Argument);
    } else if constexpr (!detail::View<Value> && !detail::Module<Value> && std::is_copy_constructible_v<Value>) {
      return Pilot(Value(Argument));
    } else {
      for_each_tensor(Argument, "", [&](const std::string &, const at::Tensor &T) {
        if (!is_on(T, Pilot.device()))
          throw DeviceError(Complaint);
      });
      return static_cast<Arg &&>(Argument);
    }
  }

  std::string Name;
  Callable Function;
  SafeOptions Options;
};

/// Name is what messages call the function.
template <class Callable>
DeviceSafe<std::decay_t<Callable>> device_safe(std::string Name, Callable &&Function, SafeOptions Options = {}) {
  return {std::move(Name), std::forward<Callable>(Function), Options};
}

} // namespace device_tidy

#endif // DEVTIDY_RUNTIME_TORCH_DEVICE_SAFE_H
