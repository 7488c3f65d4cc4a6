//===- Solved.h - What is known of a function and of a class --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_SOLVED_H
#define DEVTIDY_DATAFLOW_STATE_SOLVED_H

#include "dataflow/domain/GivenFunctions.h"
#include "dataflow/judge/Judge.h"
#include "dataflow/state/Callers.h"
#include "dataflow/state/Summary.h"
#include "ir/Module.h"
#include "knowledge/Names.h"
#include "llvm/ADT/MapVector.h"

namespace devtidy::dataflow {

class Program;

/// A value at one use.
struct Operand {
  const ir::Arg *A = nullptr; ///< null for elements of containers
  Value V;
};

/// What one instruction does, as found in the fixed point. Checks read these.
struct Event {
  ir::InstId Id;
  const ir::Inst *I = nullptr;
  ir::InstKind Kind = ir::InstKind::Call; ///< a resolved kind, or Call, Invoke, ... if nothing is known
  llvm::StringRef Name;                   ///< canonical word of the resolved form
  const knowledge::Callable *Known = nullptr;
  llvm::SmallVector<Operand, 2> Operands;                          ///< values of all arguments, in order
  llvm::SmallVector<std::pair<llvm::StringRef, Value>, 0> Members; ///< dst and src, if one argument holds them
  Placement Target;                   ///< Create, Move, Load: the device asked for; bottom if none was given
  bool HasTarget = false;             ///< a device argument was given (its Target may be unknown)
  const ir::Arg *TargetArg = nullptr; ///< the argument that gave it
  Placement Before;                   ///< Move, HostAccess, Collective, Save: where the operand was
  unsigned Subject = 0;               ///< HostAccess: which operand is read
  bool OnModule = false;              ///< Move, Load: the operand is a module, changed in place
  Value Result;
  Cube Path;                  ///< holds whenever control is here
  bool Tested = false;        ///< HostAccess: the tensor's device was tested before
  bool Guarded = false;       ///< an accelerator is known to be available here
  bool OfSeveral = false;     ///< in a call of which nobody knows which of several objects it is of
  bool DeviceGuarded = false; ///< a guard or set_device has chosen the current accelerator

  /// True if a module is moved that has neither parameters nor buffers, `nn.LogSoftmax(dim=1).cuda()`.
  bool movesStateless() const { return Kind == ir::InstKind::Move && OnModule && Before.isBottom(); }
  /// True if an operand is nowhere: what made it has failed.
  bool comesFromFailure() const {
    return llvm::any_of(Operands, [](const Operand &O) { return O.V.isTensor() && O.V.P.isBottom(); });
  }
};

/// A demand as it stands at an instruction of this function: its own operation, or one inside a callee.
struct PlacedDemand {
  Demand D;
  Verdicts In;                  ///< its judgement, once the function has settled
  const ir::Inst *At = nullptr; ///< in this function; equals D.I unless lifted
  bool Lifted = false;          ///< the operation is inside a callee
};

/// A field of a class, as its constructors leave it.
struct FieldFacts {
  bool Registered = false;   ///< `to` reaches it
  bool MovedAlong = false;   ///< `to` does not reach it, but code of the class, or others, may move it
  bool MovedBeside = false;  ///< the same, and it is the class's own `to` that may
  bool IsNumber = false;     ///< each constructor puts a number there
  bool IsCount = false;      ///< the number of accelerators
  bool HoldsTensors = false; ///< a tensor, a module with state, or a container of them
  bool Hooked = false;       ///< a module, and its calls run what a constructor gave it
  bool MayBeModule = false;  ///< as Value::MayBeModule: what a constructor was given and moved, or an unknown call gave
  Placement P;               ///< where constructors put it, over constructor parameters' symbols
  Rank Dim = Rank::Unknown;  ///< as constructors make it
  bool Settled = false;      ///< only constructors write it, and P says where over fields of the object (Renamed)
  /// P with constructor parameters replaced by the fields that keep them: the owner's path, then these components.
  llvm::SmallVector<std::pair<GuardedTerm, llvm::StringRef>, 1> Renamed;
  ir::Type Made;                        ///< what constructors store, if it is known and declarations do not say
  ir::Type Element;                     ///< of a container that they store
  llvm::SmallVector<ir::Type, 0> Parts; ///< the same by position, if they differ
  /// Of what is of one of several classes of the program: these, in order; empty if it may be of others. And when it is
  /// of which, as the only constructor that writes it says; empty if several do, or it does not say it of each.
  llvm::SmallVector<llvm::StringRef, 0> Classes;
  llvm::SmallVector<Cube, 0> WhenOfClass;
  const Step *Origin = nullptr;              ///< what made its state; of one that is not registered, if there is any
  const ir::Function *Constructor = nullptr; ///< the one that leaves it so
  llvm::SmallVector<llvm::StringRef, 0> Numbers; ///< members of a plain object that it stores, which stay numbers
  std::optional<Literal> Flag;                   ///< of one that only constructors write: its truth, as they know it
  std::optional<Value>
      Function; ///< a function, or one of several, which only constructors write; captures are over their self
  std::optional<Value>
      Pointer; ///< where it points to, bottom if to nothing; none if a constructor leaves something else
};

class SolvedFunction {
public:
  SolvedFunction() = default;
  SolvedFunction(Program *Owner, const ir::Module *M, const ir::Function *F) : Owner(Owner), M(M), F(F) {}

