//===- Program.h - All modules of a run, solved on demand ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Program is one module with the others behind it, linked by qualified names (Linker.h). It solves functions when
// somebody asks: a caller asks for its callee's summary, a check asks for the events. Each function is solved once, in
// all worlds together. The functions of a cycle of calls are solved together, in rounds that start from "does not
// return", until the first of them settles; if that takes too long, it is unknown to the others. One Program belongs to
// one thread.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_H
#define DEVTIDY_DATAFLOW_PROGRAM_H

#include "dataflow/Callers.h"
#include "dataflow/MemberStores.h"
#include "dataflow/MovedAlong.h"
#include "dataflow/Specialised.h"
#include "dataflow/Summary.h"
#include "dataflow/judge/Judge.h"
#include "dataflow/program/Linker.h"
#include "ir/Module.h"
#include "knowledge/Names.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace devtidy::dataflow {

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
  bool DeviceGuarded = false; ///< a guard or set_device has chosen the current accelerator

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
  ir::Type Made;                             ///< what constructors store, if it is known and declarations do not say
  ir::Type Element;                          ///< of a container that they store
  llvm::SmallVector<ir::Type, 0> Parts;      ///< the same by position, if they differ
  const Step *Origin = nullptr;              ///< what made its state; of one that is not registered, if there is any
  const ir::Function *Constructor = nullptr; ///< the one that leaves it so
  llvm::SmallVector<llvm::StringRef, 0> Numbers; ///< members of a plain object that it stores, which stay numbers
  std::optional<Literal> Flag;                   ///< of one that only constructors write: its truth, as they know it
  std::optional<Value>
      Pointer; ///< where it points to, bottom if to nothing; none if a constructor leaves something else
};

class GlobalGuards;
class Program;
/// True for a generator of random numbers, whose DeviceField says where it makes them.
bool isGenerator(const Program &Prog, const Object &O);

class SolvedFunction {
public:
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
  bool PlacesSubmodules = false; ///< a constructor puts parts on explicit devices: no later `to` is assumed
  bool Spread = false;           ///< it puts them on different ones: no part is where the others are
};

class Program {
public:
  /// Links, which outlives the program, holds Own and the modules behind them. Own is one module, or several that are
  /// sole. What Base has solved is taken from there: a solved program of sole modules, which outlives this one and is
  /// not changed any more. Any number of programs may have the same base, on any thread.
  Program(const Linker &Links, llvm::ArrayRef<const ir::Module *> Own, const Program *Base = nullptr);
  ~Program();

  /// Solves what stands in checked files of Own.
  void solve();
  /// Keeps of functions only what callers ask for.
  void forgetDetails();
  /// Before anything is solved: of these nothing is found out, and callers know nothing of them.
  void skip(llvm::DenseSet<const ir::Function *> Functions) { Skipped = std::move(Functions); }
  /// The function that is being solved; null if none is. After a fault, the one that was.
  const ir::Function *solving() const { return Stack.empty() ? nullptr : Stack.back().F; }

  /// All modules of the run.
  llvm::ArrayRef<const ir::Module *> modules() const { return Links.modules(); }
  /// Solved functions and classes of Own in checked files, in order of position.
  std::vector<const SolvedFunction *> functions() const;
  std::vector<const SolvedClass *> classes() const;
  /// What functions() has of F; null if that is not among them.
  const SolvedFunction *solvedHere(const ir::Function &F) const;

  // HostReads.cpp.
  using Entry = Linker::FunctionEntry;
  /// True if host code reads or writes through a pointer, a value of Of: dereferences it, hands it to the C++ library
  /// or to a function of the program that does.
  bool isReadOnHost(const Entry &Of, ir::ValueId Pointer, unsigned Depth = 0);

