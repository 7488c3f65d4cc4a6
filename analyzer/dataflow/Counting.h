//===- Counting.h - What variables that count say of the accelerators -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (int i = 0; i < device_count(); ++i)` runs its body on machines with an accelerator only, and so does a loop
// that counts down from device_count() - 1 to 0.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_COUNTING_H
#define DEVTIDY_DATAFLOW_COUNTING_H

#include "dataflow/Value.h"
#include "ir/Function.h"

namespace devtidy::dataflow {

/// How many accelerators there are at least if Condition is true, or false: what it compares is a number of them, or a
/// variable that starts from there, with a number that is known, or a variable that starts from one. 0 if that says
/// nothing. Values are those of F, as far as they are known.
int64_t leastAccelerators(const ir::Function &F, llvm::ArrayRef<Value> Values, ir::ValueId Condition, bool Holds);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_COUNTING_H
