//===- Worker.h - The front end process for C++ and CUDA ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line links no clang. Each translation unit is parsed by a process of its own, libexec/device-tidy-clang,
// which hands back the text form of the IR: a unit that crashes or hangs the compiler costs that unit.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_WORKER_H
#define DEVTIDY_DRIVER_WORKER_H

#include "driver/Frontend.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace devtidy::driver {

struct WorkerJob {
  std::string Folder;            ///< where the compiler would run
  std::vector<std::string> Args; ///< for clang++, with the input file
  std::string Root;              ///< project root
  std::string Content;           ///< a file to read in place of the main file, or ""
  /// Paths, and files to read in place of what is there.
  std::vector<std::pair<std::string, std::string>> Changed;
  std::string UsePrecompiled;  ///< a precompiled header made with the same arguments, or ""
  std::string MakePrecompiled; ///< write one here instead of lowering, or ""
  bool KeepBodies = false;     ///< parse the bodies of foreign functions too
};

struct WorkerReply {
  bool Complete = false;               ///< the process ended as it should
  bool TimedOut = false;               ///< it was ended, since it took too long
  std::string Module;                  ///< the module as text; "" if there is no tree
  std::vector<SourceProblem> Problems; ///< the first ones; what went wrong with the process if not Complete
  unsigned ProblemCount = 0;
  std::vector<std::string> Dependencies; ///< files that were read, without those behind a precompiled header
};

/// Stateless; any number of threads may use it.
class Worker {
public:
  /// Program is the path of device-tidy-clang.
  Worker(std::string Program, unsigned Seconds) : Program(std::move(Program)), Seconds(Seconds) {}

  WorkerReply run(const WorkerJob &Job) const;
  const std::string &program() const { return Program; }

private:
  std::string Program;
  unsigned Seconds;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_WORKER_H
