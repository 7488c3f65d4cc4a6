//===- SolutionTable.h - What is known of functions, and for how long -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_SOLUTIONTABLE_H
#define DEVTIDY_DATAFLOW_SOLVED_SOLUTIONTABLE_H

#include "dataflow/solved/FrameStack.h"
#include "dataflow/state/Solved.h"

namespace devtidy::dataflow {

/// Solved functions. Some are known with what was known so far of a frame (FrameStack.h): those that are provisional
/// are right if that frame settles as it stands, and those that looked at it too early are forgotten when it is left.
class SolutionTable {
public:
  struct Solution {
    std::unique_ptr<SolvedFunction> S;
    enum { Running, Provisional, Done } Status = Running;
    unsigned Low = 0;       ///< Provisional: the outermost frame that it hangs on
    unsigned Unready = ~0U; ///< as in a frame
  };

  /// Null if nothing is known of F.
  const Solution *find(const ir::Function &F) const;
  /// What is known of F, if it is final; null if not.
  const SolvedFunction *settled(const ir::Function &F) const;
  /// True if what is known of F hangs on something that is still being found out.
  bool isTooEarly(const ir::Function &F) const;
  auto begin() const { return Known.begin(); }
  auto end() const { return Known.end(); }

  /// S, of a function of which nothing is known, is being solved.
  void add(std::unique_ptr<SolvedFunction> S);
  /// The function of Frame, the frame Depth, which is left, is solved as far as the frames around it let it be.
  void finish(const FrameStack::Frame &Frame, unsigned Depth);
  void forget(const ir::Function &F) { Known.erase(&F); }
  /// Forgets what looked at the outcome of the frame Depth too early; asked for again, it is found out with it.
  void forgetUnready(unsigned Depth);

  unsigned provisional() const { return Provisional.size(); }
  /// Of those that are provisional, from First on: what hangs on no frame outside Depth is right.
  void settle(unsigned First, unsigned Depth);
  /// Of those that are provisional, forgets what is there from First on.
  void forgetProvisional(unsigned First);

private:
  llvm::DenseMap<const ir::Function *, Solution> Known;
  llvm::SmallVector<const ir::Function *, 0> Provisional, Unready;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_SOLUTIONTABLE_H
