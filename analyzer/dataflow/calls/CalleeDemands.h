//===- CalleeDemands.h - What a callee demands, as its caller has to -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLS_CALLEEDEMANDS_H
#define DEVTIDY_DATAFLOW_CALLS_CALLEEDEMANDS_H

#include "dataflow/calls/BodyCall.h"

namespace devtidy::dataflow {

class CalleeAnswers;
class CalleePaths;
class CalleeValues;
class FunctionFrame;

/// Rewrites the demands of a callee's summary into the caller's.
class CalleeDemands {
public:
  CalleeDemands(BodyCall &Call, CalleePaths &Paths, CalleeAnswers &Answers, CalleeValues &Values);

  /// Nothing if the demand cannot be reached with these arguments.
  std::optional<Demand> demand(const Demand &D);
  /// False if what is given here takes no way to an operation that runs when When holds.
  bool mayReach(const Cube &When);
  /// True if the callee takes a module for one that wants its inputs where it is, and this one brings them there, or
  /// has its parts in several places.
  bool misjudges();

private:
  /// Adds what X, a side of D, is here. False if then D demands nothing.
  bool addSide(Side X, const Demand &D, llvm::SmallVectorImpl<Side> &Sides);
  /// The same of X, which is a symbol of the callee, a device if SaysDevice, and V here: nothing if it is no side, or
  /// is added already.
  enum class Role : uint8_t { Meets, IsOther, Excuses };
  llvm::StringRef classCalled(const Demand &D);
  void tellClass(llvm::StringRef Class, Demand &R) const;
  const Value *calledPart(const Side &X, const Demand &D) const;
  Placement placeOfOwn(const Side &X, const Demand &D);
  Role readSymbol(Side &X, const Value &V, bool SaysDevice, const Demand &D, llvm::SmallVectorImpl<Side> &Sides);
  bool spread(const Side &X, const Value &V, llvm::SmallVectorImpl<Side> &Sides);
  void tellAsOwn(Demand &D) const;
  void nameSide(Side &X, PathId Was) const;
  bool areTensors(const Placement &P);
  bool isCode(const Value &V) const;
  bool placesInputs(const Value &V) const;
  bool isInParts(const Value &V);
  bool readsParts(const Value &V, llvm::StringRef Class) const;
  bool isGivenInParts(PathId P);

  const BodyCall &Call;
  CalleePaths &Paths;
  CalleeAnswers &Answers;
  CalleeValues &Values;
  FunctionFrame &Solver;
  State &Before;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLS_CALLEEDEMANDS_H
