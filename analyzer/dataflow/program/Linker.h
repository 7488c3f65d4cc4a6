//===- Linker.h - What qualified names mean in the modules of a run -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules never point at each other: a name says what is meant. The linker knows where each function and class with a
// body stands, which names are other names of something (aliases), and what every Program of the run asks of all
// modules. It is made once, in time linear in their size, and not changed afterwards: any number of threads may read
// it.
//
// Several modules may define a name: every program has a main, and static helpers repeat. Who asks says for which
// module; that one's definition comes first, then the first in order.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_LINKER_H
#define DEVTIDY_DATAFLOW_PROGRAM_LINKER_H

#include "dataflow/program/Accelerator.h"
#include "dataflow/program/Builders.h"
#include "dataflow/program/CommandLine.h"
#include "dataflow/program/CompletedClasses.h"
#include "dataflow/program/MemberWriters.h"
#include "dataflow/program/Mentions.h"
#include "dataflow/program/MovedParts.h"
#include "dataflow/program/Overrides.h"
#include "dataflow/program/ParameterTypes.h"
#include "dataflow/program/Programs.h"
#include "dataflow/program/Wildcards.h"
#include "dataflow/program/WrittenMembers.h"
#include "ir/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>
#include <vector>

namespace devtidy::dataflow {

class RunText;

/// A call of a library function, and where it stands.
struct CallSite {
  const ir::Module *M = nullptr;
  const ir::Function *F = nullptr;
  const ir::Inst *I = nullptr;
  const knowledge::Callable *C = nullptr; ///< what is called
};

class Linker {
public:
  struct FunctionEntry {
    const ir::Module *M = nullptr;
    const ir::Function *F = nullptr;
  };
  struct ClassEntry {
    const ir::Module *M = nullptr;
    const ir::Class *C = nullptr;
  };

  /// The modules outlive the linker.
  explicit Linker(llvm::ArrayRef<const ir::Module *> Modules);

  llvm::ArrayRef<const ir::Module *> modules() const { return Modules; }
  /// True if no other module defines a name that M defines: it means the same whoever asks.
  bool isSole(const ir::Module &M) const { return !SharingNames.contains(&M); }

  /// How many other modules call functions, make objects or derive from classes of M.
  unsigned users(const ir::Module &M) const { return Together.users(M); }
  const Programs &programs() const { return Together; }

  /// The name behind all aliases of Name, as Own means it; Name if it is none, or if they go in circles.
  std::string canonical(llvm::StringRef Name, const ir::Module &Own) const;
  bool hasAliases() const { return HasAliases; }

  /// The function of that canonical name with a body; nothing if there is none.
  std::optional<FunctionEntry> findFunction(llvm::StringRef Name, const ir::Module &Own) const;
  /// A function that some instruction makes a value of, with the module that it is in; another may call it.
  FunctionEntry closure(const ir::Function &F) const { return {ClosureModules.lookup(&F), &F}; }
  /// False if no function of the run has such a name after its last separator, nor an alias.
  bool isLastName(llvm::StringRef Name) const { return LastNames.contains(Name); }
  std::optional<ClassEntry> findClass(llvm::StringRef Name, const ir::Module &Own) const;
  std::vector<FunctionEntry> constructors(llvm::StringRef Class, const ir::Module &Own) const;
  /// The methods with bodies of the classes of that name, in any module.
  llvm::ArrayRef<FunctionEntry> methods(llvm::StringRef Class) const {
    auto It = MethodsByClass.find(Class);
    return It == MethodsByClass.end() ? llvm::ArrayRef<FunctionEntry>() : llvm::ArrayRef(It->second);
  }

