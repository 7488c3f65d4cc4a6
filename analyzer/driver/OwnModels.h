//===- OwnModels.h - What a project says of its own code ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   models = ["device_models/"]     in the settings
//
// Below such a folder are sources that say what functions and classes do with devices which the analysis cannot read:
// in Python at the path that the module has, `device_models/mypkg/_C.py`; in C++ under any name, since a function is
// defined there under its own. They are never run, built, or checked, and they go before what they describe.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_OWNMODELS_H
#define DEVTIDY_DRIVER_OWNMODELS_H

#include "ir/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace devtidy::driver {

class OwnModels {
public:
  OwnModels() = default;
  /// Absolute folders.
  explicit OwnModels(std::vector<std::string> Folders) : Folders(std::move(Folders)) {}

  const std::vector<std::string> &folders() const { return Folders; }
  bool contain(llvm::StringRef Path) const;
  /// Those that Accepts, sorted.
  std::vector<std::string> files(llvm::function_ref<bool(llvm::StringRef Path)> Accepts) const;
  /// Makes a model of what a source below was lowered to. What it includes is as it is, and is no model.
  void adopt(ir::Module &M) const;

private:
  std::vector<std::string> Folders;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_OWNMODELS_H
