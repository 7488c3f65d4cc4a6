//===- Positions.h - What stands where in a list ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list that a program writes down has a field for each position, "0" to "7". What the rounds of a loop append has one
// for all rounds: the field "0" of `[torch.ones(2) for _ in range(n)]` is what stands at 0, at 1 and so on. After
// `t.insert(0, x)` nobody knows what stands where. So a list may have PositionsField, which says of which fields the
// position is known, and which stand for nothing else. `t[0] = t[0].cuda()` then leaves what stands at 1 where it is.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_POSITIONS_H
#define DEVTIDY_DATAFLOW_STATE_POSITIONS_H

#include "dataflow/state/FunctionFrame.h"

namespace devtidy::dataflow {

inline constexpr int64_t MaxIndexField = 8;

/// The field of a position, ElementField of those that have none.
llvm::StringRef indexField(int64_t I);
bool isIndexField(llvm::StringRef Name);
/// True if I takes a slice: t[1:]
bool takesSlice(const ir::Function &F, const ir::Inst &I);

/// The positions of the list O in the state S.
class Positions {
public:
  Positions(FunctionFrame &Solver, State &S, ObjectId O) : Solver(Solver), S(S), O(O) {}

  /// Puts V behind all that is there. False if O has no positions.
  bool append(const Value &V);
  /// Puts all that List has behind what is there.
  void appendAll(ObjectId List);
  /// What holdModules has put behind Before fields, is what List has: what is known of its positions is known here.
  void follow(ObjectId List, unsigned Before);
  unsigned fields() const; ///< that have a position
  /// V stands at K from here on, and nothing else does. False if O does not tell positions apart.
  bool write(int64_t K, const Value &V);
  /// What stands at K, which is from the end if it is less than 0; nothing if any element may, or the fields say it.
  std::optional<Value> at(int64_t K, const ir::Type &T);
  /// What stands at K goes, and what is behind it moves up.
  void take(std::optional<int64_t> K);
  /// The elements change places.
  void forget();
  void clear();
  /// O is empty, and then as List is.
  void copy(ObjectId List);
  /// O holds V, nobody knows how often.
  void repeat(const Value &V);

  /// What paths that meet know together; null where a list has fields only, or does not exist.
  static Value joined(llvm::ArrayRef<const Value *> Parts);

private:
  /// Bits by position.
  struct Known {
    unsigned Exact = 0; ///< what the field holds stands there
    unsigned Alone = 0; ///< and nowhere else
    unsigned Loop = 0;  ///< the first rounds of this loop, by the index of its header and 1, made the last exact ones
  };
  static Known decode(const Value &V);
  static Value encode(Known K);
  std::optional<Known> known() const;
  void set(Known K);
  bool isOwnList() const; ///< made in the program, one, and no dictionary
  /// The loop whose rounds append to O again and again; 0 if there is none.
  unsigned rounds() const;
  /// What the fields of Mask hold, and all that has no position.
  std::optional<Value> anyOf(unsigned Mask, const ir::Type &T);
  void setAside(int64_t K);

  FunctionFrame &Solver;
  State &S;
  ObjectId O;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_POSITIONS_H
