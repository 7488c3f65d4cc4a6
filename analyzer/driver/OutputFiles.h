//===- OutputFiles.h - What a run writes is none of what it reads -*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_OUTPUTFILES_H
#define DEVTIDY_DRIVER_OUTPUTFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace devtidy::driver {

/// Fails, with one line, if one of the files to write is a source, is one of those that are read, under whatever name,
/// is there twice, or is a folder or another thing that takes no text. Empty paths, pipes and terminals stand for
/// nothing.
llvm::Error refuseOverwriting(llvm::ArrayRef<std::string> Written, llvm::ArrayRef<std::string> Read);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_OUTPUTFILES_H
