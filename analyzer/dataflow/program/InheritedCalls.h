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
/// derived class has its own noise. So is a property that it reads there. Belongs to one thread.
class InheritedCalls {
public:
  explicit InheritedCalls(const Hierarchy &Types) : Types(Types) {}

  /// The class of that name if it derives from the method's own and replaces what the method calls on its object,
  /// itself or through other methods that it inherits; null if it does not.
  const ir::Class *replacing(llvm::StringRef Derived, const ir::Function &Method) const;

private:
  const ir::Class *find(llvm::StringRef Derived, const ir::Function &Method) const;

  const Hierarchy &Types;
  mutable llvm::StringMap<llvm::DenseMap<const ir::Function *, const ir::Class *>> Known; ///< by the name asked for
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_INHERITEDCALLS_H
