//===- Summary.h - What a call does to placements -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A summary says, over the symbols of the function's parameters, what the function returns, which objects it changes,
// and which demands it could not decide. A call substitutes actual values for symbols (Instantiate.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_SUMMARY_H
#define DEVTIDY_DATAFLOW_STATE_SUMMARY_H

#include "dataflow/domain/Memory.h"
#include "dataflow/judge/Demand.h"

namespace devtidy::dataflow {

struct Summary {
  static constexpr unsigned MaxDemands = 64;

  bool Known = false;   ///< false: nothing may be assumed of a call
  bool Returns = false; ///< some execution returns
  Value Result;
  Cube ReturnPath;             ///< holds at every return
  std::vector<PathId> Tested;  ///< symbols of tensors whose device was tested before every return
  std::vector<Object> Objects; ///< by the function's ObjectIds
  Memory Final;                ///< joined over all returns
  std::vector<Demand> Demands; ///< undecided, over the function's symbols
  /// Operations whose demands are no caller's to judge, and when they run.
  std::vector<std::pair<const ir::Inst *, Cube>> DecidedHere;
  std::vector<const ir::Inst *> FailsHere; ///< operations of which the function itself is told that they fail

  /// Forgets objects that the function made and that nobody can reach after it: not from its result, nor from what it
  /// was given.
  void dropUnreachable();

  /// What a call adds to the elements of a list: of Stored, what is none that the list held before.
  Value newPart(const Memory::Key &Key, const Value &Stored, const PathTable &Paths) const;

  /// True if callers learn the same from both, but for the steps that tell where something comes from.
  bool operator==(const Summary &O) const;
  /// The same of all but what must agree: a call gives and does the same.
  bool doesSame(const Summary &O) const;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_SUMMARY_H
