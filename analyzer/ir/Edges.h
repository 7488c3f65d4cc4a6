//===- Edges.h - What blocks are entered with ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_EDGES_H
#define DEVTIDY_IR_EDGES_H

#include "ir/Function.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace devtidy::ir {

/// What the edges into its block give for V, a parameter of it: one value an edge, in order of the blocks that they
/// leave. None for values of instructions, and for the parameters of the function. From: only blocks that it takes.
llvm::SmallVector<ValueId, 4> incoming(const Function &F, ValueId V, llvm::function_ref<bool(BlockId)> From = nullptr);

/// True if Is holds of an instruction that V comes from; it adds the values from which that one takes what it gives.
/// Given: gets the parameters of the function, by number, that V comes from. Follows a few dozen values.
bool comesFrom(const Function &F, ValueId V,
               llvm::function_ref<bool(const Inst &, llvm::SmallVectorImpl<ValueId> &)> Is,
               llvm::SmallVectorImpl<unsigned> *Given = nullptr);

/// True if control gets to At through that edge of From alone, or not at all.
bool isOnlyThrough(const Function &F, BlockId From, unsigned Edge, BlockId At);

/// True if control can come back to B.
bool isInCycle(const Function &F, BlockId B);

/// True if V is what a loop leaves in a variable that each round assigns: what was there before comes out only if there
/// is no round, `for layer in layers: x, lengths = layer(x)`.
bool isAssignedInEachRound(const Function &F, ValueId V);

} // namespace devtidy::ir

#endif // DEVTIDY_IR_EDGES_H
