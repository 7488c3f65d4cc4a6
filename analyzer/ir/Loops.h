//===- Loops.h - The natural loops of a function ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop is a header and the blocks from which control comes back to it without leaving: a block that always ends in a
// break or a return is not in it. Cycles with two entries (goto into a loop) are no loops.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_LOOPS_H
#define DEVTIDY_IR_LOOPS_H

#include "ir/Dominators.h"
#include "llvm/ADT/BitVector.h"

namespace devtidy::ir {

struct Loop {
  BlockId Header;
  llvm::SmallVector<BlockId, 2> Latches; ///< from which an edge leads back to the header
  llvm::BitVector Blocks;                ///< by BlockId, the header included

  bool contains(BlockId B) const { return Blocks.test(B.index()); }
};

class Loops {
public:
  /// Precondition: F has a body, and edges name blocks of F.
  explicit Loops(const Function &F);

  llvm::ArrayRef<Loop> all() const { return Found; }
  /// The innermost loop around B; null if there is none.
  const Loop *around(BlockId B) const;
  /// True if every iteration of L that ends and is followed by another passes through B.
  bool isInEachIteration(const Loop &L, BlockId B) const;
  const Dominators &dominators() const { return Dom; }

private:
  Dominators Dom;
  std::vector<Loop> Found;
};

} // namespace devtidy::ir

#endif // DEVTIDY_IR_LOOPS_H
