//===- Files.h - Questions about files ---------------------------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_FILES_H
#define DEVTIDY_KNOWLEDGE_FILES_H

#include <string_view>

namespace devtidy::knowledge {

/// True for an address of weights that PyTorch publishes, which were saved on the CPU.
bool isAddressOfPyTorch(std::string_view Address);
/// True for functions, and for methods of paths, that ask whether a file is there: os.path.exists, is_file.
bool asksForFile(std::string_view Name);
/// True for functions that put a path together from their arguments, or give the one argument as a path:
/// os.path.join, pathlib.Path.
bool joinsPaths(std::string_view Function);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_FILES_H
