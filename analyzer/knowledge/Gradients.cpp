//===- Gradients.cpp --------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Gradients.h"
#include <algorithm>
#include <iterator>

namespace devtidy::knowledge {

bool givesNoGradient(std::string_view Name) {
  static constexpr std::string_view Names[] = {
      "argmax",     "argmin",      "argsort",   "nonzero", "bincount",
      "histc",      "multinomial", "bernoulli", "long",    "int",
      "short",      "byte",        "bool",      "eq",      "ne",
      "lt",         "le",          "gt",        "ge",      "isnan",
      "isinf",      "isfinite",    "isclose",   "buffers", "named_buffers",
      "state_dict", "==",          "!=",        "<",       "<=",
      ">",          ">=",          "in",        "not in",  "is",
      "is not",     "not",         "detach",    "detach_",
  };
  return std::ranges::find(Names, Name) != std::end(Names);
}

bool showsNoGradient(std::string_view Member) { return Member == "data" || Member == "grad" || Member == "indices"; }

bool switchesGradientsOff(std::string_view Name) {
  return Name.find("no_grad") != std::string_view::npos || Name.find("inference_mode") != std::string_view::npos;
}

bool isElementType(std::string_view Name) {
  static constexpr std::string_view Names[] = {
      "float", "float16", "float32", "float64", "half", "double", "bfloat16", "int",       "int8",
      "int16", "int32",   "int64",   "short",   "long", "uint8",  "bool",     "complex64", "complex128",
  };
  return std::ranges::find(Names, Name) != std::end(Names);
}

bool isBrainFloat(std::string_view Name) { return Name == "bfloat16"; }

} // namespace devtidy::knowledge
