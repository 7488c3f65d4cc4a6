//===- UnregisteredState.cpp - device-unregistered-state ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags state of a module that `to` does not reach (a plain member, a vector or map of tensors or modules) and that
// meets an input or the registered state in one of the module's methods. Silent for members that are moved where they
// are used, that the constructor puts on an explicit device, or that never meet anything.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/UnregisteredState.h"
#include "checks/support/Callees.h"
#include "checks/support/Sink.h"
#include "checks/support/StateRepairs.h"
#include "checks/support/Tests.h"
#include "dataflow/state/Private.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace devtidy::checks {

using dataflow::GuardedTerm;
using dataflow::Holding;

static bool contains(ir::SourceRange Outer, ir::SourceRange Inner) {
  return Outer.isInFileOf(Inner) && Outer.Begin <= Inner.Begin && Inner.End <= Outer.End;
}

/// Where the constructor, or a method that it calls, gives the member its value, last of what is not registered; null
/// if it only fills what the member's declaration made.
static std::pair<const ir::Function *, const ir::Arg *> storeOf(const SolvedClass &C, const dataflow::FieldFacts &Facts,
                                                                llvm::StringRef Member) {
  const ir::Function &Constructor = *Facts.Constructor;
  auto IsRegistered = [&](const ir::Function &F, const ir::Arg &Value) {
    // What is made into a parameter here is one on this way, wherever the tensor in it was made.
    const knowledge::Callable *Known = libraryCalleeOf(*C.Owner, F.definition(Value.Value));
    if (Known && (Known->Canonical == "Parameter" || Known->Canonical == "Buffer"))
      return true;
    return llvm::any_of(Facts.P.terms(), [&](const GuardedTerm &T) {
      // What is moved here is left somewhere else.
      const bool IsOther = T.Registered || (T.Origin && T.Origin->Kind == dataflow::StepKind::Moved);
      return IsOther && T.Origin && T.Origin->F == &F && contains(Value.Range, T.Origin->Range);
    });
  };
  auto IsDeclaration = [&](ir::SourceRange R) {
    return llvm::any_of(C.C->Fields, [&](const ir::Field &F) { return F.Name == Member && F.Range == R; });
  };
  auto IsNone = [](const ir::Function &F, const ir::Arg &Value) {
    const ir::Inst *By = F.definition(Value.Value);
    return By && By->Kind == ir::InstKind::Const && By->Const.K == ir::Constant::Kind::None;
  };
  auto StoreIn = [&](const ir::Function &F) -> const ir::Arg * {
    const ir::Arg *Last = nullptr;
    for (const ir::Inst &I : F.Insts)
      if (I.Kind == ir::InstKind::SetField && I.Name == Member && I.Args[1].Range.isValid() &&
          !IsDeclaration(I.Range) && !IsNone(F, I.Args[1]))
        if (!Last || !IsRegistered(F, I.Args[1]))
          Last = &I.Args[1];
    return Last;
  };
  if (const ir::Arg *A = StoreIn(Constructor))
    return {&Constructor, A};
  for (const ir::Module *M : C.Owner->modules())
    for (const auto &F : M->Functions)
      if (F->Class == C.C->Name && F->Kind == ir::FunctionKind::Method)
        if (const ir::Arg *A = StoreIn(*F))
          return {F.get(), A};
  return {nullptr, nullptr};
}

namespace {
/// An operation of a method where a member meets what `to` moves.
struct Use {
  const SolvedFunction *In;
  const ir::Inst *At;
  const dataflow::PlacedDemand *Demand; ///< null where nobody knows what the member meets
  unsigned Side;                        ///< of the demand: what the member meets
  const ir::Arg *Other;                 ///< the same where there is no demand
  bool IsGuess;                         ///< nobody knows where that is
  bool MayBeNumber;                     ///< the member, or what is taken from it, may fit anywhere

  /// Something is made where the member is.
  bool isOfDevice() const { return !Demand && !Other; }
  bool isSure() const { return !IsGuess && !MayBeNumber; }
};
} // namespace

