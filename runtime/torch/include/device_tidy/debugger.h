//===- debugger.h - A scope that times device work and explains errors ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   device_tidy::DeviceDebugger scope("step", device);
//   scope.watch("model", model).watch("inputs", inputs);
//   auto loss = criterion(model(inputs), labels);
//
// Prints one line when it ends: how long the work took. Where the device has events these time the work itself, and
// else a monotonic clock does. If an exception leaves the scope, a line for each thing that is watched says where it
// is.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_TORCH_DEBUGGER_H
#define DEVTIDY_RUNTIME_TORCH_DEBUGGER_H

#include "device_tidy/visit.h"
#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <chrono>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <set>

namespace device_tidy {

class DeviceDebugger {
public:
  /// Print takes one line without its end; by default they go to standard error.
  using Printer = std::function<void(const std::string &)>;

  explicit DeviceDebugger(
      std::string TheName, torch::Device Device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU,
      Printer ThePrinter = [](const std::string &Line) { std::cerr << Line + "\n"; })
      : Name(std::move(TheName)), On(Device), Print(std::move(ThePrinter)), Exceptions(std::uncaught_exceptions()) {
    if (On.type() != torch::kCPU && (!On.is_cuda() || torch::cuda::is_available())) {
      Begin.emplace(On.type(), c10::EventFlag::BACKEND_DEFAULT);
      Begin->record(stream());
    }
    Started = Clock::now();
  }
  DeviceDebugger(const DeviceDebugger &) = delete;
  DeviceDebugger &operator=(const DeviceDebugger &) = delete;

  ~DeviceDebugger() {
    try {
      bool Failed = std::uncaught_exceptions() > Exceptions;
      if (Failed) {
        Print("device-tidy: an error left '" + Name + "'");
        for (const auto &Describe : Watched)
          Print("device-tidy: " + Describe());
      } else {
        char Time[64];
        std::snprintf(Time, sizeof Time, "%.3f ms", milliseconds());
        Print("device-tidy: '" + Name + "' took " + Time + " on " + On.str());
      }
    } catch (...) { // a destructor that throws would end the program
    }
  }

  /// Says where Value is if an exception leaves the scope, which Value outlives.
  template <class T> DeviceDebugger &watch(std::string What, const T &Value) {
    Watched.push_back([What = std::move(What), &Value] { return placement(What, Value); });
    return *this;
  }
  /// A temporary is kept.
  template <class T>
    requires(!std::is_lvalue_reference_v<T>)
  DeviceDebugger &watch(std::string What, T &&Value) {
    auto Kept = std::make_shared<T>(std::move(Value));
    Watched.push_back([What = std::move(What), Kept = std::move(Kept)] { return placement(What, *Kept); });
    return *this;
  }

  /// From the beginning of the scope to now. Waits for the device.
  double milliseconds() {
    if (!Begin)
      return std::chrono::duration<double, std::milli>(Clock::now() - Started).count();
    c10::Event End(On.type(), c10::EventFlag::BACKEND_DEFAULT);
    End.record(stream());
    End.synchronize();
    return Begin->elapsedTime(End);
  }

private:
  using Clock = std::chrono::steady_clock;

  template <class T> static std::string placement(const std::string &What, const T &Value) {
    std::set<std::string> Devices;
    for_each_tensor(Value, What,
                    [&](const std::string &, const at::Tensor &Each) { Devices.insert(Each.device().str()); });
    std::string Text = "'" + What + "'" + (Devices.empty() ? " holds no tensor" : " on ");
    for (const std::string &D : Devices)
      Text += (D == *Devices.begin() ? "" : " and ") + D;
    return Text;
  }

  c10::Stream stream() const {
    c10::impl::VirtualGuardImpl Guard(On.type());
    return Guard.getStream(On.has_index() ? On : Guard.getDevice());
  }

  std::string Name;
  torch::Device On;
  Printer Print;
  int Exceptions;
  std::optional<c10::Event> Begin; ///< on a device that has events
  Clock::time_point Started;
  std::vector<std::function<std::string()>> Watched;
};

} // namespace device_tidy

#endif // DEVTIDY_RUNTIME_TORCH_DEBUGGER_H
