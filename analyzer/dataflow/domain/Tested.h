//===- Tested.h - Tensors whose device was tested ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_TESTED_H
#define DEVTIDY_DATAFLOW_DOMAIN_TESTED_H

#include "dataflow/domain/Memory.h"

namespace devtidy::dataflow {

/// What a question asks for: whether the tensor at Of is on a device of type Type.
struct DeviceTest {
  PathId Of;
  knowledge::DeviceType Type;
};
/// `x.is_cuda`, `x.device.type == "cuda"`; nothing if C asks for something else.
std::optional<DeviceTest> testOf(const Condition &C, const PathTable &Paths);

/// True if Guard says that what is at P is of one of several types, and Is holds of each of them: `isinstance(x, (int,
/// float))`.
bool saysTypes(const Cube &Guard, PathId P, const ConditionTable &Conditions, const PathTable &Paths,
               llvm::function_ref<bool(llvm::StringRef)> Is);

/// True if Guard says that what is at P is no tensor, or an array: `isinstance(x, np.ndarray)`.
bool saysNoTensor(const Cube &Guard, PathId P, const ConditionTable &Conditions, const PathTable &Paths);

/// Notes that the device of Symbol, of all symbols of P, or of what L asks about, is tested where S holds.
void addTested(State &S, PathId Symbol);
void addTested(State &S, const Placement &P);
void addTested(State &S, Literal L, const ConditionTable &Conditions);
/// True if V is a tensor whose device is known, or was tested: its type, or that it is another's.
bool isTested(const State &S, const Value &V);
/// What was tested on every way on which it is not None.
std::vector<PathId> joinTested(llvm::ArrayRef<std::pair<const State *, Cube>> Incoming,
                               const ConditionTable &Conditions);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_TESTED_H
