//===- Dominators.h - Which block every path to a block goes through ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The iterative algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_DOMINATORS_H
#define DEVTIDY_IR_DOMINATORS_H

#include "ir/Function.h"

namespace devtidy::ir {

class Dominators {
public:
  /// Precondition: F has a body, and edges name blocks of F.
  explicit Dominators(const Function &F);

  bool isReachable(BlockId B) const { return Number[B.index()] != Unreachable; }
  /// A block dominates itself. An unreachable block is dominated by every block.
  bool dominates(BlockId A, BlockId B) const;

private:
  static constexpr uint32_t Unreachable = ~0U;

  std::vector<uint32_t> Number;    ///< by block: its place in reverse post-order
  std::vector<uint32_t> Immediate; ///< by that place: the place of the immediate dominator
  /// By that place: when a walk over the dominator tree enters and leaves the block.
  std::vector<uint32_t> EnterTime, LeaveTime;
};

} // namespace devtidy::ir

#endif // DEVTIDY_IR_DOMINATORS_H
