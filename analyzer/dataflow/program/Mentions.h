//===- Mentions.h - What of a program nobody asks for ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run that has scripts is a program, and what none of them leads to does not run:
//
//   # train.py: from net import Net; main()      # net.py: class Net: ..., def check_net(): ...
//   # old.py, which nobody imports
//
// Names alone are compared: whatever has the name of something that is called, read or handed on may be meant.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_MENTIONS_H
#define DEVTIDY_DATAFLOW_PROGRAM_MENTIONS_H

#include "ir/Module.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace devtidy::dataflow {

class Linker;

/// Safe to read from any number of threads.
class Mentions {
public:
  Mentions() = default;
  /// Looks at the Python modules behind Links, which have to outlive this.
  explicit Mentions(const Linker &Links);

  /// False if F stands in a program, and nothing that may run names it, or the class whose method it is. True of what
  /// is in no program, of what a decorator is given, and where names are computed: `getattr(models, name)`,
  /// `import_module(path)`.
  bool mayRun(const ir::Module &M, const ir::Function &F) const;

private:
  bool note(const Linker &Links, const ir::Module &M);

  bool IsProgram = false;
  llvm::DenseSet<const ir::Module *> Running;
  llvm::StringSet<> Packages; ///< with modules that run and import each other: of others nothing is known
  llvm::StringSet<> Names;
  llvm::StringSet<> Given; ///< classes and functions that have decorators
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_MENTIONS_H
