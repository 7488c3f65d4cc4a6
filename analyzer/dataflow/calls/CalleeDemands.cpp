//===- CalleeDemands.cpp - What a callee demands, as its caller has to ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/CalleeDemands.h"
#include "dataflow/calls/CalleeAnswers.h"
#include "dataflow/calls/CalleePaths.h"
#include "dataflow/calls/CalleeValues.h"
#include "dataflow/calls/InputMovers.h"
#include "dataflow/state/Batches.h"
#include "dataflow/state/Evidence.h"
#include "dataflow/state/FunctionFrame.h"
#include "knowledge/ClassNames.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

CalleeDemands::CalleeDemands(BodyCall &Call, CalleePaths &Paths, CalleeAnswers &Answers, CalleeValues &Values)
    : Call(Call), Paths(Paths), Answers(Answers), Values(Values), Solver(Call.Solver), Before(Call.Before) {}

/// The operand X turns out to be a list: its elements meet.
bool CalleeDemands::spread(const Side &X, const Value &V, llvm::SmallVectorImpl<Side> &Sides) {
  auto Add = [&](const Value &E, int Row) {
    if (!E.isTensor())
      return;
    Side Element = X;
    Element.Row = Row;
    Element.IsList = false;
    Element.P = E.P;
    Element.Dim = E.Dim;
    Element.Partial = E.Partial;
    Element.Untyped = Element.IsPath = false;
    Element.IsElement = true;
    Sides.push_back(std::move(Element));
  };
  if (V.is(Value::Kind::Tuple)) {
    for (unsigned N = 0; N < V.Elements->size(); ++N)
      Add((*V.Elements)[N], static_cast<int>(N));
    return true;
  }
  bool IsList = V.is(Value::Kind::Object) && Solver.object(V.Obj).K == Object::Kind::Allocated &&
                Solver.object(V.Obj).Class == "list";
  if (IsList)
    for (const auto &[Key, Held] : Before.Mem.of(V.Obj))
      Add(Held, Side::rowOf(Before.Mem, V.Obj, Key.second));
  return IsList;
}

/// "Normal", "log_prob": the operation of which a model's demand is told.
void CalleeDemands::tellAsOwn(Demand &D) const {
  D.M = &Solver.M;
  D.F = &Solver.F;
  D.I = &Solver.inst(Call.Id);
  // Its constructor may be a base's.
  const bool Constructs = Call.Callee.Kind == ir::FunctionKind::Constructor;
  const bool Calls = D.I->Kind == ir::InstKind::Apply;
  // What is called may be of a class that has it from another.
  const bool IsObject = Calls && !Call.Actuals.empty() && Call.Actuals[0].is(Value::Kind::Object);
  const llvm::StringRef Called = IsObject ? Solver.object(Call.Actuals[0].Obj).Class : Call.Callee.Class;
  const llvm::StringRef Name = Constructs ? D.I->Name : Calls ? Called : Call.Callee.Name;
  D.Name = ir::lastName(Name);
}

/// The argument that a model's operand came with stands for it.
void CalleeDemands::nameSide(Side &X, PathId Was) const {
  X.Range = {};
  X.IsElement = false;
  if (const std::optional<unsigned> Position = Call.positionOf(Was))
    X.Position = *Position;
  else
    X.Name = "what it holds";
}

/// True if what comes into question holds tensors only.
bool CalleeDemands::areTensors(const Placement &P) {
  return !P.isUnknown() && llvm::all_of(P.terms(), [&](const GuardedTerm &T) {
    bool Lost = false;
    if (!T.T.isSymbol() || !Answers.cube(T.Guard, Lost))
      return true;
    const Value V = Paths.eval(T.T.path());
    return V.isTensor() && !V.Partial && !V.Path;
  });
}

/// True if V is a function or a class of the program, or an object of one that is no module.
bool CalleeDemands::isCode(const Value &V) const {
  if (V.is(Value::Kind::Function))
    return V.Func != nullptr;
  if (V.is(Value::Kind::Object)) {
    const llvm::StringRef Class = Solver.object(V.Obj).Class;
    return Solver.Prog.Types.findClass(Class) && !Solver.isModule(V) && !Solver.Prog.Types.hasUnknownBase(Class);
  }
  const Path *Global = V.is(Value::Kind::Symbolic) ? &Solver.Prog.Paths[V.Path] : nullptr;
  if (!Global || Global->Kind != Path::Root::Global)
    return false;
  return Solver.Prog.Types.findFunction(Global->Name) || Solver.Prog.Types.findClass(Global->Name);
}

