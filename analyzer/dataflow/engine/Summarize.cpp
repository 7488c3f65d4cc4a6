//===- Summarize.cpp - What a solved function tells its callers -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/Returned.h"
#include "dataflow/domain/Tested.h"
#include "dataflow/engine/Caught.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/engine/Protocols.h"
#include "dataflow/engine/Swallowing.h"
#include "dataflow/engine/UnregisteredState.h"
#include "dataflow/state/Evidence.h"
#include "dataflow/state/Joins.h"
#include "dataflow/state/Questions.h"
#include "ir/Dominators.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// `m.cuda(); yield; m.cpu()`: inside of the `with` a module is where the yield has it, behind it where the end has it.
/// One summary cannot say both: where they differ, it may be either.
static void loosenEntered(Memory &Final, llvm::ArrayRef<BlockRecord> Records) {
  for (const BlockRecord &R : Records)
    if (R.Yield)
      R.Yield->Mem.forEach([&](const Memory::Key &Key, const Value &At) {
        const Value *Last = Key.second == DeviceField ? Final.find(Key) : nullptr;
        if (!Last || Last->P == At.P)
          return;
        Value Either = *Last;
        Either.P.joinIn(At.P);
        Either.P = Either.P.imprecise();
        Final.set(Key, Either);
      });
}

/// Which objects stand for what each round of a loop made, when the function returns.
void FunctionSolver::noteRounds(Summary &Sum) {
  for (Object &O : Sum.Objects) {
    const bool IsMade = O.K == Object::Kind::Allocated && O.Site && O.Class != "cell" && !O.OfRounds;
    const ir::Loop *L = IsMade ? Rounding.around(F.inst(O.Site).Parent) : nullptr;
    O.OfRounds |= L && llvm::none_of(Blocks, [&](ir::BlockId B) { return Record[B].Return && L->contains(B); });
  }
}

/// What of D callers know more of: memory that they give.
static std::optional<Demand> openMemory(const Demand &D) {
  const bool AsksOthers = D.Of == Meeting::HostMemory || D.Of == Meeting::BlobMemory;
  const bool IsOpen = D.Sides[0].P.hasSymbol(), AsksWhere = AsksOthers && D.Sides[1].P.hasSymbol();
  if (!IsOpen)
    return AsksWhere ? std::optional(D) : std::nullopt;
  Demand Rest = D;
  Rest.Sides[0].P = Rest.Sides[0].P.filtered([](const GuardedTerm &T) { return T.T.isSymbol(); });
  return Rest;
}

/// True if Sum has no room for D, which is of memory: there is one for each pointer, however often it is used, and they
/// leave room for others. A device that is given is asked for once.
static bool isTold(const Summary &Sum, const Demand &D) {
  constexpr unsigned MaxOfMemory = Summary::MaxDemands / 2;
  auto IsSame = [&](const Demand &Other) { return Other.Of == D.Of && Other.Sides == D.Sides; };
  auto IsSameDevice = [&](const Demand &Other) {
    return Other.Of == D.Of && Other.Path == D.Path && Other.Sides[0].P == D.Sides[0].P;
  };
  constexpr unsigned MaxOfKind = Summary::MaxDemands / 8;
  if (D.Of == Meeting::Accelerator)
    return llvm::any_of(Sum.Demands, IsSameDevice) ||
           llvm::count_if(Sum.Demands, [](const Demand &X) { return X.Of == Meeting::Accelerator; }) >= MaxOfKind;
  const auto IsLooseIndex = [](const Demand &X) {
    return X.Rule == knowledge::DeviceRule::Index && !X.Sides.empty() && X.Sides[0].Untyped;
  };
  if (IsLooseIndex(D))
    return llvm::count_if(Sum.Demands, IsLooseIndex) >= MaxOfKind;
  return isOfMemory(D.Of) &&
         (llvm::count_if(Sum.Demands, [](const Demand &X) { return isOfMemory(X.Of); }) >= MaxOfMemory ||
          llvm::any_of(Sum.Demands, IsSame));
}

