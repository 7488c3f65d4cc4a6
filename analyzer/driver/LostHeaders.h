//===- LostHeaders.h - Where headers lie that no search path has ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds of Python extensions compute their search paths, and most leave no compile command behind.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_LOSTHEADERS_H
#define DEVTIDY_DRIVER_LOSTHEADERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace devtidy::driver {

/// The folders above a file, up to the one of its project, and their "include" folders, in which there is what the file
/// or a header of the project includes with quotes, and which is neither beside who includes it nor in a search path.
/// The nearest folder that has a header is taken.
std::vector<std::string> foldersOfLostHeaders(llvm::StringRef File, llvm::StringRef Root,
                                              llvm::ArrayRef<std::string> SearchPaths);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_LOSTHEADERS_H
