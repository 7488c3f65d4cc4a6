//===- FirstRound.h - What the first round of a loop does ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A variable may hold a stand-in before a loop, which the first round replaces:
//
//   total = torch.zeros(0)
//   for i, x in enumerate(batches):
//     total = f(x) if i == 0 else total + f(x)
//
// Later rounds never see it. What is asked there is evaluated with what the variables hold before the loop.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_FIRSTROUND_H
#define DEVTIDY_CHECKS_SUPPORT_FIRSTROUND_H

#include "ir/Loops.h"
#include <optional>

namespace devtidy::checks {

/// The first round of the innermost loop around an instruction.
class FirstRound {
public:
  /// Precondition: F has a body.
  FirstRound(const ir::Function &F, const ir::Inst &At);

  /// The parameters of the loop's header of which V is made within a round; none if there is no loop.
  llvm::SmallVector<ir::ValueId, 4> carried(ir::ValueId V) const;
  /// What the parameter of the header holds before the loop.
  llvm::SmallVector<ir::ValueId, 4> before(ir::ValueId Carried) const;
  /// True if the instruction does not run in the first round, as the answers to what is asked there say.
  bool skips() const { return skips(At.Parent); }
  /// True if what the parameter of the header holds after the first round is not made of what it held before.
  bool replaces(ir::ValueId Carried) const;

private:
  bool skips(ir::BlockId Block) const;
  bool isInLoop(ir::BlockId B) const { return L && L->contains(B); }
  /// What V is in the first round, if that is a number or an answer that can be told.
  std::optional<int64_t> valueOf(ir::ValueId V, unsigned Depth = 0) const;
  std::optional<int64_t> resultOf(const ir::Inst &D, unsigned Depth) const;

  const ir::Function &F;
  const ir::Inst &At;
  const ir::Loops Loops;
  const ir::Loop *L;
};

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_FIRSTROUND_H
