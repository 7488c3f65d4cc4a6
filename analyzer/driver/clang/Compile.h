//===- Compile.h - One run of clang in the worker process -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses one translation unit with the bodies of foreign functions skipped, and lowers it or writes a precompiled
// header. Errors never stop the parse: what did not parse is marked in the tree, and the rest is still analysed.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_CLANG_COMPILE_H
#define DEVTIDY_DRIVER_CLANG_COMPILE_H

#include "ir/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace devtidy::driver {

struct CompileJob {
  std::vector<std::string> Args; ///< for clang++, with the input file, without the program name
  std::string Root;              ///< project root: bodies outside it are skipped
  std::string Content;           ///< path of a file to read in place of the main file, or ""
  std::vector<std::pair<std::string, std::string>> Changed; ///< paths, and files to read in place of what is there
  std::string UsePrecompiled; ///< a precompiled header made with the same arguments and known to be up to date, or ""
  std::string Precompiled;    ///< where to write a precompiled header; "" lowers instead
  bool KeepBodies = false;    ///< parse every body; only the parse's cost differs
};

struct CompileError {
  std::string Path; ///< "" if the error has no place
  unsigned Line = 0, Column = 0;
  std::string Text;
};

struct CompileResult {
  std::unique_ptr<ir::Module> Module; ///< null if there is no tree at all, or a header was precompiled
  bool WrotePrecompiled = false;
  std::vector<CompileError> Errors; ///< the first ones
  unsigned ErrorCount = 0;
  std::vector<std::string> Dependencies; ///< absolute, without those that come with a precompiled header
};

CompileResult compile(const CompileJob &Job);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_CLANG_COMPILE_H
