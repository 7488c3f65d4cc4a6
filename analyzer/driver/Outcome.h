//===- Outcome.h - How reading the files went ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_OUTCOME_H
#define DEVTIDY_DRIVER_OUTCOME_H

#include "driver/Frontend.h"
#include "driver/Inputs.h"
#include <string>
#include <vector>

namespace devtidy::driver {

/// "1 finding", "3 findings".
std::string counted(size_t Count, llvm::StringRef Noun);

/// Path as it is printed: relative to Folder if it is below.
std::string shortPath(llvm::StringRef Path, llvm::StringRef Folder);

struct Outcome {
  /// One for each file that was not read, or not wholly: its path, and why.
  std::vector<SourceProblem> Failed;

  /// "a.cpp: 'x.h' file not found; b.cpp: ..." for one line.
  std::string shortList(llvm::StringRef Folder) const;
  /// Whether a file failed for want of PyTorch's headers.
  bool lacksTorch() const;
};

/// Lowered is in the order of Files.Files.
Outcome summarize(const Inputs &Files, llvm::ArrayRef<LoweredFile> Lowered);

/// Prints "a.cpp:1:10: error: ..." on standard error.
void printProblem(const SourceProblem &P, llvm::StringRef Folder);

/// The same for all that Lowered and Files hold: the first error of each file, or all that are known.
void printErrors(const Inputs &Files, llvm::ArrayRef<LoweredFile> Lowered, llvm::StringRef Folder, bool All);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_OUTCOME_H