/// True if V is made of what a call gives that nobody knows, and that was given an input of the method:
/// `self.model.posterior(x)`.
static bool followsInput(const SolvedFunction &S, ir::ValueId V) {
  constexpr unsigned MaxSteps = 8;
  auto IsInput = [&](const dataflow::Operand &O) {
    if (!O.V.isTensor() && !O.V.is(dataflow::Value::Kind::Symbolic))
      return false;
    const GuardedTerm *Only = O.V.isTensor() && !O.V.P.isUnknown() ? O.V.P.single() : nullptr;
    const dataflow::PathId P = O.V.Path ? O.V.Path : Only && Only->T.isSymbol() ? Only->T.path() : dataflow::PathId();
    if (!P)
      return false;
    const dataflow::Path &Root = S.Owner->Paths[S.Owner->Paths.root(P)];
    return Root.Kind == dataflow::Path::Root::Param && Root.Owner == S.F && Root.Index > 0;
  };
  for (unsigned Steps = 0; Steps < MaxSteps; ++Steps) {
    const ir::Inst *D = S.F->definition(V);
    if (!D || D->Args.empty())
      return false;
    const bool IsCall = D->Kind == ir::InstKind::Call || D->Kind == ir::InstKind::Invoke;
    const Event *E = IsCall ? S.eventAt(S.F->value(V).Definition) : nullptr;
    if (E && !E->Known && E->Result.is(dataflow::Value::Kind::Unknown) && llvm::any_of(E->Operands, IsInput))
      return true;
    if (D->Kind != ir::InstKind::GetField && D->Kind != ir::InstKind::GetItem && D->Kind != ir::InstKind::Unpack &&
        D->Kind != ir::InstKind::Invoke)
      return false;
    V = D->Args[0].Value;
  }
  return false;
}

/// True if V is where the member of self is.
static bool isWhereMemberIs(const SolvedFunction &S, const dataflow::Value &V, llvm::StringRef Member) {
  const GuardedTerm *Only = V.isTensor() && !V.P.isUnknown() ? V.P.single() : nullptr;
  if (!Only || !Only->T.isSymbol())
    return false;
  const dataflow::Path &P = S.Owner->Paths[Only->T.path()];
  return P.Kind == dataflow::Path::Root::Child && P.Parent == S.Owner->Paths.param(*S.F, 0) && P.Name == Member;
}

/// The operation of forward in which the member meets what an unknown call made of an input.
static std::optional<Use> guessedUseOf(const SolvedFunction &S, llvm::StringRef Member) {
  if (!dataflow::isForward(*S.F))
    return std::nullopt;
  for (const Event &E : S.Events) {
    const bool Meets = E.Kind == ir::InstKind::Aten ||
                       (E.I->Kind == ir::InstKind::Invoke &&
                        knowledge::isTensorMethod({E.I->Name.data(), E.I->Name.size()}, E.I->Args.size() - 1));
    if (!Meets || llvm::none_of(E.Operands, [&](const auto &O) { return isWhereMemberIs(S, O.V, Member); }))
      continue;
    for (const dataflow::Operand &O : E.Operands)
      if (O.A && O.V.is(dataflow::Value::Kind::Unknown) && followsInput(S, O.A->Value))
        return Use{&S, E.I, nullptr, 0, O.A, true, false};
  }
  return std::nullopt;
}

/// Something that a method makes where the member is: `torch.rand(3, device=self.low.device)`.
static std::optional<Use> askedUseOf(const SolvedFunction &S, llvm::StringRef Member) {
  if (S.F->Kind != ir::FunctionKind::Method)
    return std::nullopt;
  const dataflow::PathTable &Paths = S.Owner->Paths;
  const auto It = llvm::find_if(S.Events, [&](const Event &E) {
    const GuardedTerm *Only = E.Kind == ir::InstKind::Create && E.HasTarget ? E.Target.single() : nullptr;
    if (!Only || !Only->T.isSymbol())
      return false;
    const dataflow::Path &P = Paths[Only->T.path()];
    return P.Kind == dataflow::Path::Root::Child && P.Name == Member && P.Parent == S.Owner->Paths.param(*S.F, 0);
  });
  return It == S.Events.end() ? std::nullopt : std::optional(Use{&S, It->I, nullptr, 0, nullptr, true, false});
}

static Use useAt(const SolvedFunction &S, const dataflow::PlacedDemand &P, const dataflow::MemberMeeting &Met) {
  const bool IsGuess = llvm::any_of(P.D.Sides[Met.Other].P.terms(), dataflow::isFollowing);
  return {&S, P.At, &P, Met.Other, nullptr, IsGuess, Met.MayBeNumber};
}

