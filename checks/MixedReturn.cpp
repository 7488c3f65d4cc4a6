//===- MixedReturn.cpp - device-mixed-return ----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a function one of whose results was created on the default device while another is on an accelerator or where
// the inputs are: the early return of an empty or zero tensor is the usual shape. Also a forward that stores results in
// a tensor on the CPU and returns that: stores cross devices silently (aten/src/ATen/native/Copy.cpp). 0-dim tensors,
// which may meet accelerators, are of level 2. Silent for explicit devices, and where the path says that there is no
// such input.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "checks/support/Callees.h"
#include "checks/support/DemandRepairs.h"
#include "checks/support/FactoryFix.h"
#include "checks/support/Spelling.h"
#include "checks/support/Switches.h"
#include "dataflow/program/MovedParts.h"
#include "dataflow/state/Private.h"
#include "ir/Edges.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Condition;
using dataflow::Cube;
using dataflow::GuardedTerm;
using dataflow::Rank;
using dataflow::StepKind;
using dataflow::Value;
using dataflow::World;

namespace {
/// One place where a result may be, and when.
struct Result {
  const Event *Return;
  GuardedTerm T;
  Cube When;
  Rank Dim;
  ir::Arg A; ///< what is returned; of a tuple that is written there, this part
};
} // namespace

static bool isScalar(const Result &R) { return R.T.Dim.value_or(R.Dim).isZero(); }

/// True if the default device decided, on a machine with an accelerator as well. A number in a tensor meets every other
/// one, but is none of those that are stacked, sent or compared by their devices.
static bool isForgotten(const SolvedFunction &S, const Result &R) {
  const dataflow::Step *Last = R.T.Origin;
  const bool Counts = R.T.Dim.value_or(R.Dim).isPositive() || (isScalar(R) && !S.M->declaresTypes());
  return R.T.T.kind() == dataflow::Term::Kind::Default && !R.T.Imprecise && Last && Last->Kind == StepKind::Defaulted &&
         Counts && R.When.holdsIn(World::Multi);
}

/// True if L says that the symbol is no tensor: isinstance(x, int) holds, or isinstance(x, torch.Tensor) does not.
static bool saysOtherType(const SolvedFunction &S, dataflow::Literal L, dataflow::PathId Symbol) {
  const Condition &C = S.Owner->Conditions[L.condition()];
  const ir::Inst *Test = C.K == Condition::Kind::Opaque && C.F == S.F ? S.F->definition(C.V) : nullptr;
  if (!Test || Test->Name != "isinstance" || Test->Args.size() != 2)
    return false;
  const Event *Asked = S.eventAt(S.F->value(C.V).Definition);
  const ir::Inst *Type = S.F->definition(Test->Args[1].Value);
  if (!Asked || Asked->Operands[0].V.Path != Symbol || !Type || Type->Kind != ir::InstKind::GetGlobal)
    return false;
  return L.isPositive() != knowledge::isTensorClass({Type->Name.data(), Type->Name.size()});
}

/// True if When says that the symbol is on the CPU, or that there is no tensor at all.
static bool excludes(const SolvedFunction &S, const Cube &When, dataflow::PathId Symbol) {
  return llvm::any_of(When.literals(), [&](dataflow::Literal L) {
    const Condition &C = S.Owner->Conditions[L.condition()];
    if (C.K == Condition::Kind::TypeIs && C.P == Symbol)
      return L.isPositive() == (C.Type == knowledge::DeviceType::Cpu);
    if (C.K == Condition::Kind::Equals && C.P == Symbol && C.Text == "cpu")
      return L.isPositive();
    if (C.K == Condition::Kind::IsNone && C.P == Symbol)
      return L.isPositive();
    if (saysOtherType(S, L, Symbol))
      return true;
    if (C.K != Condition::Kind::Opaque || C.F != S.F || !S.F->value(C.V).Definition)
      return false;
    const Event *Test = S.eventAt(S.F->value(C.V).Definition);
    if (!Test || Test->Name != "defined" || Test->Operands.empty())
      return false;
    const GuardedTerm *Only = Test->Operands[0].V.P.single();
    return !L.isPositive() && Only && Only->T.isSymbol() && Only->T.path() == Symbol;
  });
}