/// True if the term holds or not by what the function was given.
static bool isForCaller(const Program &Prog, const GuardedTerm &T) {
  return llvm::any_of(T.Guard.literals(), [&](Literal L) { return isOfGiven(Prog, L); });
}

/// True if F does not return without going through B.
static bool happensAlways(const ir::Function &F, ir::BlockId B) {
  const ir::Dominators Dominators(F);
  for (unsigned N = 0; N < F.Blocks.size(); ++N)
    if (F.terminator(ir::BlockId(N)).Kind == ir::InstKind::Return && !Dominators.dominates(B, ir::BlockId(N)))
      return false;
  return true;
}

/// True if F asks whether there is an accelerator, or for a variable that says so: it knows what to do without one.
static bool asksForAccelerator(const Program &Prog, const ir::Function &F) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Kind == ir::InstKind::GetGlobal)
      return ir::lastName(I.Name).contains_insensitive("avail");
    const knowledge::Callable *C = I.Kind == ir::InstKind::Call
                                       ? knowledge::findFunction(std::string_view(Prog.Types.canonical(I.Name)))
                                       : nullptr;
    return C && (C->Kind == knowledge::Action::Available || C->Kind == knowledge::Action::DeviceCount);
  });
}

/// What of P callers know more of: a device that they give, if P is reached whenever the function returns, or under
/// conditions of what they give; and an accelerator that is needed under such conditions.
static std::optional<Demand> openAccelerator(const SolvedFunction &Of, const Program &Prog, const PlacedDemand &P) {
  const Placement &Where = P.D.Sides[0].P;
  if (Where.isUnknown() || isTried(Prog, *Of.F, *P.At) || asksForAccelerator(Prog, *Of.F))
    return std::nullopt;
  Demand Rest = P.D;
  if (Where.hasSymbol())
    Rest.Sides[0].P = Where.filtered([](const GuardedTerm &T) { return T.T.isSymbol(); });
  Rest.Path = Cube();
  bool AnyLost = false, AnyGiven = Where.hasSymbol();
  for (Literal L : P.D.Path.literals()) {
    const bool IsGiven = isOfGiven(Prog, L);
    AnyGiven |= isChoiceOfGiven(Prog, L);
    if (L.isOfMachine() || IsGiven)
      Rest.Path.add(L);
    else
      AnyLost |= !(L.isPositive() && asksForRound(Prog, *Of.F, L)); // nobody writes a loop over nothing
  }
  if (!AnyGiven || (AnyLost && !happensAlways(*Of.F, P.At->Parent)))
    return std::nullopt;
  return Rest;
}

static bool fails(const PlacedDemand &P) {
  return llvm::any_of(P.In, [](const Verdict &V) { return V.fails(); });
}

/// True if P fails whoever calls, but only for the object or the functions that this once are given: `A().run()`, and
/// run calls what the class A has. Nothing is reported in what is solved once more, so that its caller has to.
static bool isToldByCaller(const SolvedFunction &Of, const PlacedDemand &P) {
  return !Of.Given.empty() && fails(P) && !llvm::is_contained(Of.Owner->solved({Of.M, Of.F}).Sum->FailsHere, P.D.I);
}

