//===- Ways.cpp - What the ways to a block say of flags ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "ir/Edges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace devtidy::dataflow {

void FunctionSolver::noteWays(ir::BlockId B, llvm::ArrayRef<std::pair<const State *, Cube>> Incoming, State &S) {
  constexpr unsigned MaxWays = 4;
  std::vector<Cube> Ways;
  for (const auto &[Edge, Delta] : Incoming)
    if (Delta.size() <= Cube::MaxTerm)
      Ways.push_back(Delta);
  // What one iteration knew says nothing about the next, so in loops it is not worth a guard.
  if (Ways.size() == Incoming.size() && Ways.size() > 1 && Ways.size() <= MaxWays && !coversAll(Ways) &&
      !ir::isInCycle(F, B))
    suppose(S, Prog.Conditions.either(std::move(Ways)));
}

void FunctionSolver::keepFlag(Value &Joined, llvm::ArrayRef<std::pair<Value, Cube>> Parts, const Memory::Key &Key,
                              ir::BlockId B) {
  if (Joined.Cond || (!Joined.is(Value::Kind::Unknown) && !Joined.is(Value::Kind::Number)))
    return;
  std::optional<Cases> C = flags().casesOf(Parts);
  if (!C || (B && ir::isInCycle(F, B)))
    return;
  if (std::optional<Value> Flag = flags().answer(*C))
    return Flags::set(Joined, *Flag);
  // One answer for all who ask from here on, though nobody knows which.
  const PathId Holder = object(Key.first).Path;
  const PathId Member = B && Holder ? Prog.Paths.child(Holder, Key.second) : PathId();
  if (PathId Since = Member ? Prog.Paths.question(Member, (" @" + llvm::Twine(B.index())).str()) : PathId())
    Joined.Cond = Prog.Conditions.truth(Since);
}

void FunctionSolver::noteFlag(ir::BlockId B, llvm::ArrayRef<const ir::Successor *> Targets,
                              llvm::MutableArrayRef<std::pair<const State *, Cube>> Incoming) {
  for (unsigned N = 0; N < F.block(B).Params.size(); ++N) {
    llvm::SmallVector<bool, 4> Set;
    for (const ir::Successor *Target : Targets)
      if (const Value &V = Values[Target->Args[N].index()];
          V.is(Value::Kind::Constant) && V.Const.K == ir::Constant::Kind::Bool)
        Set.push_back(*V.truth());
    if (Set.size() != Targets.size())
      continue;
    bool IsOpen = false;
    for (unsigned I = 0; I < Set.size(); ++I)
      for (unsigned J = 0; J < I; ++J)
        IsOpen |= Set[I] != Set[J] && Incoming[I].second.meet(Incoming[J].second);
    if (!IsOpen || ir::isInCycle(F, B))
      continue;
    Literal Flag = Prog.Conditions.opaque(F, F.block(B).Params[N]);
    for (unsigned I = 0; I < Set.size(); ++I)
      Incoming[I].second.add(Set[I] ? Flag : ~Flag);
    return;
  }
}

} // namespace devtidy::dataflow
