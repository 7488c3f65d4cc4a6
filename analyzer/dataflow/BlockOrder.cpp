//===- BlockOrder.cpp ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/BlockOrder.h"

namespace devtidy::dataflow {

using ir::BlockId;

void BlockOrder::orderBlocks() {
  Order.assign(F.Blocks.size(), ~0U);
  Preds.resize(F.Blocks.size());
  std::vector<BlockId> Post;
  std::vector<std::pair<BlockId, unsigned>> Stack{{BlockId(0), 0}};
  std::vector<bool> Seen(F.Blocks.size());
  Seen[0] = true;
  while (!Stack.empty()) {
    auto &[B, NextSucc] = Stack.back();
    const ir::Inst &T = F.terminator(B);
    if (NextSucc == T.Targets.size()) {
      Post.push_back(B);
      Stack.pop_back();
      continue;
    }
    BlockId Succ = T.Targets[NextSucc].Block;
    Preds[Succ.index()].push_back({B, NextSucc});
    ++NextSucc;
    if (!Seen[Succ.index()]) {
      Seen[Succ.index()] = true;
      Stack.push_back({Succ, 0});
    }
  }
  Blocks.assign(Post.rbegin(), Post.rend());
  for (unsigned I = 0; I < Blocks.size(); ++I)
    Order[Blocks[I].index()] = I;
}

} // namespace devtidy::dataflow
