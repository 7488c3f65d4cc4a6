//===- Dominators.cpp - Which block every path to a block goes through ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Dominators.h"
#include "ir/Simplify.h"

namespace devtidy::ir {

static constexpr uint32_t Undecided = ~0U;

Dominators::Dominators(const Function &F) : Number(F.Blocks.size(), Unreachable) {
  std::vector<BlockId> Order = reversePostOrder(F);
  for (uint32_t I = 0; I != Order.size(); ++I)
    Number[Order[I].index()] = I;
  std::vector<llvm::SmallVector<uint32_t, 2>> Preds(Order.size());
  for (uint32_t I = 0; I != Order.size(); ++I)
    if (!F.block(Order[I]).Insts.empty())
      for (const Successor &S : F.terminator(Order[I]).Targets)
        Preds[Number[S.Block.index()]].push_back(I);

  Immediate.assign(Order.size(), Undecided);
  Immediate[0] = 0;
  auto Meet = [&](uint32_t A, uint32_t B) {
    while (A != B)
      (A > B ? A : B) = Immediate[A > B ? A : B];
    return A;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (uint32_t I = 1; I != Order.size(); ++I) {
      uint32_t New = Undecided;
      for (uint32_t P : Preds[I])
        if (Immediate[P] != Undecided)
          New = New == Undecided ? P : Meet(New, P);
      Changed |= Immediate[I] != New;
      Immediate[I] = New;
    }
  }

  // An immediate dominator comes first in reverse post-order, so sizes of subtrees add up backwards and entry times can
  // be dealt out forwards: no walk is needed.
  std::vector<uint32_t> Size(Order.size(), 1);
  for (uint32_t I = Order.size(); I-- > 1;)
    Size[Immediate[I]] += Size[I];
  EnterTime.assign(Order.size(), 0);
  LeaveTime.assign(Order.size(), 0);
  std::vector<uint32_t> NextChild(Order.size(), 1);
  for (uint32_t I = 0; I != Order.size(); ++I) {
    if (I != 0)
      EnterTime[I] = NextChild[Immediate[I]];
    if (I != 0)
      NextChild[Immediate[I]] += Size[I];
    NextChild[I] = EnterTime[I] + 1;
    LeaveTime[I] = EnterTime[I] + Size[I];
  }
}

bool Dominators::dominates(BlockId A, BlockId B) const {
  if (!isReachable(B))
    return true;
  if (!isReachable(A))
    return false;
  uint32_t Inner = EnterTime[Number[B.index()]], Outer = Number[A.index()];
  return EnterTime[Outer] <= Inner && Inner < LeaveTime[Outer];
}

} // namespace devtidy::ir