/// True if V is a module of the program, or a container of such, whose forward brings an input to where it wants it, `x
/// = x.to("cuda:0")`, or one that runs replicas, which scatters its inputs.
bool CalleeDemands::placesInputs(const Value &V) const {
  if (holdsInputMovers(Solver, Before.Mem, V))
    return true;
  Program &Prog = Solver.Prog;
  if (const knowledge::ClassInfo *Library =
          Solver.isModule(V) ? Prog.Types.libraryClass(Solver.object(V.Obj).Class) : nullptr;
      Library && (Library->Kind == knowledge::ClassKind::DataParallel ||
                  Library->Kind == knowledge::ClassKind::DistributedParallel))
    return true;
  return Solver.isModule(V) && movesInputs(Prog, Solver.object(V.Obj).Class);
}

/// True if V is a module that has its parts on several devices, or one of several that may be.
bool CalleeDemands::isInParts(const Value &V) {
  if (V.is(Value::Kind::Choice))
    return llvm::any_of(*V.Elements, [&](const Value &Each) { return isInParts(Each); });
  if (!Solver.isModule(V))
    return false;
  Residence Places = Solver.residence(Call.S);
  const bool HasParts = llvm::any_of(Call.S.Mem.of(V.Obj), [&](const auto &Entry) {
    return Entry.second.Registered && Solver.isModule(Entry.second) && Places.isApart(V.Obj, Entry.first.second);
  });
  const llvm::StringRef Class = Solver.object(V.Obj).Class;
  return (HasParts || (Solver.Prog.Types.findClass(Class) && Solver.Prog.solvedClass(Class).Spread)) &&
         !Places.place(V.Obj).single();
}

/// True if a callee that knows V, a module in parts, as one of Class reads each of these parts where it is.
bool CalleeDemands::readsParts(const Value &V, llvm::StringRef Class) const {
  if (!Solver.Prog.Types.findClass(Class))
    return false;
  const MemberChanges &Members = Solver.Prog.Members;
  if (llvm::any_of(Solver.Prog.solvedClass(Class).Fields,
                   [&](const auto &Field) { return Field.second.Registered && Members.isApart(Class, Field.first); }))
    return true;
  // What no constructor makes: `self.head = nn.Linear(4, 2)` in a method.
  Residence Places = Solver.residence(Call.S);
  return Solver.isModule(V) && llvm::all_of(Call.S.Mem.of(V.Obj), [&](const auto &Entry) {
           const llvm::StringRef Name = Entry.first.second;
           return !Entry.second.Registered || !Solver.isModule(Entry.second) || !Places.isApart(V.Obj, Name) ||
                  Members.isWrittenOutsideConstructors(Class, Name);
         });
}

/// True if what is given at P has no device of its own, and the callee does not know it: the inputs and results of a
/// module in parts are where its forward says.
bool CalleeDemands::isGivenInParts(PathId P) {
  const Value V = Paths.eval(P);
  // A callee that knows the class knows of its parts; a base need not have any.
  const auto IsKnown = [&](const Object &O) {
    return O.K == Object::Kind::Symbolic && O.Path == P && readsParts(V, O.Class);
  };
  return isInParts(V) && llvm::none_of(Call.Sum.Objects, IsKnown);
}

bool CalleeDemands::misjudges() {
  // What its own layers meet behind the move the callee knows.
  const auto IsOwnLayer = [&](const Demand &D, PathId P) {
    return P == Solver.Prog.Paths.param(Call.Callee, 0) && D.F == &Call.Callee && !Call.Callee.Class.empty() &&
           !D.F->isReceiver(D.I->Args[0].Value);
  };
  const auto IsInParts = [&](const GuardedTerm &T) { return T.T.isSymbol() && isGivenInParts(T.T.path()); };
  return llvm::any_of(Call.Sum.Demands, [&](const Demand &D) {
    const GuardedTerm *Only = D.Sides.empty() || !D.Sides[0].IsModule ? nullptr : D.Sides[0].P.single();
    return (Only && Only->T.isSymbol() && !IsOwnLayer(D, Only->T.path()) && placesInputs(Paths.eval(Only->T.path()))) ||
           llvm::any_of(D.Sides, [&](const Side &X) { return llvm::any_of(X.P.terms(), IsInParts); });
  });
}

/// True if D is told of a call of something that the callee was given.
static bool appliesUnknown(const Demand &D) {
  return D.I->Kind == ir::InstKind::Apply && !D.Sides.empty() && D.Sides[0].IsModule && D.Sides[0].P.hasSymbol();
}