/// What of P, which was judged, the callers have to judge; nothing if it is decided, or another one speaks of it.
static std::optional<Demand> openPart(const SolvedFunction &Of, const Program &Prog, const PlacedDemand &P) {
  if (isOfMemory(P.D.Of))
    return openMemory(P.D);
  if (P.D.Of == Meeting::Accelerator)
    return openAccelerator(Of, Prog, P);
  const auto IsOpenIn = [](const Verdict &V) { return V.Result == Outcome::Undecided; };
  const auto HangsOnSymbol = [](const Side &S) { return S.P.hasSymbol() || S.Dim.symbol(); };
  if (llvm::none_of(P.D.Sides, HangsOnSymbol)) {
    if (!isToldByCaller(Of, P))
      return std::nullopt;
    // Its class is known, and what else happens to it before is not.
    Demand Told = P.D;
    Told.OfSeveral = Demand::AnyOfSeveral;
    return Told;
  }
  bool Open = P.D.Sides.size() == 1;
  bool ReportedHere = false;
  for (const Verdict &V : P.In) {
    Open |= IsOpenIn(V);
    // What is weakly supported here, a caller may know.
    const std::optional<SymbolEvidence> Found = V.SymbolAgainstCpu ? reportableEvidence(Of, P.D, V) : std::nullopt;
    const bool IsCallers =
        Found && !P.Lifted && (isForCaller(Prog, V.firstTerm(P.D)) || isForCaller(Prog, V.secondTerm(P.D)));
    // What is solved for one caller is reported there.
    // So is what a test's own module meets, which the test puts where it likes.
    ReportedHere |= Found && Found->Strength > 2 && !IsCallers && Of.Given.empty() &&
                    !knowledge::isTestModule(std::string_view(Of.M->Name));
  }
  // Where some terms fail, which is reported here, symbols may still fail.
  Demand Rest = P.D;
  if (!Open)
    for (Side &X : Rest.Sides)
      if (X.P.hasSymbol())
        X.P = X.P.filtered([](const GuardedTerm &T) { return T.T.isSymbol(); });
  if (!Open && !P.Lifted)
    Open = llvm::any_of(judge(Rest, Prog.Conditions), IsOpenIn);
  // The module's own check speaks of what it holds without registering it.
  ReportedHere |= isSpokenOfByClass(Of, P.D);
  for (Side &X : Rest.Sides)
    if (const GuardedTerm *Only = X.P.single(); Only && Only->T.isSymbol())
      X.IsTrusted |= isBroughtThere(Of, Only->T.path());
  Rest.IsCaught |= P.Lifted && P.D.Of == Meeting::Operands && catchesMismatch(*Of.F, *P.At);
  // Nothing is reported in a model of a library.
  return Open && (!ReportedHere || Of.M->IsModel) ? std::optional(std::move(Rest)) : std::nullopt;
}

/// True if a parameter says that the argument is a tensor: `lengths: Tensor`, `batch: Dict[str, Tensor]`. What the host
/// reads may be a list of numbers else.
static bool isDeclaredTensor(const Demand &D, unsigned Position) {
  constexpr unsigned MaxParts = 4;
  ir::ValueId V = Position < D.I->Args.size() ? D.I->Args[Position].Value : ir::ValueId();
  for (unsigned Parts = 0; V && Parts < MaxParts; ++Parts) {
    if (const ir::Inst *Made = D.F->definition(V)) {
      const bool IsPart = Made->Kind == ir::InstKind::GetItem || Made->Kind == ir::InstKind::Unpack;
      V = IsPart ? Made->Args[0].Value : ir::ValueId();
      continue;
    }
    const ir::Type &Declared = D.F->value(V).StaticType;
    return Declared.isTensor() || Declared.Element == ir::TypeKind::Tensor;
  }
  return false;
}

/// True if A is demanded wherever B is, and of the same operands.
static bool asksNoMore(const Demand &B, const Demand &A) {
  return A.I == B.I && A.F == B.F && A.Of == B.Of && A.Path.impliedBy(B.Path) && A.M == B.M && A.Name == B.Name &&
         A.Rule == B.Rule && A.CurrentIsFirst == B.CurrentIsFirst && A.Sides == B.Sides;
}

/// What is demanded more rarely says nothing new: a function that calls itself would demand it in each of its rounds.
static void addDemand(std::vector<Demand> &Known, Demand D) {
  if (llvm::any_of(Known, [&](const Demand &Other) { return asksNoMore(D, Other); }))
    return;
  llvm::erase_if(Known, [&](const Demand &Other) { return asksNoMore(Other, D); });
  Known.push_back(std::move(D));
}