  // For the solver.
  using ClassEntry = Linker::ClassEntry;
  /// The name behind all aliases of Name. All functions that take names follow aliases themselves.
  llvm::StringRef canonical(llvm::StringRef Name) const;
  /// What T means once aliases are followed: an object of a class that is torch.Tensor under another name is a tensor.
  ir::Type meaning(ir::Type T) const;
  /// What parameter Index of F is: as declared, else as all of its callers in the run say.
  ir::Type givenType(const ir::Function &F, unsigned Index) const;
  /// True if P is a parameter of F, no type says what it is, and all of its callers give numbers.
  bool isGivenNumber(const Path &P, const ir::Function &F) const;
  llvm::ArrayRef<CallSite> saves() const { return Links.saves(); }
  const CommandLine &commandLine() const { return Links.commandLine(); }
  /// True if the member is a number whenever somebody reads it.
  bool isNumber(llvm::StringRef Class, llvm::StringRef Field, const FieldFacts &Facts) const;
  bool isDeviceAlias(llvm::StringRef Class) const;
  /// True for lists, dictionaries and containers of modules.
  bool isContainer(llvm::StringRef Class) const;
  /// Its elements are members, too: self.layers.head.
  bool isModuleDict(llvm::StringRef Class) const;
  /// The function of that name with a body; nothing if there is none.
  std::optional<Entry> findFunction(llvm::StringRef Name) const;
  std::optional<ClassEntry> findClass(llvm::StringRef Name) const;
  /// The method that an object of class Name answers with, through project bases.
  std::optional<Entry> findMethod(llvm::StringRef Class, llvm::StringRef Method) const;
  std::vector<Entry> constructors(llvm::StringRef Class) const;
  llvm::ArrayRef<Entry> methods(llvm::StringRef Class) const { return Links.methods(Class); }
  /// What runs when an object is made: the constructors of the class; in Python, if it has none, those of its first
  /// base that has any.
  std::vector<Entry> makers(llvm::StringRef Class) const;
  /// True if the class derives from a class of Python that is neither in the run nor in a library which is known: it
  /// may be a module.
  bool hasUnknownBase(llvm::StringRef Name) const;
  /// True if a method of Class that nothing of the run defines is rather that of a library's class from which Class
  /// derives, other than nn.Module itself: `self.post_init()` of transformers.PreTrainedModel. It does not know what
  /// the program's class holds.
  bool isMethodOfLibrary(llvm::StringRef Class, llvm::StringRef Method) const;
  /// True if the class is one of Bases, or derives from one.
  bool derivesFrom(llvm::StringRef Class, std::span<const std::string_view> Bases) const;
  /// True for functions with a gradient of their own, which are called as `Class.apply`.
  bool isAutogradFunction(llvm::StringRef Class) const;
  /// True for Python's dictionary and for classes that derive from it.
  bool isDictionary(llvm::StringRef Class) const;
  /// True if the class derives from torch's nn.Module, itself included.
  bool isModuleClass(llvm::StringRef Name) const;
  /// The nearest library class that Name is or derives from; null if none is known.
  const knowledge::ClassInfo *libraryClass(llvm::StringRef Name) const;

  /// Solves F if need be. The result of a function that is being solved is what is known so far.
  const SolvedFunction &solved(const Entry &E);
  /// The same where it is given these functions; null if it is not worth it, or too early to know.
  const SolvedFunction *solvedWith(const Entry &E, const GivenFunctions &Given);
  const SolvedClass &solvedClass(llvm::StringRef Name);
  /// Guards of a constructor of C as they are asked of the object at Of later: by the fields that keep what it was
  /// given. Nothing if some are not kept.
  std::optional<Cube> askedOfFields(const SolvedClass &C, const Cube &Guard, PathId Of);
  std::optional<Literal> askedOfFields(const SolvedClass &C, Literal L, PathId Of);
  Placement askedOfFields(const SolvedClass &C, const Placement &P, PathId Of);

