//===- TidyMain.cpp - clang-tidy with the device checks inside ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clang-tidy/tool/ClangTidyMain.h"
#include "llvm/ADT/SmallVector.h"

int main(int Argc, const char **Argv) {
  llvm::SmallVector<const char *, 16> Args(Argv, Argv + Argc);
  // clang looks for its own headers beside the program; this one stands elsewhere. A -resource-dir of the user wins.
  Args.insert(Args.begin() + 1, "--extra-arg-before=-resource-dir=" DEVTIDY_RESOURCE_DIR);
  Args.push_back(nullptr);
  return clang::tidy::clangTidyMain(static_cast<int>(Args.size()) - 1, Args.data());
}
