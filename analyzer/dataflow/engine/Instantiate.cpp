//===- Instantiate.cpp - Calls of functions with a body -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/Decorators.h"
#include "dataflow/calls/Instantiation.h"
#include "dataflow/domain/Tested.h"
#include "dataflow/engine/Caught.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/engine/StructureCalls.h"
#include "dataflow/judge/MeetingPlace.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/Options.h"
#include "dataflow/state/Scopes.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// The parameter of F that V is, or that the variable V holds, if F hands it on as it came.
static std::optional<Callers::Argument> handedOn(const PathTable &Paths, const ir::Function &F, const Value &V) {
  PathId P = V.IsComputed ? PathId() : V.Path;
  if (P && Paths[P].Kind == Path::Root::Child && Paths[P].Name == CellField)
    P = Paths[P].Parent;
  if (!P || Paths[P].Kind != Path::Root::Param || Paths[P].Owner != &F)
    return std::nullopt;
  return Callers::Argument(&F, Paths[P].Index);
}

void FunctionSolver::noteCall(const ir::Function &Callee, llvm::ArrayRef<Value> Actuals, State &S) {
  Record.now().Calls.noteCall(Callee, F, hasAccelerator(S), S.Mem.has({ObjectId(EnvironmentIndex), CurrentDevice}));
  auto IsHost = [](const GuardedTerm &T) { return T.T.isHost(); };
  auto IsBrought = [](const GuardedTerm &T) {
    return T.Origin && (T.Origin->Kind == StepKind::Moved || T.Origin->Kind == StepKind::CreatedOnHost);
  };
  auto AreAll = [](const Placement &P, auto Holds) {
    return !P.isUnknown() && !P.isBottom() && llvm::all_of(P.terms(), Holds);
  };
  Callers &Calls = Record.now().Calls;
  // Where a test calls a library it says nothing of where others do.
  const bool IsOfTest = knowledge::isTestModule(std::string_view(M.Name)) &&
                        llvm::none_of(M.Functions, [&](const auto &Own) { return Own.get() == &Callee; });
  if (!IsOfTest && !Actuals.empty() && isModule(Actuals[0])) {
    const Object &Module = object(Actuals[0].Obj);
    const Path *Root = Module.Path ? &Prog.Paths[Prog.Paths.root(Module.Path)] : nullptr;
    const bool IsOfSelf = Root && Root->Kind == Path::Root::Param && Root->Owner == &F && Root->Index == 0;
    const bool IsMade = Module.K == Object::Kind::Allocated;
    Calls.noteModule(Callee, IsMade && AreAll(placementOf(S, Actuals[0]), IsHost), IsOfSelf ? &F : nullptr);
  }
  for (unsigned N = 0; N < Actuals.size(); ++N) {
    const Value &V = Actuals[N];
    const bool IsCell = V.is(Value::Kind::Object) && object(V.Obj).Class == "cell";
    const Value Held = IsCell ? fields(S).unboxed(V) : V;
    const std::optional<Callers::Argument> From = handedOn(Prog.Paths, F, Held);
    if (!IsOfTest && (V.isTensor() || V.is(Value::Kind::Symbolic) || V.is(Value::Kind::Unknown)))
      Calls.notePlace({&Callee, N}, V.isTensor() && AreAll(V.P, IsHost), V.isTensor() && AreAll(V.P, IsBrought), From);
    const bool IsMade = V.is(Value::Kind::Object) && object(V.Obj).K == Object::Kind::Allocated;
    Calls.noteKnown({&Callee, N}, IsMade || V.is(Value::Kind::Tuple), From);
    if (IsCell || V.isTensor())
      Calls.noteTested({&Callee, N}, isTested(S, Held), From);
    // What the callee takes for a device is one here, too.
    if (N < Callee.Params.size() && Held.is(Value::Kind::Symbolic)) {
      const PathId Given = Prog.Paths.param(Callee, N);
      const PathId Taken = IsCell ? Prog.Paths.child(Given, CellField) : Given;
      if (Taken && Prog.Paths[Taken].IsDevice)
        Used.noteDevice(Held);
    }
  }
  // What the callee can only use as a tensor is one here, too.
  for (unsigned N = 0; N < Actuals.size() && N < Callee.Params.size(); ++N)
    if (const ir::Param &P = Callee.Params[N]; P.PassMode == ir::Param::Mode::Value && !P.HasDefault &&
                                               Actuals[N].is(Value::Kind::Symbolic) &&
                                               Prog.Paths[Prog.Paths.param(Callee, N)].IsTensor)
      Used.noteTensor(Actuals[N]);
}

