//===- ClangdChecks.h - Which checks run in an editor ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_TIDY_CLANGDCHECKS_H
#define DEVTIDY_DRIVER_TIDY_CLANGDCHECKS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace devtidy::driver {

/// Adds all device checks to a list of clang-tidy globs, in which the last match wins, unless the list itself says
/// which of them to run. A list that only switches some off keeps them off.
std::string withDeviceChecks(llvm::StringRef Globs);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_TIDY_CLANGDCHECKS_H