  /// What the top level leaves in a global that nothing else assigns; null if that cannot be told.
  struct GlobalFacts {
    bool Running = false;
    unsigned Unready = ~0U; ///< as in Frame, of the pass that found it; while that runs, its own frame
    Value V = Value::unknown();
    llvm::StringRef Class;                 ///< of an object
    std::optional<Placement> ModuleDevice; ///< where that object, a module, is then
    const Summary *Left = nullptr;         ///< what the top level leaves in a namespace that V is
  };
  const GlobalFacts *globalFacts(llvm::StringRef Name);
  /// False if a call of F is unknown while the values of globals are being found out: `main()` at the end of a script
  /// does not need itself. IsUsed: somebody needs what it gives, `model = Net()`.
  bool mayFindGlobals(const ir::Function &F, bool IsUsed);

  PathTable Paths;
  ConditionTable Conditions;
  /// The literal that the truth of what P holds is.
  Literal truthOf(PathId P);
  /// The literal that what P holds equals Text.
  Literal equalsOf(PathId P, llvm::StringRef Text);

  /// The call of the function or class Name that Apply, the call of a value, is. Lives as long as the program.
  const ir::Inst &asCall(const ir::Inst &Apply, llvm::StringRef Name);
  /// The call of the member that Invoke names.
  const ir::Inst &asCallOfMember(const ir::Inst &Invoke);
  /// The call of an argument that Call, of a function that calls it, is: checkpoint(f, x). Null for other calls.
  const ir::Inst *asCallOfArgument(const ir::Inst &Call);
  /// The call of the argument of Invoke, a function.
  const ir::Inst &asCallOfClosure(const ir::Inst &Invoke);
  /// The call of Method that I, which goes over an object or takes an element of it, is.
  const ir::Inst &asCallOfProtocol(const ir::Inst &I, llvm::StringRef Method);
  /// The call of the method that Read takes from an object, which Apply is.
  const ir::Inst &asCallOfMethod(const ir::Inst &Apply, const ir::Inst &Read);
  /// The call of a method that Call is, which names the class of the library: `nn.Module.cuda(part)`, `super().to(d)`.
  /// Null for other calls.
  const ir::Inst *asCallOfLibraryMethod(const ir::Inst &Call);
  /// The call of what Partial, a call of functools.partial in the same function, binds arguments of: Apply calls that.
  const ir::Inst &asCallOfPartial(const ir::Inst &Apply, const ir::Inst &Partial);
  /// The same for what was bound elsewhere, of the function or class Name: it is given by keyword, and IsOpen says that
  /// more is.
  const ir::Inst &asCallOfBound(const ir::Inst &Apply, llvm::StringRef Name, bool IsOpen);
  /// True if a function or class of that name is in the run or in the tables.
  bool isCallable(llvm::StringRef Name) const;
  /// Interned; lives as long as the program.
  const Step *step(const Step &S);
  /// True if the path starts at a member of F's receiver, a module, that holds tensors and is not registered.
  bool isUnregisteredMember(const ir::Function &F, PathId Symbol);
  /// True if the path is a number that a plain object holds, which is itself a member of F's receiver.
  bool isNumberOfMember(const ir::Function &F, PathId Symbol);
  /// True if something that is no constructor stores to a member of that name, of whatever class.
  bool isStored(llvm::StringRef Field) const { return Links.written().isStored(Field); }
  /// True if a method of Class that no constructor calls, or anybody through another object, assigns such a member.
  /// IsBack: so does its own `cpu`.
  bool isWrittenOutsideConstructors(llvm::StringRef Class, llvm::StringRef Field, bool IsBack = true) const;
  /// M, or who calls it, makes an accelerator the default device somewhere.
  bool setsDefaultDevice(const ir::Module &M) const { return Links.setsDefaultDevice(M); }
  bool setsDefaultDevice() const { return Links.setsDefaultDevice(); }
  bool isBuilder(const ir::Function &F) const { return Links.isBuilder(F); }
  /// True for a variable of a module or of a class body that one top level assigns, and nobody else.
  bool isGlobalOfModule(llvm::StringRef Name) const { return Links.globalWriter(Name).has_value(); }
  Entry closure(const ir::Function &F) const { return Links.closure(F); }
  /// True if code that does not build the object moves a module that it reads from a member of that name.
  bool isReplaced(const ir::Function &F) const { return Links.isReplaced(F); }
  /// True if a method of Class, or of a base, moves members by their names.
  bool movesByName(llvm::StringRef Class) const { return Links.written().movesByName(canonical(Class)); }
  bool writesByName(llvm::StringRef Class) const { return Links.written().writesByName(canonical(Class)); }
  const MemberWriters &writers() const { return Links.writers(); }
  MemberStores &stores() { return Stores; }
  bool isMovedByOthers(llvm::StringRef Class, llvm::StringRef Field) const {
    return Links.written().isMovedByOthers(Field) || movesByName(Class);
  }
  const MovedParts &movedParts() const { return Links.movedParts(); }
  const CompletedClasses &completedClasses() const { return Links.completedClasses(); }
  const Overrides &overrides() const { return Links.overrides(); }
  /// True if somebody may move that member, a part of a module, alone.
  bool isMovedAlone(llvm::StringRef Field) const { return Links.movedParts().contains(Field); }
  /// The same, or gives the module Class another one: it has a place of its own.
  bool isApart(llvm::StringRef Class, llvm::StringRef Field) const {
    return isMovedAlone(Field) || isWrittenOutsideConstructors(Class, Field);
  }
  /// Where a module is that a function with this summary leaves, its parts included.
  Placement placeOf(const Summary &Sum, ObjectId Module, unsigned Depth = 0) const;
  /// Somebody in the module asks whether there is an accelerator.
  bool guardsAvailability(const ir::Module &M) const { return Links.guardsAvailability(M); }
  const Programs &programs() const { return Links.programs(); }
  /// False for what nothing of a program leads to.
  bool mayRun(const ir::Module &M, const ir::Function &F) const { return Links.mentions().mayRun(M, F); }
  /// How many modules of the run import M.
  unsigned users(const ir::Module &M) const { return Links.users(M); }
  bool choosesAccelerator() const { return Links.choosesAccelerator(); }
  knowledge::DeviceType accelerator() const { return Links.accelerator(); }
  /// True if a method of a class of M moves something to a device; of no class, if anything in M is put beside a
  /// tensor, `device=x.device`: by its text, not by what is known of it.
  bool handlesDevices(const ir::Module &M, llvm::StringRef Class);
  llvm::StringRef intern(llvm::StringRef S);
  /// What all that is solved calls. What was thrown away, because it was found out too early, does not count.
  Callers calls() const;

private:
  friend class ConstructorFacts;
  void solveCycle(const Entry &E, SolvedFunction &S);
  void solveOnce(const Entry &E, SolvedFunction &S);
  void settle(size_t FirstProvisional, unsigned Depth);
  bool isPlain(llvm::StringRef Class) const;
  bool readsParameter(const Entry &Of, unsigned Index, unsigned Depth);
  bool isLeftBehind(llvm::StringRef Class, llvm::StringRef Field) const;
  bool saysScalar(PathId P, const Cube &G) const;
  ir::Type commonType(const ir::Type &A, const ir::Type &B) const;
  bool readsGlobals(const ir::Function &F, unsigned Depth = 0);
  void readGlobal(GlobalFacts &Facts, const Summary &Sum, const GlobalGuards &Guards, PathId Of) const;
  bool isSkipped(const ir::Function &F) const { return Skipped.contains(&F); }
  void settleFields(SolvedClass &S, const Summary &Sum, PathId Self);
  void noteShared(SolvedClass &S, const Summary &Sum, PathId Self, const std::map<PathId, llvm::StringRef> &Devices);
  const SolvedClass &noteMovedAlong(SolvedClass &S);
  Placement whereverUsed(const SolvedClass &C, llvm::StringRef Field, const Placement &P, PathId Self);

