//===- UnregisteredState.cpp ------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/UnregisteredState.h"
#include "dataflow/state/Placeholders.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

namespace {

/// The member of self that a symbol starts at, or "".
llvm::StringRef memberOf(const SolvedFunction &S, const GuardedTerm &T) {
  if (!T.T.isSymbol())
    return {};
  PathTable &Paths = S.Owner->Paths;
  PathId Self = Paths.param(*S.F, 0);
  for (PathId P = T.T.path(); Paths[P].Kind == Path::Root::Child; P = Paths[P].Parent)
    if (Paths[P].Parent == Self)
      return Paths[P].Name;
  return {};
}

bool isMadeOfMembers(const SolvedFunction &S, PathId P) {
  const PathTable &Paths = S.Owner->Paths;
  if (Paths[P].Kind != Path::Root::Meeting)
    return false;
  auto IsOfSelf = [&](PathId Part) {
    const Path &Root = Paths[Paths.root(Part)];
    return (Root.Kind == Path::Root::Param && Root.Owner == S.F && Root.Index == 0) || isMadeOfMembers(S, Part);
  };
  return IsOfSelf(Paths[P].Parent) && IsOfSelf(Paths[P].Other);
}

/// Where a symbol says where several values meet, these; else the symbol.
void partsOf(const PathTable &Paths, PathId P, llvm::SmallVectorImpl<GuardedTerm> &Out) {
  PathId At = P;
  while (Paths[At].Kind == Path::Root::Child)
    At = Paths[At].Parent;
  const Path &Root = Paths[At];
  if (Root.Kind != Path::Root::Meeting) {
    GuardedTerm T;
    T.T = Term::symbol(P);
    Out.push_back(T);
    return;
  }
  partsOf(Paths, Root.Parent, Out);
  partsOf(Paths, Root.Other, Out);
}

/// The members of self that T is made of, if nothing moves any of them: `self.a + self.b` is where both are left.
llvm::SmallVector<llvm::StringRef, 2> membersLeft(const SolvedClass &C, const SolvedFunction &S, const GuardedTerm &T) {
  llvm::SmallVector<GuardedTerm, 4> Parts;
  llvm::SmallVector<llvm::StringRef, 2> Members;
  if (T.T.isSymbol())
    partsOf(S.Owner->Paths, T.T.path(), Parts);
  for (const GuardedTerm &Part : Parts) {
    const llvm::StringRef Member = memberOf(S, Part);
    const auto *It = C.Fields.find(Member);
    if (Member.empty() ||
        (Parts.size() > 1 && (It == C.Fields.end() || It->second.Registered || It->second.MovedAlong)))
      return {};
    Members.push_back(Member);
  }
  return Members;
}

/// True if some function of the class stores a parameter or a buffer under the name Member.
bool isMadeParameter(const SolvedClass &C, llvm::StringRef Member) {
  auto IsParameter = [&](const ir::Function &F, ir::ValueId V) {
    const ir::Inst *By = F.definition(V);
    const knowledge::Callable *Known =
        By && By->Kind == ir::InstKind::Call
            ? knowledge::findFunction(std::string_view(C.Owner->Types.canonical(By->Name)))
            : nullptr;
    return Known && (Known->Canonical == "Parameter" || Known->Canonical == "Buffer");
  };
  auto IsOwn = [&](llvm::StringRef Class) {
    return Class == C.C->Name || (!Class.empty() && llvm::is_contained(C.C->Bases, Class));
  };
  return llvm::any_of(C.M->Functions, [&](const auto &F) {
    return IsOwn(F->Class) && llvm::any_of(F->Insts, [&](const ir::Inst &I) {
             return I.Kind == ir::InstKind::SetField && I.Name == Member && IsParameter(*F, I.Args[1].Value);
           });
  });
}

/// True for a class of which nobody knows a base, but whose forward goes on to the base's: `super().forward(x)`. What
/// else has a forward is no class that others build upon.
bool isRatherModule(const SolvedClass &C) {
  const std::optional<Program::Entry> Forward =
      C.C && C.Owner->Types.hasUnknownBase(C.C->Name) ? C.Owner->Types.findMethod(C.C->Name, "forward") : std::nullopt;
  if (!Forward || Forward->F->Class != C.C->Name)
    return false;
  return llvm::any_of(Forward->F->Insts, [&](const ir::Inst &I) {
    return I.Kind == ir::InstKind::Call && I.Name.ends_with(".forward") && !I.Args.empty() &&
           Forward->F->isReceiver(I.Args[0].Value) && I.Name != Forward->F->Name;
  });
}

/// True for a tensor that a factory makes: what such a class holds beside, parts and parameters, it registers.
bool isMadeTensor(const SolvedClass &C, const FieldFacts &Facts, llvm::StringRef Member) {
  const StepKind Made = Facts.Origin->Kind;
  return (Made == StepKind::Defaulted || Made == StepKind::CreatedOnHost) && Facts.Dim.isPositive() &&
         !isMadeParameter(C, Member);
}

/// True if a tensor without dimensions may be on the CPU, wherever the others are.
bool exemptsNumbers(const Demand &D) {
  return D.Rule == knowledge::DeviceRule::Iterator || D.Rule == knowledge::DeviceRule::IteratorScalars ||
         D.Rule == knowledge::DeviceRule::CpuScalars;
}

/// True for a tensor that the constructor moved to where a part of what it was given is, `if hasattr(model, "inputs"):
/// self.w = self.w.to(model.inputs[0])`: no device that was asked for, and no flag of the program that says where all
/// is.
bool isMovedIfAsked(const SolvedClass &C, const GuardedTerm &T) {
  const PathTable &Paths = C.Owner->Paths;
  const Path &P = Paths[T.T.path()];
  return T.Origin && T.Origin->Kind == StepKind::Moved && P.Kind == Path::Root::Child && !P.IsDevice &&
         Paths[Paths.root(T.T.path())].Kind == Path::Root::Param && T.isConditional();
}

/// True if a tensor without dimensions that is on the CPU may stand for that operand.
bool takesNumber(const Demand &D, unsigned N) { return exemptsNumbers(D) && !D.Sides[N].Dim.isPositive(); }

} // namespace

