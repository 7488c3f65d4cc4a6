//===- Demand.cpp - Judging demands -------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/judge/Demand.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::Device;
using knowledge::DeviceRule;
using knowledge::DeviceType;

namespace {

enum class Compare : uint8_t { Equal, Different, Open };

bool isCpu(Term T) { return !T.isSymbol() && T.device().Type == DeviceType::Cpu; }

/// What the literals of G say of the device type of symbol P: a type it has, or cuda if it is said not to be on one.
struct SymbolFacts {
  std::optional<DeviceType> Is, IsNot;
};

SymbolFacts factsOf(PathId P, const Cube &G, const ConditionTable &Conditions) {
  SymbolFacts F;
  for (Literal L : G.literals()) {
    const Condition &C = Conditions[L.condition()];
    if (C.P != P)
      continue;
    if (C.K == Condition::Kind::TypeIs)
      (L.isPositive() ? F.Is : F.IsNot) = C.Type;
    // A device that is a string: dev != "cpu". What is not cuda:1 may be cuda:0.
    if (C.K == Condition::Kind::Equals)
      if (std::optional<Device> D = knowledge::parseDevice({C.Text.data(), C.Text.size()}))
        if (L.isPositive() || D->Index < 0 || D->Type == DeviceType::Cpu)
          (L.isPositive() ? F.Is : F.IsNot) = D->Type;
  }
  return F;
}

Compare compareConcrete(Device A, Device B, World W, bool CurrentIsFirst) {
  for (Device *D : {&A, &B})
    if (CurrentIsFirst && D->Type == DeviceType::Cuda && D->Index == -1)
      D->Index = 0;
  if (A.Type != B.Type)
    return Compare::Different;
  if (A.Index == B.Index)
    return A.Index == UnknownIndex ? Compare::Open : Compare::Equal;
  if (A.Type == DeviceType::Cpu)
    return Compare::Equal;
  if (A.Type != DeviceType::Cuda)
    return A.isAccelerator() && A.Index >= 0 && B.Index >= 0 ? Compare::Different : Compare::Open;
  if (A.Index < 0 || B.Index < 0)
    return W == World::Gpu && A.Index != UnknownIndex && B.Index != UnknownIndex ? Compare::Equal : Compare::Open;
  // With one accelerator one of the two does not exist, which is another bug.
  return W == World::Multi ? Compare::Different : Compare::Open;
}

Compare compareSymbol(PathId P, Term Other, const Cube &G, const ConditionTable &Conditions) {
  SymbolFacts Mine = factsOf(P, G, Conditions);
  if (Other.isSymbol()) {
    if (Other.path() == P)
      return Compare::Equal;
    for (Literal L : G.literals()) {
      const Condition &C = Conditions[L.condition()];
      if (C.K == Condition::Kind::OnDevice && L.isPositive() &&
          ((C.P == P && C.Q == Other.path()) || (C.Q == P && C.P == Other.path())))
        return Compare::Equal;
    }
    SymbolFacts Theirs = factsOf(Other.path(), G, Conditions);
    if (Mine.Is && Theirs.Is)
      return *Mine.Is == *Theirs.Is ? Compare::Equal : Compare::Different;
    return Compare::Open;
  }
  DeviceType T = Other.device().Type;
  if (Mine.Is)
    return *Mine.Is == T ? Compare::Equal : Compare::Different;
  if (Mine.IsNot && *Mine.IsNot == T)
    return Compare::Different;
  if (Mine.IsNot && *Mine.IsNot == DeviceType::Cuda && T == DeviceType::Cpu)
    return Compare::Equal;
  return Compare::Open;
}

Compare compare(Term A, Term B, const Cube &G, World W, const ConditionTable &Conditions, bool CurrentIsFirst = false) {
  if (A.isSymbol())
    return compareSymbol(A.path(), B, G, Conditions);
  if (B.isSymbol())
    return compareSymbol(B.path(), A, G, Conditions);
  return compareConcrete(A.device(), B.device(), W, CurrentIsFirst);
}

/// True for the CPU, and for a symbol that a test has found there. One that is said not to be on cuda counts, as in
/// compareSymbol: other accelerators are asked for by their names.
bool isOnCpu(Term T, const Cube &G, const ConditionTable &Conditions) {
  if (!T.isSymbol())
    return isCpu(T);
  SymbolFacts Facts = factsOf(T.path(), G, Conditions);
  return Facts.Is == DeviceType::Cpu || Facts.IsNot == DeviceType::Cuda;
}

/// Whether the rule lets a CPU tensor of this rank stand beside another device.
enum class Exempt : uint8_t { No, Yes, Unknown };
Exempt exemption(DeviceRule R, const Side &Cpu, const GuardedTerm &T) {
  if (R != DeviceRule::Iterator && R != DeviceRule::IteratorScalars && R != DeviceRule::CpuScalars &&
      R != DeviceRule::Elementwise && R != DeviceRule::Index)
    return Exempt::No;
  if (Cpu.IsModule || Cpu.IsOutput)
    return Exempt::No;
  Rank Dim = T.Dim.value_or(Cpu.Dim);
  return Dim.isZero() ? Exempt::Yes : Dim.isPositive() ? Exempt::No : Exempt::Unknown;
}

/// Where the result is if TA and TB meet under G: nowhere if that fails, not known if nobody can tell which of the two
/// gives way.
Placement winnerOf(DeviceRule R, const Side &A, const GuardedTerm &TA, const Side &B, const GuardedTerm &TB,
                   const Cube &G, const ConditionTable &Conditions, PathTable &Paths) {
  auto Take = [](const GuardedTerm &T) { return Placement::of(T.T, T.Origin); };
  bool CpuA = isOnCpu(TA.T, G, Conditions), CpuB = isOnCpu(TB.T, G, Conditions);
  World W = G.holdsIn(World::Multi) ? World::Multi : G.holdsIn(World::Gpu) ? World::Gpu : World::Cpu;
  bool SymbolA = TA.T.isSymbol(), SymbolB = TB.T.isSymbol();
  bool PositiveA = TA.Dim.value_or(A.Dim).isPositive(), PositiveB = TB.Dim.value_or(B.Dim).isPositive();
  if (!G.holdsIn(W))
    return Placement::bottom();
  switch (compare(TA.T, TB.T, G, W, Conditions)) {
  case Compare::Equal:
    return Take(SymbolA && !SymbolB ? TB : TA);
  case Compare::Different:
    if (CpuA && exemption(R, A, TA) != Exempt::No)
      return Take(TB);
    if (CpuB && exemption(R, B, TB) != Exempt::No)
      return Take(TA);
    // What is no tensor this time meets nothing.
    if (A.Partial && B.Partial)
      return Placement::unknown();
    return A.Partial ? Take(TB) : B.Partial ? Take(TA) : Placement::bottom();
  case Compare::Open:
    break;
  }
  if (!SymbolA && !SymbolB)
    return Take(TA.T.device().Index == -1 ? TB : TA);
  // What is on an accelerator never gives way.
  if (!SymbolA && !CpuA)
    return Take(TA);
  if (!SymbolB && !CpuB)
    return Take(TB);
  // A CPU tensor gives way, or the other one is there, too; unless that is no tensor at all.
  if (CpuA)
    return B.Partial || B.Untyped ? Placement::unknown() : Take(TB);
  if (CpuB)
    return A.Partial || A.Untyped ? Placement::unknown() : Take(TA);
  // Of two that are in one place, the one that names it says more: model(x.to(device)).
  if (SymbolA && SymbolB && PositiveA && PositiveB && !A.IsOutput && Paths[TB.T.path()].IsDevice &&
      !Paths[TA.T.path()].IsDevice)
    return Take(TB);
  bool Exempts = R == DeviceRule::Iterator || R == DeviceRule::IteratorScalars || R == DeviceRule::CpuScalars;
  if (!Exempts || A.IsOutput || PositiveA)
    return Take(TA);
  if (PositiveB)
    return Take(TB);
  PathId Both = Paths.meeting(TA.T.path(), TB.T.path());
  return Both ? Placement::of(Term::symbol(Both), TA.Origin) : Placement::unknown();
}

} // namespace

