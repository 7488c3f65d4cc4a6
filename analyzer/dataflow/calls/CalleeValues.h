//===- CalleeValues.h - A callee's values as its caller sees them --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLS_CALLEEVALUES_H
#define DEVTIDY_DATAFLOW_CALLS_CALLEEVALUES_H

#include "dataflow/calls/BodyCall.h"
#include <map>

namespace devtidy::dataflow {

class CalleeAnswers;
class CalleePaths;
class FunctionFrame;

/// Rewrites values and places of a callee into the caller's.
class CalleeValues {
public:
  CalleeValues(BodyCall &Call, CalleePaths &Paths, CalleeAnswers &Answers);

  Value value(const Value &V, unsigned Depth = 0);
  Placement placement(const Placement &P);
  Rank rank(Rank R);
  /// The caller's object that the callee's is; what the callee made is one of the call's.
  ObjectId object(ObjectId O);

private:
  /// The one that it is this time, or a value that holds all that are left.
  std::optional<Value> oneObject(std::vector<std::pair<Value, Cube>> Parts, bool IsLost);
  Value alternatives(const Value &V, unsigned Depth);
  Value ofSymbol(const Value &V);
  /// A tensor, a device, options or a pointer.
  Value placed(const Value &V);
  Value ofUnknown(const Value &V, unsigned Depth);
  Value choice(const Value &V, unsigned Depth);
  Value withElements(const Value &V, unsigned Depth);
  bool isOfHost(const Value &V, PathId P) const;
  Placement image(const GuardedTerm &T);
  Placement imageOf(const Value &V, const GuardedTerm &T);
  Placement onDefault(const GuardedTerm &T);
  const Step *origin(const Step *Of);
  bool holdsDevice(PathId P) const;

  const BodyCall &Call;
  CalleePaths &Paths;
  CalleeAnswers &Answers;
  FunctionFrame &Solver;
  State &Before;
  std::map<ObjectId, ObjectId> Copies; ///< of the caller's modules, which the callee makes
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLS_CALLEEVALUES_H
