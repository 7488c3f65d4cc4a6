//===- Residence.h - Where modules live and what moves them ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module is where its state is: one place for all that is registered with it, but for the parts that somebody moves
// alone (MemberChanges::isApart), which have places of their own. DeviceField says where the rest is.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_RESIDENCE_H
#define DEVTIDY_DATAFLOW_STATE_RESIDENCE_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionFrame;
struct State;

/// The modules that a function knows, at one point of it.
class Residence {
public:
  /// OfWhole: what is moved here moves because one of the parts of its whole did, which stands for all of them.
  Residence(FunctionFrame &Solver, State &S, bool OfWhole = false) : Solver(Solver), S(S), OfWhole(OfWhole) {}

  //===--- Where a module is ---===//
  Placement place(ObjectId O);
  /// The same but for the parts that have places of their own.
  Placement rest(ObjectId O);
  Placement partPlace(ObjectId Of, PathId Part);
  bool isApart(ObjectId Of, llvm::StringRef Name) const;
  /// Where the elements of a container of modules are.
  Placement partsOf(ObjectId Container);
  Placement placeOfChoice(const Value &Choice);
  /// What a module of the library has under that name, as its own code made it.
  std::optional<Value> libraryState(ObjectId O, llvm::StringRef Name);
  /// Where a part of a module is, S has only once somebody has read it from its module: O is read here.
  void findHolder(ObjectId O);

  //===--- What moves it ---===//
  /// All: every module that O stands for.
  void move(ObjectId O, const Placement &P, bool All = false) { moveAt(O, P, All, 0); }
  void moveParts(ObjectId Of, const Placement &P, bool All);
  void moveChoice(const Value &Choice, const Placement &P, bool All);
  void forget(ObjectId O, unsigned Depth = 0);

  //===--- What it holds ---===//
  bool registersByAssignment(ObjectId Of, llvm::StringRef Name, const Value &V) const;
  void registerState(ObjectId O, Value &V, llvm::StringRef Name = {});
  void addToBuilt(ObjectId Part, const Placement &P);
  void addToHolders(ObjectId Part, const Placement &P, unsigned Depth);
  /// A container of modules, which is at P so far, gets modules, or lists or dictionaries of them.
  void fill(ObjectId Container, llvm::ArrayRef<Operand> Operands, Placement P = {});
  /// The parts of a module, or of what turns out to be one, that this function knows.
  llvm::SmallVector<ObjectId, 4> knownParts(ObjectId Of) const;

private:
  void moveAt(ObjectId O, const Placement &P, bool All, unsigned Depth);
  void settleHolders(ObjectId O, unsigned Depth = 0);
  void moveHeldParameters(const Placement &From, const Placement &To);
  void moveTied(ObjectId O, const Placement &From, const Placement &To);
  void hold(ObjectId Container, Value V);
  void markHeld(const Value &V);

  FunctionFrame &Solver;
  State &S;
  const bool OfWhole;
};

/// Where a module is that a function with this summary leaves, its parts included.
Placement leftPlace(const Program &Prog, const Summary &Sum, ObjectId Module, unsigned Depth = 0);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_RESIDENCE_H
