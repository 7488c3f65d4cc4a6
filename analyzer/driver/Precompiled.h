//===- Precompiled.h - One precompiled header per set of flags ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LibTorch takes 4 to 9 s to parse and 0.1 s to load from a precompiled header without function bodies. Units that are
// compiled with the same flags and include the same large foreign headers share one. It holds nothing that one of them
// does not include itself, and is made again when a header changes. What is here decides only about time: a unit that
// has errors with it is parsed again without.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_PRECOMPILED_H
#define DEVTIDY_DRIVER_PRECOMPILED_H

#include "driver/Cache.h"
#include "driver/Worker.h"
#include <string>
#include <vector>

namespace devtidy::driver {

struct PrecompiledRequest {
  std::vector<std::string> Args;     ///< for clang++, with -x, without an input
  std::string Root;                  ///< project root
  std::vector<std::string> Includes; ///< names of foreign headers; if they do not compile together, the first counts
  std::string ToolKey;               ///< changes when the tool or the compiler does
};

struct Precompiled {
  std::string Path;    ///< "" if there is none
  std::string FlagSet; ///< key of what is known about it
  std::string Name;    ///< identifies its content, headers' states included
  std::string Failure; ///< why one could not be made, one line, or ""
};

/// Finds the precompiled header or makes it. Other processes that need the same one wait for it. Needs an enabled
/// cache.
Precompiled providePrecompiled(const PrecompiledRequest &Request, const Cache &Store, FileStates &States,
                               const Worker &FrontEnd);

/// The Name that the precompiled header of a flag set has now; "" if nothing is known. Differs from an earlier Name if
/// a header has changed since.
std::string currentName(llvm::StringRef FlagSet, const Cache &Store, FileStates &States);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_PRECOMPILED_H
