//===- StoredModule.cpp ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/StoredModule.h"
#include "ir/Text.h"
#include "ir/Verifier.h"

using namespace llvm;

namespace devtidy::driver {

std::unique_ptr<ir::Module> readModule(StringRef Text, std::string &Why) {
  Expected<std::unique_ptr<ir::Module>> Module = ir::parse(Text);
  if (!Module) {
    Why = toString(Module.takeError());
    return nullptr;
  }
  std::vector<std::string> Defects = ir::verify(**Module);
  if (Defects.empty())
    return std::move(*Module);
  Why = Defects.front();
  return nullptr;
}

} // namespace devtidy::driver
