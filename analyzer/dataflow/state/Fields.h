//===- Fields.h - What stands in the fields of objects --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_FIELDS_H
#define DEVTIDY_DATAFLOW_STATE_FIELDS_H

#include "dataflow/state/Program.h"
#include <map>

namespace devtidy::dataflow {

class FunctionFrame;
class ObjectTable;

/// Members and elements, at one point of a function. A field that nobody has written there is read by FieldReader; what
/// nobody knows is an unknown value.
class Fields {
public:
  Fields(FunctionFrame &In, State &S);

  /// T: the static type, if it is known.
  Value read(ObjectId O, llvm::StringRef Name, const ir::Type &T = {});
  /// V replaces what was there, or joins it if O stands for several objects.
  void write(ObjectId O, llvm::StringRef Name, Value V);
  /// V is put behind all that the list O has.
  void append(ObjectId O, Value V);
  /// What stands at Index, or any element. IsPart: one of a known number of elements, which are told apart in what
  /// somebody else holds, too.
  Value element(ObjectId O, std::optional<int64_t> Index, const ir::Type &T, bool IsPart = false);
  /// What V, a cell, holds; else V.
  Value unboxed(const Value &V);
  /// What copy.deepcopy makes of V in the call Id. Copies has what was copied already, with Inner the first number of
  /// the objects that are made.
  Value copied(ir::InstId Id, Value V, std::map<ObjectId, ObjectId> &Copies, unsigned Inner = 0);
  /// What stands for V, which is made anew in each round, in the round that the call Id begins.
  Value renewed(ir::InstId Id, Value V);

private:
  /// IsCopy: V stays beside what is made.
  Value duplicated(ir::InstId Id, Value V, std::map<ObjectId, ObjectId> &Copies, unsigned Inner, bool IsCopy);
  bool appendToSymbolic(ObjectId O, const Value &V);
  Value asTupleLike(Value V, const Value &Like);
  bool isRecord(const Value &V) const;
  const Value *alikeEntry(ObjectId O);
  bool areAlike(const Value &A, const Value &B);
  bool isModule(const Value &V) const;

  FunctionFrame &In;
  Program &Prog;
  const ir::Function &F;
  ObjectTable &Objects;
  State &S;
};

/// True if F, a constructor, makes the object that P is of: nothing was there before.
bool isOfBuilt(PathTable &Paths, const ir::Function &F, PathId P);
/// Where a copy of what is at P is, which the call Id makes: what moves the one does not move the other.
Placement asCopied(FunctionFrame &In, ir::InstId Id, const Placement &P);
/// What P holds, of a static type that may be unknown: a symbol. Kind and Range say how a finding tells of it.
Value symbolicValue(FunctionFrame &In, PathId P, const ir::Type &T, StepKind Kind, ir::SourceRange Range);
/// A value of static type T about which nothing else is known: a symbol of what Id gives where that helps.
Value unknownOf(FunctionFrame &In, ir::InstId Id, const ir::Type &T);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_FIELDS_H