/// Notes which of the operations of Callee a call may reach.
static void noteReached(CalleeDemands Demands, const Summary &Sum, const ir::Function &Callee, Callers &Calls) {
  for (const auto &[At, When] : Sum.DecidedHere)
    if (Demands.mayReach(When))
      Calls.noteReached(Callee, At);
  for (const Demand &D : Sum.Demands)
    if (Demands.mayReach(D.Path))
      Calls.noteReached(Callee, D.I);
}

/// The class of the object that a method is called on; "" if nobody knows.
static llvm::StringRef classOfReceiver(const FunctionFrame &In, const ActualArguments &Actuals) {
  const bool IsObject = !In.M.declaresTypes() && !Actuals.Values.empty() && Actuals.Values[0].is(Value::Kind::Object);
  return IsObject ? In.object(Actuals.Values[0].Obj).Class : llvm::StringRef();
}

/// What Callee does that is given functions which are known here, and calls them, or that is called on an object whose
/// class has its own; null if that is as with any others.
static std::shared_ptr<const Summary> specialSummary(FunctionFrame &In, ir::InstId Id, const Program::Entry &Callee,
                                                     const SolvedFunction &Solved, const ActualArguments &Actuals,
                                                     State &S) {
  if (!Solved.Sum->Known)
    return nullptr;
  const std::shared_ptr<const Summary> Any = Solved.Sum;
  GivenFunctions Functions;
  if (!Solved.Applied.empty())
    Functions = Instantiation(In, S, Id, Callee, *Any, Actuals)
                    .givenFunctions(std::vector<PathId>(Solved.Applied.begin(), Solved.Applied.end()));
  const llvm::StringRef Class = classOfReceiver(In, Actuals);
  if (const ir::Class *Replacing = In.Prog.Inherited.replacing(Class, *Callee.F))
    Functions.setDerived(Replacing->Name);
  else if (const ir::Class *Saying = In.Prog.Inherited.saying(Class, *Callee.F))
    Functions.setSaying(Saying->Name);
  const SolvedFunction *With = Functions.empty() ? nullptr : In.Prog.solvedWith(Callee, Functions);
  return With && With->Sum->Known ? With->Sum : nullptr;
}

/// True if nobody knows what a parameter is given that has to be given something, nor whether others are given
/// anything.
static bool missesArgument(const ir::Function &Callee, const ActualArguments &Actuals) {
  if (llvm::none_of(Callee.Params, [](const ir::Param &P) { return P.HasDefault; }))
    return false;
  for (unsigned N = 0; N < Callee.Params.size(); ++N) {
    const ir::Param &P = Callee.Params[N];
    if (P.HasDefault || (P.PassMode != ir::Param::Mode::Value && P.PassMode != ir::Param::Mode::Star))
      continue;
    if (N >= Actuals.Values.size() || Actuals.Values[N].is(Value::Kind::Bottom) ||
        (Actuals.Values[N].is(Value::Kind::Unknown) && !Actuals.Values[N].Elements))
      return true;
  }
  return false;
}

/// True if a class that derives from Class has its own Method, or replaces what that calls on its object.
static bool mayRunOther(const Program &Prog, llvm::StringRef Class, const ir::Function &Method, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 3;
  const Overrides &Others = Prog.Links.overrides();
  return Others.contains(Class, methodName(Method)) || llvm::any_of(Method.Insts, [&](const ir::Inst &I) {
           if ((I.Kind != ir::InstKind::Invoke && I.Kind != ir::InstKind::GetField) ||
               !Method.isReceiver(I.Args[0].Value))
             return false;
           const std::optional<Program::Entry> Own = Prog.Types.findMethod(Class, I.Name);
           if (Own && Others.contains(Class, I.Name))
             return true;
           return Own && Own->F != &Method && Depth < MaxDepth && mayRunOther(Prog, Class, *Own->F, Depth + 1);
         });
}

/// Notes that Callee, a method of an object that somebody gives, is another one for some of the classes that derive
/// from that object's: `def run(env: Env): env.noise()`.
static void noteAssumed(FunctionFrame &In, const ir::Inst &I, const ir::Function &Callee,
                        const ActualArguments &Actuals) {
  if (Callee.Kind != ir::FunctionKind::Method || I.Kind == ir::InstKind::Call || Actuals.Values.empty() ||
      !Actuals.Values[0].is(Value::Kind::Object))
    return;
  const Object &Of = In.object(Actuals.Values[0].Obj);
  if (Of.K == Object::Kind::Symbolic && Of.Path && mayRunOther(In.Prog, In.Prog.Types.canonical(Of.Class), Callee))
    In.Used.noteAssumed(Of.Path, Callee);
}

