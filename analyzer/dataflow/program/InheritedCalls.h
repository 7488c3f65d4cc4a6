//===- InheritedCalls.h - What an inherited method calls -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_INHERITEDCALLS_H
#define DEVTIDY_DATAFLOW_PROGRAM_INHERITEDCALLS_H

#include "dataflow/program/Hierarchy.h"
#include "llvm/ADT/DenseMap.h"

namespace devtidy::dataflow {

/// What a method calls on its object is that of the object's class: `def run(self, x): return x + self.noise(x)`, and a
/// derived class has its own noise. So is a property that it reads there, and a member that only the constructor of the
/// derived class makes. Belongs to one thread.
class InheritedCalls {
public:
  explicit InheritedCalls(const Hierarchy &Types) : Types(Types) {}

  /// The class of that name if it derives from the method's own and replaces what the method calls on its object,
  /// itself or through other methods that it inherits, or puts a member elsewhere that the method reads and the base's
  /// own constructor makes: `self.net = self.net.cuda()`. Null if it does not.
  const ir::Class *replacing(llvm::StringRef Derived, const ir::Function &Method) const {
    return of(Derived, Method).Replacing;
  }
  /// The same if its constructors alone say what a member is that the method reads: `def act(self, x): return
  /// self.net(x)`, and the base's own leaves it out, or None. The method is as right without it, and says less.
  const ir::Class *saying(llvm::StringRef Derived, const ir::Function &Method) const {
    return of(Derived, Method).Saying;
  }

private:
  struct Found {
    const ir::Class *Replacing = nullptr, *Saying = nullptr;
  };
  Found of(llvm::StringRef Derived, const ir::Function &Method) const;
  Found find(llvm::StringRef Derived, const ir::Function &Method) const;
  llvm::SmallVector<llvm::StringRef, 4> classesOf(llvm::StringRef Class) const;
  bool isMade(llvm::StringRef Class, llvm::StringRef Member) const;
  bool isPutBeside(llvm::StringRef Derived, llvm::StringRef Base, llvm::StringRef Member) const;

  const Hierarchy &Types;
  mutable llvm::StringMap<llvm::DenseMap<const ir::Function *, Found>> Known; ///< by the name asked for
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_INHERITEDCALLS_H
