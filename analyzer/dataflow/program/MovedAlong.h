//===- MovedAlong.h - What moves with a module unregistered -----*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module moves what is registered with it, and what its own code moves besides:
//
//   def to(self, *args, **kwargs):
//       for layer in self.layers:
//           layer.to(*args, **kwargs)
//       return super().to(*args, **kwargs)
//
// `layers` is moved along here. So is what `place(self, device)` moves, a method that whoever uses the class may call.
// What is known is what a class may move, not that it does on every path: nobody can say of the class alone that such a
// member stays behind.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_MOVEDALONG_H
#define DEVTIDY_DATAFLOW_PROGRAM_MOVEDALONG_H

#include "dataflow/program/Hierarchy.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace devtidy::dataflow {

/// What a method that anybody may call does to members of its receiver, by their names.
struct MembersMoved {
  llvm::StringSet<> Moved, Replaced; ///< moved in place; something was put in the place of what they hold
  bool MovesAny = false, ReplacesAny = false;
};

/// Which parameters of functions are moved in place, by themselves or by somebody whom they hand them to.
class MovedParams {
public:
  explicit MovedParams(const Hierarchy &Types) : Types(Types) {}

  /// True if F moves what its parameter N is or holds.
  bool contains(const ir::Function &F, unsigned N) {
    const llvm::SmallBitVector &Moved = of(F, 0);
    return N < Moved.size() && Moved.test(N);
  }
  /// What F moves of its receiver. Methods of a base are asked about for each class that derives from it.
  const MembersMoved &byMethod(const ir::Function &F);
  /// The members whose parts F registers with its receiver, a module: `to` reaches these, by whatever name.
  llvm::ArrayRef<llvm::StringRef> registeredBy(const ir::Function &F);

private:
  MembersMoved look(const ir::Function &F);
  /// By parameter. Depth: how many calls led to F.
  const llvm::SmallBitVector &of(const ir::Function &F, unsigned Depth);

  const Hierarchy &Types;
  std::map<std::pair<const ir::Function *, unsigned>, llvm::SmallBitVector> Known;
  std::map<const ir::Function *, MembersMoved> ByMethod;
  llvm::DenseMap<const ir::Function *, llvm::SmallVector<llvm::StringRef, 0>> Registered;
};

class MovedAlong {
public:
  /// Looks at the methods of the class of that name and of its bases that are in the run.
  MovedAlong(const Hierarchy &Types, MovedParams &Params, llvm::StringRef Class);

  /// True if what moves the module may reach the member: `to` or `_apply` of the class reads it.
  bool isMovedWithModule(llvm::StringRef Member) const { return ReachesAny || Reached.contains(Member); }
  /// True if another method may move what the member holds, or put something in its place. A tensor is not moved by
  /// `self.t.to(d)`, which makes another one; a module is.
  bool isMovedByMethod(llvm::StringRef Member, bool HoldsModules) const {
    return llvm::any_of(ByMethods, [&](const MembersMoved *By) {
      return By->ReplacesAny || By->Replaced.contains(Member) ||
             (HoldsModules && (By->MovesAny || By->Moved.contains(Member)));
    });
  }

private:
  using Entry = Linker::FunctionEntry;
  void addClass(llvm::StringRef Class, unsigned Depth);
  llvm::SmallVector<Entry, 2> methods(llvm::StringRef Name) const;
  void reach(const Entry &E, unsigned Self);
  void reachBy(const Entry &In, const ir::Inst &I, unsigned N);
  void reachByCall(const ir::Function &F, const ir::Inst &Call, unsigned N);

  const Hierarchy &Types;
  llvm::SmallVector<llvm::StringRef, 4> Chain; ///< the class and its bases
  llvm::DenseSet<std::pair<const ir::Function *, unsigned>> Seen;
  llvm::StringSet<> Reached;
  bool ReachesAny = false;
  llvm::SmallVector<const MembersMoved *, 8> ByMethods; ///< of methods that move, or replace, some
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_MOVEDALONG_H
