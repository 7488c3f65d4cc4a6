//===- ClangdChecks.cpp - Which checks run in an editor -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/tidy/ClangdChecks.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::driver {

std::string withDeviceChecks(llvm::StringRef Globs) {
  llvm::SmallVector<llvm::StringRef, 16> List;
  llvm::SplitString(Globs, List, ",\n");
  auto *const FirstOfOurs =
      llvm::find_if(List, [](llvm::StringRef Glob) { return Glob.ltrim(" \n-").starts_with("device-"); });
  if (FirstOfOurs != List.end() && !FirstOfOurs->ltrim().starts_with("-"))
    return Globs.str();
  List.insert(FirstOfOurs, "device-*");
  return llvm::join(List, ",");
}

} // namespace devtidy::driver
