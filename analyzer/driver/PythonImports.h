//===- PythonImports.h - Modules that the files of a run import ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a checked file calls or reads may stand in a module that is not checked: a file of the project that was not
// named, or an installed package. Such modules are lowered for their summaries, lazily: only those that hold what is
// named, then what that names in turn, to a depth. PyTorch itself is never read; the knowledge tables say what it does.
// What no table can say in a row, and no analysis finds in the source, a model says: Python of our own that does with
// devices what the library does. It is read in place of what it defines.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_PYTHONIMPORTS_H
#define DEVTIDY_DRIVER_PYTHONIMPORTS_H

#include "driver/ProjectFiles.h"
#include "driver/PythonModules.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ThreadPool.h"
#include <functional>
#include <memory>

namespace devtidy::driver {

/// A file that is to be read, and the root of its project.
struct UnreadFile {
  std::string Path, Root;
  bool Own; ///< it is of a project that is checked
};

class PythonImports {
public:
  using Lowering = std::function<std::unique_ptr<ir::Module>(llvm::StringRef Path, llvm::StringRef Root, bool Own)>;

  /// Lower gives the module of an unchecked file, or null; several threads call it. Own says that the file is of a
  /// project that is checked, and not of those that others made.
  PythonImports(PythonModules &Modules, std::function<std::string(llvm::StringRef File)> RootOf, Lowering Lower)
      : Modules(Modules), RootOf(std::move(RootOf)), Lower(std::move(Lower)), ByName(Modules.shelves().size() + 1) {}

  /// The modules behind those of the run, in an order that depends on nothing but the sources.
  std::vector<std::unique_ptr<ir::Module>> find(llvm::ArrayRef<const ir::Module *> Run,
                                                llvm::ThreadPoolInterface &Pool);
  /// The path of the file whose imports find() is looking for.
  std::string resolving() const { return Resolving.str(); }

private:
  /// A name, and the file that says it.
  struct Wanted {
    std::string Name, Path, Root;
    unsigned Depth; ///< calls between a checked file and the one that says it
    unsigned Hops;  ///< re-exports between the name that is said and this one
    bool Variable;  ///< it is read, not called: packages of others are not searched for it
  };
  struct Source {
    const ir::Module *M;
    std::string Path, Root;
    bool Checked = false; ///< all that it names has been asked for
  };

  void want(llvm::StringRef Name, const Source &From, unsigned Depth, unsigned Hops = 0, bool Variable = false);
  void wantOf(const ir::Function &F, const Source &In, unsigned Depth);
  void wantAllOf(const Source &From);
  /// False if files must be read first; they are added to Missing.
  bool resolve(const Wanted &W, std::vector<UnreadFile> &Missing);
  bool readAll(llvm::ArrayRef<std::string> Files, std::vector<UnreadFile> &Missing);
  std::vector<std::unique_ptr<ir::Module>> lowerAll(llvm::ArrayRef<UnreadFile> Files, llvm::ThreadPoolInterface &Pool);
  void lookAtRest(llvm::ArrayRef<Source> Checked, size_t Limit, llvm::ThreadPoolInterface &Pool);
  bool follow(const Source &In, const Wanted &W);
  void followNamesake(const Wanted &W);
  void wantInside(const Source &In, llvm::StringRef Name, unsigned Depth);
  bool wantVariable(const Source &In, llvm::StringRef Name, unsigned Depth);
  static const Source *holder(const llvm::StringMap<Source> &Modules, llvm::StringRef Name);

  PythonModules &Modules;
  std::function<std::string(llvm::StringRef File)> RootOf;
  Lowering Lower;
  /// The top level of M that assigns the global Name; null if none does.
  const ir::Function *writerOf(const ir::Module &M, llvm::StringRef Name);

  std::vector<llvm::StringMap<Source>> ByName; ///< of each shelf of models, and last of the others
  llvm::DenseMap<const ir::Module *, llvm::StringMap<const ir::Function *>> Writers; ///< of modules that were asked for
  llvm::StringSet<> Read;                                                            ///< paths
  llvm::StringSet<> Coming; ///< those of them that are not lowered yet
  llvm::StringSet<> Asked;
  ProjectsOfFiles Projects; ///< of those that are checked
  std::vector<Wanted> Work;
  llvm::StringRef Resolving;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_PYTHONIMPORTS_H
