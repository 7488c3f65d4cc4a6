//===- Private.h - Functions that only their program calls ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_PRIVATE_H
#define DEVTIDY_DATAFLOW_STATE_PRIVATE_H

#include "ir/Function.h"

namespace devtidy::dataflow {

/// True for `_mask` and `__mask`, but not for `__call__`, which anybody's call runs.
inline bool isPrivateName(llvm::StringRef Qualified) {
  const llvm::StringRef Last = ir::lastName(Qualified);
  return Last.starts_with("_") && !Last.ends_with("__");
}

/// True if only the program itself calls F, by its name or that of its class.
inline bool isPrivate(const ir::Function &F) { return isPrivateName(F.Name) || isPrivateName(F.Class); }

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_PRIVATE_H
