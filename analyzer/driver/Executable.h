//===- Executable.h - What kind of program a file is --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_EXECUTABLE_H
#define DEVTIDY_DRIVER_EXECUTABLE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace devtidy::driver {

/// Why the dynamic loader would not load a library of ours into this program: it is linked statically, made for another
/// machine, or runs with other rights. "" if it would, and for scripts, whose interpreter is another program.
std::string whyNotPreloadable(llvm::StringRef Path);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_EXECUTABLE_H