/// True if When says that some tensor is on the CPU, asks whether a type says a place, or compares a device with a
/// number: the result follows that.
static bool followsTest(const SolvedFunction &S, const Cube &When) {
  return S.Owner->Conditions.saysOnCpu(When) || asksForPlace(S, When) ||
         llvm::any_of(When.literals(), [&](dataflow::Literal L) {
           const Condition &C = S.Owner->Conditions[L.condition()];
           const dataflow::PathTable &Paths = S.Owner->Paths;
           return C.K == Condition::Kind::Truth && Paths.isQuestion(C.P) &&
                  llvm::StringRef(Paths.describe(Paths[C.P].Parent)).ends_with("device");
         });
}

/// True if one of the program's switches chose between Cpu and Other, which is on an accelerator that is named, or is
/// the same value, moved: whoever turns it off wants the CPU. `if to_device: x = x.to(self.device)`
static bool isChosen(const SolvedFunction &S, const Result &Cpu, const Result &Other) {
  // Of one value that a variable or a function of the program has chosen nobody says that a case was forgotten.
  auto IsFlag = [&](dataflow::Literal L) {
    const Condition &C = S.Owner->Conditions[L.condition()];
    const ir::Inst *Made = C.K == Condition::Kind::Opaque && C.F == S.F ? S.F->definition(C.V) : nullptr;
    const bool IsQuestion = C.K == Condition::Kind::Truth && S.Owner->Paths.isQuestion(C.P);
    return IsQuestion || (C.K == Condition::Kind::Opaque && (!Made || Made->Kind == ir::InstKind::Call));
  };
  Cube Asked = Cpu.When;
  Asked.removeIf([&](dataflow::Literal L) { return !isSwitch(S, L) && (Cpu.Return != Other.Return || !IsFlag(L)); });
  std::optional<Cube> Both = Asked.meet(Other.When);
  const dataflow::Step *Put = Cpu.Return == Other.Return && Cpu.A.Value == Other.A.Value ? Other.T.Origin : nullptr;
  const Event *Move = Put && Put->Kind == StepKind::Moved && Put->F == S.F && Put->I && Put->I->Result
                          ? S.eventAt(S.F->value(Put->I->Result).Definition)
                          : nullptr;
  const bool IsMoved =
      Move && !Move->Before.isUnknown() &&
      llvm::any_of(Move->Before.terms(), [&](const GuardedTerm &T) { return T.Origin == Cpu.T.Origin; });
  return (!Other.T.T.isSymbol() || IsMoved) && (!Both || !S.Owner->Conditions.allows(*Both));
}

/// The parameter that the symbol is, which is a tensor that somebody gives to a function that anybody may call; of two
/// that meet, one of them. What is taken from a list, or by who makes batches, is on the CPU as a rule.
static std::optional<unsigned> givenTensor(const SolvedFunction &S, dataflow::PathId Symbol) {
  const dataflow::Path &P = S.Owner->Paths[Symbol];
  if (P.Kind == dataflow::Path::Root::Meeting) {
    const std::optional<unsigned> First = givenTensor(S, P.Parent);
    return First ? First : givenTensor(S, P.Other);
  }
  const bool IsReceiver = P.Index == 0 && S.F->Kind == ir::FunctionKind::Method;
  if (P.Kind != dataflow::Path::Root::Param || P.Owner != S.F || IsReceiver)
    return std::nullopt;
  return P.Index;
}

/// True for a function that anybody may call with a tensor that is anywhere; who makes batches is given what is on the
/// CPU.
static bool isForAnybody(const SolvedFunction &S) {
  const llvm::StringRef Name = ir::lastName(S.F->Name);
  return !S.M->declaresTypes() && !dataflow::isPrivate(*S.F) && !Name.starts_with("__") &&
         !knowledge::isCollator({Name.data(), Name.size()});
}

