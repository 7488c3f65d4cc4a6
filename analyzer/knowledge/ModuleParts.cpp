//===- ModuleParts.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/ModuleParts.h"

#include <algorithm>

namespace devtidy::knowledge {

#include "knowledge/Modules.inc"

std::span<const ModuleParts> allModuleParts() { return Rows; }

const ModuleParts *findModuleParts(std::string_view QualifiedClass) {
  for (const std::string_view Scope : {"torch.nn.", "torch::nn::"}) {
    if (!QualifiedClass.starts_with(Scope))
      continue;
    std::string_view Class = QualifiedClass.substr(Scope.size());
    if (Class.ends_with("Impl"))
      Class.remove_suffix(4);
    const auto *Found = std::ranges::find(Rows, Class, &ModuleParts::Class);
    return Found == std::end(Rows) ? nullptr : Found;
  }
  return nullptr;
}

} // namespace devtidy::knowledge