bool CalleeDemands::mayReach(const Cube &When) {
  bool Lost = false;
  return Answers.when(When, Lost).has_value();
}

CalleeDemands::Role CalleeDemands::readSymbol(Side &X, const Value &V, bool SaysDevice, const Demand &D,
                                              llvm::SmallVectorImpl<Side> &Sides) {
  // A list may be indexed with a tensor that holds one integer, and meets nothing.
  const bool IsIndexed = D.Rule == knowledge::DeviceRule::Index && X.Position == 0;
  if (IsIndexed && (V.is(Value::Kind::Tuple) || (V.is(Value::Kind::Object) && !Solver.isModule(V))))
    return Role::Excuses;
  if (X.IsPath && spread(X, V, Sides))
    return Role::IsOther;
  // It is no tensor this time.
  const bool MayBe = V.isTensor() || V.is(Value::Kind::Symbolic) || V.is(Value::Kind::Object) || V.isOneOfSeveral();
  const bool Other = X.Untyped && !MayBe;
  if (Other || (X.IsPath && (V.is(Value::Kind::Constant) || V.is(Value::Kind::Number))))
    return Role::IsOther;
  // What is called is a function of the program: what it demands is its own.
  if (X.IsModule && isCode(V))
    return Role::Excuses;
  // Whoever is given a module is none.
  if (X.IsPath && X.Position > 0 && Solver.isModule(V) && appliesUnknown(D))
    return Role::Excuses;
  // x.sub(y), and x is an object of a class with a method of that name.
  const bool IsReceiver = D.I->Kind == ir::InstKind::Invoke && X.Position == 0;
  if (X.Untyped && IsReceiver && V.is(Value::Kind::Object))
    return Role::Excuses;
  const bool WasPath = X.IsPath;
  X.IsPath = X.IsPath && V.Path;
  if (V.isTensor()) {
    // What the caller was given may be something else in its own callers; a parameter of a module is a tensor.
    const bool IsGiven = V.Path && !V.Registered;
    X.Partial = V.Partial || (X.Partial && (IsGiven || !(X.Untyped || WasPath)));
    X.Untyped &= V.Partial || IsGiven;
  }
  // What is computed from a number is one; what is made where a device says is none.
  const bool IsPlain = (V.is(Value::Kind::Number) || V.is(Value::Kind::Constant)) && !SaysDevice;
  if (IsPlain || V.isOneOfSeveral())
    X.Partial = true;
  return Role::Meets;
}

/// True for what is where the module is whose method the frame runs.
static bool isOfOwnModule(const FunctionFrame &In, const Placement &P) {
  const GuardedTerm *Only = P.isUnknown() ? nullptr : P.single();
  if (!Only || !Only->T.isSymbol() || !In.Prog.Types.isModuleClass(In.F.Class))
    return false;
  const Path &Of = In.Prog.Paths[Only->T.path()];
  return Of.Kind == Path::Root::Param && Of.Owner == &In.F && Of.Index == 0;
}

/// True for what forward makes of what it is called with: `prefix(torch.relu(x))`. What it hands on as it came,
/// lengths, may be meant for the host.
static bool isMadeByForward(const FunctionFrame &In, const Placement &P, const Value &V) {
  const GuardedTerm *Only = P.isUnknown() ? nullptr : P.single();
  if (!Only || !Only->T.isSymbol() || !V.isTensor() || V.Path || !isForward(In.F) ||
      !In.Prog.Types.isModuleClass(In.F.Class))
    return false;
  const Path &Of = In.Prog.Paths[Only->T.path()];
  return Of.Kind == Path::Root::Param && Of.Owner == &In.F && Of.Index > 0;
}

/// True if P names a device, a module, or a part of one.
static bool namesPlace(const FunctionFrame &In, PathId P) {
  const Path &Of = In.Prog.Paths[P];
  const std::optional<ObjectId> Known = In.Objects.known(P);
  return Of.IsDevice || (Known && In.isModuleObject(*Known)) ||
         (Of.Kind == Path::Root::Child && !Known && namesPlace(In, Of.Parent));
}