/// Notes what the function operates on, which is no None: `x * y`, and `x.shape` before it asks for anything.
static void noteHeld(const SolvedFunction &Of, const FunctionFrame &In, Required &Others) {
  const auto Add = [&](const Value &V, const Cube &When) {
    if (V.Path && !V.IsComputed)
      Others.addHeld(V.Path, When);
  };
  for (const Event &E : Of.Events) {
    const bool Computes = E.I->Kind == ir::InstKind::Op && !isComparison(E.I->Name) && E.I->Args.size() == 2;
    for (const Operand &X : Computes ? llvm::ArrayRef<Operand>(E.Operands) : llvm::ArrayRef<Operand>())
      Add(X.V, E.Path);
  }
  for (const ir::InstId Id : In.F.block(ir::BlockId(0)).Insts)
    if (const ir::Inst &I = In.F.inst(Id); I.Kind == ir::InstKind::GetField || I.Kind == ir::InstKind::Invoke)
      Add(In.Values[I.Args[0].Value.index()], Cube());
}

/// Judges what meets in the function. Demands that still hang on symbols are the callers' to judge.
static void judgeDemands(SolvedFunction &Of, const FunctionFrame &In, Summary &Sum) {
  const Program &Prog = In.Prog;
  for (PlacedDemand &P : Of.Demands) {
    // Lengths that come in are believed to be on the CPU; a trainer has moved them.
    if (P.D.Of == Meeting::HostArgument)
      for (Side &X : P.D.Sides)
        if (const GuardedTerm *Only = X.P.single(); Only && Only->T.isSymbol() && isDeclaredTensor(P.D, X.Position))
          X.IsTrusted &= !isOfTrainersBatch(Of, Only->T.path());
  }
  Required Others(Prog.Paths, Prog.Conditions);
  noteHeld(Of, In, Others);
  for (const PlacedDemand &P : Of.Demands)
    Others.add(P.D);
  for (PlacedDemand &P : Of.Demands)
    P.In = judge(P.D, Prog.Conditions, &Others);
  for (const PlacedDemand &P : Of.Demands) {
    std::optional<Demand> Rest = Sum.Demands.size() == Summary::MaxDemands ? std::nullopt : openPart(Of, Prog, P);
    // A function that calls itself demands the same in each round: that is one demand, or there would be no end.
    if (Rest && isTold(Sum, *Rest))
      continue;
    if (!Rest && fails(P) && !llvm::is_contained(Sum.FailsHere, P.D.I))
      Sum.FailsHere.push_back(P.D.I);
    if (Rest)
      addDemand(Sum.Demands, std::move(*Rest));
    else if (!Rest && !P.Lifted && !P.D.Path.literals().empty())
      Sum.DecidedHere.emplace_back(P.D.I, P.D.Path);
  }
}

/// True for a tensor or a device of which is known where it is, whatever way it came, and for a constant.
static bool isInOnePlace(const Value &V) {
  const bool IsPlaced = V.isTensor() || V.is(Value::Kind::Device) || V.is(Value::Kind::Options);
  return V.isNone() || V.is(Value::Kind::Constant) || (IsPlaced && V.P.single());
}

/// Who returns came one of Ways, and what tells its way from the others is a guard of what comes back. Callers cannot
/// judge the rest: that `index < count` held, where the other branch never returns. Of what they can judge, the rest
/// goes where a guard would be too long for a term.
static void shorten(std::vector<Joins::Way> &Ways, const ConditionTable &Conditions) {
  for (Joins::Way &Way : Ways) {
    Cube &Guard = Way.second;
    for (unsigned I = Guard.size(); I-- > 0;) {
      const Literal L = Guard.literals()[I];
      const Condition::Kind K = Conditions[L.condition()].K;
      const bool IsOpaque = K == Condition::Kind::Opaque || K == Condition::Kind::Either;
      if (!IsOpaque && Guard.size() <= Cube::MaxTerm)
        continue;
      Cube Rest = Guard;
      Rest.removeIf([&](Literal X) { return X == L; });
      if (llvm::none_of(Ways, [&](const Joins::Way &O) { return &O != &Way && Rest.meet(O.second); }))
        Guard = std::move(Rest);
    }
  }
}

