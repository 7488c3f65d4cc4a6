//===- Device.cpp ---------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Device.h"

#include <charconv>
#include <limits>

using namespace devtidy::knowledge;

std::string_view devtidy::knowledge::deviceTypeName(DeviceType T) {
  switch (T) {
  case DeviceType::Cpu:
    return "cpu";
  case DeviceType::Cuda:
    return "cuda";
  case DeviceType::Meta:
    return "meta";
  case DeviceType::Mps:
    return "mps";
  case DeviceType::Xpu:
    return "xpu";
  case DeviceType::Hpu:
    return "hpu";
  case DeviceType::Npu:
    return "npu";
  case DeviceType::Other:
    return "other";
  }
  return "other";
}

// The names that c10::Device accepts (c10/core/Device.cpp, parse_type). Npu is what the best known PrivateUse1 backend
// calls itself.
static std::optional<DeviceType> parseType(std::string_view Name) {
  for (DeviceType T : {DeviceType::Cpu, DeviceType::Cuda, DeviceType::Meta, DeviceType::Mps, DeviceType::Xpu,
                       DeviceType::Hpu, DeviceType::Npu})
    if (Name == deviceTypeName(T))
      return T;
  if (Name == "hip")
    return DeviceType::Cuda;
  for (std::string_view Rare : {"mkldnn", "opengl", "opencl", "ideep", "ve", "fpga", "maia", "xla", "lazy", "vulkan",
                                "metal", "ipu", "mtia", "privateuseone"})
    if (Name == Rare)
      return DeviceType::Other;
  return std::nullopt;
}

std::string Device::str() const {
  std::string Text(deviceTypeName(Type));
  if (Index >= 0)
    Text += ":" + std::to_string(Index);
  return Text;
}

std::optional<Device> devtidy::knowledge::parseDevice(std::string_view Text) {
  const size_t Colon = Text.find(':');
  const std::optional<DeviceType> Type = parseType(Text.substr(0, Colon));
  if (!Type)
    return std::nullopt;
  if (Colon == std::string_view::npos)
    return Device{*Type, -1};

  // Like c10: digits only, no leading zero, and small enough for a DeviceIndex (int8_t).
  const std::string_view Digits = Text.substr(Colon + 1);
  if (Digits.empty() || (Digits.size() > 1 && Digits[0] == '0'))
    return std::nullopt;
  unsigned Index = 0;
  const auto [End, Error] = std::from_chars(Digits.data(), Digits.data() + Digits.size(), Index);
  if (Error != std::errc() || End != Digits.data() + Digits.size() || Index > std::numeric_limits<int8_t>::max())
    return std::nullopt;

  // There is one CPU: "cpu:0" is the same place as "cpu", and "cpu:1" does not exist.
  if (*Type == DeviceType::Cpu)
    return Index == 0 ? std::optional(Device{*Type, -1}) : std::nullopt;
  return Device{*Type, static_cast<int16_t>(Index)};
}

DeviceType devtidy::knowledge::deviceTypeFromC10(int64_t Value) {
  switch (Value) {
  case 0:
    return DeviceType::Cpu;
  case 1:
  case 6: // HIP
    return DeviceType::Cuda;
  case 12:
    return DeviceType::Xpu;
  case 13:
    return DeviceType::Mps;
  case 14:
    return DeviceType::Meta;
  case 15:
    return DeviceType::Hpu;
  default:
    return DeviceType::Other;
  }
}
