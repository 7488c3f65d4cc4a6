//===- LowerModule.cpp - One Python file to one module --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Lower.h"

namespace devtidy::frontend::python {

std::unique_ptr<ir::Module> lowerSource(llvm::StringRef Text, const LowerOptions &Options) {
  auto M = std::make_unique<ir::Module>();
  M->Lang = ir::Language::Python;
  M->Name = M->intern(Options.ModuleName);
  M->addFile(Options.DisplayPath, Options.Checked);
  return M;
}

} // namespace devtidy::frontend::python
