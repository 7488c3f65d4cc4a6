//===- FlagSource.h - The compiler arguments of each C++ file -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In order: the arguments after "--", the file's entry in compile_commands.json (or that of a similar file), the
// nearest compile_flags.txt, the headers of the installed PyTorch. Every answer ends with the places of last resort:
// the CUDA Toolkit's headers, and stubs of CUDA libraries and of older headers of PyTorch where these are missing.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_FLAGSOURCE_H
#define DEVTIDY_DRIVER_FLAGSOURCE_H

#include "driver/CompileCommands.h"
#include "driver/CompilerFlags.h"
#include "driver/Frontend.h"
#include "driver/Installed.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <mutex>
#include <optional>

namespace devtidy::driver {

struct FlagSettings {
  std::optional<std::vector<std::string>> Given; ///< the arguments after "--"
  std::vector<std::string> Extra;                ///< --extra-arg
  std::string BuildFolder;                       ///< -p, or ""
  std::string WorkingFolder;                     ///< absolute
  std::string StubFolder;                        ///< headers that stand in for missing ones
  Installed Libraries;
};

struct FileFlags {
  CompilerFlags Flags; ///< complete but for the input file
  std::string Folder;  ///< where the compiler would run
};

class FlagSource {
public:
  /// Fails if the build folder that was named cannot be used.
  static llvm::Expected<std::unique_ptr<FlagSource>> create(FlagSettings Settings);

  /// The flags of an absolute path in the project at Root. Safe to call from any thread.
  FileFlags flagsFor(llvm::StringRef File, llvm::StringRef Root);
  /// The database that speaks for files in this absolute folder; null if there is none or it knows no file there.
  const CompileCommands *databaseFor(llvm::StringRef Folder);
  /// The databases and files with flags that were found and could not be read, each once, since it was last asked.
  std::vector<SourceProblem> takeProblems();

private:
  explicit FlagSource(FlagSettings S) : Settings(std::move(S)) {}
  const CompileCommands *findDatabase(llvm::StringRef Folder);
  std::unique_ptr<CompileCommand> findFlagFile(llvm::StringRef Folder);
  void note(llvm::StringRef Path, llvm::Error Why);
  void addInstalled(CompilerFlags &Flags, llvm::StringRef Root) const;
  void addLastResort(CompilerFlags &Flags) const;

  FlagSettings Settings;
  std::unique_ptr<CompileCommands> Named; ///< of BuildFolder
  mutable std::mutex Lock;
  llvm::StringMap<std::unique_ptr<CompileCommands>> Loaded; ///< by path; null if it cannot be read
  llvm::StringMap<const CompileCommands *> ByFolder;
  std::vector<SourceProblem> Problems;
  llvm::StringSet<> Noted; ///< paths of what could not be read
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_FLAGSOURCE_H
