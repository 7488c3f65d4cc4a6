//===- Counting.h - What is counted says of the accelerators --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (int i = 0; i < device_count(); ++i)` runs its body on machines with an accelerator only, and so does a loop
// that counts down from device_count() - 1 to 0. What such rounds put into a container is there with an accelerator
// only: whoever takes an element out of `[torch.device("cuda", i) for i in range(device_count())]`, or knows that the
// list is not empty, has one.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_COUNTING_H
#define DEVTIDY_DATAFLOW_STATE_COUNTING_H

#include "dataflow/domain/Memory.h"
#include "ir/Function.h"

namespace devtidy::dataflow {

/// Looks at numbers and containers as they are at one point of a function.
class Counting {
public:
  Counting(const ir::Function &F, llvm::ArrayRef<Value> Values, llvm::ArrayRef<Object> Objects, const Memory &Mem)
      : F(F), Values(Values), Objects(Objects), Mem(Mem) {}

  /// How many accelerators there are at least if V is true, or if a loop over V has a round.
  unsigned leastIfAny(const Value &V) const { return leastIfAny(V, 0); }
  /// How many there are at least if Condition is true, or false: what it compares is a number of them, or a variable
  /// that starts from there, with a number that is known, or a variable that starts from one. 0 if that says nothing.
  unsigned leastIf(ir::ValueId Condition, bool Holds) const;
  /// What I, a call of Function, `min`, `range` or `len`, gives if it says something of accelerators.
  std::optional<Value> countOf(llvm::StringRef Function, const ir::Inst &I) const;

  /// True if V is the index of each accelerator in turn: what counts from 0 up to how many there are.
  bool isEach(ir::ValueId V) const;

private:
  unsigned leastIfAny(const Value &V, unsigned Depth) const;
  unsigned leastBetween(ir::ValueId Less, ir::ValueId More, int64_t Apart, bool OnlyFromZero) const;

  const ir::Function &F;
  llvm::ArrayRef<Value> Values;
  llvm::ArrayRef<Object> Objects;
  const Memory &Mem;
};

/// True if V is `range(n)`, or a list of it, and n is the number of accelerators.
bool holdsIndices(const ir::Function &F, llvm::ArrayRef<Value> Values, ir::ValueId V);
/// The same, or V is a list to which each accelerator adds one element, and nobody else:
/// `[f"cuda:{i}" for i in range(n)]`.
bool holdsOneForEach(const ir::Function &F, llvm::ArrayRef<Value> Values, ir::ValueId V);
/// From here on there are so many accelerators at least, up to two.
void supposeLeast(State &S, unsigned Accelerators);
/// V, which is put into a container where Path holds.
Value putInWhere(const Cube &Path, Value V);
/// Says of Number, which the operator Name makes of Operands, what they say of accelerators.
void countOperands(Value &Number, llvm::StringRef Name, llvm::ArrayRef<Value> Operands);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_COUNTING_H
