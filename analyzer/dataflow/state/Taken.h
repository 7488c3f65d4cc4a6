//===- Taken.h - What is taken out of containers -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `layers[i]`, `for (auto &[name, layer] : layers)`: nobody knows which of them it is, and each of them in its turn.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_TAKEN_H
#define DEVTIDY_DATAFLOW_STATE_TAKEN_H

#include "dataflow/state/FunctionFrame.h"

namespace devtidy::dataflow {

/// Of a list of tensors: whoever registers one registers each of them, in a loop.
inline constexpr llvm::StringLiteral EachRegisteredField = "$each registered";

/// V is registered with a module, and was taken from somewhere: so is all that it may be. InPlace: a move gives tensors
/// other memory, whoever holds them.
void registerTaken(FunctionFrame &Solver, State &S, ir::ValueId V, bool InPlace);
/// The modules that V may be, which was taken from somewhere: one of `{a, b}`.
std::vector<Value> modulesTaken(const FunctionFrame &Solver, const State &S, ir::ValueId V);
/// V, a module, is put into a container of modules. One of several: whatever registers that, registers each of them.
void holdTaken(FunctionFrame &Solver, State &S, ir::ValueId V);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_TAKEN_H