/// True for a parameter of which is written that it is a tensor, `def f(x: Tensor)`, or for two that meet.
static bool isDeclaredTensor(const SolvedFunction &S, dataflow::PathId Symbol) {
  const std::optional<unsigned> Given = givenTensor(S, Symbol);
  return Given && S.F->Params[*Given].DeclaredType.isTensor();
}

/// How strong the reasons are that T is on an accelerator while When holds: 0 to 3.
static int strengthOf(const SolvedFunction &S, const GuardedTerm &T, const Cube &When) {
  if (T.Imprecise)
    return 0;
  if (!T.T.isSymbol())
    return T.T.device().isAccelerator() ? 3 : 0;
  if (excludes(S, When, T.T.path()))
    return 0;
  const dataflow::SymbolEvidence Why = dataflow::evidenceFor(S, T.T.path());
  const int Strength = Why.Kind == "file-handles-devices" ? 0 : Why.Strength;
  const bool IsGiven = isForAnybody(S) && isDeclaredTensor(S, T.T.path()) && !dataflow::isBroughtThere(S, T.T.path());
  return IsGiven ? std::max(Strength, 2) : Strength;
}

/// True if the factory of T is given what the symbol names: `first = torch.as_tensor([first])` makes a tensor of what
/// is none, and a tensor stays what it is.
static bool convertsSymbol(const SolvedFunction &S, const GuardedTerm &T, const GuardedTerm &Other) {
  const dataflow::PathTable &Paths = S.Owner->Paths;
  const dataflow::Path &Root = Paths[Paths.root(Other.T.path())];
  if (!T.Origin || T.Origin->F != S.F || !T.Origin->I || Root.Kind != dataflow::Path::Root::Param || Root.Owner != S.F)
    return false;
  const ir::ValueId Given = S.F->block(ir::BlockId(0)).Params[Root.Index];
  const auto IsMadeOf = [&](auto &&Recurse, const ir::Inst &I) -> bool {
    return llvm::any_of(I.Args, [&](const ir::Arg &A) {
      const ir::Inst *D = S.F->definition(A.Value);
      const bool IsDisplay = D && (D->Kind == ir::InstKind::MakeList || D->Kind == ir::InstKind::MakeTuple);
      return A.Value == Given || (IsDisplay && Recurse(Recurse, *D));
    });
  };
  return IsMadeOf(IsMadeOf, *T.Origin->I);
}

/// True if all that F does with what Call gives is to move it, or to take its number: `f(x).to(device)`, `f(x).item()`.
static bool isOnlyMoved(const ir::Function &F, const ir::Inst &Call) {
  const auto Uses = [&](const ir::Inst &I) {
    return llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == Call.Result; }) ||
           llvm::any_of(I.Targets, [&](const ir::Successor &To) { return llvm::is_contained(To.Args, Call.Result); });
  };
  const auto Moves = [&](const ir::Inst &I) {
    const knowledge::Callable *C = I.Kind == ir::InstKind::Invoke && I.Args[0].Value == Call.Result
                                       ? knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(I.Name))
                                       : nullptr;
    return C && (C->Kind == knowledge::Action::HostValue || (dataflow::isMove(I) && !dataflow::onlyChangesType(F, I)));
  };
  return llvm::any_of(F.Insts, Uses) && llvm::all_of(F.Insts, [&](const ir::Inst &I) { return !Uses(I) || Moves(I); });
}

static std::string shortName(const ir::Function &F) {
  llvm::StringRef Name = F.Name;
  if (size_t At = Name.find_last_of(":."); At != llvm::StringRef::npos)
    Name = Name.substr(At + 1);
  return report::wording::quoted(Name, "the function");
}

