//===- Callers.h - What is known of the calls of functions ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A guard or a test may stand in the callers of a function. They are noted while each of them is solved, in any order,
// and looked at when everything is: a function that nobody calls is excused by nothing.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLERS_H
#define DEVTIDY_DATAFLOW_CALLERS_H

#include "ir/Function.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace devtidy::dataflow {

/// Why something is fine in a function although it says nothing about it: what holds wherever it is called.
struct Excuse {
  enum class Kind : uint8_t {
    Guarded,       ///< an accelerator is known to be available, or so it is for the caller
    DeviceGuarded, ///< a guard or set_device has chosen the current accelerator
    Tested,        ///< the device of argument Param has been tested
    OnHost,        ///< argument Param is a tensor on the CPU
    BroughtToHost, ///< the same, and the caller has brought it there: `f(x.cpu())`, `f(torch.from_numpy(a))`
    NotReached,    ///< the operation At is on a way that what is given does not take: a flag that nobody sets
    ToFail,        ///< a test wants that it fails
    WhileBuilding, ///< the caller is a constructor, or called by constructors only: the module has not moved yet
  };
  Kind K = Kind::Guarded;
  const ir::Function *F = nullptr;
  unsigned Param = 0;
  const ir::Inst *At = nullptr;
};

/// One thread writes; any number may read what is not written any more.
class Callers {
public:
  void noteCall(const ir::Function &Callee, const ir::Function &Caller, bool Guarded, bool DeviceGuarded);
  /// By hands the function to code that is not known, which will call it.
  void notePassed(const ir::Function &Passed, const ir::Function &By, bool Guarded, bool DeviceGuarded);
  /// Wanted: Caller says that the call is to fail.
  void noteFailure(const ir::Function &Callee, const ir::Function &Caller, bool Wanted);
  void noteArgument(const ir::Function &Callee, unsigned Param, bool Tested);
  void notePlace(const ir::Function &Callee, unsigned Param, bool OnHost, bool IsBrought);
  /// Something is called by this name of which nobody knows what it is: any method of that name.
  void noteUnknown(llvm::StringRef Method) { Unknown.insert(Method); }
  /// A call of Callee may reach the operation At; null: whatever is in it.
  void noteReached(const ir::Function &Callee, const ir::Inst *At);
  void add(const Callers &Others);

  bool holds(const Excuse &E) const;
  /// The same if other modules, which nobody has seen, may call what is not local: false if it cannot hold whatever
  /// they do.
  bool mayHold(const Excuse &E) const;

private:
  void count(const ir::Function &Callee, const ir::Function &Caller, bool Guarded, bool DeviceGuarded);
  bool onlyGuarded(const ir::Function &F, bool SeesAll) const;
  bool onlyToFail(const ir::Function &F) const;
  bool onlyWhileBuilding(const ir::Function &F, bool SeesAll) const;
  bool isExcused(const Excuse &E, bool SeesAll) const;

  struct Count {
    unsigned Total = 0, DeviceGuarded = 0;
    llvm::SmallSetVector<const ir::Function *, 1> Unguarded; ///< where calls without a guard stand
  };
  struct Failures {
    bool AnyWanted = false;
    llvm::SmallSetVector<const ir::Function *, 1> Others; ///< who calls it otherwise
  };
  llvm::DenseMap<const ir::Function *, Count> Counts;
  llvm::DenseMap<const ir::Function *, Failures> ToFail;
  llvm::DenseMap<const ir::Function *, llvm::SmallSetVector<const ir::Function *, 2>> ByCallee;
  /// All calls, and those that have tested the argument.
  llvm::DenseMap<std::pair<const ir::Function *, unsigned>, std::pair<unsigned, unsigned>> Arguments;
  struct Host {
    bool IsThere = true, IsBrought = true; ///< in all calls
  };
  llvm::DenseMap<std::pair<const ir::Function *, unsigned>, Host> OnHost;
  llvm::DenseSet<std::pair<const ir::Function *, const ir::Inst *>> Reached;
  llvm::DenseSet<llvm::StringRef> Unknown; ///< methods of objects that nobody knows
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLERS_H