/// True if what Callee has to be given may be in a list of which nobody knows the elements. What a function is given in
/// a list is hardly ever known; of a constructor it is rarely asked.
static bool unpacksUnknown(FunctionFrame &In, const ir::Inst &I, const ir::Function &Callee,
                           const ActualArguments &Actuals, State &S) {
  const auto IsList = [&](const ir::Arg &A) {
    const Value V = A.Keyword == "*" ? In.operand(A, S) : Value();
    return A.Keyword == "*" && !V.is(Value::Kind::Tuple) &&
           !(V.is(Value::Kind::Symbolic) && isRest(In.Prog.Paths[V.Path]));
  };
  return llvm::any_of(I.Args, IsList) && missesArgument(Callee, Actuals);
}

/// True if one operand of D is on the CPU and another one on an accelerator, for all that is said.
static bool isOnBoth(const Demand &D) {
  bool OnHost = false, OnAccelerator = false;
  for (const Side &X : D.Sides)
    for (const GuardedTerm &T : X.P.terms())
      if (!T.T.isSymbol())
        (T.T.device().isAccelerator() ? OnAccelerator : OnHost) = true;
  return OnHost && OnAccelerator;
}

/// Result of a call, in the executions that come through what the callee demanded, Met: what fails there is told there,
/// and not once more of what the call would have given.
static Value comesThrough(Value Result, llvm::ArrayRef<PlacedDemand> Met, const State &S, Program &Prog) {
  for (const PlacedDemand &P : Met) {
    if (P.D.Of != Meeting::Operands || !P.D.Path.impliedBy(S.Path) || !isOnBoth(P.D))
      continue;
    const Placement There = meetingPlace(P.D, Prog.Conditions, Prog.Paths);
    if (There.isUnknown())
      continue;
    Result = Result.mapped([&](const Placement &Was) {
      Placement Through;
      for (const GuardedTerm &T : There.terms())
        Through.joinIn(Was.guardedBy(T.Guard));
      return Was.isUnknown() ? Was : Through;
    });
  }
  return Result;
}

/// Adds what the callee demands to what is demanded of this function, in its terms.
static void demandHere(FunctionFrame &In, Instantiation &Inst, CalleeDemands &Demands, const Summary &Sum,
                       const ir::Inst &I) {
  for (const Demand &D : Sum.Demands) {
    if (isOfMemory(D.Of))
      for (Demand &Mine : Inst.memory().of(D))
        In.Record.now().Demands.push_back({std::move(Mine), {}, &I, true});
    else if (std::optional<Demand> Mine = Demands.demand(D))
      In.Record.now().Demands.push_back({std::move(*Mine), {}, &I, !Inst.hidesCallee()});
  }
}

/// What becomes of it if what I calls fails.
static void noteFailure(FunctionFrame &In, const ir::Inst &I, const ir::Function &Callee, const State &S) {
  In.Record.now().Calls.noteFailure(Callee, In.F, isFailureWanted(S.Mem));
  In.Record.now().Calls.noteCaught(Callee, catchesMismatch(In.F, I), &In.F);
}

/// What Callee makes of each part of what it is given, if Result, which its summary says, is not known.
static std::optional<Value> ofParts(FunctionFrame &In, ir::InstId Id, const Program::Entry &Callee,
                                    const ActualArguments &Actuals, State &S, unsigned Alternative, const Summary &Sum,
                                    const Value &Result) {
  const bool IsOpen = Result.is(Value::Kind::Unknown) && Sum.Result.is(Value::Kind::Unknown);
  return IsOpen ? callThrough(In, Id, Callee, Actuals, S, Alternative) : std::nullopt;
}

/// What the callee has tested is tested here.
static void noteTested(Instantiation &Inst, const Summary &Sum, State &S) {
  for (PathId Symbol : Sum.Tested)
    if (std::optional<PathId> Mine = Inst.symbol(Symbol))
      addTested(S, *Mine);
}

/// What holds on After, whenever a callee returns, holds in S. False if it cannot: nobody gets behind the call.
static bool holdBehind(const Cube &After, State &S, const ConditionTable &Conditions) {
  for (Literal L : After.literals()) {
    addTested(S, L, Conditions);
    if (!S.hold(L))
      S.Reachable = false;
  }
  return S.Reachable;
}

