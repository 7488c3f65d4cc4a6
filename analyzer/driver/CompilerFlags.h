//===- CompilerFlags.h - From a build's commands to arguments for clang -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds are made for g++ and nvcc as often as for clang. What matters for meaning is kept (search paths, macros, the
// language standard, the options behind predefined macros) and made independent of the working folder, the rest is
// dropped; CUDA commands are rewritten for clang's host-only mode. Files whose results are equal here can share one
// precompiled header.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_COMPILERFLAGS_H
#define DEVTIDY_DRIVER_COMPILERFLAGS_H

#include "driver/CompileCommands.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace devtidy::driver {

struct CompilerFlags {
  std::vector<std::string> Args;        ///< for clang++, without the input file and without -x
  std::vector<std::string> SearchPaths; ///< of -I, -isystem and the like, in order, absolute
  bool Cuda = false;                    ///< the command says that the file is CUDA, whatever its name
  bool OwnPrecompiled = false;          ///< the command names a precompiled header or a header to include first
};

/// Translates a command of g++, clang++ or nvcc, with or without a launcher such as ccache in front.
CompilerFlags translateCommand(const CompileCommand &Command);

/// Appends a search path as -I, -isystem or -idirafter.
void addSearchPath(CompilerFlags &Flags, llvm::StringRef Option, llvm::StringRef Path);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_COMPILERFLAGS_H
