//===- Loops.cpp - What the rounds of a loop do ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Loops.h"
#include "dataflow/FunctionSolver.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::BlockId;
using ir::InstKind;

/// True if B asks whether there is another round, and does nothing else: what flows in flows out.
static bool isHeadOfFor(const ir::Function &F, BlockId B) {
  const ir::Inst &Branch = F.terminator(B);
  const ir::Inst *Asks = Branch.Kind == InstKind::Branch ? F.definition(Branch.Args[0].Value) : nullptr;
  return Asks && Asks->Kind == InstKind::HasNext && Asks->Parent == B && F.block(B).Insts.size() == 2;
}

const ir::Loops &FunctionSolver::loops() {
  if (!LoopsOfF)
    LoopsOfF.emplace(F);
  return *LoopsOfF;
}

/// In a function `visit` of which nothing else is known yet, no round of `for c in m.children(): visit(c)` ends.
bool FunctionSolver::findRoundless() {
  const size_t Before = Roundless.size();
  for (BlockId B : Blocks)
    if (isHeadOfFor(F, B) && Outs[B.index()][0].Reachable && !Outs[B.index()][1].Reachable &&
        !llvm::is_contained(Roundless, B))
      Roundless.push_back(B);
  return Roundless.size() != Before;
}

bool FunctionSolver::isLoopLiteral(Literal L, BlockId Header) const {
  const Condition &C = Prog.Conditions[L.condition()];
  if (C.K == Condition::Kind::Either)
    return llvm::any_of(Prog.Conditions.cases(L)->all(), [&](const Cube &Way) {
      return llvm::any_of(Way.literals(), [&](Literal X) { return isLoopLiteral(X, Header); });
    });
  // What a call of the loop gave holds a flag.
  bool AsksValue = C.K == Condition::Kind::Truth || C.K == Condition::Kind::IsNone ||
                   C.K == Condition::Kind::IsTensor || C.K == Condition::Kind::Equals;
  if (AsksValue)
    return isLoopSite(C.P, Header);
  if ((C.K != Condition::Kind::Opaque && C.K != Condition::Kind::ValueType) || C.F != &F)
    return false;
  return Order[F.value(C.V).Block.index()] >= Order[Header.index()];
}

bool FunctionSolver::isLoopSite(PathId P, BlockId Header) const {
  const Path &Root = Prog.Paths[Prog.Paths.root(P)];
  return Root.Kind == Path::Root::Site && Root.Owner == &F &&
         Order[F.Insts[Root.Index].Parent.index()] >= Order[Header.index()];
}

Value FunctionSolver::dropLoopLiterals(const Value &V, BlockId Header) const {
  auto Drop = [&](Literal L) { return isLoopLiteral(L, Header); };
  Value R = V.mapped([&](const Placement &P) { return P.withoutLiterals(Drop); });
  // What a call gave in the iteration before.
  if (R.is(Value::Kind::Unknown) && R.Path && isLoopSite(R.Path, Header))
    R.Path = PathId();
  return R;
}

/// Nobody writes a loop that goes over nothing: after `for net in (a, b): net.to(d)` both are there. A state in which
/// no round ran would say that they may be where they were before.
void FunctionSolver::leaveLoop(BlockId Header, State &S) {
  if (!isHeadOfFor(F, Header))
    return;
  bool HasRounds = false;
  std::vector<std::pair<const State *, Cube>> Rounds;
  for (auto [P, Index] : Preds[Header.index()]) {
    if (Order[P.index()] == ~0U || !isBackEdge(P, Header))
      continue;
    HasRounds = true;
    if (Outs[P.index()][Index].Reachable)
      Rounds.push_back({&Outs[P.index()][Index], Cube()});
  }
  // None has ended yet; or none does, and what is behind the loop would never be looked at.
  if (Rounds.empty()) {
    S.Reachable = !HasRounds || llvm::is_contained(Roundless, Header);
    return;
  }
  Cube Common = Rounds[0].first->Path;
  for (const auto &[S, Delta] : Rounds)
    Common = Common.common(S->Path);
  for (auto &[S, Delta] : Rounds) {
    Delta = S->Path.minus(Common);
    Delta.removeIf([&](Literal L) { return isLoopLiteral(L, Header); });
  }
  S.Mem = joinMemory(Rounds, Header);
  S.Mem.map([&](const Value &V) { return dropLoopLiterals(V, Header); });
}

/// True if V is what a loop takes from a container in its turn, and the loop ends only when there is nothing left.
bool FunctionSolver::goesOverAll(ir::ValueId V) const {
  const ir::Inst *D = F.definition(V);
  while (D && D->Kind == ir::InstKind::Unpack)
    D = F.definition(D->Args[0].Value);
  if (!D || D->Kind != ir::InstKind::Next)
    return false;
  // for part in m[:2]
  const ir::Inst *Iterator = F.definition(D->Args[0].Value);
  const ir::Inst *Over =
      Iterator && Iterator->Kind == ir::InstKind::Iterate ? F.definition(Iterator->Args[0].Value) : nullptr;
  if (Over && Over->Kind == ir::InstKind::GetItem && isSlice(*Over))
    return false;
  const ir::Loops Loops(F);
  const ir::Loop *Around = Loops.around(D->Parent);
  if (!Around)
    return false;
  auto IsRaise = [&](ir::BlockId B) {
    return F.terminator(B).Targets.empty() && F.terminator(B).Kind != ir::InstKind::Return;
  };
  for (unsigned N = 0; N < F.Blocks.size(); ++N)
    if (const ir::BlockId B(N); Around->contains(B) && B != Around->Header)
      for (const ir::Successor &Next : F.terminator(B).Targets)
        if (!Around->contains(Next.Block) && !IsRaise(Next.Block))
          return false;
  return true;
}

} // namespace devtidy::dataflow
