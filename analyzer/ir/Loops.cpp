//===- Loops.cpp - The natural loops of a function ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Loops.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::ir {

Loops::Loops(const Function &F) : Dom(F) {
  std::vector<llvm::SmallVector<BlockId, 2>> Preds(F.Blocks.size());
  for (unsigned I = 0; I != F.Blocks.size(); ++I) {
    BlockId From(I);
    if (!Dom.isReachable(From) || F.block(From).Insts.empty())
      continue;
    for (const Successor &S : F.terminator(From).Targets) {
      Preds[S.Block.index()].push_back(From);
      if (!Dom.dominates(S.Block, From))
        continue;
      auto L = llvm::find_if(Found, [&](const Loop &X) { return X.Header == S.Block; });
      if (L == Found.end())
        Found.push_back({S.Block, {From}, llvm::BitVector(F.Blocks.size())});
      else
        L->Latches.push_back(From);
    }
  }
  for (Loop &L : Found) {
    L.Blocks.set(L.Header.index());
    llvm::SmallVector<BlockId, 8> Work(L.Latches.begin(), L.Latches.end());
    while (!Work.empty()) {
      BlockId B = Work.pop_back_val();
      if (L.contains(B))
        continue;
      L.Blocks.set(B.index());
      Work.append(Preds[B.index()].begin(), Preds[B.index()].end());
    }
  }
}

const Loop *Loops::around(BlockId B) const {
  const Loop *Innermost = nullptr;
  for (const Loop &L : Found)
    if (L.contains(B) && (!Innermost || Innermost->contains(L.Header)))
      Innermost = &L;
  return Innermost;
}

bool Loops::isInEachIteration(const Loop &L, BlockId B) const {
  return llvm::all_of(L.Latches, [&](BlockId Latch) { return Dom.dominates(B, Latch); });
}

} // namespace devtidy::ir
