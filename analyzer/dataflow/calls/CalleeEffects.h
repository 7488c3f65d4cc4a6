//===- CalleeEffects.h - What a call does to the objects it is given -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLS_CALLEEEFFECTS_H
#define DEVTIDY_DATAFLOW_CALLS_CALLEEEFFECTS_H

#include "dataflow/calls/BodyCall.h"

namespace devtidy::dataflow {

class CalleePaths;
class CalleeValues;
class FunctionFrame;

/// Does in the caller's state what a callee's summary says that it leaves.
class CalleeEffects {
public:
  CalleeEffects(BodyCall &Call, CalleePaths &Paths, CalleeValues &Values);

  void apply();

private:
  /// The callee leaves V, which is Stored of its own, in what Key says. False if something else is to be done with it.
  bool applyOwn(const Memory::Key &Key, const Value &Stored, ObjectId Mine, const Value &V);
  void setEnvironment(const Memory::Key &Key, const Value &V);
  void setData(PathId P, const Placement &There);
  void handOn(PathId Given, ObjectId Mine);
  void carryGiven(PathId Given, const Placement &Stored, const Placement &P);
  void registerGiven(PathId Given, ObjectId Mine, const Value &V);
  void applyMove(PathId Path, ObjectId Mine, const Placement &Stored, const Placement &P);
  llvm::SmallVector<Value, 4> modulesAt(PathId Given);
  void moveGiven(PathId Given, ObjectId Mine, const Placement &P);
  void moveHeld(const Value &V, const Placement &P);
  void replaceEach(ObjectId Mine, PathId Path, const Value &Stored);
  bool appendParts(ObjectId O, llvm::StringRef Field, const Value &Stored);
  void objectsAt(PathId P, llvm::SmallVectorImpl<ObjectId> &Out);
  bool loosenParts(const Object &Of, const Value &Stored);
  /// True if the callee's store goes where nobody knows, or into a container that it did not see to be one.
  bool replacesInside(PathId At, const Value &Stored);
  bool storeLoosely(const Memory::Key &Key, const Value &Stored);
  bool isMove(const Object &O, const Value &Stored) const;
  bool moveSeveral(const Memory::Key &Key, const Value &Stored);
  bool isOfRest(PathId P) const;
  void loosenStarred(const Placement &P);
  /// True if what the callee stores is registered with the caller's module.
  bool registers(const Memory::Key &Key, const Value &Stored, ObjectId Mine, const Value &V);

  BodyCall &Call;
  CalleePaths &Paths;
  CalleeValues &Values;
  FunctionFrame &Solver;
  State &S;
  const ir::Function &Callee;
  const Summary &Sum;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLS_CALLEEEFFECTS_H
