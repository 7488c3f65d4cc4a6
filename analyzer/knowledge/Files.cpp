//===- Files.cpp - Questions about files ----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Files.h"
#include <algorithm>

bool devtidy::knowledge::asksForFile(std::string_view Name) {
  static constexpr std::string_view Listed[] = {"os.path.isfile", "os.path.exists", "exists", "is_file"};
  return std::ranges::find(Listed, Name) != std::ranges::end(Listed);
}

bool devtidy::knowledge::joinsPaths(std::string_view Function) {
  static constexpr std::string_view Listed[] = {"os.path.join",       "os.path.abspath", "os.path.realpath",
                                                "os.path.expanduser", "pathlib.Path",    "os.fspath"};
  return std::ranges::find(Listed, Function) != std::ranges::end(Listed);
}

bool devtidy::knowledge::isAddressOfPyTorch(std::string_view Address) {
  return Address.starts_with("https://download.pytorch.org/") ||
         Address.starts_with("https://s3.amazonaws.com/pytorch/");
}
