//===- TensorTypes.h - torch.cuda.FloatTensor as a value ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_TENSORTYPES_H
#define DEVTIDY_DATAFLOW_STATE_TENSORTYPES_H

#include "dataflow/domain/Value.h"

namespace devtidy::dataflow {

class FunctionFrame;
struct State;

/// The type of tensors of that qualified name, as a value; nothing if it is none.
std::optional<Value> tensorType(llvm::StringRef Name);
/// Where tensors of the type V are: options, or a string that spells one. Nothing if V is no type.
std::optional<Placement> placeOfType(const Value &V);
/// The type that a member of Of holds: self.Tensor(2). Nothing if it is none.
std::optional<Value> memberType(FunctionFrame &In, const Value &Of, llvm::StringRef Name, State &S);
/// True for an array of the host, or what is computed of one: `np.zeros(3).astype(np.float32) / 255`.
bool isHostArray(const FunctionFrame &In, ir::ValueId V, unsigned Depth = 0);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_TENSORTYPES_H