Placement meetingPlace(const Demand &D, const ConditionTable &Conditions, PathTable &Paths) {
  if (D.Sides.empty())
    return Placement::unknown();
  Side Met = D.Sides[0];
  for (const Side &Next : llvm::drop_begin(D.Sides)) {
    if (Met.P.isUnknown() || Next.P.isUnknown())
      return Placement::unknown();
    // The same choice of several places: one device variable decided both.
    if (Met.P == Next.P) {
      Met.Dim = Met.Dim.larger(Next.Dim);
      Met.Partial &= Next.Partial;
      Met.Untyped &= Next.Untyped;
      continue;
    }
    Placement Here;
    bool Imprecise = false;
    for (const GuardedTerm &A : Met.P.terms())
      for (const GuardedTerm &B : Next.P.terms()) {
        std::optional<Cube> G = A.Guard.meet(B.Guard);
        std::optional<Cube> Full = G ? G->meet(D.Path) : std::nullopt;
        if (!Full || !Conditions.allows(*Full))
          continue;
        Placement P = winnerOf(D.Rule, Met, A, Next, B, *Full, Conditions, Paths).guardedBy(*G);
        if (P.isUnknown())
          return P;
        Imprecise |= A.Imprecise || B.Imprecise;
        P = P.withRank(A.Dim.value_or(Met.Dim).larger(B.Dim.value_or(Next.Dim)));
        Here.joinIn(A.Imprecise || B.Imprecise ? P.imprecise() : P);
      }
    if (Here.isBottom() && Imprecise)
      return Placement::unknown();
    Met.P = Here;
    Met.Dim = Met.Dim.larger(Next.Dim);
    Met.Partial &= Next.Partial;
    Met.Untyped &= Next.Untyped;
    Met.IsOutput = Met.IsModule = false;
  }
  return Met.P;
}

