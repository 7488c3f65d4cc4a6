//===- Wildcards.h - What `.*` may bring --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A package may import everything from hundreds of modules (`from .bert import *`). Which of them have a given name is
// asked for every name that is looked for below the package, so it is worked out once.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_WILDCARDS_H
#define DEVTIDY_DATAFLOW_PROGRAM_WILDCARDS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace devtidy::dataflow {

/// All names are qualified, and outlive the index. Made by add and addName, then finish; afterwards any thread may
/// read.
class Wildcards {
public:
  /// `Of.*` is `From.*`.
  void add(llvm::StringRef Of, llvm::StringRef From) { Holders[Of].Sources.push_back(From); }
  /// Something is called so: a module, function, class, global or alias.
  void addName(llvm::StringRef Name);
  /// Modules are those whose names are all added; any other may hold anything, unless it is missing in a package of
  /// theirs.
  void finish(const llvm::StringSet<> &Modules);

  bool empty() const { return Holders.empty(); }
  /// The modules from which Of takes everything and that may have something called First: the last one written first.
  llvm::SmallVector<llvm::StringRef, 2> sources(llvm::StringRef Of, llvm::StringRef First) const;

private:
  struct Holder {
    std::vector<llvm::StringRef> Sources;
    llvm::StringMap<llvm::SmallVector<unsigned, 1>> ByName; ///< indices of closed sources
    llvm::SmallVector<unsigned, 1> Open;                    ///< indices of sources that may have anything
  };
  struct Exports {
    bool Open = false;
    std::vector<llvm::StringRef> Names;
  };

  /// True for a module of a package of the run that the run does not have: nothing is known to be in it.
  bool isMissing(llvm::StringRef Module, const llvm::StringSet<> &Modules) const;
  Exports exportsOf(llvm::StringRef Module, const llvm::StringSet<> &Modules) const;

  llvm::StringMap<Holder> Holders;
  llvm::StringMap<std::vector<llvm::StringRef>> Inside; ///< last components, by what is before them
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_WILDCARDS_H
