//===- ElementTypes.cpp - What has which type of elements ------------------ ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/ElementTypes.h"

#include <algorithm>
#include <initializer_list>

namespace devtidy::knowledge {

static bool isOneOf(std::string_view Name, std::initializer_list<std::string_view> Known) {
  return std::ranges::find(Known, Name) != Known.end();
}

bool isFloatingType(std::string_view Name) {
  return isOneOf(Name, {"float16", "half", "bfloat16", "float32", "float", "float64", "double"});
}

bool isPlainElementType(std::string_view Name) {
  return isOneOf(Name,
                 {"float32", "float", "int8", "int16", "int32", "int64", "uint8", "short", "int", "long", "bool"});
}

bool makesElements(std::string_view Method) {
  return isFloatingType(Method) || isPlainElementType(Method) || Method == "to" || Method == "type" ||
         Method == "type_as";
}

bool takesElementsOver(std::string_view Function) {
  return isOneOf(Function, {"as_tensor", "asarray", "from_dlpack", "from_file", "from_numpy", "frombuffer", "tensor"});
}

bool saysElementType(std::string_view Member) { return Member == "dtype"; }

bool givesElementType(std::string_view Function) { return Function == "torch.get_default_dtype"; }

} // namespace devtidy::knowledge
