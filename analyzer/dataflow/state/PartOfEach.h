//===- PartOfEach.h - Members of one of several modules -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_PARTOFEACH_H
#define DEVTIDY_DATAFLOW_STATE_PARTOFEACH_H

#include "dataflow/state/FunctionFrame.h"

namespace devtidy::dataflow {

/// The module that each of Several has under that name, one of them in its turn: `layer.conv`, for each layer. Nothing
/// if one of them has none.
std::optional<Value> partOfEach(const FunctionFrame &In, const Memory &Mem, const Value &Several, llvm::StringRef Name);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_PARTOFEACH_H
