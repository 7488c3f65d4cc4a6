//===- Builtins.cpp - Functions of Python that say what is called -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Builtins.h"

namespace devtidy::knowledge {

bool countsUp(std::string_view Function) { return Function == "range"; }

bool givesText(std::string_view Function) {
  return Function == "str" || Function == "repr" || Function == "chr" || Function == "format" || Function == "input";
}

bool bindsArguments(std::string_view Function) { return Function == "functools.partial"; }

} // namespace devtidy::knowledge
