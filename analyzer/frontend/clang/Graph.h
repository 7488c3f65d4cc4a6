//===- Graph.h - A CFG while it is being lowered --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_GRAPH_H
#define DEVTIDY_FRONTEND_CLANG_GRAPH_H

#include "frontend/clang/FunctionLowering.h"

namespace devtidy::frontend {

/// The function's own body, or that of a lambda which is called where it stands: its returns go on after the call.
struct FunctionLowering::Graph {
  std::unique_ptr<clang::CFG> Clang;
  std::unique_ptr<GraphPlan> Plan;
  llvm::DenseMap<const clang::CFGBlock *, ir::BlockId> Blocks;
  Graph *Around = nullptr;
  ir::BlockId Continue;         ///< where a return of an inner body goes; invalid for the function's own
  llvm::StringRef Result;       ///< the variable that takes an inner body's value
  std::optional<ir::Arg> Value; ///< of the return or throw at the end of the current block
};

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_GRAPH_H