std::optional<Holding> holdingOf(const SolvedClass &C, llvm::StringRef Member) {
  const auto *It = C.Fields.find(Member);
  if ((!C.IsModule && !isRatherModule(C)) || C.PlacesSubmodules || It == C.Fields.end())
    return std::nullopt;
  const FieldFacts &Facts = It->second;
  // What an unknown callable gives, `self.make(n)`, may be a module, which is registered.
  if (Facts.Registered || Facts.MovedAlong || Facts.MayBeModule || !Facts.HoldsTensors || !Facts.Origin ||
      Facts.P.isUnknown())
    return std::nullopt;
  if (!C.IsModule && !isMadeTensor(C, Facts, Member))
    return std::nullopt;
  // A module that assigns the member later, in its own `to` for one, takes care of it.
  if (C.Owner->Members.isWrittenOutsideConstructors(C.C->Name, Member, /*IsBack=*/false))
    return std::nullopt;
  bool AnyMade = false, AnyGiven = false, AnyMoved = false, AllTyped = true;
  const bool AnyLeft = llvm::any_of(Facts.P.terms(), [](const GuardedTerm &T) { return !T.Registered; });
  for (const GuardedTerm &T : Facts.P.terms()) {
    if ((T.Registered && AnyLeft) || (isPlaceholder(*C.Owner, T) && isMadeParameter(C, Member)))
      continue;
    if (!T.T.isSymbol()) {
      // A number in a tensor fits anywhere; what may take its place is rather one, too.
      if (T.T.device().Type != knowledge::DeviceType::Cpu || T.Dim == Rank::Zero)
        return std::nullopt;
      AnyMade = true;
      continue;
    }
    const Path &P = C.Owner->Paths[T.T.path()];
    // Moved to something else that was given, on some condition: on others it is left.
    if (isMovedIfAsked(C, T) && Facts.P.terms().size() > 1) {
      AnyMoved = true;
      continue;
    }
    if (P.Kind != Path::Root::Param || P.Owner != Facts.Constructor || P.Index == 0 || P.IsDevice)
      return std::nullopt;
    AnyGiven = true;
    AllTyped &= P.Owner->Params[P.Index].DeclaredType.Kind == ir::TypeKind::Tensor;
  }
  if (!AnyMade && !AnyGiven)
    return std::nullopt;
  if (AnyMoved && (AnyGiven || !Facts.Dim.isPositive()))
    return std::nullopt;
  if (!AnyGiven)
    return Holding::Made;
  if (AllTyped)
    return Holding::Given;
  return AnyMade ? std::optional(Holding::Mixed) : std::nullopt;
}

