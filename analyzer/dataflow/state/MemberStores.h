//===- MemberStores.h - What methods leave in members ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a member holds when a method begins was put there by a constructor, or by another method: `def reset(self):
// self.h = torch.zeros(3)`. Each method that writes it is solved once more, alone: what it calls is unknown then, and
// so is what others put into members, so that no method waits for another.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_MEMBERSTORES_H
#define DEVTIDY_DATAFLOW_STATE_MEMBERSTORES_H

#include "dataflow/program/Linker.h"
#include "dataflow/state/Summary.h"

namespace devtidy::dataflow {

class Program;
struct FieldFacts;

class MemberStores {
public:
  explicit MemberStores(Program &Prog) : Prog(Prog) {}

  /// What methods put into a member, or into the container that it holds.
  struct Left {
    /// A tensor, a device or a tuple of them, over the paths of the object, if all that is known is alike.
    Value V;
    llvm::StringRef Class; ///< V is a module of that class, which is at V.P, if anybody knows
    bool IsOther = false;  ///< one of them may put something else there
    bool MayBeNone = false;
    /// A method leaves there what an earlier call has put there: `if self.mask is None: self.mask = ...`.
    bool IsKept = false;
  };
  /// In Member of the object at Of, whose class is Class; OfElements: in the container that is there. Nothing if nobody
  /// puts anything there of which it matters where it is, or others than methods may.
  std::optional<Left> in(llvm::StringRef Class, llvm::StringRef Member, PathId Of, bool OfElements);

  /// Where Member, a pointer, points to whenever a method of an object of Class begins; nothing if that cannot be
  /// told.
  std::optional<Value> pointer(llvm::StringRef Class, llvm::StringRef Member, const FieldFacts *Made);

  /// Where V, which is stored to Member, points to; bottom for null and for what that member of another object held,
  /// from where it moves here. Nothing if nobody knows.
  static std::optional<Value> targetOf(const PathTable &Paths, llvm::StringRef Member, const Value &V);

private:
  Program &Prog;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_MEMBERSTORES_H
