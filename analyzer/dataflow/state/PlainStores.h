//===- PlainStores.h - Stores to members that do what they say --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_PLAINSTORES_H
#define DEVTIDY_DATAFLOW_STATE_PLAINSTORES_H

#include "dataflow/state/FunctionFrame.h"

namespace devtidy::dataflow {

/// True if a store to the member Name of an object of Class is no more than that, and who reads the member has what was
/// stored: no property, no `__setattr__`, no `__getattribute__`.
bool storesPlainly(const Program &Prog, llvm::StringRef Class, llvm::StringRef Name);
/// True if I stores to a member by a function, which may go past the registration of modules: `object.__setattr__(self,
/// "net", net)`.
bool isByFunction(const ir::Function &F, const ir::Inst &I);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_PLAINSTORES_H
