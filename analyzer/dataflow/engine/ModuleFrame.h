//===- ModuleFrame.h - Modules, as the rule of a concept sees them -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second door of a concept, beside the CallFrame, whose call and state it stands for: where modules are, what is
// registered with them, and what moves when they do, or behind their back.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_MODULEFRAME_H
#define DEVTIDY_DATAFLOW_ENGINE_MODULEFRAME_H

#include "dataflow/engine/CallFrame.h"

namespace devtidy::dataflow {

class ModuleFrame {
public:
  explicit ModuleFrame(CallFrame &F) : F(F) {}

  //===--- What is a module ---===//
  bool isModule(const Value &V) const;
  /// True if V is used as only modules are, whatever it is: `net(x)`, `self.net.eval()`.
  bool isUsedAsModule(ir::ValueId V) const;
  /// The module that V is; of unknown type, what stands for one.
  ObjectId moduleOf(const Value &V);
  /// What stands for the object that is at P, whatever it is.
  ObjectId symbolic(PathId P);
  /// The modules in V: itself, what it holds, or whose parts those are.
  llvm::SmallVector<ObjectId, 2> modulesIn(const Value &V) const;
  /// The parts that O stands for in its turn, as far as anybody knows them: none if it is no part of a module.
  llvm::SmallVector<ObjectId, 4> meant(ObjectId O);
  /// A new object that stands for each part of Whole in its turn, which is at P.
  ObjectId makePart(ObjectId Whole, const Placement &P);
  /// True if a tensor, or a module, is registered with O when it is assigned to a member.
  bool registersByAssignment(ObjectId O) const;

  //===--- Where it is ---===//
  Placement place(ObjectId O) const;
  /// O, and what is registered with it, is at P from here on. All: every module that O stands for.
  void move(ObjectId O, const Placement &P, bool All = false);
  /// The modules of which conditions choose one.
  void moveChoice(const Value &Choice, const Placement &P, bool All);
  /// `m[i].to(d)`: A is one of several elements, nobody knows which. False if it is not.
  bool moveElement(const ir::Arg &A, const Placement &P);
  /// True if V is each of what a loop goes over, and all rounds get here.
  bool coversAll(ir::ValueId V) const;
  /// True if L is over a value that the loop around the call computes anew in each round.
  bool isOfRound(Literal L) const;
  /// The module O, or something that it holds, may be at P from here on.
  void loosen(ObjectId O, const Placement &P);
  /// The same of every module that V was taken from, as far as this function says.
  void loosenBehind(ir::ValueId V, const Placement &P);
  /// What O holds may be anywhere.
  void forget(ObjectId O);
  /// `A.data = V`
  void setData(const ir::Arg &A, const Value &V);

  //===--- What it holds ---===//
  /// V becomes state of O, its member Name if that is known.
  void registerState(ObjectId O, Value &V, llvm::StringRef Name);
  /// The member that the argument in the role of a name means: of a computed name what stands for several; "" if nobody
  /// knows.
  llvm::StringRef memberNamed(llvm::StringRef Role);
  /// So does every member of O that holds V.
  void registerHeld(ObjectId O, const Value &V);
  void markRegistered(const Value &V);
  /// V was taken from somewhere: the same of all that it may be.
  void registerTaken(ir::ValueId V);
  /// The container O, which is at P so far, gets modules, or lists or dictionaries of them.
  void fill(ObjectId O, llvm::ArrayRef<Operand> Operands, const Placement &P = {});

  //===--- What is called with it ---===//
  /// The body of the function that V is, and what it has captured; nothing if nobody knows.
  std::optional<Program::Entry> body(const Value &V, std::vector<Value> &Captures) const;
  /// True if a function, or one that it makes, moves something in place.
  bool movesSomething(const Program::Entry &Of) const;

  /// The replicas of the module O run on an accelerator each, with all that is registered and all that they are given.
  /// What of O is on a certain accelerator instead, or on one that the caller says, has to meet that there.
  void replicate(ObjectId O);

private:
  CallFrame &F;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_MODULEFRAME_H