/// True for what was put on a device that a variable names, or is made by a module, `read(x.to(device))`,
/// `read(net(x))`: it is there for all that the callee does with it. Of one of several places that nobody here knows,
/// one says so.
static bool isPutOnDevice(const FunctionFrame &In, const Placement &P, const Value &V) {
  const auto IsOpen = [](const GuardedTerm &T) { return T.T.isSymbol() && !T.Imprecise; };
  return !P.isUnknown() && V.isTensor() && !V.Path && llvm::all_of(P.terms(), IsOpen) &&
         llvm::any_of(P.terms(), [&](const GuardedTerm &T) { return namesPlace(In, T.T.path()); });
}

/// The part that the callee calls, `self.one(x)`, or that has given what it uses, as the object has it that the caller
/// gives: modules that were given to its constructor may be in several places. Null if nobody knows it.
const Value *CalleeDemands::calledPart(const Side &X, const Demand &D) const {
  constexpr unsigned MaxDepth = 4;
  if (D.F != &Call.Callee || X.Position >= D.I->Args.size() || Call.Actuals.empty())
    return nullptr;
  llvm::SmallVector<llvm::StringRef, MaxDepth> Names;
  ir::ValueId V = D.I->Args[X.Position].Value;
  if (const ir::Inst *Made = D.F->definition(V); Made && Made->Kind == ir::InstKind::Apply && !X.IsModule)
    V = Made->Args[0].Value;
  while (!D.F->isReceiver(V)) {
    const ir::Inst *Read = D.F->definition(V);
    if (!Read || Read->Kind != ir::InstKind::GetField || Names.size() == MaxDepth)
      return nullptr;
    Names.push_back(Read->Name);
    V = Read->Args[0].Value;
  }
  const Value *Part = Names.empty() ? nullptr : &Call.Actuals[0];
  for (llvm::StringRef Name : llvm::reverse(Names))
    Part = Part && Solver.isModule(*Part) ? Before.Mem.find({Part->Obj, Name}) : nullptr;
  return Part && Solver.isModule(*Part) && Solver.object(Part->Obj).K == Object::Kind::Allocated ? Part : nullptr;
}

/// Where the side is that is where the object is that the caller gives, of which the callee knows no parts.
Placement CalleeDemands::placeOfOwn(const Side &X, const Demand &D) {
  const Placement Whole = Values.placement(X.P);
  if (const Value *Part = calledPart(X, D)) {
    // Where all of it is in one place, it is the whole that somebody has put there.
    const Placement There = Solver.placementOf(Before, *Part);
    return There == Whole ? Whole : There;
  }
  const Value &Self = Call.Actuals[0];
  Placement First;
  const bool IsSpread =
      Solver.isModule(Self) && llvm::any_of(Before.Mem.of(Self.Obj), [&](const auto &Entry) {
        const Value &Part = Entry.second;
        if (!Part.Registered || !Solver.isModule(Part) || Solver.object(Part.Obj).K != Object::Kind::Allocated)
          return false;
        const Placement There = Solver.placementOf(Before, Part);
        if (!There.single())
          return false;
        const bool IsOther = First.single() && !(First.single()->T == There.single()->T);
        First = There;
        return IsOther;
      });
  return IsSpread && !Whole.isUnknown() ? Whole.imprecise() : Whole;
}