/// Dim, of what the member is, holds, or has taken from it, `self.weights[i]`, with what is known of the member.
static Rank rankOfMember(const SolvedClass &C, llvm::StringRef Member, Rank Dim) {
  const PathTable &Paths = C.Owner->Paths;
  for (PathId P = Dim.symbol(); P && Paths[P].Kind == Path::Root::Child; P = Paths[P].Parent)
    if (Paths[P].Name == Member)
      return Dim.substituted(C.Fields.find(Member)->second.Dim);
  return Dim;
}

/// True for a parameter that stands for a number where nobody gives one: `def forward(self, x, scale=1.0)`.
static bool isNumberByDefault(const SolvedFunction &S, PathId P) {
  const Path &Given = S.Owner->Paths[P];
  if (Given.Kind != Path::Root::Param || Given.Owner != S.F || Given.Index >= S.F->Params.size())
    return false;
  const ir::Param &Param = S.F->Params[Given.Index];
  const bool IsNumber = Param.Default.K == ir::Constant::Kind::Int || Param.Default.K == ir::Constant::Kind::Float;
  return Param.HasDefault && !Param.DefaultUnknown && IsNumber;
}

/// True if the guard says that the symbol is None: what is made where that says is on the default device.
static bool isLeftOut(const Program &Of, const Cube &Guard, PathId Symbol) {
  return llvm::any_of(Guard.literals(), [&](Literal L) {
    const Condition &C = Of.Conditions[L.condition()];
    return L.isPositive() && C.K == Condition::Kind::IsNone && C.P == Symbol;
  });
}

