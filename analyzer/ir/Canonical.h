//===- Canonical.h - One spelling for both languages ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names as PrintOptions::Canonical prints them, so that a C++ program and its Python twin compare equal. For comparing
// only: the analysis never sees these.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_CANONICAL_H
#define DEVTIDY_IR_CANONICAL_H

#include "ir/Module.h"
#include <string>

namespace devtidy::ir {

/// The common spelling of a function, class, method, field or global name. `::` becomes `.`; a leading module name
/// goes; `at.` and `c10.` become `torch.`; a component's suffix `Impl` goes; C++ type constants take their Python names
/// (kFloat is float32). docs/IR.md has the complete list.
std::string canonicalName(const Module &M, llvm::StringRef Name);
/// The same for a function. A module has one TopLevel function at most: it is called toplevel in both languages.
std::string canonicalName(const Module &M, const Function &F);

} // namespace devtidy::ir

#endif // DEVTIDY_IR_CANONICAL_H
