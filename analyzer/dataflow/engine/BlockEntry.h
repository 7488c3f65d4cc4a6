//===- BlockEntry.h - What holds at the start of a block ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_BLOCKENTRY_H
#define DEVTIDY_DATAFLOW_ENGINE_BLOCKENTRY_H

#include "dataflow/state/Joins.h"

namespace devtidy::dataflow {

/// Takes together what flows into one block.
class BlockEntry {
public:
  BlockEntry(FunctionFrame &In, const EdgeStates &Flow, ir::BlockId B);

  /// Makes S what holds there, and gives the block's parameters their values. False if no edge is taken.
  bool enter(State &S);

private:
  /// What tells the ways to the block apart.
  void findWays(State &S);
  /// Notes in how many ways the block is reached, if not in all: `if a or b`.
  void noteWays(State &S) const;
  /// `ok = True`, or `device = "cuda"`, in a try, and another value in its handler: a flag or a device may tell the
  /// ways apart where no condition does.
  void noteFlag();
  bool mayNameDevice(unsigned N) const;
  Value joinParam(unsigned N, State &S);
  /// What parameter N is given on that edge.
  Value given(unsigned N, const EdgeStates::Edge &On) const;
  bool isRound(const EdgeStates::Edge &On) const;

  FunctionFrame &In;
  const ir::BlockId B;
  const llvm::SmallVector<EdgeStates::Edge, 4> Edges;
  const bool Loops;                 ///< a round of a loop ends here
  std::vector<Joins::Way> Incoming; ///< by edge
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_BLOCKENTRY_H
