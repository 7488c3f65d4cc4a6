//===- Subprocess.h - Run a program, with a time limit ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Safe to call from any number of threads at once, which the ways of LLVM Support are not where there is a time limit.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_SUBPROCESS_H
#define DEVTIDY_DRIVER_SUBPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace devtidy::driver {

struct ProcessResult {
  enum class Outcome { Exited, Crashed, TimedOut, NotStarted };
  Outcome How = Outcome::NotStarted;
  int Code = 0;         ///< exit status, signal number, or errno
  std::string Output;   ///< what it wrote to stdout
  std::string Messages; ///< the beginning of what it wrote to stderr
};

/// Runs Program with Args (without the program's own name) in Folder, stdin empty. At most Seconds pass; a program that
/// takes longer is killed.
ProcessResult runProcess(llvm::StringRef Program, llvm::ArrayRef<std::string> Args, llvm::StringRef Folder,
                         unsigned Seconds);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_SUBPROCESS_H
