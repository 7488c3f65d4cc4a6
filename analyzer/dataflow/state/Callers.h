//===- Callers.h - What is known of the calls of functions ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A guard or a test may stand in the callers of a function. They are noted while each of them is solved, in any order,
// and looked at when everything is: a function that nobody calls is excused by nothing.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_CALLERS_H
#define DEVTIDY_DATAFLOW_STATE_CALLERS_H

#include "ir/Function.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

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
    Known,         ///< the caller knows what argument Param holds
    ToFail,        ///< a test wants that it fails
    Caught,        ///< who calls it catches what it raises for devices, and goes on
    ModuleOnHost,  ///< each module whose method it is was made on the CPU, and has not moved when it is called
    WhileBuilding, ///< the caller is a constructor, or called by constructors only: the module has not moved yet
  };
  Kind K = Kind::Guarded;
  const ir::Function *F = nullptr;
  unsigned Param = 0;
  const ir::Inst *At = nullptr;
};

/// What holds in all calls of something, Key being a function, or a parameter of one.
template <typename Key> class Everywhere {
public:
  /// A call of Callee: it holds there, or it does wherever it holds for Through, which hands it on; or it does not.
  void note(const Key &Callee, bool Holds, const std::optional<Key> &Through) {
    Calls &Of = Known[Callee];
    if (!Holds && Through)
      Of.Through.insert(*Through);
    Of.Fails |= !Holds && !Through;
  }
  void add(const Everywhere &Others) {
    for (const auto &[Callee, Theirs] : Others.Known) {
      Calls &Mine = Known[Callee];
      Mine.Fails |= Theirs.Fails;
      Mine.Through.insert_range(Theirs.Through);
    }
  }
  bool isCalled(const Key &Callee) const { return Known.contains(Callee); }
  /// OfUnseen says whether it holds for something of which no call is known.
  bool holds(const Key &Callee, llvm::function_ref<bool(const Key &)> OfUnseen) const {
    llvm::SmallSetVector<Key, 8> Work;
    Work.insert(Callee);
    for (unsigned N = 0; N < Work.size(); ++N) {
      const Key Next = Work[N];
      const auto It = Known.find(Next);
      if (It == Known.end() ? !OfUnseen(Next) : It->second.Fails)
        return false;
      if (It != Known.end())
        Work.insert_range(It->second.Through);
    }
    return true;
  }

private:
  struct Calls {
    bool Fails = false;
    llvm::SmallSetVector<Key, 1> Through;
  };
  llvm::DenseMap<Key, Calls> Known;
};

/// One thread writes; any number may read what is not written any more.
class Callers {
public:
  using Argument = std::pair<const ir::Function *, unsigned>;

  void noteCall(const ir::Function &Callee, const ir::Function &Caller, bool Guarded, bool DeviceGuarded);
  /// By hands the function to code that is not known, which will call it.
  void notePassed(const ir::Function &Passed, const ir::Function &By, bool Guarded, bool DeviceGuarded);
  /// Wanted: Caller says that the call is to fail.
  void noteFailure(const ir::Function &Callee, const ir::Function &Caller, bool Wanted);
  /// IsCaught: Caller goes on if the call fails for devices. Through: null if it is not known who calls.
  void noteCaught(const ir::Function &Callee, bool IsCaught, const ir::Function *Through);
  /// From: the parameter of the caller that is handed on.
  void noteTested(const Argument &To, bool IsTested, const std::optional<Argument> &From);
  void notePlace(const Argument &To, bool IsOnHost, bool IsBrought, const std::optional<Argument> &From);
  void noteKnown(const Argument &To, bool IsKnown, const std::optional<Argument> &From);
  /// Something is called by this name of which nobody knows what it is: any method of that name.
  void noteUnknown(llvm::StringRef Method) { Unknown.insert(Method); }
  /// A method is called of a module that was made on the CPU and is there; or of one that Through holds, or is.
  void noteModule(const ir::Function &Callee, bool IsOnHost, const ir::Function *Through);
  /// A call of Callee may reach the operation At; null: whatever is in it.
  void noteReached(const ir::Function &Callee, const ir::Inst *At);
  void add(const Callers &Others);

  bool holds(const Excuse &E) const;
  /// The same if other modules, which nobody has seen, may call what is not local: false if it cannot hold whatever
  /// they do.
  bool mayHold(const Excuse &E) const;

private:
  bool onlyToFail(const ir::Function &F) const;
  bool isExcused(const Excuse &E, bool SeesAll) const;

  struct Failures {
    bool AnyWanted = false;
    llvm::SmallSetVector<const ir::Function *, 1> Others; ///< who calls it otherwise
  };
  Everywhere<const ir::Function *> Guarded, DeviceGuarded, WhileBuilding, ModuleOnHost, Caught;
  Everywhere<Argument> Tested, OnHost, BroughtToHost, KnownWhole;
  llvm::DenseMap<const ir::Function *, Failures> ToFail;
  llvm::DenseSet<std::pair<const ir::Function *, const ir::Inst *>> Reached;
  llvm::DenseSet<llvm::StringRef> Unknown; ///< methods of objects that nobody knows
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_CALLERS_H
