//===- CompileCommands.h - compile_commands.json and compile_flags.txt --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_COMPILECOMMANDS_H
#define DEVTIDY_DRIVER_COMPILECOMMANDS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace devtidy::driver {

/// How one file is compiled.
struct CompileCommand {
  std::string Folder;            ///< absolute; relative paths in Args are relative to it
  std::string File;              ///< absolute
  std::vector<std::string> Args; ///< with the compiler as the first
};

/// What a build system says of its files. Immutable.
class CompileCommands {
public:
  /// Reads a compile_commands.json. The error is one line that names the file.
  static llvm::Expected<CompileCommands> load(llvm::StringRef Path);

  /// The first command for a file, or null.
  const CompileCommand *find(llvm::StringRef File) const;
  /// The command of the file that is nearest in the tree and of the same language: what a new file is most likely
  /// compiled with. Unless Anywhere, only of files in the same folder, above or below. Null if there is none.
  const CompileCommand *findSimilar(llvm::StringRef File, bool Anywhere) const;
  const std::vector<CompileCommand> &all() const { return Commands; }
  /// Whether any file stands in Folder or below.
  bool covers(llvm::StringRef Folder) const;
  /// Those files, in the order in which they are listed.
  std::vector<std::string> filesBelow(llvm::StringRef Folder) const;

private:
  std::vector<CompileCommand> Commands;
  llvm::StringMap<size_t> ByFile;
};

/// Where compile_commands.json is looked for if nobody says: Folder, the folders above it, and build* in each of them.
/// "" if there is none.
std::string findCompileCommands(llvm::StringRef Folder);

/// The arguments in the nearest compile_flags.txt in Folder or above, one a line, and where it is. Null if there is
/// none. The error is one line, and Path then says which file could not be read.
llvm::Expected<std::unique_ptr<CompileCommand>> findCompileFlags(llvm::StringRef Folder, std::string &Path);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_COMPILECOMMANDS_H