static void report(const SolvedFunction &S, Sink &Out, const Result &Cpu, const GuardedTerm &Other, int Strength,
                   const Event &Elsewhere, bool Stored) {
  namespace wording = report::wording;
  // A choice of two, `x if some else y`, is named by what made the one.
  ir::Arg A = Cpu.A;
  if (!S.F->definition(A.Value) && S.F->value(A.Value).Variable.empty() && Cpu.T.Origin->F == S.F && Cpu.T.Origin->I)
    A = {.Value = Cpu.T.Origin->I->Result, .Range = Cpu.T.Origin->I->Range};
  std::string What = Out.text(S.F, A), Function = shortName(*S.F), Device = Out.device(S, Other);
  Draft D = Out.draft(S, *Cpu.Return->I);
  D.slot("function", Function).slot("value", What).certain(!Other.T.isSymbol() && !Stored);
  D.slot("other", Stored ? "but stores results on " + Device + " in it" : "but elsewhere a tensor on " + Device);
  // Who is given both fails only if it puts them together, which is told there.
  const bool MayCopy = isScalar(Cpu) || Other.T.isSymbol();
  D.worlds(report::WorldGpu | report::WorldMulti).atLevelOf(Strength).atLeastLevel(MayCopy ? 2 : 1);
  // To store it there is no mistake where all is on the CPU. A file that no other one uses is a program of its own.
  if (Stored && !handlesDevices(*S.M) && (S.Owner->Links.users(*S.M) == 0 || nobodyHandlesDevices(*S.Owner)))
    D.atLeastLevel(2);
  if (const std::optional<unsigned> Given =
          Other.T.isSymbol() && Strength < 3 ? givenTensor(S, Other.T.path()) : std::nullopt)
    D.unless({dataflow::Excuse::Kind::OnHost, S.F, *Given});
  // Nobody has moved a module that is still being made.
  if (Other.T.isSymbol() && dataflow::evidenceFor(S, Other.T.path()).Kind == "module-state")
    D.unless({dataflow::Excuse::Kind::WhileBuilding, S.F});
  Out.explain(D, S, Cpu.T, What);
  if (Stored)
    D.note(Out.place(Elsewhere.I->Range), wording::stored("a tensor on " + Device, What));
  else if (&Elsewhere != Cpu.Return)
    D.note(Out.place(Elsewhere.I->Range), wording::returned(Function, Device));
  else
    Out.explain(D, S, Other, "the other value");
  if (Spelling(S).hasKeywords())
    addCreationRepairs(D, S, Out, *Cpu.T.Origin, {.Term = &Other}, What);
  else
    addFactoryFix(D, S, Out, Cpu.T, Other, What);
  // A number in a tensor meets tensors anywhere; what is declared as a tensor was meant to be one of many that are
  // stacked. What nobody can create elsewhere was not forgotten.
  const bool IsOfTensors = Other.T.isSymbol() && isDeclaredTensor(S, Other.T.path());
  D.doubt((isScalar(Cpu) && !IsOfTensors) || D.F.Fixes.empty() ||
          holdsOfAllCalls(*S.Owner, Out.names(), *S.F, isOnlyMoved));
  Out.add(std::move(D));
}

/// How strong the reasons are that what is stored may be on an accelerator: 3 in forward, 2 in a function that anybody
/// may give one.
static int strengthOfStored(const SolvedFunction &S, const GuardedTerm &From) {
  const dataflow::SymbolEvidence Why = dataflow::evidenceFor(S, From.T.path());
  if (Why.Kind == "forward-of-module" || Why.Kind == "module-state")
    return 3;
  return isForAnybody(S) && givenTensor(S, From.T.path()) && !dataflow::isBroughtThere(S, From.T.path()) ? 2 : 0;
}

/// A tensor made on the CPU that a function fills with what it computed of its arguments, then returns.
static bool reportFilled(const SolvedFunction &S, Sink &Out, const Result &Cpu) {
  for (const Event &E : S.Events) {
    bool Stores = E.I->Kind == ir::InstKind::SetItem || E.Kind == ir::InstKind::Copy;
    if (!Stores || E.Operands.size() < 2 || !E.Operands[0].V.isTensor() || !E.Operands.back().V.isTensor())
      continue;
    const GuardedTerm *Into = E.Operands[0].V.P.single(), *From = E.Operands.back().V.P.single();
    if (!Into || !From || Into->Origin != Cpu.T.Origin || !From->T.isSymbol())
      continue;
    const int Strength = strengthOfStored(S, *From);
    if (Strength == 0 || excludes(S, E.Path, From->T.path()))
      continue;
    report(S, Out, Cpu, *From, Strength, E, true);
    return true;
  }
  return false;
}

