//===- Swallowing.h - Exceptions that do not get out ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `with contextlib.suppress(ValueError): raise ValueError` goes on behind the statement. A scope whose body has an end
// is left there, as if nothing was raised: what part of the body has run would be anybody's guess. A scope whose body
// has none is left with what held when it was entered, if its context manager may swallow what is raised.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_SWALLOWING_H
#define DEVTIDY_DATAFLOW_ENGINE_SWALLOWING_H

#include "dataflow/state/Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace devtidy::dataflow {

/// The scopes of one function that are left past their bodies.
class Swallowing {
public:
  Swallowing(Program &Prog, const ir::Function &F) : Prog(Prog), F(F) {}

  /// True if B, which enters a scope, may be followed by what is behind the scope.
  bool contains(ir::BlockId B) const { return llvm::is_contained(Left, B); }
  void clear() { Left.clear(); }
  /// Adds a scope that lacks, the innermost of several; false if there is none. Goes says whether control goes from a
  /// block to its successor of that number.
  bool find(llvm::ArrayRef<Value> Values, llvm::ArrayRef<Object> Objects,
            llvm::function_ref<bool(ir::BlockId, unsigned)> Goes);

private:
  /// IsEnding: the body never ends, by no `return` either. A manager that nobody knows is then taken to swallow.
  bool swallows(const ir::Inst &Scope, bool IsEnding, llvm::ArrayRef<Value> Values,
                llvm::ArrayRef<Object> Objects) const;

  Program &Prog;
  const ir::Function &F;
  llvm::SmallVector<ir::BlockId, 2> Left;
};

/// True if F may go on from B, where its handlers begin, when something fails for devices.
bool handlesDeviceFailure(const ir::Function &F, ir::BlockId B);

/// True if a handler catches what fails in B where there is no accelerator.
bool isTried(const ir::Function &F, ir::BlockId B);

/// True if F may return from B on: a handler that only cleans up raises again.
bool mayReturnFrom(const ir::Function &F, ir::BlockId B);

/// True if a call of Callee, of which no execution returns, goes on nevertheless: it is a coroutine for which
/// instruction Id of F, which calls it, does not wait, or a decorator may catch what it raises.
bool goesOnBehind(const Program &Prog, const ir::Function &F, ir::InstId Id, const ir::Function &Callee);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_SWALLOWING_H
