//===- Rounds.h - What the rounds of a loop do ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one round of a loop knew says nothing about the next: conditions over values that the loop computes anew are
// dropped on the way back to its head. What a round made is one of several from the next round on.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_ROUNDS_H
#define DEVTIDY_DATAFLOW_STATE_ROUNDS_H

#include "dataflow/state/BlockOrder.h"
#include "dataflow/state/Program.h"
#include "ir/Loops.h"

namespace devtidy::dataflow {

/// The loops of one function, and which of them have no round.
class Rounds {
public:
  Rounds(const Program &Prog, const BlockOrder &In) : Prog(Prog), F(In.F), In(In) {}

  /// The innermost loop around B; null if there is none.
  const ir::Loop *around(ir::BlockId B);
  /// True if the literal is over a value that the loop of Header computes anew in each round.
  bool isOfLoop(Literal L, ir::BlockId Header) const;
  Value dropLiterals(const Value &V, ir::BlockId Header) const;
  /// True if V is what a loop takes from a container in its turn, and the loop ends only when there is nothing left.
  bool goesOverAll(ir::ValueId V);
  /// Where V is at Here, behind the `for` whose rounds assign it: nobody writes a loop that goes over nothing, so that
  /// what came in only may be there still. Nothing if V is something else, or not a tensor after each round.
  std::optional<Placement> leftBehind(ir::ValueId V, ir::BlockId Here);
  /// V, which enters the head of a loop, is what Rounds leave, each under its condition, and Before what came in.
  void noteLeft(ir::ValueId V, llvm::ArrayRef<Value> Rounds, llvm::ArrayRef<Value> Before);
  /// True if the literal is over a value that the loop around Here computes anew.
  bool isOfRound(Literal L, ir::BlockId Here);
  /// What the rounds of the loop around Here put into a list, one value for each place, where something that each round
  /// asks anew says which: `rows.append(w if keep(i) else torch.zeros(3))`. Nothing if V is the same in each round, or
  /// what is asked is where something is. Values: those of the function, by number.
  llvm::SmallVector<Value, 2> eachOfRounds(const Value &V, ir::BlockId Here, llvm::ArrayRef<Value> Values);
  /// True if Made was made in a round of a loop that is over at Here: it stands for what all rounds made.
  bool isOfRounds(const Object &Made, ir::BlockId Here);

  /// True if B asks whether there is another round, and does nothing else: what flows in flows out.
  bool isHeadOfFor(ir::BlockId B) const;
  /// In a function `visit` of which nothing else is known yet, no round of `for c in m.children(): visit(c)` ends: such
  /// loops are left as well. Adds those that are new; false if there are none. Goes says whether control goes from a
  /// block to its successor of that number.
  bool findRoundless(llvm::function_ref<bool(ir::BlockId, unsigned)> Goes);
  bool isRoundless(ir::BlockId Header) const { return llvm::is_contained(Roundless, Header); }
  void clear() { Roundless.clear(); }

private:
  bool isSiteOfLoop(PathId P, ir::BlockId Header) const;
  bool variesByRound(const Condition &C, const ir::Loop &L, llvm::ArrayRef<Value> Values) const;

  const Program &Prog;
  const ir::Function &F;
  const BlockOrder &In;
  std::optional<ir::Loops> Loops;              ///< once somebody asks
  llvm::DenseMap<unsigned, Placement> Left;    ///< by the number of a value that a head of a loop is given
  llvm::SmallVector<ir::BlockId, 2> Roundless; ///< heads of `for` loops of which no round ends
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_ROUNDS_H