/// True if all that the member meets there is an index that a caller gives, which may be on the CPU, too:
/// `self.rate[t]`. What is made of it meets the rest.
static bool isIndexedByGiven(const Use &Found) {
  const dataflow::PlacedDemand *P = Found.Demand;
  if (!P || P->D.Rule != knowledge::DeviceRule::Index || dataflow::isForward(*Found.In->F))
    return false;
  const GuardedTerm *Only = P->D.Sides[Found.Side].P.single();
  return Only && Only->T.isSymbol() && Found.In->Owner->Paths[Only->T.path()].Kind == dataflow::Path::Root::Param;
}

static std::optional<Use> useOf(const SolvedClass &C, llvm::StringRef Member,
                                llvm::ArrayRef<llvm::StringRef> Repaired) {
  std::optional<Use> Found;
  for (const SolvedFunction *S : C.Owner->functions()) {
    if (S->F->Class != C.C->Name || S->F->Kind == ir::FunctionKind::Constructor)
      continue;
    for (const dataflow::PlacedDemand &P : S->Demands)
      if (const auto Met = meetingOf(C, Member, *S, P.D, Repaired)) {
        const Use At = useAt(*S, P, *Met);
        const auto Rank = [](const Use &Of) { return std::pair(Of.isSure(), !isIndexedByGiven(Of)); };
        if (!Found || Rank(At) > Rank(*Found))
          Found = At;
      }
    if (Found && Found->isSure())
      return Found;
  }
  if (Found)
    return Found;
  for (const SolvedFunction *S : C.Owner->functions())
    if (S->F->Class == C.C->Name)
      if (std::optional<Use> Asked = askedUseOf(*S, Member))
        return Asked;
  // A number fits anywhere.
  if (!C.Fields.find(Member)->second.Dim.isPositive())
    return std::nullopt;
  for (const SolvedFunction *S : C.Owner->functions())
    if (S->F->Class == C.C->Name)
      if (std::optional<Use> Guess = guessedUseOf(*S, Member))
        return Guess;
  return std::nullopt;
}

/// True if somebody calls the private method F whom others call, or may: what is only handed on as a function,
/// `DataLoader(x, collate_fn=self._sample)`, runs elsewhere, and so does what that calls.
static bool isCalledFromOutside(const dataflow::Program &P, const ir::Function &F, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  if (!dataflow::isPrivate(F) || Depth == MaxDepth)
    return true;
  const llvm::StringRef Name = ir::lastName(F.Name);
  auto Calls = [&](const ir::Inst &I) {
    const llvm::StringRef Callee = ir::lastName(I.Name);
    return (I.Kind == ir::InstKind::Invoke || I.Kind == ir::InstKind::Call) && Callee == Name;
  };
  for (const ir::Module *M : P.modules())
    for (const auto &By : M->Functions)
      if (By.get() != &F && llvm::any_of(By->Insts, Calls) && isCalledFromOutside(P, *By, Depth + 1))
        return true;
  return false;
}

/// `def color(self): return self.background`, whose result the operation is given.
static void noteReturn(const SolvedClass &C, llvm::StringRef Member, const Use &Found, const Sink &Out, Draft &D) {
  const ir::Function &F = *Found.In->F;
  for (const ir::Arg &A : Found.At->Args) {
    const ir::Inst *Called = F.definition(A.Value);
    if (!Called || Called->Kind != ir::InstKind::Invoke || !F.isReceiver(Called->Args[0].Value))
      continue;
    const std::optional<dataflow::Program::Entry> Method = C.Owner->Types.findMethod(C.C->Name, Called->Name);
    if (!Method)
      continue;
    for (const ir::Inst &I : Method->F->Insts) {
      const ir::Inst *Given =
          I.Kind == ir::InstKind::Return && !I.Args.empty() ? Method->F->definition(I.Args[0].Value) : nullptr;
      if (Given && Given->Kind == ir::InstKind::GetField && Given->Name == Member)
        D.note(Out.place(I.Range), report::wording::returned(report::wording::quoted(Called->Name), "cpu"));
    }
  }
}

/// Where the class has a member that makes its parts itself, a structure of them, or has them made: `Linear a =
/// make();`. Invalid if it is none.
static ir::SourceRange declarationOf(const SolvedClass &C, const dataflow::FieldFacts &Facts, llvm::StringRef Member) {
  const auto Field = llvm::find_if(C.C->Fields, [&](const ir::Field &F) { return F.Name == Member; });
  const bool MakesItself = Facts.Origin->F != Facts.Constructor;
  return MakesItself && Field != C.C->Fields.end() ? Field->Range : ir::SourceRange();
}

