//===- StoredModule.h - Modules that were written down --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_STOREDMODULE_H
#define DEVTIDY_DRIVER_STOREDMODULE_H

#include "ir/Module.h"
#include <memory>
#include <string>

namespace devtidy::driver {

/// The module whose text form a worker or the cache gave. Neither is trusted: null, and Why in a line, for a text that
/// is no module or one that is not well formed.
std::unique_ptr<ir::Module> readModule(llvm::StringRef Text, std::string &Why);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_STOREDMODULE_H
