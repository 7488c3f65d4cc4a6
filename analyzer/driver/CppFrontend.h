//===- CppFrontend.h - C++ and CUDA files for the command line ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_CPPFRONTEND_H
#define DEVTIDY_DRIVER_CPPFRONTEND_H

#include "driver/Cache.h"
#include "driver/FlagSource.h"
#include "driver/Frontend.h"
#include "driver/IncludeScan.h"
#include "driver/OwnModels.h"
#include "driver/Precompiled.h"
#include "driver/Worker.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <mutex>
#include <string>

namespace devtidy::driver {

struct CppSettings {
  std::function<std::string(llvm::StringRef File)> RootOf; ///< project root: bodies outside it are not lowered
  bool UsePrecompiled = true;
  bool UseResults = true;         ///< take lowered units from the cache and put them there
  bool KeepBodies = false;        ///< parse the bodies of foreign functions too
  std::string ContentOf, Content; ///< this text, in a file, stands for what is on disk at ContentOf (both paths, or "")
  OwnModels Own;                  ///< what the project says of functions that it defines nowhere
};

/// Lowers each unit in a process of its own, with a shared precompiled header, unless the cache has the result.
class CppFrontend : public Frontend {
public:
  /// All references outlive the front end.
  CppFrontend(CppSettings Settings, FlagSource &Flags, const Cache &Store, const Worker &Program);

  bool accepts(llvm::StringRef Path) const override;
  void prepare(llvm::ArrayRef<std::string> Paths, llvm::ThreadPoolInterface &Pool) override;
  LoweredFile lower(llvm::StringRef Path) override;
  void prepareAgain(llvm::ArrayRef<std::string> Paths, llvm::ThreadPoolInterface &Pool) override;
  LoweredFile lowerAs(llvm::StringRef Path, const FileTexts &Texts) override;
  std::vector<std::unique_ptr<ir::Module>> lowerImports(llvm::ArrayRef<const ir::Module *> Run,
                                                        llvm::ThreadPoolInterface &Pool) override;
  std::vector<SourceProblem> faults() const override { return ModelFaults; }
  std::vector<std::string> warnings() const override;

  /// One precompiled header and the files that can use it. After prepare().
  struct Group {
    PrecompiledRequest Request;
    std::vector<std::string> Files;
    Precompiled Made;
  };
  const std::vector<Group> &groups() const { return Groups; }

private:
  /// What is known about one file before it is parsed.
  struct Unit {
    std::string Unreadable; ///< why, or ""
    WorkerJob Job;
    std::vector<std::string> SearchPaths;
    bool OwnPrecompiled = false; ///< its flags bring one, or a header in front of everything
    bool Cacheable = false;
    std::string Key;    ///< of its cache entry
    std::string Module; ///< as text, if the cache had it
    size_t GroupIndex = ~size_t(0);
  };

  void look(llvm::StringRef Path, Unit &U);
  /// The precompiled headers that units without one can use, made.
  void provideGroups(llvm::ArrayRef<llvm::StringRef> Paths, llvm::ThreadPoolInterface &Pool);
  struct Forming;
  void formGroups(llvm::ArrayRef<llvm::StringRef> Paths);
  void formGroup(llvm::StringRef Path, Forming &To) const;
  void makePrecompiled(Group &G);
  std::vector<std::string> choose(IncludeScanner &Scanner, llvm::ArrayRef<ForeignHeader> Headers,
                                  llvm::ArrayRef<std::string> SearchPaths) const;
  std::string keyOf(llvm::StringRef Path, llvm::StringRef Text, const WorkerJob &Job) const;
  std::string readEntry(llvm::StringRef Key);
  void writeEntry(llvm::StringRef Key, const WorkerReply &Reply, const Precompiled &Used);
  bool isCurrent(llvm::StringRef FlagSet, llvm::StringRef Name);
  WorkerReply parse(const WorkerJob &Job, const Precompiled &Shared) const;
  LoweredFile lowerWith(llvm::StringRef Path, const WorkerJob &Job, llvm::StringRef Key, const Precompiled &Shared);
  Precompiled precompiledOf(const Unit &U) const {
    return U.GroupIndex < Groups.size() ? Groups[U.GroupIndex].Made : Precompiled();
  }

  CppSettings Settings;
  FlagSource &Flags;
  const Cache &Store;
  const Worker &Program;
  std::string ToolKey;
  FileStates States;
  std::mutex Lock;
  llvm::StringMap<std::string> CurrentNames; ///< of flag sets
  llvm::StringMap<Unit> Units;               ///< by path; changed by prepare() and prepareAgain() only
  std::vector<Group> Groups;
  std::vector<std::string> Faults; ///< a line for each, of what costs time only
  std::vector<std::string> Models; ///< paths of those of the project
  std::vector<SourceProblem> ModelFaults;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_CPPFRONTEND_H
