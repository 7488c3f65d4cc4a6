//===- BlockOrder.cpp ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/BlockOrder.h"
#include "ir/Loops.h"
#include <algorithm>

namespace devtidy::dataflow {

using ir::BlockId;

/// The successors of B, those first that come first: what is behind the loop around B comes last.
static llvm::SmallVector<BlockId, 2> inOrder(const ir::Function &F, const ir::Loops &Loops, BlockId B) {
  llvm::SmallVector<BlockId, 2> Next;
  for (const ir::Successor &Way : F.terminator(B).Targets)
    Next.push_back(Way.Block);
  if (const ir::Loop *Around = Loops.around(B))
    std::stable_partition(Next.begin(), Next.end(), [&](BlockId Way) { return Around->contains(Way); });
  return Next;
}

void BlockOrder::orderBlocks() {
  struct Visit {
    BlockId B;
    llvm::SmallVector<BlockId, 2> Next;
  };
  Order.assign(F.Blocks.size(), ~0U);
  Preds.resize(F.Blocks.size());
  const ir::Loops Loops(F);
  std::vector<BlockId> Post;
  std::vector<Visit> Stack;
  std::vector<bool> Seen(F.Blocks.size());
  auto Enter = [&](BlockId B) {
    Seen[B.index()] = true;
    Stack.push_back({B, inOrder(F, Loops, B)});
  };
  Enter(BlockId(0));
  while (!Stack.empty()) {
    Visit &Top = Stack.back();
    if (Top.Next.empty()) {
      Post.push_back(Top.B);
      Stack.pop_back();
      continue;
    }
    // What is entered last comes first in the reverse.
    if (const BlockId Way = Top.Next.pop_back_val(); !Seen[Way.index()])
      Enter(Way);
  }
  Blocks.assign(Post.rbegin(), Post.rend());
  for (unsigned I = 0; I < Blocks.size(); ++I) {
    Order[Blocks[I].index()] = I;
    const auto &Targets = F.terminator(Blocks[I]).Targets;
    for (unsigned N = 0; N < Targets.size(); ++N)
      Preds[Targets[N].Block.index()].push_back({Blocks[I], N});
  }
}

} // namespace devtidy::dataflow
