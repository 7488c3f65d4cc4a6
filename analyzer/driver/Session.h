//===- Session.h - From a command line to modules -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every command that reads sources does: find the settings and the files, know how each is compiled, read them
// all.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_SESSION_H
#define DEVTIDY_DRIVER_SESSION_H

#include "driver/Args.h"
#include "driver/Cache.h"
#include "driver/CppFrontend.h"
#include "driver/FlagSource.h"
#include "driver/Inputs.h"
#include "driver/ProjectSettings.h"
#include "driver/PythonFrontend.h"
#include "driver/Worker.h"
#include "llvm/Support/FileUtilities.h"
#include <memory>
#include <string>
#include <vector>

namespace devtidy::driver {

/// Where the parts of this installation are.
struct ToolPaths {
  std::string Root; ///< the folder that holds bin, libexec and share

  static ToolPaths find(const char *Argv0);
  std::string program() const { return Root + "/bin/device-tidy"; }
  std::string worker() const { return Root + "/libexec/device-tidy-clang"; }
  std::string cudaStubs() const { return Root + "/share/device-tidy/cuda-stubs"; }
  std::string models() const { return Root + "/share/device-tidy/models"; }
  std::string pages() const { return Root + "/share/device-tidy/checks"; }
  /// The folder of the Python package. A wheel has the whole installation inside of it.
  std::string package() const;
};

class Session {
public:
  /// The error is one line: a build folder without a database, malformed settings. A path that does not exist is no
  /// error here but a problem in inputs(). Without UseResults every file is read, whatever the cache holds.
  static llvm::Expected<std::unique_ptr<Session>> open(const SourceArgs &Args, const ToolPaths &Tool,
                                                       bool UseResults = true);

  /// Those of the run; those of each file.
  const Settings &settings() const { return Project->ofRun(); }
  ProjectSettings &allSettings() const { return *Project; }
  const Inputs &inputs() const { return Files; }
  const std::string &workingFolder() const { return WorkingFolder; }

  /// Reads all files, in the order of inputs().Files.
  std::vector<LoweredFile> lowerAll();
  /// Reads the files of these indices again, as if files held these texts. After lowerAll().
  std::vector<LoweredFile> lowerAgain(llvm::ArrayRef<size_t> Indices, const FileTexts &Texts);
  /// Modules of files of the project that were not read, and that may call, or be given, what these files of the run
  /// hold; nothing if nobody can tell. After lowerAll().
  std::optional<std::vector<std::unique_ptr<ir::Module>>> callersOf(llvm::ArrayRef<std::string> Paths,
                                                                    llvm::ArrayRef<LoweredFile> Lowered);
  /// Modules of other files that say what those of the run call; nothing is checked in them. After lowerAll().
  llvm::ArrayRef<std::unique_ptr<ir::Module>> imports() const { return Imports; }
  /// Those of Lowered and the imports, in the order in which a name is looked up: what the project says of its own code
  /// goes before the code. After lowerAll().
  std::vector<const ir::Module *> allModules(llvm::ArrayRef<LoweredFile> Lowered) const;
  /// Makes the precompiled headers only. Valid until the session ends.
  const std::vector<CppFrontend::Group> &precompile();
  /// The texts of notebooks, and of standard input. After lowerAll().
  void provideTexts(report::SourceCache &Sources) const;
  /// One-line warnings about the run.
  std::vector<std::string> warnings() const;

private:
  explicit Session(const SourceArgs &Args) : Args(Args) {}
  llvm::Error readStandardInput();
  std::string rootOf(llvm::StringRef File);
  std::string guessRoot(llvm::StringRef File) const;
  PythonSettings pythonSettings(const ToolPaths &Tool, std::vector<std::string> Packages);
  bool isLeftOutByArguments(llvm::StringRef Path, bool WithFolders) const;
  llvm::Error collect();

  const SourceArgs &Args;
  std::string WorkingFolder, ProvidedPath, ProvidedText;
  std::unique_ptr<llvm::FileRemover> ProvidedFile;
  std::string ProvidedCopy;
  std::unique_ptr<ProjectSettings> Project;
  OwnModels Own;
  std::unique_ptr<FlagSource> Flags;
  Cache Store;
  std::unique_ptr<Worker> FrontEnd;
  std::unique_ptr<CppFrontend> Cpp;
  std::unique_ptr<PythonFrontend> Python;
  std::vector<Frontend *> Frontends;
  std::mutex RootsLock;
  llvm::StringMap<std::string> Roots; ///< by folder
  Inputs Files;
  std::vector<std::unique_ptr<ir::Module>> Imports;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_SESSION_H
