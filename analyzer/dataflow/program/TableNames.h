//===- TableNames.h - How tables of modules are called -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WrittenTables keeps what may change under a name. Who asks about less than all that may change says so in the name.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_TABLENAMES_H
#define DEVTIDY_DATAFLOW_PROGRAM_TABLENAMES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace devtidy::dataflow {

/// The tables that the table in Variable holds: who changes one of those, `CFG["train"].update(x)`, leaves the outer
/// one as it is. No part of the name of a module.
inline std::string innerTables(llvm::StringRef Variable) {
  std::string Name = (Variable + "[]").str();
  llvm::replace(Name, '.', ':');
  return Name;
}

/// What stands in the table in Variable, if functions of its module, which the run has, change it only as they are
/// written: a call of one of them hands on no table.
inline std::string tableAsWritten(llvm::StringRef Variable) { return ("=" + Variable).str(); }

/// What stands there under one key, where the text says which is stored.
inline std::string entryAsWritten(llvm::StringRef Variable, llvm::StringRef Key) {
  return tableAsWritten(Variable) + "[" + Key.str() + "]";
}

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_TABLENAMES_H
