//===- ProjectRoot.h - The folder that a source file belongs to -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_TIDY_PROJECTROOT_H
#define DEVTIDY_DRIVER_TIDY_PROJECTROOT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace devtidy::driver {

/// The nearest folder above File that holds settings (device-tidy.toml, pyproject.toml) or a repository. Empty if there
/// is none: then only the file itself is the project. File may be relative to the working folder of Files.
std::string findProjectRoot(llvm::StringRef File, llvm::vfs::FileSystem &Files);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_TIDY_PROJECTROOT_H
