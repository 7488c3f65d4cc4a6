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
    S.suppose(Prog.Conditions.either(std::move(Ways)));
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

/// True for a flag, and for a device by its name or itself: what is done after it hangs on it.
static bool isSetting(const Value &V) {
  return (V.is(Value::Kind::Constant) && (V.Const.K == ir::Constant::Kind::Bool || V.isString())) ||
         (V.is(Value::Kind::Device) && V.P.single());
}

/// True if no condition tells apart two ways that set the variable to different values.
static bool isUndecided(llvm::ArrayRef<Value> Set, llvm::ArrayRef<std::pair<const State *, Cube>> Incoming) {
  for (unsigned I = 0; I < Set.size(); ++I)
    for (unsigned J = 0; J < I; ++J)
      if (!(Set[I] == Set[J]) && Incoming[I].second.meet(Incoming[J].second))
        return true;
  return false;
}

void FunctionSolver::noteFlag(ir::BlockId B, llvm::ArrayRef<const ir::Successor *> Targets,
                              llvm::MutableArrayRef<std::pair<const State *, Cube>> Incoming) {
  for (unsigned N = 0; N < F.block(B).Params.size(); ++N) {
    llvm::SmallVector<Value, 4> Set;
    for (const ir::Successor *Target : Targets)
      if (const Value &V = Values[Target->Args[N].index()]; isSetting(V))
        Set.push_back(V);
    if (Set.size() != Targets.size() || !isUndecided(Set, Incoming) || ir::isInCycle(F, B))
      continue;
    const bool IsFlag = llvm::all_of(Set, [](const Value &V) { return V.truth().has_value() && !V.isString(); });
    const PathId Way = Prog.Paths.question(Prog.Paths.site(F, F.block(B).Insts.back()), " way");
    if (!IsFlag && !Way)
      return;
    const Literal First = IsFlag ? Prog.Conditions.opaque(F, F.block(B).Params[N]) : Prog.Conditions.truth(Way);
    for (unsigned I = 0; I < Set.size(); ++I)
      Incoming[I].second.add((IsFlag ? *Set[I].truth() : Set[I] == Set[0]) ? First : ~First);
    return;
  }
}

} // namespace devtidy::dataflow
