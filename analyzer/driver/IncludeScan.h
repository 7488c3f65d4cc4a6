//===- IncludeScan.h - Which foreign headers a unit includes ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads #include lines without a compiler, through the project's own headers, to learn which headers a precompiled
// header should hold. Careful rather than clever: an include that depends on a condition is left out, and a unit that
// defines object-like macros before it includes foreign headers is given none, since the macro may be meant for them.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_INCLUDESCAN_H
#define DEVTIDY_DRIVER_INCLUDESCAN_H

#include "driver/ProjectFiles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace devtidy::driver {

/// The includes of one file, in order.
struct IncludeLine {
  std::string Name;
  bool Quoted = false;
  bool AfterMacro = false; ///< an object-like macro is defined before it
};

/// The unconditional includes of a text. Include guards are no conditions.
std::vector<IncludeLine> readIncludes(llvm::StringRef Text);

struct ForeignIncludes {
  std::vector<std::string> Names; ///< as written, without brackets; each once, in order of appearance
  bool Safe = true;               ///< a precompiled header of them can stand in front of the unit
};

/// For one thread; remembers files.
class IncludeScanner {
public:
  explicit IncludeScanner(ProjectFiles Project) : Project(std::move(Project)) {}

  /// Follows includes from the file Path through the project's own headers. Text is the file's content.
  ForeignIncludes scan(llvm::StringRef Path, llvm::StringRef Text, llvm::ArrayRef<std::string> SearchPaths);

private:
  struct Walk;
  const std::vector<IncludeLine> &includesOf(llvm::StringRef Path);
  bool exists(llvm::StringRef Path);

  ProjectFiles Project;
  llvm::StringMap<std::vector<IncludeLine>> Files;
  llvm::StringMap<bool> Existing;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_INCLUDESCAN_H
