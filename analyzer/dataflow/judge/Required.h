//===- Required.h - Where operations want symbols to be ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A layer on cuda:0 is called with x: an execution in which x is on the CPU fails there, whatever else is told of it.
// So `if x.is_cuda` has one answer in what else the function does, and its other branch is judged by nobody.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_JUDGE_REQUIRED_H
#define DEVTIDY_DATAFLOW_JUDGE_REQUIRED_H

#include "dataflow/judge/Demand.h"
#include <vector>

namespace devtidy::dataflow {

class Required {
public:
  Required(const PathTable &Paths, const ConditionTable &Conditions) : Paths(Paths), Conditions(Conditions) {}

  /// Notes that what is at P is no None wherever When holds: it is operated on.
  void addHeld(PathId P, const Cube &When) { Held.emplace_back(P, When); }
  /// Notes where D wants symbols to be that meet something of which is known where it is.
  void add(const Demand &D);
  /// True if G, in W, says of a symbol that it is elsewhere than an operation wants it that runs under G, too, or that
  /// it is None.
  bool contradicts(const Cube &G, World W) const;

private:
  struct Place {
    PathId Of;
    knowledge::DeviceType Type;
    Cube When;
  };
  void addPair(const Demand &D, const Side &Symbol, const Side &Placed);

  const PathTable &Paths;
  const ConditionTable &Conditions;
  std::vector<Place> Places;
  std::vector<std::pair<PathId, Cube>> Held;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_JUDGE_REQUIRED_H