  /// The solution of F, if it is final.
  const SolvedFunction *settled(const ir::Function &F) const;

  const Linker &Links;
  std::vector<const ir::Module *> Own;
  const Program *Base = nullptr;
  llvm::DenseSet<const ir::Function *> Skipped;
  unsigned ForeignWork = 0, MaxForeignWork = 0; ///< instructions of other modules: solved, and at most
  std::optional<Entry> lookForMethod(llvm::StringRef Class, llvm::StringRef Method) const;
  const knowledge::ClassInfo *lookForLibraryClass(llvm::StringRef Name) const;

  mutable llvm::StringMap<std::string> Canonical; ///< names that were asked for
  struct KnownClass {
    std::optional<const knowledge::ClassInfo *> Library;
    llvm::StringMap<std::optional<Entry>> Methods;
  };
  mutable llvm::StringMap<KnownClass> KnownClasses; ///< by the name that was asked for
  struct Solution {
    std::unique_ptr<SolvedFunction> S;
    enum { Running, Provisional, Done } Status = Running;
    unsigned Low = 0;       ///< Provisional: the outermost function on the stack that it depends on
    unsigned Unready = ~0U; ///< as in Frame
  };
  /// A function being solved.
  struct Frame {
    const ir::Function *F = nullptr;
    unsigned Low = 0;   ///< the outermost frame that it, or what it called, asked for
    bool Asked = false; ///< somebody asked for this one
    /// The outermost frame whose outcome it, or what it called, looked at too early: a constructor, of which nobody
    /// knows yet what it leaves in the members, or a top level that has not left its globals yet.
    unsigned Unready = ~0U;
  };
  /// Notes that the function being solved, or finding out globals, looked at the outcome of the frame Depth too early.
  void noteUnready(unsigned Depth);
  /// The frame in which F is being solved; nothing if it is not.
  std::optional<unsigned> frameOf(const ir::Function &F) const;
  /// Notes that the function being solved looked at a class while the constructor is being solved.
  bool isBeingBuilt(llvm::ArrayRef<Entry> Constructors);
  /// Forgets what looked at the outcome of the frame Depth too early; asked for again, it is found out with it.
  void forgetUnready(unsigned Depth);
  llvm::DenseMap<const ir::Function *, Solution> Solutions;
  std::vector<Frame> Stack;                      ///< outermost first
  std::vector<const ir::Function *> Provisional; ///< solved with what was known so far of a frame of the stack
  std::vector<const ir::Function *> Unready;     ///< solved before a class, or a global, was known
  using SpecialKey = std::pair<const ir::Function *, GivenFunctions::Key>;
  std::map<SpecialKey, std::unique_ptr<SolvedFunction>> Specialised; ///< null: being solved
  unsigned SpecialWork = 0;                                          ///< instructions of those
  unsigned CycleWork = 0; ///< functions solved again since the stack was empty
  llvm::StringMap<std::unique_ptr<SolvedClass>> Classes;
  llvm::StringMap<GlobalFacts> Globals;               ///< those that were asked for, with all of their top level
  llvm::DenseMap<const ir::Function *, bool> Readers; ///< of globals
  MovedParams ParamsMoved{*this};
  MemberStores Stores{*this};
  llvm::DenseMap<std::pair<const ir::Function *, unsigned>, bool> ReadParameters; ///< pointers that host code reads
  std::map<std::pair<const ir::Module *, llvm::StringRef>, bool>
      Handlers;                                           ///< classes that were asked about, and modules
  std::vector<std::unique_ptr<SolvedFunction>> TopLevels; ///< what Globals points into
  using StepKey =
      std::tuple<uint8_t, const ir::Function *, const ir::Inst *, uint32_t, uint32_t, llvm::StringRef, const Step *>;
  llvm::DenseMap<StepKey, std::unique_ptr<Step>> Steps;
  llvm::StringSet<> Strings;
  std::map<std::pair<const ir::Inst *, llvm::StringRef>, std::unique_ptr<ir::Inst>> NamedCalls;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_H