/// What a function returns, position by position of tuples.
static std::vector<std::vector<Result>> resultsOf(const SolvedFunction &S) {
  std::vector<std::vector<Result>> Slots;
  for (const Event &E : S.Events) {
    if (E.Kind != ir::InstKind::Return || E.Operands.empty())
      continue;
    const Value &V = E.Operands[0].V;
    llvm::ArrayRef<Value> Parts = V.is(Value::Kind::Tuple) ? llvm::ArrayRef<Value>(*V.Elements) : llvm::ArrayRef(V);
    const ir::Inst *D = S.F->definition(E.Operands[0].A->Value);
    const bool IsDisplay = D && D->Kind == ir::InstKind::MakeTuple && D->Args.size() == Parts.size();
    for (unsigned N = 0; N < Parts.size(); ++N) {
      const ir::Arg &Part = IsDisplay ? D->Args[N] : *E.Operands[0].A;
      if (Slots.size() <= N)
        Slots.resize(N + 1);
      if (Parts[N].isTensor())
        for (const GuardedTerm &T : Parts[N].P.terms())
          if (std::optional<Cube> When = T.Guard.meet(E.Path))
            Slots[N].push_back({&E, T, *When, Parts[N].Dim, Part});
    }
  }
  return Slots;
}

/// The one of All that is elsewhere than Cpu for the best reasons, and how good they are; null if there are none.
static std::pair<const Result *, int> strongestBeside(const SolvedFunction &S, const Result &Cpu,
                                                      llvm::ArrayRef<Result> All) {
  std::pair<const Result *, int> Best = {nullptr, 1};
  for (const Result &R : All) {
    const bool IsConverted = R.T.T.isSymbol() && convertsSymbol(S, Cpu.T, R.T);
    const bool IsOfOtherRound =
        R.T.T.isSymbol() && R.A.Value == Cpu.A.Value && ir::isAssignedInEachRound(*S.F, R.A.Value);
    if (isChosen(S, Cpu, R) || IsConverted || IsOfOtherRound)
      continue;
    int Mine = std::min(strengthOf(S, R.T, Cpu.When), strengthOf(S, R.T, R.When));
    if (dataflow::isFollowing(R.T))
      Mine = std::min(Mine, 2);
    if (Mine > Best.second)
      Best = {&R, Mine};
  }
  return Best;
}

/// True if the function of the program that makes it returns it beside the others: that is told there.
static bool isToldByMaker(const SolvedFunction &S, const Result &Cpu, llvm::ArrayRef<Result> All) {
  const bool IsMixed = Cpu.T.Origin->F != S.F && llvm::any_of(All, [&](const Result &R) {
                         return R.A.Value == Cpu.A.Value && R.Return == Cpu.Return && !(R.T.T == Cpu.T.T);
                       });
  const SolvedFunction *Maker = IsMixed ? S.Owner->solvedHere(*Cpu.T.Origin->F) : nullptr;
  return Maker && llvm::any_of(resultsOf(*Maker), [&](const std::vector<Result> &Slot) {
           return llvm::any_of(Slot, [&](const Result &R) {
             return isForgotten(*Maker, R) && !followsTest(*Maker, R.When) && strongestBeside(*Maker, R, Slot).first;
           });
         });
}

static void run(const SolvedFunction &S, Sink &Out) {
  if (!(Out.worlds() & ~report::WorldCpu))
    return;
  for (const std::vector<Result> &Slot : resultsOf(S))
    for (const Result &Cpu : Slot) {
      if (!isForgotten(S, Cpu) || followsTest(S, Cpu.When) || isToldByMaker(S, Cpu, Slot))
        continue;
      if (const auto [Best, Strength] = strongestBeside(S, Cpu, Slot); Best)
        report(S, Out, Cpu, Best->T, Strength, *Best->Return, false);
      else if (!reportFilled(S, Out, Cpu))
        continue;
      return;
    }
}

static const Check MixedReturn = {
    .Name = "device-mixed-return",
    .Headline = "{function} {returns|may return} {value} on cpu, {other}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(MixedReturn)

} // namespace devtidy::checks