  Program *Owner = nullptr;
  const ir::Module *M = nullptr;
  const ir::Function *F = nullptr;
  std::vector<Event> Events; ///< in program order of reachable blocks
  std::vector<PlacedDemand> Demands;
  /// Never null. Replaced, not changed: a caller may hold it while the function is solved again.
  std::shared_ptr<const Summary> Sum = std::make_shared<Summary>();
  bool OnlyGlobals = false;     ///< a top level that is solved for what it leaves in globals
  bool OnlyMembers = false;     ///< a method that is solved alone, for what it leaves in members
  const char *GaveUp = nullptr; ///< why there are no Events: "is too large"; null if there are
  bool HandlesDevices = false;  ///< takes, makes or asks for devices
  /// What it is given that it calls, or hands to somebody who calls it.
  llvm::SmallVector<PathId, 2> Applied;
  /// Methods of what it is given that it calls, where the class that it takes that for has derived ones with others.
  struct AssumedMethod {
    PathId Of;
    const ir::Function *F = nullptr;
    bool operator==(const AssumedMethod &O) const = default;
  };
  llvm::SmallVector<AssumedMethod, 1> Assumed;
  GivenFunctions Given; ///< what it was solved for
  /// Paths whose device the function asks for or moves to.
  llvm::SmallVector<PathId, 4> AskedPaths;
  /// Parts of batches, by the number of the path, that are believed to be on the CPU, and why (BatchParts.h).
  llvm::DenseMap<uint32_t, const Step *> OnHost;
  Callers Calls; ///< what it calls, and how

  const Event *eventAt(ir::InstId I) const;
  /// True if some instruction or edge uses the result of I.
  bool isUsed(ir::InstId I) const;
};

class SolvedClass {
public:
  Program *Owner = nullptr;
  const ir::Module *M = nullptr;
  const ir::Class *C = nullptr;
  bool IsModule = false; ///< derives from nn.Module
  bool Known = false;    ///< all constructors were seen and solved
  /// Open: a constructor, of it or of a base, is being solved, or nobody asked; the members are not known yet.
  enum { Open, Running, Done } State = Open;
  llvm::MapVector<llvm::StringRef, FieldFacts> Fields;
  /// Parameters of the constructor, and the fields that keep them, which nothing else writes.
  llvm::SmallVector<std::pair<PathId, llvm::StringRef>, 4> Kept;
  /// `self.args = args; self.net = Net(args)`, where Net keeps it: the member of an object in a member is one of its
  /// own.
  struct SharedMember {
    llvm::StringRef Holder, Name, Own;
  };
  llvm::SmallVector<SharedMember, 0> Shared;
  /// Of a module: what it has registered of the objects that its members hold, `register_module("a", parts.a)`, by the
  /// names of the members on the way there; "[]" is each element of a container.
  std::vector<std::vector<llvm::StringRef>> RegisteredParts;
  bool PlacesSubmodules = false; ///< a constructor puts parts on explicit devices: no later `to` is assumed
  bool Spread = false;           ///< it puts them on different ones: no part is where the others are
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_SOLVED_H
