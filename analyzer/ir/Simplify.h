//===- Simplify.h - What the builder does with a finished function --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function keeps a verified function verified and does not change what it computes.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_SIMPLIFY_H
#define DEVTIDY_IR_SIMPLIFY_H

#include "ir/Function.h"

namespace devtidy::ir {

/// Blocks in reverse post-order from the entry; a loop's body comes before what follows the loop. Unreachable blocks
/// are left out.
std::vector<BlockId> reversePostOrder(const Function &F);

/// Drops blocks that the entry does not reach. Instructions and values of theirs stay behind, unused: see compact.
void removeUnreachableBlocks(Function &F);

/// Replaces each block parameter that receives only itself and one other value by that value, until none is left.
/// Precondition: all blocks are reachable.
void removeTrivialParameters(Function &F);

/// Leaves out blocks that only jump and joins a block with the only block that jumps to it. Front ends differ in how
/// many such blocks they make. Precondition: F is well formed.
void mergeBlocks(Function &F);

/// Renumbers instructions and values in the order of the blocks and drops those that are in no block.
void compact(Function &F);

} // namespace devtidy::ir

#endif // DEVTIDY_IR_SIMPLIFY_H
