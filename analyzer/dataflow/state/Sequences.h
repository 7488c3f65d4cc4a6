//===- Sequences.h - Containers and records that conditions choose --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if hidden is None: hidden = (zeros, zeros)`: what a caller may give, and what is made where none is given. Who takes
// an element takes it of either.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_SEQUENCES_H
#define DEVTIDY_DATAFLOW_STATE_SEQUENCES_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// Makes one value that stands for each of several, where ways come together. Writes go to it alone. Nothing if they
/// have too little in common.
class Sequences {
public:
  using Parts = llvm::ArrayRef<std::pair<Value, Cube>>; ///< one of these values, each under its guard

  /// At: the first instruction of the block, of which this is parameter Param.
  Sequences(FunctionFrame &In, ir::InstId At, unsigned Param, State &S) : In(In), At(At), Param(Param), S(S) {}

  /// One sequence in the place of a made one and given ones.
  std::optional<Value> sequenceOf(Parts Of);
  /// Containers of one class that ways leave behind, `for ...: x, cache = model(x, cache)`: one in their place, which
  /// holds what any of them holds. So do objects of a class of the program, `if not rays: rays = Rays.mock()`, one of
  /// which was made here, as far as nobody writes to their members.
  std::optional<Value> containerOf(Parts Of);

private:
  /// The same of dictionaries that have different names: `{} if x is None else {"x": x}`.
  std::optional<Value> dictOf(Parts Of);
  using Held = llvm::SmallVector<std::pair<llvm::StringRef, Value>, 4>;
  /// What V holds; of a record, under the names Members.
  Held elementsOf(const Value &V, llvm::ArrayRef<llvm::StringRef> Members);
  /// What stands under that name in the made sequence, where it holds Own, or in those that were given.
  Value either(const Value &Own, llvm::StringRef Name, const std::pair<Value, Cube> &Made, Parts Of);
  /// A new object of which nothing is known yet.
  ObjectId makeEmpty(uint32_t First, llvm::StringRef Class);

  FunctionFrame &In;
  const ir::InstId At;
  const unsigned Param;
  State &S;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_SEQUENCES_H
