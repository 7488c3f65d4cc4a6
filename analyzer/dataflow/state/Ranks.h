//===- Ranks.h - Dimensions of what factories and operators give ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_RANKS_H
#define DEVTIDY_DATAFLOW_STATE_RANKS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

/// Looks at the values of a function as they are now. Unknown where nobody can say.
class Ranks {
public:
  Ranks(const Program &Prog, const ir::Function &F, llvm::ArrayRef<Value> Values, llvm::ArrayRef<Object> Objects)
      : Prog(Prog), F(F), Values(Values), Objects(Objects) {}

  /// True if the operator's result has the rank of the operand that has most.
  static bool keeps(llvm::StringRef Operator);
  /// What x.Name has, an attribute of a tensor: of several results in one value, each has one dimension less.
  static Rank ofAttribute(llvm::StringRef Name, Rank Of);
  /// Operands: those of torch.zeros and its like.
  Rank ofFactory(llvm::StringRef Name, llvm::ArrayRef<Operand> Operands) const;
  /// What the operator Name gives, which I calls; Sides are those of its demand.
  Rank ofResult(llvm::StringRef Name, const ir::Inst &I, llvm::ArrayRef<Operand> Operands, llvm::ArrayRef<Side> Sides,
                knowledge::DeviceRule Rule) const;

private:
  Rank ofSizes(llvm::ArrayRef<Operand> Operands, unsigned First) const;
  Rank ofIndexed(Rank Indexed, llvm::ArrayRef<Operand> Indices) const;
  Rank ofReduced(llvm::StringRef Name, Rank Reduced, llvm::ArrayRef<Operand> Operands) const;

  const Program &Prog;
  const ir::Function &F;
  llvm::ArrayRef<Value> Values; ///< by ValueId
  llvm::ArrayRef<Object> Objects;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_RANKS_H
