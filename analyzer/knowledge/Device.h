//===- Device.h - A concrete device ---------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The devices that PyTorch names (c10/core/DeviceType.h, c10/core/Device.h). What a program cannot know (the device of
// a parameter) is not a Device: that is a symbol, dataflow/domain/Placement.h.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_DEVICE_H
#define DEVTIDY_KNOWLEDGE_DEVICE_H

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace devtidy::knowledge {

/// Private is what c10 calls PrivateUse1: a backend outside PyTorch, under a name of its own.
enum class DeviceType : uint8_t {
  Cpu,
  Cuda,
  Meta,
  Mps,
  Xpu,
  Hpu,
  Npu,
  Fpga,
  Ideep,
  Ipu,
  Lazy,
  Maia,
  Metal,
  Mkldnn,
  Mtia,
  Opencl,
  Opengl,
  Ve,
  Vulkan,
  Xla,
  Private,
  Other
};

/// A device type with an index. Index -1 is "no index": cpu, or the current device of an accelerator. HIP spells itself
/// cuda, as in PyTorch.
struct Device {
  DeviceType Type = DeviceType::Cpu;
  int16_t Index = -1;

  auto operator<=>(const Device &) const = default;

  bool isAccelerator() const { return Type != DeviceType::Cpu && Type != DeviceType::Meta; }
  /// As torch spells it: "cpu", "cuda", "cuda:1".
  std::string str() const;
};

/// Reads "cuda", "cuda:1", "cpu", "meta", ...; nothing if the text is not a device string.
std::optional<Device> parseDevice(std::string_view Text);
/// True if the text was meant as a device and is none, of any backend: "gpu", "CUDA:0", "cude", "cuda0". Other backends
/// have names of their own, such as "npu".
bool isMisspelledDevice(std::string_view Text);
/// Reads a c10::DeviceType enumerator value (CPU 0, CUDA 1, ..., c10/core/DeviceType.h of PyTorch 2.13).
DeviceType deviceTypeFromC10(int64_t Value);
/// "cpu", "cuda"; of Private the name that was set, else "privateuseone", as c10 calls it.
std::string_view deviceTypeName(DeviceType T);

/// What the program's own backend calls itself (torch.utils.rename_privateuse1_backend). One name for the process, set
/// before anything is analysed; the empty name is the state at start. Not thread-safe.
void setPrivateBackend(std::string_view Name);
/// "" if none was set.
std::string_view privateBackend();

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_DEVICE_H
