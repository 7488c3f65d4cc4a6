//===- Operators.cpp -------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Operators.h"
#include "runtime/abi/ForkSafe.h"
#include <string>
#include <unordered_map>

namespace devtidy::verify {

const knowledge::OperatorOverload *findOverload(std::string_view Name) {
  // torchgen joins base name and overload by "_" (torchgen/model.py, OperatorName.unambiguous_name).
  const auto &ByName = abi::madeOnce([] {
    std::unordered_map<std::string, const knowledge::OperatorOverload *> Names;
    for (const knowledge::OperatorOverload &Row : knowledge::allOperators())
      Names.try_emplace(std::string(Row.Base) + (Row.Overload.empty() ? "" : "_") + std::string(Row.Overload), &Row);
    return Names;
  });
  auto Found = ByName.find(std::string(Name));
  return Found == ByName.end() ? nullptr : Found->second;
}

} // namespace devtidy::verify
