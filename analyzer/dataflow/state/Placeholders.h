//===- Placeholders.h - Tensors that wait for others to take their place --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_PLACEHOLDERS_H
#define DEVTIDY_DATAFLOW_STATE_PLACEHOLDERS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

/// A tensor without elements, `torch.empty(0)`, `torch.tensor([])`, that stands for one that is not there yet.
bool isPlaceholder(const Program &P, const GuardedTerm &T);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_PLACEHOLDERS_H
