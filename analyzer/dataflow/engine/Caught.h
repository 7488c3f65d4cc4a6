//===- Caught.h - Operations whose failure a function catches --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_CAUGHT_H
#define DEVTIDY_DATAFLOW_ENGINE_CAUGHT_H

#include "dataflow/state/Program.h"
#include "ir/Dominators.h"
#include "ir/Function.h"

namespace devtidy::dataflow {

/// True if At stands where what is raised goes to where Fork sends it.
bool isTriedBy(const ir::Function &F, const ir::Dominators &Order, const ir::Inst &At, const ir::Inst &Fork);

/// True if At stands in the scope whose end Branch asks for, `with scope(): ...`.
bool isInScope(const ir::Function &F, const ir::Dominators &Order, const ir::Inst &At, const ir::Inst &Branch);

/// True if what fails at At where there is no accelerator ends in F, which goes on behind it: in a handler, or with a
/// scope, `with contextlib.suppress(RuntimeError): ...`.
bool isTried(const Program &Prog, const ir::Function &F, const ir::Inst &At);

/// When what Fork tries fails, and its handler runs.
enum class Failure : uint8_t {
  Anyhow,
  WithoutAccelerator, ///< `x.cuda()`, which does nothing else
  Never,              ///< `torch.zeros(1)`, beside such
};
Failure failureOf(const Program &Prog, const ir::Function &F, const ir::Inst &Fork);

/// True if F catches by its class what operands on different devices raise at At, and never raises again: `except
/// RuntimeError: y = None`. Who catches whatever happens does not know of it.
bool catchesMismatch(const ir::Function &F, const ir::Inst &At);

/// True if a function that the program puts in the place of F, which it decorates, does so where it calls something.
bool isCaughtByDecorator(const Program &Prog, const ir::Function &F);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_CAUGHT_H
