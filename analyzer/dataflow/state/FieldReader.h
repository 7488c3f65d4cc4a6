//===- FieldReader.h - A field that nobody has written here --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_FIELDREADER_H
#define DEVTIDY_DATAFLOW_STATE_FIELDREADER_H

#include "dataflow/state/MemberStores.h"
#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// Reads the field Name of O, which S does not have: what stores under unknown names, the library, the class or its
/// constructors left there; of an object that the function was given, what it held at entry.
class FieldReader {
public:
  FieldReader(FunctionFrame &Solver, State &S, ObjectId O, llvm::StringRef Name);

  /// T: the static type, if it is known.
  Value read(const ir::Type &T);

private:
  Value deviceAtEntry();
  /// What another member of the object that holds O has, if it is the same.
  std::optional<Value> shared(const ir::Type &T);
  Value valueAtEntry(ir::Type T);
  /// The type that the class declares, and where it does.
  void declared(ir::Type &T, ir::SourceRange &Range) const;
  /// What constructors leave there; null if nobody knows, or this is one of them.
  const FieldFacts *made() const;
  std::vector<Cube> choosing(llvm::ArrayRef<Cube> Several);
  Value function(Value Held); ///< a copy: reading other members may solve the class anew
  /// V, read, is as constructors made it.
  void applyMade(const FieldFacts &Made, Value &V);
  void placeMember(Value &V);
  /// Other objects than modules keep what their constructors made.
  void placeSettled(const FieldFacts &Facts, Value &V);
  /// V, of which constructors do not say where it is, is where methods put it.
  void placeStored(Value &V);
  void placeStoredModule(const MemberStores::Left &Left, Value &V);
  bool hasMoved() const;
  /// The same of elements of the container in a member.
  void placeStoredElement(Value &V);
  bool isOfEarlierCall(const MemberStores::Left &Left) const;
  void take(const MemberStores::Left &Left, Value &V);
  /// The module that has registered what the field holds of an object in one of its members; invalid if there is none.
  ObjectId registeredWith() const;
  /// What the module Whole has registered moves with it, so its device is the module's.
  void placeRegistered(Value &V, ObjectId Whole);
  /// Elements of what is registered are registered, too.
  void placeElement(Value &V);
  bool isElement() const;

  FunctionFrame &Solver;
  State &S;
  const ObjectId O;
  const llvm::StringRef Name;
  Object Obj; ///< a copy: reading makes more objects
  const bool InOwnConstructor;
  PathId Child;                       ///< the field
  const SolvedClass *Class = nullptr; ///< of an object whose class is in the run, unless this builds it
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_FIELDREADER_H
