//===- PythonFrontend.h - Python files for the command line -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_PYTHONFRONTEND_H
#define DEVTIDY_DRIVER_PYTHONFRONTEND_H

#include "driver/Cache.h"
#include "driver/Frontend.h"
#include "driver/Notebook.h"
#include "driver/OwnModels.h"
#include "driver/PythonModules.h"
#include "frontend/python/Lower.h"
#include "llvm/ADT/StringSet.h"
#include <functional>
#include <string>

namespace devtidy::driver {

struct PythonSettings {
  std::function<std::string(llvm::StringRef File)> RootOf; ///< project root: modules are named by their place below it
  std::function<bool(llvm::StringRef File)> IsLeftOut;     ///< whether the settings exclude a file; may be empty
  std::string ContentOf, Content; ///< this text, in a file, stands for what is on disk at ContentOf (both paths, or "")
  std::vector<std::string> Packages; ///< folders of installed packages
  std::string Models;                ///< folder of models of libraries, or ""
  OwnModels Own;                     ///< what the project says of its own modules
  unsigned Seconds = 0;              ///< that the parser may take for a file
  std::string Program;               ///< this one: what the cache holds is of no use to another
};

/// Lowers each file in this process. Files of installed packages, which seldom change and are read by whatever imports
/// them, are kept in the cache by their content.
class PythonFrontend : public Frontend {
public:
  PythonFrontend(PythonSettings S, const Cache &Store);

  bool accepts(llvm::StringRef Path) const override;
  void prepare(llvm::ArrayRef<std::string> Paths, llvm::ThreadPoolInterface &Pool) override;
  LoweredFile lower(llvm::StringRef Path) override;
  LoweredFile lowerAs(llvm::StringRef Path, const FileTexts &Texts) override;
  std::vector<std::unique_ptr<ir::Module>> lowerImports(llvm::ArrayRef<const ir::Module *> Run,
                                                        llvm::ThreadPoolInterface &Pool) override;
  std::vector<SourceProblem> faults() const override;
  void provideTexts(report::SourceCache &Sources) const override;

  /// The module of another file of the project; null if it cannot be read, which nobody is told.
  std::unique_ptr<ir::Module> lowerOther(llvm::StringRef Path);

private:
  std::unique_ptr<ir::Module> lowerModule(llvm::StringRef Text, llvm::StringRef Path, llvm::StringRef Root,
                                          bool Checked);
  std::unique_ptr<ir::Module> lowerInstalled(llvm::StringRef Text, const frontend::python::LowerOptions &Options) const;
  void noteUnread(SourceProblem Problem);
  void readOwnModels();
  LoweredFile lowerText(llvm::StringRef Path, report::SourceText Text);

  PythonSettings Settings;
  PythonModules Modules;
  const Cache &Store;
  std::string ToolKey;
  std::mutex Lock;
  llvm::StringMap<Notebook> Notebooks; ///< by path
  llvm::StringSet<> Checked;           ///< paths of the files of the run
  llvm::StringSet<> Undecoded;         ///< paths of files with bytes that mean nothing
  std::vector<SourceProblem> Faults;   ///< of imports, in no order
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_PYTHONFRONTEND_H
