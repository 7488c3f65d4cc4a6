//===- MeetingPlace.h - Where the result of operands that meet is --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_JUDGE_MEETINGPLACE_H
#define DEVTIDY_DATAFLOW_JUDGE_MEETINGPLACE_H

#include "dataflow/judge/Demand.h"

namespace devtidy::dataflow {

/// Where the result is of an operation that takes it from its operands, in the executions that come through; nowhere if
/// there are none.
Placement meetingPlace(const Demand &D, const ConditionTable &Conditions, PathTable &Paths);

/// True if the program has brought what is at T, of the places P, to the CPU in so many words: it is meant to be there.
bool isTakenToCpu(const Placement &P, const GuardedTerm &T);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_JUDGE_MEETINGPLACE_H