bool CalleeDemands::addSide(Side X, const Demand &D, llvm::SmallVectorImpl<Side> &Sides) {
  const GuardedTerm *Only = X.P.single();
  const PathId Was = Only && Only->T.isSymbol() ? Only->T.path() : PathId();
  const Role As = Was ? readSymbol(X, Paths.eval(Was), Solver.Prog.Paths[Was].IsDevice, D, Sides) : Role::Meets;
  if (As != Role::Meets)
    return As == Role::IsOther;
  // One of several, all of them tensors this time.
  if (!Was && X.Untyped && areTensors(X.P))
    X.Partial = X.Untyped = false;
  if (const std::optional<unsigned> Position = X.IsModule ? std::nullopt : Call.positionOf(Was);
      Position && Solver.Prog.Paths[Was].Kind == Path::Root::Param)
    X.IsWhole |= isWholeElement(Solver, Solver.inst(Call.Id).Args[*Position].Value);
  // A tensor that this function was given stays where it was: `y = x.to(d); add(x, z)`.
  const Value Given = Was && X.IsPath && !X.IsModule ? Paths.eval(Was) : Value();
  const bool Stays = (Given.is(Value::Kind::Symbolic) || Given.isOneOfSeveral()) && D.Of == Meeting::Operands &&
                     llvm::none_of(D.Sides, [](const Side &Other) { return Other.IsModule; });
  const bool IsOwn = Was && !Call.Actuals.empty() && Was == Solver.Prog.Paths.param(Call.Callee, 0);
  X.P = Stays ? Placing(Solver, Call.S).ofOperand(Given) : IsOwn ? placeOfOwn(X, D) : Values.placement(X.P);
  // What a layer of this module gave is where the module is, whoever reads it.
  const bool IsOfModule =
      D.Of == Meeting::HostAccess && (isOfOwnModule(Solver, X.P) || isMadeByForward(Solver, X.P, Paths.eval(Was)));
  const bool IsOfHost = D.Of == Meeting::HostAccess || D.Of == Meeting::HostArgument;
  if (Was && (IsOfModule || (IsOfHost && isPutOnDevice(Solver, X.P, Paths.eval(Was)))))
    X.IsTrusted = false;
  // Guards of the callee that lost literals; what the caller does not know for sure stays so.
  if (!Was && !X.Partial && !X.Untyped)
    X.P = X.P.certain();
  // Of what the callee has tested, only that gets there which passed.
  for (Literal L : D.Path.literals())
    if (std::optional<knowledge::DeviceType> Type = Answers.testedType(L, Was); Type && !X.P.isUnknown())
      X.P = X.P.filtered(
          [&](const GuardedTerm &T) { return T.T.isSymbol() || (T.T.device().Type == *Type) == L.isPositive(); });
  X.Dim = Values.rank(X.Dim);
  // One integer selects as a number does, wherever it is, and so does each of several.
  if (D.Rule == knowledge::DeviceRule::Index && X.Position != 0) {
    const Value V = Was ? Paths.eval(Was) : Value();
    if (X.Dim.isZero() || V.is(Value::Kind::Tuple) || (V.isTensor() && V.Dim.isZero()))
      return true;
  }
  if (Call.HidesCallee)
    nameSide(X, Was);
  Sides.push_back(std::move(X));
  return true;
}

/// The class of the module that D calls, if the caller gives that; "" if nobody knows.
llvm::StringRef CalleeDemands::classCalled(const Demand &D) {
  for (const Side &X : D.Sides) {
    const GuardedTerm *Only = X.IsModule ? X.P.single() : nullptr;
    const Value V = Only && Only->T.isSymbol() ? Paths.eval(Only->T.path()) : Value();
    if (V.is(Value::Kind::Object))
      return Solver.object(V.Obj).Class;
  }
  return {};
}

/// What the caller knows of the module that is called in R: of a layer of the library, what that does with its inputs.
void CalleeDemands::tellClass(llvm::StringRef Class, Demand &R) const {
  const knowledge::ClassInfo *Library = Solver.Prog.Types.libraryClass(Class);
  const bool IsLayer = Library && std::string_view(Class) == Library->Name &&
                       std::string_view(Class) != knowledge::ModuleClass &&
                       Library->Kind != knowledge::ClassKind::ModuleContainer;
  // It is told by its name, `MSELoss`, as where it is called.
  if (IsLayer && R.Name == "forward")
    R.Name = Class.rsplit('.').second;
  for (Side &X : R.Sides) {
    X.IsUnread &= !IsLayer;
    X.IsOpenCallee &= !IsLayer;
    X.IsOfUnknownClass &= !IsLayer && !Solver.Prog.Types.findClass(Class);
  }
}

std::optional<Demand> CalleeDemands::demand(const Demand &D) {
  bool Lost = false;
  const std::optional<Cube> Path = Answers.when(D.Path, Lost);
  if (!Path)
    return std::nullopt;
  // Whether the callee gets there is anybody's guess: `if x.is_cuda: return data_parallel(self.net, x)`.
  if (Lost && D.Of == Meeting::Accelerator)
    return std::nullopt;
  if (Lost && llvm::any_of(D.Path.literals(), [&](Literal L) { return Answers.asksUnknownPlace(L); }))
    return std::nullopt;
  Demand R = D;
  R.Path = *Path;
  R.IsHandedOver |= Solver.Meant.isOfUnknown();
  if (Call.HidesCallee)
    tellAsOwn(R);
  R.Sides.clear();
  for (const Side &X : D.Sides)
    if (!addSide(X, D, R.Sides))
      return std::nullopt;
  llvm::erase_if(R.Sides, [](const Side &X) { return X.P.isBottom(); });
  if (const llvm::StringRef Class = classCalled(D); !Class.empty())
    tellClass(Class, R);
  if (R.Sides.empty() || (R.Sides.size() == 1 && !R.Sides[0].IsList && D.Of != Meeting::Accelerator))
    return std::nullopt;
  return R;
}

} // namespace devtidy::dataflow
