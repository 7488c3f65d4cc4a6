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

namespace device_tidy {

class DeviceError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// What to do when arguments are on different devices.
enum class OnMismatch {
  Raise, ///< throw DeviceError
  Warn,  ///< one line on standard error, and go on
  Move,  ///< take all arguments to the device; modules and arguments by reference are changed in place
};

struct SafeOptions {
  OnMismatch Mismatch = OnMismatch::Raise;
  /// Where arguments belong; nothing: where the first tensor is that is no scalar.
  std::optional<torch::Device> Device = std::nullopt;
  /// Tensors of no dimension on the CPU may be anywhere, as most operators allow.
  bool AllowScalars = true;
};

/// A callable, and a check in front of it. Copies as the callable does.
template <class Callable> class DeviceSafe {
public:
  DeviceSafe(std::string TheName, Callable TheFunction, SafeOptions TheOptions)
      : Name(std::move(TheName)), Function(std::move(TheFunction)), Options(TheOptions) {}

  template <class... Args> decltype(auto) operator()(Args &&...Arguments) {
    std::optional<torch::Device> Common = Options.Device;
    std::string First, Complaint;
    auto Look = [&](const std::string &What, const at::Tensor &T) {
      if (Options.AllowScalars && T.dim() == 0 && T.is_cpu())
        return;
      if (!Common) {
        Common = T.device();
        First = What + " on " + T.device().str();
      } else if (!is_on(T, *Common) && Complaint.empty()) {
        Complaint = (First.empty() ? "expected on " + Common->str() : First) + ", " + What + " on " + T.device().str();
      }
    };
    size_t I = 0;
    (for_each_tensor(Arguments, "argument " + std::to_string(++I), Look), ...);
    if (Complaint.empty())
      return std::invoke(Function, std::forward<Args>(Arguments)...);
    Complaint = "arguments of '" + Name + "' are on different devices: " + Complaint;
    if (Options.Mismatch == OnMismatch::Raise)
      throw DeviceError(Complaint);
    if (Options.Mismatch == OnMismatch::Warn) {
      std::cerr << "device-tidy: warning: " + Complaint + "\n";
      return std::invoke(Function, std::forward<Args>(Arguments)...);
    }
    const DeviceAutoPilot Pilot(*Common);
    return std::invoke(Function, moved<Args>(Arguments, Pilot)...);
  }

private:
  /// By reference where the caller's own object can be changed, else a copy on the device.
  template <class Arg>
  static decltype(auto) moved(std::remove_reference_t<Arg> &Argument, const DeviceAutoPilot &Pilot) {
    using Value = std::remove_cvref_t<Arg>;
    if constexpr (detail::Module<Value> ||
                  (std::is_lvalue_reference_v<Arg> && !std::is_const_v<std::remove_reference_t<Arg>>)) {
      if constexpr (std::is_const_v<std::remove_reference_t<Arg>>)
        return (Argument);
      else {
        Pilot.transfer(Argument);
        return static_cast<Arg &&>(Argument);
      }
    } else {
      return Pilot(Value(Argument));
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
