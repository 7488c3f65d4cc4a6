//===- Returned.h - One of several values that a caller tells apart -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLS_RETURNED_H
#define DEVTIDY_DATAFLOW_CALLS_RETURNED_H

#include "dataflow/domain/Value.h"

namespace devtidy::dataflow {

class Program;

/// What goes back to callers and is each of Parts under its guard, where what the function is given says which: a
/// tensor or an array, `if to_tensor: return torch.tensor(x)`, a device that is given or the machine's own. Unknown if
/// a caller could not tell.
Value toldByCaller(const Program &Prog, llvm::ArrayRef<std::pair<Value, Cube>> Parts);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLS_RETURNED_H