/// What a function gives that returns these, each on its way; beside the name of a device, a number is one. Parts gets
/// each under the guard of its way.
static Value joinReturned(llvm::ArrayRef<const Value *> Returned, llvm::ArrayRef<Joins::Way> Ways,
                          std::vector<std::pair<Value, Cube>> &Parts) {
  Value Result;
  const bool IsPlace = llvm::any_of(Returned, [](const Value *V) { return namesDevice(*V); });
  for (const auto &[V, Way] : llvm::zip(Returned, Ways)) {
    const Value Given = IsPlace ? besideDevices(*V) : *V;
    Result.joinIn(Given.guardedBy(Way.second));
    Parts.emplace_back(Given, Way.second);
  }
  return Result;
}

void FunctionSolver::finishSummary() {
  Record.collect(Blocks);
  Out.HandlesDevices |= !Out.AskedPaths.empty();
  for (const ir::Param &P : F.Params)
    Out.HandlesDevices |= Prog.Types.meaning(P.DeclaredType).Kind == ir::TypeKind::Device;
  Summary Sum;
  Sum.Known = true;
  std::vector<Joins::Way> Incoming;
  std::vector<const Value *> Returned;
  Value Entered; // what a function gives to `with`
  const bool Yields = Generators(*this).summarize(Sum);
  for (ir::BlockId B : Blocks) {
    const BlockRecord &R = Record[B];
    if (Yields)
      break;
    Entered.joinIn(R.Yielded);
    if (!R.Return)
      continue;
    Incoming.push_back({&*R.Return, R.Return->Path});
    Returned.push_back(&R.Returned);
  }
  Sum.Returns |= !Incoming.empty();
  if (!Incoming.empty()) {
    Sum.ReturnPath = Incoming[0].second;
    for (const auto &[S, Path] : Incoming)
      Sum.ReturnPath = Sum.ReturnPath.common(Path);
    // What holds at every return is no guard of what comes back: callers could not judge it.
    for (auto &[S, Delta] : Incoming)
      Delta = Delta.minus(Sum.ReturnPath);
    if (llvm::all_of(Returned, [](const Value *V) { return isInOnePlace(*V); }))
      shorten(Incoming, Prog.Conditions);
    std::vector<std::pair<Value, Cube>> Parts;
    Sum.Result = joinReturned(Returned, Incoming, Parts);
    if (Sum.Result.is(Value::Kind::Unknown) && !Sum.Result.Path)
      Sum.Result = oneOfSeveral(Parts, /*OfSummary=*/true);
    if (Sum.Result.is(Value::Kind::Unknown) && !Sum.Result.Path && !Sum.Result.Elements)
      Sum.Result = toldByCaller(Prog, Parts);
    Sum.Result = withAlternatives(Sum.Result, Parts);
    if (const std::optional<Literal> There = Flags::whereMade(Sum.Result, Parts))
      Sum.Result.Cond = There;
    bool IsOpen = Sum.Result.is(Value::Kind::Unknown) || Sum.Result.is(Value::Kind::Number);
    bool IsFlag = IsOpen && (Parts.size() > 1 || Parts[0].first.Cond);
    if (std::optional<Cases> C = IsFlag ? flags().casesOf(Parts) : std::nullopt)
      if (std::optional<Value> Flag = flags().answer(*C))
        Flags::set(Sum.Result, *Flag);
    Sum.Final = Joins(*this).memory(Incoming, {});
    Sum.Tested = joinTested(Incoming, Prog.Conditions);
  }
  if (!Entered.is(Value::Kind::Bottom)) {
    Sum.Result = Entered;
    loosenEntered(Sum.Final, Record.all());
  }
  if (Sum.Result.isTensor() && !Sum.Result.Partial && Sum.Result.P.terms().size() > 1)
    Sum.Result.P = Sum.Result.P.exhaustive();
  Sum.Objects = Objects.all().vec(); // joining may have found more of them
  noteRounds(Sum);
  judgeDemands(Out, *this, Sum);
  Sum.dropUnreachable();
  Out.Sum = std::make_shared<Summary>(std::move(Sum));
}

} // namespace devtidy::dataflow
