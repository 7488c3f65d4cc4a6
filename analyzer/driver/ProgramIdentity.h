//===- ProgramIdentity.h - Which program this is ----------------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_PROGRAMIDENTITY_H
#define DEVTIDY_DRIVER_PROGRAMIDENTITY_H

#include <string>

namespace devtidy::driver {

/// A word that another build of the program does not have: the linker's hash of what it linked, and, where there is
/// none, the stamp of the file.
std::string programIdentity();

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_PROGRAMIDENTITY_H