namespace {
/// The one part of a member that is not registered, where all others are.
struct LeftPart {
  std::string Name;   ///< `ls[1]`, `parts.k`
  ir::SourceRange At; ///< where it is made
};
} // namespace

/// True if I registers something with the module that F is a method of.
static bool registers(const ir::Function &F, const ir::Inst &I) {
  const knowledge::Callable *Known = I.Kind == ir::InstKind::Invoke && F.isReceiver(I.Args[0].Value)
                                         ? knowledge::findMethod(knowledge::Receiver::Module, std::string_view(I.Name))
                                         : nullptr;
  return Known && Known->Kind == knowledge::Action::RegisterModule;
}

/// The place of the element of the member that V is, `ls[1]`; -1 if it is none, or nobody knows which.
static int64_t elementOf(const ir::Function &F, llvm::StringRef Member, ir::ValueId V) {
  const ir::Inst *Item = F.definition(V);
  const ir::Inst *List = Item && Item->Kind == ir::InstKind::GetItem ? F.definition(Item->Args[0].Value) : nullptr;
  const ir::Inst *Index = List && Item->Args.size() == 2 ? F.definition(Item->Args[1].Value) : nullptr;
  const bool IsOf = Index && List->Kind == ir::InstKind::GetField && List->Name == Member &&
                    F.isReceiver(List->Args[0].Value) && Index->Kind == ir::InstKind::Const &&
                    Index->Const.K == ir::Constant::Kind::Int;
  return IsOf ? Index->Const.Int : -1;
}

/// Of what a list that is written out holds, `nn::Linear ls[2]{...}`.
static std::optional<LeftPart> leftOfList(const ir::Function &F, llvm::StringRef Member, const ir::Inst &List) {
  llvm::SmallVector<bool, 4> Registered(List.Args.size());
  for (const ir::Inst &I : F.Insts) {
    if (!registers(F, I))
      continue;
    for (const auto &[N, A] : llvm::enumerate(List.Args))
      Registered[N] |= A.Value == I.Result;
    for (const ir::Arg &A : I.Args)
      if (const int64_t N = elementOf(F, Member, A.Value); N >= 0 && N < static_cast<int64_t>(Registered.size()))
        Registered[N] = true;
  }
  const auto *const Left = llvm::find(Registered, false);
  if (Registered.size() < 2 || llvm::count(Registered, false) != 1)
    return std::nullopt;
  const auto N = Left - Registered.begin();
  return LeftPart{(Member + "[" + llvm::Twine(N) + "]").str(), List.Args[N].Range};
}

/// Of what a structure holds, to whose members the constructor stores: `parts.k = nn::Linear(3, 3)`.
static std::optional<LeftPart> leftOfStructure(const ir::Function &F, llvm::StringRef Member) {
  std::optional<LeftPart> Left;
  bool AnyRegistered = false;
  for (const ir::Inst &I : F.Insts) {
    const ir::Inst *Of = I.Kind == ir::InstKind::SetField ? F.definition(I.Args[0].Value) : nullptr;
    if (!Of || Of->Kind != ir::InstKind::GetField || Of->Name != Member || !F.isReceiver(Of->Args[0].Value))
      continue;
    const ir::Inst *Put = F.definition(I.Args[1].Value);
    if (Put && registers(F, *Put)) {
      AnyRegistered = true;
      continue;
    }
    if (Left)
      return std::nullopt;
    Left = LeftPart{(Member + "." + I.Name).str(), I.Args[1].Range};
  }
  return AnyRegistered ? Left : std::nullopt;
}

/// Of what the constructor leaves in the member. Nothing if that is not known, or there are several.
static std::optional<LeftPart> leftOf(const dataflow::FieldFacts &Facts, llvm::StringRef Member) {
  const ir::Function &F = *Facts.Constructor;
  for (const ir::Inst &I : F.Insts)
    if (I.Kind == ir::InstKind::SetField && I.Name == Member && F.isReceiver(I.Args[0].Value))
      if (const ir::Inst *List = F.definition(I.Args[1].Value); List && List->Kind == ir::InstKind::MakeList)
        return leftOfList(F, Member, *List);
  return leftOfStructure(F, Member);
}

