//===- NvccFlags.h - What an nvcc command says of the host code ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_NVCCFLAGS_H
#define DEVTIDY_DRIVER_NVCCFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace devtidy::driver {

/// Rewrites nvcc's own spellings (--define-macro, -isystem=DIR, -Xcompiler a,b) as g++ writes them and drops what only
/// concerns device code. Args are without the compiler.
std::vector<std::string> hostFlagsOfNvcc(llvm::ArrayRef<std::string> Args);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_NVCCFLAGS_H
