//===- PartMoves.h - What a module holds, moved by other ways than its name --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `model.head.to(d)` says which part is moved. A loop over named_children(), a callback of apply(), `p.data = ...` over
// parameters(), `model._modules[name] = ...` say it, too, if all are moved. Where nobody can say which part it was,
// each part of the module may be there, and nothing is certain about where they are.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_PARTMOVES_H
#define DEVTIDY_DATAFLOW_STATE_PARTMOVES_H

#include "dataflow/state/FunctionFrame.h"

namespace devtidy::dataflow {

/// True if O is a loss that keeps the tensor which it is given as Name, and no other state.
bool keepsGiven(const FunctionFrame &In, ObjectId O, llvm::StringRef Name);

/// What moves behind the back of the module that holds it, at one point of a function.
class PartMoves {
public:
  PartMoves(FunctionFrame &Solver, State &S) : Solver(Solver), S(S) {}

  /// The modules in V: itself, what it holds, or whose parts those are.
  llvm::SmallVector<ObjectId, 2> modulesIn(const Value &V) const {
    llvm::SmallVector<ObjectId, 2> Out;
    collect(V, Out);
    return Out;
  }
  /// The body of the function that V is, and what it has captured; nothing if nobody knows.
  std::optional<Program::Entry> function(const Value &V, std::vector<Value> &Captures) const;
  /// True if F, or a function that it makes, moves something in place.
  static bool movesSomething(const ir::Module &M, const ir::Function &F, unsigned Depth = 0);

  /// The module O, or something that it holds, may be at P from here on. OfWhole as Residence has it.
  void loosen(ObjectId O, const Placement &P, bool OfWhole = false);
  /// The same of every module that V was taken from, as far as this function says. OfTensors: V may be a parameter.
  void loosenBehind(ir::ValueId V, const Placement &P, bool OfTensors = false);
  /// O, which stands for each part of a module in its turn, moves to P; All: each of them does. OfWhole: that moves
  /// already.
  void movePart(ObjectId O, const Placement &P, bool All, bool OfWhole);
  /// O, which the call Id was given, is at P when that is back.
  void moveGiven(ir::InstId Id, ObjectId O, const Placement &P);
  /// `m[i].to(d)`: A is one of several elements, nobody knows which. False if it is not.
  bool moveElement(const ir::Arg &A, ir::InstId Id, const Placement &P);

  /// `A.data = V`
  void setData(const ir::Arg &A, const Value &V, ir::InstId Id);
  /// True if V, whose type nobody knows, was moved in place here: so were its parts, or it was given others.
  static bool hasMoved(const FunctionFrame &Solver, const State &S, const Value &V);
  /// The data of the tensor V, if that was replaced: `x.data = x.data.cuda()`.
  static const Value *dataOf(const FunctionFrame &Solver, const State &S, ir::ValueId V);
  /// The callee did that to the tensor at P, which Holds tells in the caller.
  void setData(PathId P, const Placement &There, llvm::function_ref<Value(PathId)> Holds);
  /// `setattr(module, name, V)`; Name may be unknown.
  void setMember(const ir::Arg &Module, const Value &Name, Value V);
  /// `table[Key] = V`, where table is what a module keeps its members in. False if it is something else.
  bool setEntry(const ir::Arg &Table, const Value &Key, const Value &V);
  /// What a module keeps under that name; nothing if Table is something else.
  std::optional<Value> entry(const Value &Table, const Value &Key);

  /// True if a tensor that is assigned to the member takes the place of one that the module O was made with. In C++
  /// that is what forward sees, whatever is registered.
  bool replacesState(ObjectId O, llvm::StringRef Name) const;
  /// After V has taken the place of what O had under Name: where O's state is now.
  Placement replaced(ObjectId O, const Value &V, llvm::StringRef Name);
  /// An element of the container O was replaced.
  void settle(ObjectId O);
  /// True if V is each of what a loop goes over, and all rounds get to Id.
  bool coversAll(ir::ValueId V, ir::InstId Id) const;

  /// V is registered with the module O now: so is every member of O that holds it.
  void registerHeld(ObjectId O, const Value &V);
  /// The same of everything that holds the parameter V.
  void registerSame(const Value &V);
  /// O moves: what its class moves on its own may be anywhere.
  void forgetBeside(ObjectId O);

  // HandedOn.cpp: functions that are called elsewhere.
  /// The instruction Read takes a method of a module that moves it. Unless it is called here, nobody knows when it is.
  void takeMethod(const ir::Inst &Read);
  /// Somebody unknown is given V: modules in it, or that a function moves, may be anywhere.
  void handOn(const Value &V);
  /// The same of V, which a caller gave, who knows whether it is a module.
  void noteHanded(const Value &V);
  /// O is moved to P, and what callers have given it goes along if it turns out to be a module: `self.net = net`,
  /// `self.cuda()`.
  void carryGiven(ObjectId O, const Placement &P);
  /// V goes into Container, which is Known, and the run moves what is in there elsewhere.
  void keepForMover(ir::ValueId Container, const Value &Known, const Value &V);
  /// True if the class of O says itself how its tensors move (`_apply`), and may leave some behind.
  bool leavesParts(ObjectId O) const;

private:
  static constexpr unsigned MaxDepth = 8;

  void forgetPlace(Value &V, unsigned Depth);
  ObjectId wholeOf(ObjectId O) const;
  ObjectId wholeOf(const Value &V) const { return V.is(Value::Kind::Object) ? wholeOf(V.Obj) : ObjectId(); }
  bool startsWithItself(ObjectId Part) const;
  void setListed(ir::ValueId List, const Placement &P);
  void setStateOf(const ir::Arg &Module, llvm::StringRef Name, const Placement &There, ir::InstId Id);
  void setState(ObjectId O, llvm::StringRef Name, const Placement &P);
  std::optional<Placement> stateOf(ObjectId O);
  bool isOpenHere(const Placement &P) const;
  bool isOfMove(const ir::Inst &Store) const;
  struct Search {
    llvm::SmallVector<ObjectId, 2> Found;
    /// Whose members were taken by their names, `getattr(trainer, name)`, if they are no modules.
    llvm::SmallVector<ObjectId, 2> Holders;
    llvm::DenseSet<uint32_t> Seen;
    bool OfTensors = false;
    bool Moves = false; ///< what is looked for has moved: it is a part
  };
  void collect(ir::ValueId V, Search &For) const;
  void addHolder(const Value &V, Search &For) const;
  bool isPartOf(ir::ValueId V, ir::ValueId Of, std::string_view Name, const Search &For) const;
  void collectStored(ir::ValueId V, Search &For) const;
  void collect(const Value &V, llvm::SmallVectorImpl<ObjectId> &Out, unsigned Depth = 0) const;

  FunctionFrame &Solver;
  State &S;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_PARTMOVES_H
