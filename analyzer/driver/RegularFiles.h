//===- RegularFiles.h - The files that clang and LLVM read themselves -*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_REGULARFILES_H
#define DEVTIDY_DRIVER_REGULARFILES_H

#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <system_error>

namespace devtidy::driver {

/// The files of the disk, without pipes and devices, which would be waited for or read for ever: to open one fails.
class RegularFiles : public llvm::vfs::ProxyFileSystem {
public:
  RegularFiles() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override {
    llvm::ErrorOr<llvm::vfs::Status> Status = status(Path);
    if (Status && !Status->isRegularFile() && !Status->isDirectory())
      return std::make_error_code(std::errc::operation_not_supported);
    return ProxyFileSystem::openFileForRead(Path);
  }
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_REGULARFILES_H
