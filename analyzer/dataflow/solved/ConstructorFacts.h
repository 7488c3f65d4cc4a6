//===- ConstructorFacts.h - What one constructor leaves in a class -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_CONSTRUCTORFACTS_H
#define DEVTIDY_DATAFLOW_SOLVED_CONSTRUCTORFACTS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class ConstructorFacts {
public:
  /// Sum is what the constructor E of the class leaves.
  ConstructorFacts(Program &Prog, SolvedClass &Of, const Program::Entry &E, const Summary &Sum)
      : Prog(Prog), Of(Of), E(E), Sum(Sum), Self(Prog.Paths.param(*E.F, 0)) {}

  /// Adds to the class what the constructor says of its fields, and where it puts them.
  void add();

private:
  /// What a field with this value is; Depth: how deep in containers and plain objects.
  FieldFacts factsOf(const Value &V, unsigned Depth = 0);
  void readTuple(const Value &V, FieldFacts &Facts, unsigned Depth);
  void readTensor(const Value &V, FieldFacts &Facts);
  void noteClasses(const Value &Several, FieldFacts &Facts) const;
  void readSeveral(const Value &V, FieldFacts &Facts);
  void readChoice(const Value &V, FieldFacts &Facts, unsigned Depth);
  void readObject(const Value &V, FieldFacts &Facts, unsigned Depth);
  void readContainer(ObjectId O, bool IsPython, FieldFacts &Facts, unsigned Depth);
  void readPlain(ObjectId O, llvm::StringRef Class, FieldFacts &Facts, unsigned Depth);
  void addField(llvm::StringRef Name, const FieldFacts &Facts);
  void addContainers();
  void notePlaces();

  Program &Prog;
  SolvedClass &Of;
  const Program::Entry &E;
  const Summary &Sum;
  const PathId Self; ///< the object that is being built
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_CONSTRUCTORFACTS_H