/// How the member meets another at a pair of sides of D; nothing if it meets none there, or only what is beside it.
static std::optional<MemberMeeting> meetingAt(const SolvedClass &C, llvm::StringRef Member, Holding Held,
                                              const SolvedFunction &S, const Demand &D, unsigned I, unsigned J,
                                              llvm::ArrayRef<llvm::StringRef> Repaired) {
  // Another unregistered member is on the CPU as well.
  auto IsLeft = [&](llvm::StringRef Beside) {
    const auto *It = C.Fields.find(Beside);
    return !llvm::is_contained(Repaired, Beside) &&
           (It == C.Fields.end() || (!It->second.Registered && !It->second.MovedAlong));
  };
  Demand Pair = D;
  Pair.Sides = {D.Sides[I], D.Sides[J]};
  // `for _ in range(2): x = self.b(self.a(x))`: what comes around is where `self.b` is left, and the first is not.
  for (Side &X : Pair.Sides) {
    X.P = X.P.filtered([&](const GuardedTerm &T) {
      return llvm::none_of(membersLeft(C, S, T), [&](llvm::StringRef Of) { return Of != Member && IsLeft(Of); });
    });
    if (X.P.isBottom())
      return std::nullopt;
  }
  const Verdicts All = judge(Pair, S.Owner->Conditions);
  for (World W : {World::Gpu, World::Multi}) {
    const Verdict &V = All[W];
    if (V.Result == Outcome::Proved || V.Result == Outcome::Unreachable)
      continue;
    const bool First = llvm::is_contained(membersLeft(C, S, V.firstTerm(Pair)), Member);
    const bool Second = llvm::is_contained(membersLeft(C, S, V.secondTerm(Pair)), Member);
    if (First == Second)
      continue;
    // Indices that are on the CPU fit everything.
    if (D.Rule == knowledge::DeviceRule::Index && (First ? V.First : V.Second) != 0)
      continue;
    const GuardedTerm &Meets = First ? V.secondTerm(Pair) : V.firstTerm(Pair);
    if (Meets.T.isHost())
      continue;
    const bool OtherIsJ = (First ? V.Second : V.First) == 1;
    const unsigned Other = OtherIsJ ? J : I;
    // A number, for all that is known, that is made of members.
    if (D.Sides[Other].Untyped && Meets.T.isSymbol() && isMadeOfMembers(S, Meets.T.path()))
      continue;
    if (Meets.T.isSymbol() && isNumberByDefault(S, Meets.T.path()))
      continue;
    const GuardedTerm &Left = First ? V.firstTerm(Pair) : V.secondTerm(Pair);
    // `self.table.to(device)[torch.arange(3, device=device)]`, where the device may be left out.
    if (Meets.T.isSymbol() && isLeftOut(*S.Owner, Left.Guard, Meets.T.path()))
      continue;
    if (llvm::any_of(membersLeft(C, S, Meets), IsLeft))
      continue;
    const unsigned Mine = OtherIsJ ? I : J;
    if (Held == Holding::Mixed && takesNumber(D, Mine))
      continue;
    // One of the numbers of a row: `for f in self.bands`.
    const Rank Dim = rankOfMember(C, Member, Left.Dim.value_or(D.Sides[Mine].Dim));
    if (exemptsNumbers(D) && Dim.isZero())
      continue;
    return MemberMeeting{Other, exemptsNumbers(D) && !Dim.isPositive()};
  }
  return std::nullopt;
}

std::optional<MemberMeeting> meetingOf(const SolvedClass &C, llvm::StringRef Member, const SolvedFunction &S,
                                       const Demand &D, llvm::ArrayRef<llvm::StringRef> Repaired) {
  const std::optional<Holding> Held = holdingOf(C, Member);
  // What nobody knows may well take the member to the other inputs.
  if (!Held || (D.isOfOpenCallee() && D.Sides.size() > 2))
    return std::nullopt;
  auto IsOfMember = [&](const Side &X) {
    return llvm::any_of(X.P.terms(),
                        [&](const GuardedTerm &T) { return llvm::is_contained(membersLeft(C, S, T), Member); });
  };
  // Indices meet what they index, not each other.
  const unsigned Firsts = D.Rule == knowledge::DeviceRule::Index ? 1 : D.Sides.size();
  for (unsigned I = 0; I < Firsts; ++I)
    for (unsigned J = I + 1; J < D.Sides.size(); ++J)
      if (IsOfMember(D.Sides[I]) || IsOfMember(D.Sides[J]))
        if (std::optional<MemberMeeting> Met = meetingAt(C, Member, *Held, S, D, I, J, Repaired))
          return Met;
  return std::nullopt;
}

bool isSpokenOfByClass(const SolvedFunction &S, const Demand &D) {
  if (S.F->Class.empty() || S.F->Kind == ir::FunctionKind::Constructor)
    return false;
  const SolvedClass &C = S.Owner->solvedClass(S.F->Class);
  // What meets a member that has to be registered is spoken of beside that one.
  const auto MeetsAny = [&](llvm::StringRef Member) {
    if (meetingOf(C, Member, S, D))
      return true;
    llvm::SmallVector<llvm::StringRef, 4> Beside;
    for (const auto &[Other, Facts] : C.Fields)
      if (Other != Member && holdingOf(C, Other))
        Beside.push_back(Other);
    return !Beside.empty() && meetingOf(C, Member, S, D, Beside);
  };
  return llvm::any_of(D.Sides, [&](const Side &X) {
    return llvm::any_of(X.P.terms(),
                        [&](const GuardedTerm &T) { return llvm::any_of(membersLeft(C, S, T), MeetsAny); });
  });
}

} // namespace devtidy::dataflow
