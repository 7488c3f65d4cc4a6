//===- Flags.h - When a question is answered with yes --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flag is a value that is true or false. Where it is one of several, or asks where something is, it has cases: the
// guards under which the answer is yes, and those under which it is no.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_FLAGS_H
#define DEVTIDY_DATAFLOW_STATE_FLAGS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class Flags {
public:
  Flags(Program &Prog, const ir::Function &F) : Prog(Prog), F(F) {}

  using Parts = llvm::ArrayRef<std::pair<Value, Cube>>; ///< one of these values, each under its guard

  /// When what is one of Of is true; nothing if they are no answers.
  std::optional<Cases> casesOf(Parts Of);
  /// The answer, with a condition that has these cases if need be; nothing if they do not decide it.
  std::optional<Value> answer(const Cases &C);
  /// Joined, the value of Flag, is one of Of: if they are answers, its truth is what they come to, or its own.
  void choose(Value &Joined, Parts Of, ir::ValueId Flag);
  /// Joined has the truth of Flag.
  static void set(Value &Joined, Value Flag);
  /// True where V is not, if it is an answer.
  static Value negated(Value V);
  /// When Joined, an object that may be None, is one; else what its truth is.
  static std::optional<Literal> whenMade(const Value &Joined, Parts Of);
  /// The same if the machine alone decides: a stream that is None without an accelerator. Nothing if more does.
  static std::optional<Literal> whereMade(const Value &Joined, Parts Of);

  /// When V is on a device of type T.
  Cases casesOfType(const Value &V, knowledge::DeviceType T) const;
  /// The answer to "is V on a device of type T", if it is known or hangs on one condition.
  std::optional<Value> isOnType(const Value &V, knowledge::DeviceType T);
  /// The same for V, the value of Id, with a condition of its own if nothing better is known.
  Value askType(const Value &V, ir::ValueId Id, knowledge::DeviceType T);
  /// The same for "are A and B the same device".
  std::optional<Value> isSameDevice(const Placement &A, const Placement &B);
  /// The value Question, which is whether A and B are the same device, or not the same; nothing if nobody knows.
  std::optional<Value> askDevice(const Placement &A, const Placement &B, bool Negated, ir::ValueId Question);

private:
  Program &Prog;
  const ir::Function &F;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_FLAGS_H