static void report(const SolvedClass &C, llvm::StringRef Member, Holding Held, const Use &Found, Sink &Out) {
  const dataflow::FieldFacts &Facts = C.Fields.find(Member)->second;
  const Step &Made = *Facts.Origin;
  auto [Holder, Store] = storeOf(C, Facts, Member);
  const ir::SourceRange Kept = Store ? Store->Range : declarationOf(C, Facts, Member);
  const bool MadeElsewhere = Kept.isValid() && (Made.F != Holder || !contains(Kept, Made.Range));
  const std::optional<LeftPart> Left = leftOf(Facts, Member);
  Draft D = Left            ? Out.draft(Facts.Constructor, Left->At)
            : MadeElsewhere ? Out.draft(Store ? Holder : Facts.Constructor, Kept)
                            : Out.draft(Made.F, Made.Range);
  // A module's path is not part of a Python class's name.
  llvm::StringRef Class = C.C->Name.contains('.') ? C.C->Name.rsplit('.').second : C.C->Name;
  D.slot("member", report::wording::quoted(Left ? llvm::StringRef(Left->Name) : Member))
      .slot("class", report::wording::quotedName(Class));
  // What is made of an unknown value may be a number, which fits anywhere; what one path of the constructor makes may
  // be what only that path uses.
  D.slot("place", Held == Holding::Given ? "where it is" : "on cpu");
  if (Held != Holding::Made || Facts.Dim == dataflow::Rank::Unknown ||
      llvm::any_of(Facts.P.terms(), [](const GuardedTerm &T) { return T.isConditional(); }))
    D.atLeastLevel(2);
  // Nobody knows what a base that is not there moves.
  if (C.Owner->Types.hasUnknownBase(C.C->Name))
    D.atLeastLevel(2);
  // A test moves its own modules, or does not.
  if (isOfTests(*C.Owner, *C.M))
    D.atLeastLevel(2);
  D.worlds(report::WorldGpu | report::WorldMulti);
  if (!Found.isSure() || !isCalledFromOutside(*C.Owner, *Found.In->F))
    D.atLeastLevel(2);
  const std::string Name = report::wording::quoted(Member);
  if (Found.isOfDevice()) {
    D.note(Out.place(Found.At->Range), report::wording::deviceAsked(Name));
  } else {
    // A callee has its own names for what meets in it.
    const bool IsInCallee = Found.Demand && Found.Demand->Lifted;
    const std::string What = IsInCallee     ? ""
                             : Found.Demand ? sideText(Out, *Found.Demand, Found.Side)
                                            : Out.text(Found.In->F, *Found.Other);
    D.note(Out.place(Found.At->Range),
           IsInCallee ? report::wording::used(Name) : report::wording::usedWith(Name, What));
  }
  if (Held == Holding::Made)
    noteReturn(C, Member, Found, Out, D);
  if (MadeElsewhere && !Left)
    if (const auto *Other = llvm::find_if(Facts.P.terms(), [](const GuardedTerm &T) { return !T.Registered; });
        Other != Facts.P.terms().end())
      Out.explain(D, *Found.In, *Other, report::wording::quoted(Member));
  // What is given may be a parameter.
  if (Store && Held == Holding::Made)
    addStateRepair(D, C, Out, Member, *Holder);
  Out.add(std::move(D));
}

static void run(const SolvedClass &C, Sink &Out) {
  // What meets a member that has to be registered will fail once that is done, and is one more to register.
  llvm::SmallVector<llvm::StringRef, 4> Found;
  for (bool IsNew = true; IsNew;) {
    IsNew = false;
    for (const auto &[Member, Facts] : C.Fields) {
      const std::optional<Holding> Held = llvm::is_contained(Found, Member) ? std::nullopt : holdingOf(C, Member);
      const std::optional<Use> In = Held ? useOf(C, Member, Found) : std::nullopt;
      // What it was given may be where all else is.
      if (!In || (In->isOfDevice() && *Held != Holding::Made))
        continue;
      report(C, Member, *Held, *In, Out);
      Found.push_back(Member);
      IsNew = true;
    }
  }
}

static const Check UnregisteredState = {
    .Name = "device-unregistered-state",
    .Headline = "{member} is not registered with {class}, so 'to' leaves it {place}",
    .Level = 1,
    .Since = "0.1",
    .OnClass = run,
};
REGISTER_CHECK(UnregisteredState)

} // namespace devtidy::checks
