//===- WrittenTables.h - Tables of modules that change --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a module writes down in a table, `CFG = {"device": "cuda"}`, is what others find there, unless somebody stores
// to it or has it: `CFG[k] = x`, `merge(CFG, others)`. The text of the run says who does.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_WRITTENTABLES_H
#define DEVTIDY_DATAFLOW_PROGRAM_WRITTENTABLES_H

#include "ir/Module.h"
#include "llvm/ADT/StringSet.h"

namespace devtidy::dataflow {

class Linker;

/// Safe to read from any number of threads once all modules of the run are noted.
class WrittenTables {
public:
  /// Looks at the functions of M, one module behind Links.
  void note(const Linker &Links, const ir::Module &M);

  /// True if what the table in that variable of a module, a canonical name, has under Key may be another thing later:
  /// somebody stores under such a key, whatever the table, under any, `cfg[k] = x`, or has the table, or the module
  /// that it stands in, `merge(cfg, x)`.
  bool mayChange(llvm::StringRef Variable, llvm::StringRef Key) const {
    return Changed.contains(Variable) || Changed.contains(Variable.rsplit('.').first) || Keys.contains(Key);
  }

private:
  llvm::StringSet<> Changed; ///< variables of modules
  llvm::StringSet<> Keys;    ///< under which somebody stores to any table
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_WRITTENTABLES_H
