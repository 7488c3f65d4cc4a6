//===- Alias.cpp - Other names of a tensor that has moved ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Alias.h"

namespace devtidy::checks {

using dataflow::GuardedTerm;
using dataflow::Outcome;
using dataflow::Side;

/// The variable that V is, without the number that tells two of one name apart.
static llvm::StringRef variableOf(const ir::Function &F, ir::ValueId V) { return F.value(V).Variable.split('#').first; }

/// The argument that X stands for, if it is written as a name of its own: in a list that is written in the call, too.
static const ir::Arg *argumentOf(const dataflow::PlacedDemand &P, const Side &X) {
  if (!X.Name.empty() || X.IsElement || X.Position >= P.D.I->Args.size())
    return nullptr;
  const ir::Arg &A = P.D.I->Args[X.Position];
  const ir::Inst *Made = P.D.F->definition(A.Value);
  const bool IsWritten = Made && (Made->Kind == ir::InstKind::MakeTuple || Made->Kind == ir::InstKind::MakeList);
  if (!IsWritten)
    return &A;
  return X.Row >= 0 && static_cast<unsigned>(X.Row) < Made->Args.size() ? &Made->Args[X.Row] : nullptr;
}

/// True if V is what operators and modules, without a branch between, made of Of: it is where Of is, or they have
/// failed.
static bool isComputedFrom(const SolvedFunction &S, ir::ValueId V, ir::ValueId Of) {
  constexpr unsigned MaxSteps = 64;
  llvm::SmallVector<ir::ValueId, 16> Work{V};
  for (unsigned N = 0; N < Work.size() && N < MaxSteps; ++N) {
    if (Work[N] == Of)
      return true;
    const Event *E = S.F->definition(Work[N]) ? S.eventAt(S.F->value(Work[N]).Definition) : nullptr;
    if (E && (E->Kind == ir::InstKind::Aten || E->Kind == ir::InstKind::Forward || E->Kind == ir::InstKind::View))
      for (const ir::Arg &A : E->I->Args)
        Work.push_back(A.Value);
  }
  return false;
}

/// Where E puts what it moves, if X was computed from it there; null if that is not known.
static const GuardedTerm *placeOfResult(const SolvedFunction &S, const dataflow::PlacedDemand &P, const Side &X,
                                        const Event &E) {
  const GuardedTerm *Moved = E.Result.isTensor() ? E.Result.P.single() : nullptr;
  const ir::Arg *A = argumentOf(P, X);
  return Moved && Moved->Origin && A && isComputedFrom(S, A->Value, E.I->Result) ? Moved : nullptr;
}

static uint8_t bitOf(dataflow::World W) { return 1U << static_cast<unsigned>(W); }

/// The worlds among Asked in which the two are known to be on two devices.
static uint8_t failingIn(const dataflow::Verdicts &All, uint8_t Asked) {
  uint8_t Result = 0;
  for (dataflow::World W : dataflow::AllWorlds)
    if (All[W].fails())
      Result |= bitOf(W);
  return Result & Asked;
}

std::optional<StaleAlias> findStaleAlias(const SolvedFunction &S, const dataflow::PlacedDemand &P, const Sink &Out) {
  if (P.Lifted || P.D.Of != dataflow::Meeting::Operands)
    return std::nullopt;
  for (unsigned Old = 0; Old < P.D.Sides.size(); ++Old) {
    const ir::Arg *A = argumentOf(P, P.D.Sides[Old]);
    const GuardedTerm *OldTerm = P.D.Sides[Old].P.single();
    if (!A || !OldTerm || OldTerm->Imprecise)
      continue;
    llvm::StringRef Variable = variableOf(*S.F, A->Value);
    llvm::StringRef Text = Out.source(A->Range);
    if (Variable.empty() || Text.empty() || Text == Variable)
      continue;
    for (const Event &E : S.Events) {
      bool Rebinds = E.Kind == ir::InstKind::Move && E.HasTarget && !E.OnModule && !E.Operands.empty() &&
                     E.Operands[0].A->Value == A->Value && E.I->Result && variableOf(*S.F, E.I->Result) == Variable &&
                     !(E.Before == E.Target);
      if (!Rebinds)
        continue;
      for (unsigned New = 0; New < P.D.Sides.size(); ++New)
        for (const GuardedTerm &T : P.D.Sides[New].P.terms()) {
          if (New == Old || T.Imprecise)
            continue;
          const bool IsMoved = T.Origin && T.Origin->I == E.I;
          const GuardedTerm *Moved = IsMoved ? &T : placeOfResult(S, P, P.D.Sides[New], E);
          if (!Moved)
            continue;
          dataflow::Demand Pair = P.D;
          Pair.Sides = {P.D.Sides[Old], P.D.Sides[New]};
          const dataflow::Verdicts All = judge(Pair, S.Owner->Conditions);
          for (dataflow::World W : dataflow::AllWorlds) {
            const dataflow::Verdict &V = All[W];
            const bool Differs = V.firstTerm(Pair).T != V.secondTerm(Pair).T;
            const bool Bites = V.fails() || (V.Result == Outcome::Undecided && Differs && W != dataflow::World::Cpu);
            if (!Bites || !(Out.worlds() & bitOf(W)))
              continue;
            // Where the machine decides, it is moved to the accelerator that bites, and not to the CPU.
            const GuardedTerm &There = V.First == 1 ? V.firstTerm(Pair) : V.secondTerm(Pair);
            const bool IsThere = IsMoved && There.Origin && There.Origin->I == E.I;
            return StaleAlias{
                .Move = &E,
                .Old = Old,
                .New = New,
                .OldTerm = *OldTerm,
                .NewTerm = IsThere ? There : *Moved,
                .OldArg = A,
                .NewArg = argumentOf(P, P.D.Sides[New]),
                .Failing = failingIn(All, Out.worlds()),
            };
          }
        }
    }
  }
  return std::nullopt;
}

} // namespace devtidy::checks
