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

void devtidy::driver::printVersion(llvm::raw_ostream &Out) {
  Out << "device-tidy " DT_VERSION "\n"
      << "  LLVM " LLVM_VERSION_STRING "\n"
      << "  operators of PyTorch " << knowledge::operatorTableVersion() << '\n';
}
