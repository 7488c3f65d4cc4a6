//===- NameTable.h - Names that live as long as a program -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_NAMETABLE_H
#define DEVTIDY_DATAFLOW_PROGRAM_NAMETABLE_H

#include "llvm/ADT/StringSet.h"

namespace devtidy::dataflow {

/// Each string once. What Base has is taken from there; it is not changed any more.
class NameTable {
public:
  explicit NameTable(const NameTable *Base) : Base(Base) {}
  llvm::StringRef intern(llvm::StringRef S) {
    if (Base)
      if (auto It = Base->Strings.find(S); It != Base->Strings.end())
        return It->getKey();
    return Strings.insert(S).first->getKey();
  }

private:
  const NameTable *Base;
  llvm::StringSet<> Strings;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_NAMETABLE_H