  /// True if something assigns the global of that canonical name; a class of that name is only one of its values then.
  bool isAssigned(llvm::StringRef Name) const { return Globals.contains(Name); }
  /// The only function, a top level, that assigns the global of that canonical name.
  std::optional<FunctionEntry> globalWriter(llvm::StringRef Name) const;
  /// True if a top level puts something else in the place of F, `Net.forward = other`, or a decorator does that chooses
  /// among several by what they are given; a wrapper of F is nothing else.
  bool isReplaced(const ir::Function &F) const { return Replaced.contains(F.Name); }
  const DirectBases &bases() const { return Bases; }
  const Builders &builders() const { return Building; }
  bool isBuilder(const ir::Function &F) const { return Building.contains(F); }
  /// Which members somebody assigns, or moves, after their object was made.
  const WrittenMembers &written() const { return Written; }
  const MemberWriters &writers() const { return Writing; }
  /// Somebody in M asks whether there is an accelerator.
  bool guardsAvailability(const ir::Module &M) const { return GuardingAvailability.contains(&M); }
  /// M, or who calls it, makes an accelerator the default device somewhere.
  bool setsDefaultDevice(const ir::Module &M) const { return SettingDefault.contains(&M); }
  /// Somebody in the run does.
  bool setsDefaultDevice() const { return !SettingDefault.empty(); }
  /// Somebody in the run chooses the current accelerator, by a call, a guard or a stream. If not, it is the first.
  bool choosesAccelerator() const { return ChoosesAccelerator; }
  /// What the machines of the program have.
  knowledge::DeviceType accelerator() const { return Accelerator.type(); }
  /// True if the run says "cuda" in more than one place.
  bool namesCudaOften() const { return Accelerator.namesCudaOften(); }
  /// Calls that write a value into a file, `torch.save(x, path)`, in order of modules.
  llvm::ArrayRef<CallSite> saves() const { return Saves; }
  const ParameterTypes &parameterTypes() const { return Given; }
  const CommandLine &commandLine() const { return Options; }
  const Overrides &overrides() const { return Overridden; }
  const MovedParts &movedParts() const { return Apart; }
  const Mentions &mentions() const { return Named; }
  const CompletedClasses &completedClasses() const { return Completed; }

private:
  template <typename Entry> void addName(llvm::StringMap<Entry> &Names, llvm::StringRef Name, const Entry &E);
  void addNames(const RunText &Text, size_t Number);
  void addAliases(const ir::Module &M);
  void addUses(RunText &Text, size_t Number);
  void findReplaced(RunText &Text);
  bool isDefined(llvm::StringRef Name) const;
  bool hidesModule(llvm::StringRef Name) const;
  bool isKnown(llvm::StringRef Name) const;
  bool followAlias(std::string &Name, const ir::Module &Own) const;
  /// Seen are the names that were looked for already: a hundred modules may import everything from each other.
  void followWildcard(std::string &Name, const ir::Module &Own, llvm::StringSet<> &Seen) const;
  std::string follow(llvm::StringRef Name, const ir::Module &Own, llvm::StringSet<> &Seen) const;

  std::vector<const ir::Module *> Modules;
  llvm::DenseSet<const ir::Module *> SharingNames;
  llvm::StringMap<FunctionEntry> FunctionByName;
  llvm::StringMap<ClassEntry> ClassByName;
  llvm::StringSet<> LastNames;
  llvm::DenseMap<const ir::Function *, const ir::Module *> ClosureModules;
  llvm::StringMap<std::vector<FunctionEntry>> ConstructorsByClass, MethodsByClass;
  llvm::DenseMap<std::pair<const ir::Module *, llvm::StringRef>, std::vector<FunctionEntry>> OwnConstructors;
  llvm::StringMap<FunctionEntry> Globals; ///< the top level that assigns it; none if anything else does, too
  llvm::StringSet<> Replaced;             ///< names of functions
  llvm::StringSet<> ModuleNames;
  struct Target {
    const ir::Module *M;
    llvm::StringRef Name;
  };
  llvm::StringMap<llvm::SmallVector<Target, 1>> AliasByName;
  Wildcards Everything;
  bool HasAliases = false;
  Programs Together;
  DirectBases Bases;
  Builders Building;
  WrittenMembers Written;
  MemberWriters Writing;
  llvm::DenseSet<const ir::Module *> GuardingAvailability, SettingDefault;
  std::vector<CallSite> Saves;
  bool ChoosesAccelerator = false;
  AcceleratorChoice Accelerator;
  ParameterTypes Given;
  CommandLine Options;
  Overrides Overridden;
  MovedParts Apart;
  Mentions Named;
  CompletedClasses Completed;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_LINKER_H
