//===- EdgeStates.h - What holds on the edges between blocks --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_EDGESTATES_H
#define DEVTIDY_DATAFLOW_STATE_EDGESTATES_H

#include "dataflow/domain/Memory.h"
#include "dataflow/state/BlockOrder.h"

namespace devtidy::dataflow {

/// What holds on each edge between the blocks of a function, as far as it is solved. FunctionSolver writes what flows
/// out of a block that it has visited; who looks at a block reads what flows into it.
class EdgeStates {
public:
  struct Edge {
    ir::BlockId From;
    const ir::Successor *To;
    const State *S;
  };

  explicit EdgeStates(const BlockOrder &In) : In(In) {}

  /// From here on no edge is taken. Precondition: the blocks are in order.
  void reset();
  llvm::MutableArrayRef<State> outOf(ir::BlockId B) { return ByBlock[B.index()]; }
  /// True if control goes from a block that is reached to its successor of that number.
  bool isTaken(ir::BlockId B, unsigned N) const {
    return In.Order[B.index()] != ~0U && ByBlock[B.index()][N].Reachable;
  }
  /// The edges to B that are taken.
  llvm::SmallVector<Edge, 4> into(ir::BlockId B) const;

private:
  const BlockOrder &In;
  std::vector<llvm::SmallVector<State, 2>> ByBlock;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_EDGESTATES_H
