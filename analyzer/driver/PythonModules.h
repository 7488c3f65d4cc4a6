//===- PythonModules.h - Which file an imported name means --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Python file has as many names as there are folders in sys.path above it. Here it has one: its path below the
// project, or below `src`; outside a project, below the nearest folder that is no package. The names that a file
// imports are looked up as Python would if the file were run from its own folder, from the project, or from anything
// between, and then replaced by that one name. No Python is run.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_PYTHONMODULES_H
#define DEVTIDY_DRIVER_PYTHONMODULES_H

#include "ir/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <mutex>
#include <string>
#include <vector>

namespace devtidy::driver {

struct PythonName {
  std::string Module; ///< "pkg.net"; not empty
  bool IsPackage = false;
};

/// Looks at each folder once. Any number of threads may use it.
class PythonModules {
public:
  /// A folder of models.
  struct Shelf {
    std::string Folder; ///< or "": there are none
    bool IsOwn = false; ///< of the project's own modules: they go before them, and import from the project
  };

  /// Packages are the folders of installed packages, in the order in which they are searched. What an earlier shelf
  /// defines goes before what a later one does.
  explicit PythonModules(std::vector<std::string> Packages = {}, std::vector<Shelf> Shelves = {})
      : Packages(std::move(Packages)), Shelves(std::move(Shelves)) {}

  /// The name of a file, of a project at Root. Absolute paths; Root may be "".
  PythonName nameOf(llvm::StringRef Path, llvm::StringRef Root);

  /// Whether a file is of an installed package.
  bool isInstalled(llvm::StringRef Path) const;

  /// Which of the shelves the file is below; their number if below none.
  size_t shelfOf(llvm::StringRef Path) const;
  /// Whether a file is a model.
  bool isModel(llvm::StringRef Path) const { return shelfOf(Path) < Shelves.size(); }
  /// Whether a file is a model of the project's own.
  bool isOwnModel(llvm::StringRef Path) const { return isModel(Path) && Shelves[shelfOf(Path)].IsOwn; }
  llvm::ArrayRef<Shelf> shelves() const { return Shelves; }
  /// The models in From of the module, or the packages around it, that the file at Path means by Name; of libraries,
  /// none if the project has a module of that name itself.
  std::vector<std::string> modelsOf(const Shelf &From, llvm::StringRef Name, llvm::StringRef Path,
                                    llvm::StringRef Root);
  /// Whether any shelf has such models.
  bool hasModelsOf(llvm::StringRef Name, llvm::StringRef Path, llvm::StringRef Root);

  /// Replaces the names that the file imports from the project by the ones that nameOf gives.
  void linkNames(ir::Module &M, llvm::StringRef Path, llvm::StringRef Root);

  /// The files that importing Name runs, as the file at Path of the project at Root means it: those of the packages
  /// around, outermost first, and the module itself. Name goes on behind the module with functions and classes.
  std::vector<std::string> filesOf(llvm::StringRef Name, llvm::StringRef Path, llvm::StringRef Root);

private:
  struct Folder {
    bool IsPackage = false;
    bool IsClosed = false;                             ///< it is there, and cannot be looked into
    llvm::StringMap<bool> Entries;                     ///< Python files and folders, without ".py"; true for folders
    mutable std::optional<bool> HasScripts;            ///< nothing if nobody has asked
    mutable std::optional<llvm::StringSet<>> Imported; ///< words of what its files import; the same
  };
  const Folder &look(llvm::StringRef Path);
  bool has(llvm::StringRef Path, llvm::StringRef Name);
  bool isRegular(llvm::StringRef Path);
  bool hasScripts(llvm::StringRef Path);
  bool imports(llvm::StringRef Path, llvm::StringRef Name);
  std::vector<std::string> addedBy(llvm::StringRef Path, llvm::StringRef Root);
  std::optional<std::string> firstOf(llvm::StringRef Top, llvm::StringRef Own, llvm::StringRef Root,
                                     llvm::ArrayRef<std::string> Added,
                                     llvm::function_ref<bool(llvm::StringRef)> IsThere);
  std::string firstRun(llvm::StringRef Own, llvm::StringRef Root, llvm::function_ref<bool(llvm::StringRef)> IsThere);
  std::string nearestNonPackage(llvm::StringRef Path);
  std::string findTop(llvm::StringRef Top, llvm::StringRef Path, llvm::StringRef Root);
  std::vector<std::string> filesAlong(std::string Place, llvm::StringRef Rest);

  std::vector<std::string> Packages;
  std::vector<Shelf> Shelves;
  std::mutex Lock;
  llvm::StringMap<std::unique_ptr<Folder>> Folders;
  llvm::StringMap<std::vector<std::string>> Added; ///< by file: folders that it adds to sys.path
};

/// Calls Change with each qualified name that a module holds.
void forEachName(ir::Module &M, llvm::function_ref<void(llvm::StringRef &)> Change);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_PYTHONMODULES_H
