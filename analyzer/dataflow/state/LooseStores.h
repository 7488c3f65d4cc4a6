//===- LooseStores.h - Stores of which nobody knows where they go --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `setattr(x, name, v)`, `d[key] = v` and `for b in boxes: b.mean = v` put v somewhere: under a name that nobody knows,
// or into one of several objects. What stood there may be gone, so nothing is certain about it any more. A function
// that does it to what it is given, `def reset(rows): rows.clear()`, does it for its callers.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_LOOSESTORES_H
#define DEVTIDY_DATAFLOW_STATE_LOOSESTORES_H

#include "dataflow/state/FunctionFrame.h"

namespace devtidy::dataflow {

/// Of an object: what may have been put there under any name or key.
inline constexpr llvm::StringLiteral AnyField = "$any";

class LooseStores {
public:
  LooseStores(FunctionFrame &Solver, State &S) : Solver(Solver), S(S) {}

  /// V stands somewhere in O from here on, and what stood in O may be elsewhere, or gone. V may be bottom: nothing new.
  /// What a module has registered stays: PartMoves says what becomes of that.
  void anywhere(ObjectId O, const Value &V);
  /// Field of O may be V from here on.
  void maybe(ObjectId O, llvm::StringRef Field, const Value &V);
  /// V stands in the container O under Key, which is a name, maybe one with holes, or a position.
  void put(ObjectId O, llvm::StringRef Key, const Value &V);
  /// `setattr(Of, Name, V)`: where Of is a module, V is none of what it registers.
  void setMember(const Value &Of, const Value &Name, const Value &V);
  /// `A.Field = V`, where A is one of several objects.
  void behind(const ir::Arg &A, llvm::StringRef Field, const Value &V);
  /// `A[k] = V`, where A was taken out of a container that this function fills, `table = stack.pop()`.
  void intoTaken(const ir::Arg &A, const Value &V);
  /// The containers that O holds, and what these hold.
  void containersIn(ObjectId O, llvm::SmallVectorImpl<ObjectId> &Out) const;
  /// Of is of unknown type, and keeps V under Key: a name, or a position. Nobody knows which if it is neither.
  void toGiven(const Value &Of, const Value &Key, const Value &V);
  /// `d[f"w_{i}"] = v`: the name has holes, "w_{}", and one entry stands for all of such names.
  void toGivenNames(const Value &Of, llvm::StringRef Pattern, const Value &V);
  /// What was put there under a name with holes that may be Name; nothing if nothing was.
  std::optional<Value> underPattern(const Value &Of, llvm::StringRef Name) const;
  /// True if something was put into Of under a name with holes.
  bool hasNamesWithHoles(const Value &Of) const;
  /// A method of a container that is called with what nobody knows: `rows.clear()`, `rows.insert(0, x)`.
  void mutate(const ir::Inst &I, llvm::ArrayRef<Value> Actuals);

  /// True if what is done here is done in some rounds of a loop only: `if key.startswith("x"): d[key] = ...`.
  bool isOfSomeRounds() const;

  /// The member of O that nobody has written by its name, if any may have been written; nothing otherwise.
  std::optional<Value> member(ObjectId O, llvm::StringRef Name, const ir::Type &T);
  /// True if what Of holds, which is of unknown type, may have been changed under names that nobody knows.
  static bool isMuddled(const FunctionFrame &Solver, const Memory &Mem, const Value &Of);
  bool isContainer(ObjectId O) const; ///< a list or a dictionary
  /// What V holds, if it is a container: objects that are none themselves, at most MaxHeld.
  void held(const Value &V, llvm::SmallVectorImpl<ObjectId> &Out, unsigned Depth = 0) const;

private:
  /// What a dictionary has under a name.
  struct Entry {
    llvm::StringRef Name;
    Value V;
  };
  /// Appends what Of has, if Of is a dictionary all of whose keys are known; false otherwise.
  bool namedEntries(const Value &Of, llvm::SmallVectorImpl<Entry> &Out) const;
  /// `d.update(a=x)`, `d.update({"a": x})` of a dictionary that somebody gave. False if not all names are known.
  bool updateGiven(const ir::Inst &I, llvm::ArrayRef<Value> Actuals);
  /// V may stand under each name in O that is like Pattern. False if there is none.
  bool toNames(ObjectId O, llvm::StringRef Pattern, const Value &V);
  const ir::Inst *askedBy(Literal L) const;
  static constexpr unsigned MaxHeld = 16;
  void receivers(ir::ValueId V, llvm::SmallVectorImpl<ObjectId> &Out, llvm::DenseSet<uint32_t> &Seen) const;
  void addHeldAlike(llvm::SmallVectorImpl<ObjectId> &Objects) const;
  /// True if Held is state of the module O.
  bool isRegistered(ObjectId O, const Value &Held) const;

  FunctionFrame &Solver;
  State &S;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_LOOSESTORES_H
