//===- OtherWrites.h - Members of objects that a function has not been called for ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_OTHERWRITES_H
#define DEVTIDY_DATAFLOW_PROGRAM_OTHERWRITES_H

#include "ir/Function.h"

namespace devtidy::dataflow {

/// True if Store, a set.field of F, puts something new into a member of another object than F's receiver. Null, and
/// what such a member held, say nothing new: `other.p = nullptr`.
bool writesOther(const ir::Function &F, const ir::Inst &Store);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_OTHERWRITES_H
