//===- Builders.h - Methods that run while an object is made ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A constructor may leave work to methods: `def __init__(self): self.populate()`. What they assign is assigned while
// the object is made. Which method that is hangs on the class of the object: a derived class may have its own.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_BUILDERS_H
#define DEVTIDY_DATAFLOW_PROGRAM_BUILDERS_H

#include "ir/Module.h"
#include "llvm/ADT/DenseSet.h"

namespace devtidy::dataflow {

class Linker;
class RunText;

/// Safe to read from any number of threads.
class Builders {
public:
  Builders() = default;
  /// Looks at the constructors of all modules behind Links.
  Builders(const Linker &Links, RunText &Text);

  /// True for a constructor, and for a method that one of its class, or of a class that this derives from, calls on the
  /// object, by itself or through other methods of its class.
  bool contains(const ir::Function &F) const;
  /// True for a method in whose place a constructor of a base names another: nothing that this class's own constructor
  /// does runs it.
  bool isInherited(const ir::Function &F) const { return Inherited.contains(keyOf(F)); }

private:
  using Key = std::pair<llvm::StringRef, llvm::StringRef>; ///< class, method
  static Key keyOf(const ir::Function &F);

  llvm::DenseSet<Key> Called, Inherited;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_BUILDERS_H
