//===- MeetingPlace.cpp - Where the result of operands that meet is ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/judge/MeetingPlace.h"
#include "dataflow/judge/Compare.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::DeviceRule;

bool isTakenToCpu(const Placement &P, const GuardedTerm &T) {
  // `x.to(device)` takes it to whatever device that is.
  const auto IsOtherOfMove = [&](const GuardedTerm &Term) { return Term.Origin == T.Origin && !Term.T.isHost(); };
  return T.Origin && T.Origin->Kind == StepKind::Moved && T.T.isHost() && llvm::none_of(P.terms(), IsOtherOfMove);
}

/// Where the result is if TA and TB meet under G: nowhere if that fails, not known if nobody can tell which of the two
/// gives way.
static Placement winnerOf(DeviceRule R, const Side &A, const GuardedTerm &TA, const Side &B, const GuardedTerm &TB,
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
  // A CPU tensor gives way, or the other one is there, too; unless that is no tensor at all. One with dimensions never
  // gives way: `2 * position / width`, of a width that may be a number.
  const bool Exempts = R == DeviceRule::Iterator || R == DeviceRule::IteratorScalars || R == DeviceRule::CpuScalars;
  if (CpuA && (B.Partial || B.Untyped))
    return !Exempts || PositiveA || W == World::Cpu ? Take(TA) : Placement::unknown();
  if (CpuB && (A.Partial || A.Untyped))
    return !Exempts || PositiveB || W == World::Cpu ? Take(TB) : Placement::unknown();
  // Who has brought one to the CPU to meet the other knows that to be there: `masks.cpu() * batch["x"]`. A number would
  // give way.
  const bool IsMeant = (CpuA && isTakenToCpu(A.P, TA)) || (CpuB && isTakenToCpu(B.P, TB));
  if (W != World::Cpu && IsMeant)
    return (CpuA ? PositiveA : PositiveB) || !Exempts ? Take(CpuA ? TA : TB) : Placement::unknown();
  if (CpuA || CpuB)
    return CpuA ? Take(TB) : Take(TA);
  // Of two that are in one place, the one that names it says more: model(x.to(device)). No module is a number, and
  // what one is called with has dimensions.
  const bool NeverExempt = A.IsModule || (PositiveA && PositiveB);
  if (SymbolA && SymbolB && NeverExempt && !A.IsOutput && Paths[TB.T.path()].IsDevice && !Paths[TA.T.path()].IsDevice)
    return Take(TB);
  if (!Exempts || A.IsOutput || PositiveA)
    return Take(TA);
  if (PositiveB)
    return Take(TB);
  PathId Both = Paths.meeting(TA.T.path(), TB.T.path());
  return Both ? Placement::of(Term::symbol(Both), TA.Origin) : Placement::unknown();
}

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

} // namespace devtidy::dataflow
