//===- Device.cpp ---------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Device.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

using namespace devtidy::knowledge;

namespace {
struct TypeRow {
  DeviceType Type;
  std::string_view Name;
  int C10; ///< the enumerator of c10::DeviceType; -1 if it has none
};
} // namespace

// The names that c10::Device accepts (c10/core/Device.cpp, parse_type). Npu is what the best known private backend
// calls itself.
static constexpr TypeRow Types[] = {
    {DeviceType::Cpu, "cpu", 0},       {DeviceType::Cuda, "cuda", 1},      {DeviceType::Cuda, "hip", 6},
    {DeviceType::Mkldnn, "mkldnn", 2}, {DeviceType::Opengl, "opengl", 3},  {DeviceType::Opencl, "opencl", 4},
    {DeviceType::Ideep, "ideep", 5},   {DeviceType::Fpga, "fpga", 7},      {DeviceType::Maia, "maia", 8},
    {DeviceType::Xla, "xla", 9},       {DeviceType::Vulkan, "vulkan", 10}, {DeviceType::Metal, "metal", 11},
    {DeviceType::Xpu, "xpu", 12},      {DeviceType::Mps, "mps", 13},       {DeviceType::Meta, "meta", 14},
    {DeviceType::Hpu, "hpu", 15},      {DeviceType::Ve, "ve", 16},         {DeviceType::Lazy, "lazy", 17},
    {DeviceType::Ipu, "ipu", 18},      {DeviceType::Mtia, "mtia", 19},     {DeviceType::Private, "privateuseone", 20},
    {DeviceType::Npu, "npu", -1},
};

static std::string &privateName() {
  static std::string Name;
  return Name;
}

void devtidy::knowledge::setPrivateBackend(std::string_view Name) { privateName() = Name; }
std::string_view devtidy::knowledge::privateBackend() { return privateName(); }

std::string_view devtidy::knowledge::deviceTypeName(DeviceType T) {
  if (T == DeviceType::Private && !privateName().empty())
    return privateName();
  const auto *Row = std::ranges::find(Types, T, &TypeRow::Type);
  return Row == std::end(Types) ? "other" : Row->Name;
}

static std::optional<DeviceType> parseType(std::string_view Name) {
  if (!Name.empty() && Name == privateName())
    return DeviceType::Private;
  const auto *Row = std::ranges::find(Types, Name, &TypeRow::Name);
  return Row == std::end(Types) ? std::nullopt : std::optional(Row->Type);
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

/// True if one letter more, less or other makes Name of Text.
static bool isOneLetterOff(std::string_view Text, std::string_view Name) {
  if (Text.size() > Name.size())
    std::swap(Text, Name);
  if (Name.size() - Text.size() > 1)
    return false;
  const size_t Same = std::ranges::mismatch(Text, Name).in1 - Text.begin();
  return Name.substr(std::min(Same + 1, Name.size())) ==
         Text.substr(Text.size() == Name.size() ? std::min(Same + 1, Text.size()) : Same);
}

bool devtidy::knowledge::isMisspelledDevice(std::string_view Text) {
  const std::string_view Name = Text.substr(0, Text.find(':'));
  if (Name.empty() || parseType(Name))
    return false;
  std::string Lower(Name);
  std::ranges::transform(Lower, Lower.begin(), [](unsigned char C) { return char(std::tolower(C)); });
  return Lower == "gpu" || parseType(Lower) || isOneLetterOff(Lower, "cuda");
}

DeviceType devtidy::knowledge::deviceTypeFromC10(int64_t Value) {
  for (const TypeRow &Row : Types)
    if (Row.C10 == Value && Row.C10 >= 0)
      return Row.Type;
  return DeviceType::Other;
}
