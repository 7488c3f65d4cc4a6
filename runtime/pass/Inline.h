//===- Inline.h - Takes LibTorch's header wrappers out of the way ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_PASS_INLINE_H
#define DEVTIDY_RUNTIME_PASS_INLINE_H

#include "runtime/pass/Callee.h"
#include "llvm/IR/PassManager.h"

namespace devtidy::pass {

/// Inlines the functions of LibTorch's headers that call what is instrumented ('x + y' is a chain of three) into the
/// user's, at any level of optimisation. Without that each operator has one call, in a header, and no position.
void inlineWrappers(llvm::Module &M, llvm::ModuleAnalysisManager &Analyses, Callees &Known);

} // namespace devtidy::pass

#endif // DEVTIDY_RUNTIME_PASS_INLINE_H
