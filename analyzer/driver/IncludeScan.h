//===- IncludeScan.h - Which foreign headers a unit includes ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads #include lines without a compiler, through the project's own headers, to learn which headers a precompiled
// header should hold. Careful rather than clever: an include that depends on a condition is left out, and so is a
// header in front of which an object-like macro is defined, since the macro may be meant for it.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_INCLUDESCAN_H
#define DEVTIDY_DRIVER_INCLUDESCAN_H

#include "driver/ProjectFiles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace devtidy::driver {

/// The includes of one file, in order.
struct IncludeLine {
  std::string Name;
  bool Quoted = false;
  bool AfterMacro = false;  ///< an object-like macro is defined before it
  bool Conditional = false; ///< in an #if; an include guard is none
};

/// The includes of a text.
std::vector<IncludeLine> readIncludes(llvm::StringRef Text);

/// A header that is not the project's own.
struct ForeignHeader {
  std::string Name;        ///< as written, without brackets
  std::string Path;        ///< "" for a header of the standard library
  bool AfterMacro = false; ///< an object-like macro is defined before the unit includes it
};

/// For one thread and one list of search paths; remembers files.
class IncludeScanner {
public:
  IncludeScanner(ProjectFiles Project, std::vector<std::string> SearchPaths)
      : Project(std::move(Project)), SearchPaths(std::move(SearchPaths)) {}

  /// Follows includes from the file Path through the project's own headers; Text is the file's content. The foreign
  /// ones that are met, each once, in order of appearance.
  std::vector<ForeignHeader> scan(llvm::StringRef Path, llvm::StringRef Text);

  /// The names of the headers of a unit that are worth a precompiled one: all of them are the unit's own, so that in
  /// front of it they change nothing, and the units that include the same large header get the same. What brings the
  /// most text comes first, then what adds much to it.
  std::vector<std::string> choose(llvm::ArrayRef<ForeignHeader> Headers);

private:
  struct Walk;
  /// What is known about a file.
  struct File {
    std::vector<IncludeLine> Includes;
    size_t Bytes = 0;
  };
  const File &look(llvm::StringRef Path);
  bool exists(llvm::StringRef Path);
  std::string find(llvm::StringRef Includer, const IncludeLine &Line);
  void reach(llvm::StringRef Path, llvm::StringSet<> &Reached);

  ProjectFiles Project;
  std::vector<std::string> SearchPaths;
  llvm::StringMap<File> Files;
  llvm::StringMap<bool> Existing;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_INCLUDESCAN_H
