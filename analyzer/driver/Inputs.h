//===- Inputs.h - The files that a command line means -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_INPUTS_H
#define DEVTIDY_DRIVER_INPUTS_H

#include "driver/Frontend.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace devtidy::driver {

/// What is wrong with a file that was named and that nobody reads.
constexpr llvm::StringLiteral NoSource = "no source of Python, C++ or CUDA by its name";

struct Inputs {
  std::vector<std::string> Files;      ///< absolute, sorted, each once
  std::vector<SourceProblem> Problems; ///< paths that cannot be read
};

struct InputSettings {
  std::vector<std::string> Paths;
  /// Whether somebody leaves out the path itself.
  llvm::function_ref<bool(llvm::StringRef Path)> IsLeftOut;
  /// Whether a front end reads files of this name.
  llvm::function_ref<bool(llvm::StringRef Path)> Accepts;
  /// Whether a file that was met while walking Folder belongs to the run.
  llvm::function_ref<bool(llvm::StringRef Path, llvm::StringRef Folder)> Belongs;
  /// The files below Folder that somebody has listed, whether they are there or not.
  llvm::function_ref<std::vector<std::string>(llvm::StringRef Folder)> Listed;
};

/// Whether Exclude, globs of names or of paths relative to Root, names the path itself.
bool isNamed(llvm::StringRef Path, llvm::ArrayRef<std::string> Exclude, llvm::StringRef Root);
/// The same of the path, or of a folder between Root and the path.
bool isLeftOut(llvm::StringRef Path, llvm::ArrayRef<std::string> Exclude, llvm::StringRef Root);

/// Walks folders, leaving out what .gitignore, IsLeftOut and the names of build and library folders say. Links to
/// folders are not followed. A file that is named is taken whatever these say. What is no file, is no source though it
/// was named, or is gone though it is listed, is a problem.
Inputs collectInputs(const InputSettings &Settings);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_INPUTS_H
