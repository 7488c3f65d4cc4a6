//===- Version.cpp - What --version prints ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Version.h"
#include "knowledge/Operators.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

std::string devtidy::driver::operatorTableList() {
  std::string Text;
  const std::vector<std::string_view> Versions = knowledge::operatorTables();
  for (const std::string_view &V : Versions)
    Text.append(&V == &Versions.front() ? "" : &V == &Versions.back() ? " and " : ", ").append(V);
  return Text;
}

void devtidy::driver::printVersion(llvm::raw_ostream &Out) {
  Out << "device-tidy " DT_VERSION "\n"
      << "  LLVM " LLVM_VERSION_STRING "\n"
      << "  operators of PyTorch " << operatorTableList() << '\n';
}
