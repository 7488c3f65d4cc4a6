//===- CalleeAnswers.h - What conditions of a callee come to in its caller ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLS_CALLEEANSWERS_H
#define DEVTIDY_DATAFLOW_CALLS_CALLEEANSWERS_H

#include "dataflow/calls/BodyCall.h"
#include "dataflow/domain/Tested.h"

namespace devtidy::dataflow {

class CalleePaths;
class FunctionFrame;

/// What a call tells of the conditions that a callee's summary speaks of.
class CalleeAnswers {
public:
  CalleeAnswers(BodyCall &Call, CalleePaths &Paths);

  /// The truth of a value of the callee; nothing if it cannot be told.
  std::optional<Value> flag(Literal L);
  /// Nothing if the cube is false. Lost is set if a literal had to be dropped.
  std::optional<Cube> cube(const Cube &C, bool &Lost, unsigned Depth = 0);
  /// When the caller runs what the callee runs under C. Nothing if it never does with what is given here. Losing a
  /// literal only widens when that is.
  std::optional<Cube> when(const Cube &C, bool &Lost);
  /// The device type of which L says whether the symbol P has it.
  std::optional<knowledge::DeviceType> testedType(Literal L, PathId P) const;
  /// True if L asks on which type of device something is of which the caller does not know where it is.
  bool asksUnknownPlace(Literal L, unsigned Depth = 0);
  /// True if C asks of what a callee's call gave, and the callee calls this function again: one symbol stands for what
  /// all rounds gave, and what is so in one of them need not be so in the next.
  bool isOfAllRounds(const Cube &C) const;

private:
  bool isOfAllRounds(Literal L) const;
  /// The literal's answer in the caller: true, false, another literal, or nothing if it cannot be told.
  struct Answer {
    std::optional<bool> Known;
    std::optional<Literal> As;
  };
  static Answer decided(Literal L, bool B) { return {B == L.isPositive(), std::nullopt}; }
  static Answer as(Literal L, Literal R) { return {std::nullopt, L.isPositive() ? R : ~R}; }
  static Answer told(Literal L, const std::optional<Value> &V);
  Answer answer(Literal L);
  Answer isTrue(Literal L, const Condition &C);
  Answer isNone(Literal L, const Condition &C);
  Answer equals(Literal L, const Condition &C);
  Answer ofState(Literal L, const Condition &C);
  Answer isOnType(Literal L, const Condition &C);
  Answer isSameDevice(Literal L, const Condition &C);

  /// Where L asks for somebody's place.
  std::optional<DeviceTest> testOf(Literal L) const;
  std::optional<Cube> onlyCase(Literal L, bool &Lost, unsigned Depth);

  const BodyCall &Call;
  CalleePaths &Paths;
  FunctionFrame &Solver;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLS_CALLEEANSWERS_H
