//===- Arguments.h - Which argument plays a role --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_ARGUMENTS_H
#define DEVTIDY_DATAFLOW_PROGRAM_ARGUMENTS_H

#include "ir/Function.h"
#include "knowledge/Names.h"

namespace devtidy::dataflow {

/// The argument that plays Role ("device", "self", "value", ...) in a call of C; null if it was not given.
const ir::Arg *argumentFor(const knowledge::Callable &C, const ir::Inst &I, llvm::StringRef Role);
/// The same for a parameter list alone.
const ir::Arg *argumentFor(llvm::StringRef Params, const ir::Inst &I, llvm::StringRef Role);
/// True for `k=x`.
inline bool isNamed(const ir::Arg &A) { return !A.Keyword.empty() && !A.Keyword.starts_with("*"); }

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_ARGUMENTS_H