Verdict judge(const Demand &D, World W, const ConditionTable &Conditions) {
  Verdict V;
  if (!D.Path.holdsIn(W) || D.Rule == DeviceRule::Any || D.Rule == DeviceRule::Special)
    return V;
  bool AnyProved = false, AnyOpen = false, AnyFail = false, AllFail = true, Unknown = false;
  auto Record = [&](Verdict Pair) {
    // The first failing pair decides, if that does not hang on which accelerator is the current one; an open pair is
    // kept only until one fails.
    bool Fails = Pair.Result == Outcome::MayFail;
    bool Keeps = V.Result == Outcome::MayFail ? !Fails || !V.IfFirst || Pair.IfFirst
                                              : V.Result == Outcome::Undecided && !Fails && V.SymbolAgainstCpu;
    if (!Keeps)
      V = std::move(Pair);
  };
  for (unsigned I = 0; I < D.Sides.size(); ++I)
    for (unsigned J = I + 1; J < D.Sides.size(); ++J) {
      const Side &A = D.Sides[I], &B = D.Sides[J];
      Rows Met = D.Rule == DeviceRule::Elementwise ? rowsOf(A, B) : Rows::Same;
      if (Met == Rows::Other)
        continue;
      if (A.P.isUnknown() || B.P.isUnknown() || Met == Rows::Unknown) {
        Unknown = true;
        continue;
      }
      // The same choice of several places: one device variable decided both.
      if (A.P.terms().size() > 1 && A.P == B.P) {
        AnyProved = true;
        AllFail = false;
        continue;
      }
      // Indices may stay on the CPU; only an index on an accelerator into a CPU tensor fails.
      bool Index = D.Rule == DeviceRule::Index;
      if (Index && I != 0)
        continue;
      for (const GuardedTerm &TA : A.P.terms())
        for (const GuardedTerm &TB : B.P.terms()) {
          std::optional<Cube> G = TA.Guard.meet(TB.Guard);
          if (G)
            G = G->meet(D.Path);
          if (!G || !G->holdsIn(W) || !Conditions.allows(*G))
            continue;
          // Without an accelerator nothing lives on one: the program has failed before.
          auto Gone = [&](Term T) { return W == World::Cpu && !T.isSymbol() && T.device().isAccelerator(); };
          if (Gone(TA.T) || Gone(TB.T))
            continue;
          Compare C = compare(TA.T, TB.T, *G, W, Conditions, D.CurrentIsFirst);
          bool CpuA = isOnCpu(TA.T, *G, Conditions), CpuB = isOnCpu(TB.T, *G, Conditions);
          if ((B.IsCopied && (CpuB || !CpuA)) || (A.IsCopied && (CpuA || !CpuB))) {
            AnyProved = true;
            continue;
          }
          if (Index && C != Compare::Equal && CpuB) {
            AnyProved = true;
            continue;
          }
          if (C == Compare::Open && W == World::Cpu) {
            AnyProved = true; // one device only
            continue;
          }
          if (C != Compare::Equal && (CpuA || CpuB)) {
            Exempt E = CpuA && !(Index) ? exemption(D.Rule, A, TA) : Exempt::No;
            if (E == Exempt::No && CpuB)
              E = exemption(D.Rule, B, TB);
            if (E == Exempt::Yes) {
              AnyProved = true;
              continue;
            }
            if (E == Exempt::Unknown) {
              Unknown = true;
              continue;
            }
          }
          if (C == Compare::Equal) {
            AnyProved = true;
            AllFail = false;
          } else if (C == Compare::Open || TA.Imprecise || TB.Imprecise) {
            AnyOpen = true;
            AllFail = false;
            // Where something is known to be on the CPU, what is about follows it.
            bool AgainstCpu =
                C == Compare::Open && !Conditions.saysOnCpu(*G) && !TA.Imprecise && !TB.Imprecise &&
                ((isCpu(TA.T) && TB.T.isSymbol() && !B.IsTrusted) || (isCpu(TB.T) && TA.T.isSymbol() && !A.IsTrusted));
            Record({Outcome::Undecided, I, J, TA, TB, AgainstCpu});
          } else {
            AnyFail = true;
            bool IfFirst = D.CurrentIsFirst && compare(TA.T, TB.T, *G, W, Conditions) == Compare::Open;
            Record({Outcome::MayFail, I, J, TA, TB, false, IfFirst});
          }
        }
    }
  if (AnyFail) {
    const Side &A = D.Sides[V.First], &B = D.Sides[V.Second];
    bool Sure = AllFail && !AnyOpen && !A.Partial && !B.Partial;
    // A third operand may agree with one of the two: the pair itself must always disagree.
    if (!Sure && !A.Partial && !B.Partial && A.P.single() && B.P.single())
      Sure = true;
    V.Result = Sure && !V.IfFirst ? Outcome::Fails : Outcome::MayFail;
  } else if (!AnyOpen) {
    V.Result = AnyProved && !Unknown ? Outcome::Proved : Outcome::Unreachable;
    if (Unknown)
      V.Result = Outcome::Undecided;
  }
  return V;
}

} // namespace devtidy::dataflow
