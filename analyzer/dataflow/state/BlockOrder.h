//===- BlockOrder.h - The blocks of a function in order -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_BLOCKORDER_H
#define DEVTIDY_DATAFLOW_STATE_BLOCKORDER_H

#include "ir/Function.h"
#include <vector>

namespace devtidy::dataflow {

/// Blocks in reverse post-order, those of a loop before what is behind it, and what leads to each.
class BlockOrder {
public:
  explicit BlockOrder(const ir::Function &F) : F(F) {}

  /// Fills the tables. Precondition: the function has a body.
  void orderBlocks();
  bool isBackEdge(ir::BlockId From, ir::BlockId To) const { return Order[From.index()] >= Order[To.index()]; }

  const ir::Function &F;
  std::vector<unsigned> Order;     ///< reverse post-order position by BlockId; ~0 if unreachable
  std::vector<ir::BlockId> Blocks; ///< in that order
  /// By BlockId: the blocks before it, and which of their successors it is.
  std::vector<std::vector<std::pair<ir::BlockId, unsigned>>> Preds;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_BLOCKORDER_H
