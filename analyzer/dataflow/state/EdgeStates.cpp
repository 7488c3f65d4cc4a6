//===- EdgeStates.cpp - What holds on the edges between blocks ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/EdgeStates.h"

namespace devtidy::dataflow {

void EdgeStates::reset() {
  ByBlock.assign(In.F.Blocks.size(), {});
  for (ir::BlockId B : In.Blocks)
    ByBlock[B.index()].resize(In.F.terminator(B).Targets.size());
}

llvm::SmallVector<EdgeStates::Edge, 4> EdgeStates::into(ir::BlockId B) const {
  llvm::SmallVector<Edge, 4> Edges;
  for (auto [P, N] : In.Preds[B.index()])
    if (isTaken(P, N))
      Edges.push_back({P, &In.F.terminator(P).Targets[N], &ByBlock[P.index()][N]});
  return Edges;
}

} // namespace devtidy::dataflow
