//===- Copies.cpp - What kinds of copies of CUDA promise ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Copies.h"
#include <iterator>

namespace devtidy::knowledge {

/// By their numbers (driver_types.h).
static constexpr CopyKind Kinds[] = {
    {"cudaMemcpyHostToHost", false, false},
    {"cudaMemcpyHostToDevice", true, false},
    {"cudaMemcpyDeviceToHost", false, true},
    {"cudaMemcpyDeviceToDevice", true, true},
};

std::optional<CopyKind> findCopyKind(std::string_view Enumerator) {
  const std::string_view Name = Enumerator.substr(Enumerator.rfind(':') + 1);
  for (const CopyKind &K : Kinds)
    if (K.Name == Name)
      return K;
  return std::nullopt;
}

std::optional<CopyKind> findCopyKind(int64_t Number) {
  return Number >= 0 && Number < int64_t(std::size(Kinds)) ? std::optional(Kinds[Number]) : std::nullopt;
}

CopyKind defaultCopyKind(std::string_view Function) {
  if (Function.starts_with("cudaMemcpyToSymbol"))
    return fittingCopyKind(true, false);
  if (Function.starts_with("cudaMemcpyFromSymbol"))
    return fittingCopyKind(false, true);
  return {"", true, true};
}

CopyKind fittingCopyKind(bool ToDevice, bool FromDevice) { return Kinds[(FromDevice ? 2 : 0) + (ToDevice ? 1 : 0)]; }

} // namespace devtidy::knowledge
