//===- Edges.cpp - What blocks are entered with ----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Edges.h"
#include "ir/Loops.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::ir {

llvm::SmallVector<ValueId, 4> incoming(const Function &F, ValueId V, llvm::function_ref<bool(BlockId)> From) {
  llvm::SmallVector<ValueId, 4> Coming;
  const BlockId At = F.value(V).Block;
  const auto &Params = F.block(At).Params;
  const size_t N = llvm::find(Params, V) - Params.begin();
  if (F.definition(V) || N == Params.size())
    return Coming;
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    if (!From || From(BlockId(B)))
      for (const Successor &Next : F.terminator(BlockId(B)).Targets)
        if (Next.Block == At && N < Next.Args.size())
          Coming.push_back(Next.Args[N]);
  return Coming;
}

bool isOnlyThrough(const Function &F, BlockId From, unsigned Edge, BlockId At) {
  llvm::SmallVector<BlockId, 16> Work{BlockId(0)};
  llvm::BitVector Seen(F.Blocks.size());
  while (!Work.empty()) {
    const BlockId Next = Work.pop_back_val();
    if (Seen.test(Next.index()))
      continue;
    Seen.set(Next.index());
    for (const auto &[N, Succ] : llvm::enumerate(F.terminator(Next).Targets))
      if (Next != From || N != Edge)
        Work.push_back(Succ.Block);
  }
  return !Seen.test(At.index());
}

bool isInCycle(const Function &F, BlockId B) {
  llvm::SmallVector<BlockId, 16> Work{B};
  llvm::BitVector Seen(F.Blocks.size());
  while (!Work.empty())
    for (const Successor &Next : F.terminator(Work.pop_back_val()).Targets) {
      if (Next.Block == B)
        return true;
      if (!Seen.test(Next.Block.index())) {
        Seen.set(Next.Block.index());
        Work.push_back(Next.Block);
      }
    }
  return false;
}

bool isAssignedInEachRound(const Function &F, ValueId V) {
  const Loops Loops(F);
  const Loop *L = Loops.around(F.value(V).Block);
  constexpr unsigned MaxSteps = 8;
  // Behind the loop it has another name.
  for (unsigned Step = 0; Step < MaxSteps && (!L || L->Header != F.value(V).Block); ++Step) {
    const llvm::SmallVector<ValueId, 4> Coming = incoming(F, V);
    if (Coming.size() != 1)
      return false;
    V = Coming[0];
    L = Loops.around(F.value(V).Block);
  }
  if (!L || L->Header != F.value(V).Block || F.definition(V))
    return false;
  const auto IsInside = [&](BlockId B) { return L->contains(B); };
  llvm::SmallVector<ValueId, 8> Work(incoming(F, V, IsInside));
  llvm::BitVector Seen(F.Values.size());
  for (size_t N = 0; N < Work.size(); ++N) {
    if (Work[N] == V)
      return false;
    if (Seen.test(Work[N].index()))
      continue;
    Seen.set(Work[N].index());
    if (L->contains(F.value(Work[N]).Block))
      Work.append(incoming(F, Work[N], IsInside));
  }
  return true;
}

bool comesFrom(const Function &F, ValueId V,
               llvm::function_ref<bool(const Inst &, llvm::SmallVectorImpl<ValueId> &)> Is,
               llvm::SmallVectorImpl<unsigned> *Given) {
  constexpr unsigned MaxValues = 32;
  llvm::SmallVector<ValueId, 16> Work{V};
  llvm::SmallDenseSet<uint32_t, 16> Seen;
  for (unsigned N = 0; N < Work.size() && N < MaxValues; ++N) {
    if (!Seen.insert(Work[N].index()).second)
      continue;
    const Inst *D = F.definition(Work[N]);
    const auto &Params = F.Blocks[0].Params;
    const auto *Param = llvm::find(Params, Work[N]);
    if (Given && Param != Params.end())
      Given->push_back(Param - Params.begin());
    if (!D)
      llvm::append_range(Work, incoming(F, Work[N]));
    else if (Is(*D, Work))
      return true;
  }
  return false;
}

} // namespace devtidy::ir