/// True if nobody knows what Wrapped makes of Result.
static bool isLost(const Value &Result, const Wrapping &Wrapped) {
  return Result.is(Value::Kind::Bottom) ||
         (!Wrapped.KeepsResult && !Result.isTensor() && !Result.is(Value::Kind::Tuple)) ||
         (Result.is(Value::Kind::Object) && (Wrapped.SharesResult || !Wrapped.KeepsResult));
}

Value FunctionSolver::instantiate(ir::InstId Id, const Program::Entry &Callee, llvm::ArrayRef<Value> Given, State &S,
                                  Event &E) {
  const ir::Inst &I = inst(Id);
  E.Kind = I.Kind;
  const ActualArguments Actuals = bindArguments(*this, I, *Callee.F, Given, S);
  if (Out.OnlyMembers)
    return unknownOf(*this, Id, staticType(I.Result));
  if (Out.OnlyGlobals && !Prog.mayFindGlobals(*Callee.F, Out.isUsed(Id)))
    return unknownCall(Id, S);
  const SolvedFunction &Solved = Prog.solved(Callee);
  const std::shared_ptr<const Summary> Special = specialSummary(*this, Id, Callee, Solved, Actuals, S);
  noteCall(*Callee.F, Actuals.Values, S);
  noteFailure(*this, I, *Callee.F, S);
  const std::shared_ptr<const Summary> Held = Special ? Special : Solved.Sum; // solving more functions may replace it
  const Summary &Sum = *Held;
  const bool Unpacks = unpacksUnknown(*this, I, *Callee.F, Actuals, S);
  // What its class does with it is not known yet, or never.
  const bool IsOther = !Special && Prog.Inherited.replacing(classOfReceiver(*this, Actuals), *Callee.F);
  if (!Sum.Known || IsOther || (Unpacks && Callee.F->Kind != ir::FunctionKind::Constructor)) {
    Record.now().Calls.noteReached(*Callee.F, nullptr);
    const std::optional<Value> Mapped =
        IsOther || Unpacks ? std::nullopt : callThrough(*this, Id, Callee, Actuals, S, Alternative);
    return Mapped ? *Mapped : unknownCall(Id, S);
  }
  Instantiation Inst(*this, S, Id, Callee, Sum, Actuals, Alternative);
  noteAssumed(*this, I, *Callee.F, Actuals);
  const bool RunsOther = Inst.runsOther(Solved.Assumed);
  if (RunsOther && Callee.F->Kind != ir::FunctionKind::Constructor) {
    noteReached(Inst.demands(), Sum, *Callee.F, Record.now().Calls);
    return unknownCall(Id, S);
  }
  const Wrapping Wrapped = Callee.F->Decorators.empty() ? Wrapping() : wrappingOf(Prog, *Callee.F);
  S.Reachable = Sum.Returns || !Wrapped.KeepsResult || Inst.mayBeReplaced() || goesOnBehind(Prog, F, Id, *Callee.F);
  noteReached(Inst.demands(), Sum, *Callee.F, Record.now().Calls);
  if (!Sum.Returns)
    return S.Reachable ? unknownCall(Id, S) : Value::bottom();
  const bool MayFail = isFailureWanted(S.Mem) || !Wrapped.KeepsArguments;
  CalleeDemands Demands = Inst.demands();
  const bool Misjudges = RunsOther || Demands.misjudges();
  const size_t Before = Record.now().Demands.size();
  if (!MayFail && !Misjudges)
    demandHere(*this, Inst, Demands, Sum, I);
  const size_t Behind = Record.now().Demands.size();
  Value Result = Misjudges ? unknownOf(*this, Id, staticType(I.Result)) : Inst.result();
  const std::optional<Value> Mapped = ofParts(*this, Id, Callee, Actuals, S, Alternative, Sum, Result);
  if (Mapped)
    Result = *Mapped;
  Result =
      comesThrough(std::move(Result), llvm::ArrayRef(Record.now().Demands).slice(Before, Behind - Before), S, Prog);
  noteTested(Inst, Sum, S);
  // What holds whenever the callee returns holds here: a helper that throws unless x is on the CPU.
  std::optional<Cube> After = Inst.returnPath();
  // What it does to each part of a container is known, and more than its summary says.
  if (!Mapped || !Mapped->is(Value::Kind::Object))
    Inst.applyEffects();
  if (After && !holdBehind(*After, S, Prog.Conditions))
    return Value::bottom();
  if (isLost(Result, Wrapped))
    return unknownOf(*this, Id, staticType(I.Result));
  return Wrapped.KeepsResult ? Result : Result.mapped([](const Placement &P) { return P.imprecise(); });
}

} // namespace devtidy::dataflow
