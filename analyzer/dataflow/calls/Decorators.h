//===- Decorators.h - What a decorator of the program leaves of a function --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who calls a decorated function calls what the decorator made of it. A decorator that notes something and calls the
// function with what it was given changes nothing; one that moves the arguments, or gives `f(x).cpu()`, does.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLS_DECORATORS_H
#define DEVTIDY_DATAFLOW_CALLS_DECORATORS_H

#include "ir/Function.h"

namespace devtidy::dataflow {

class Program;

struct Wrapping {
  bool KeepsArguments = true; ///< the function gets what its caller gives
  bool KeepsResult = true;    ///< the caller gets what the function gives
  bool SharesResult = false;  ///< each caller gets the same object: functools.cache
};

/// What the decorators of F do, as far as the program defines them; others keep everything.
Wrapping wrappingOf(const Program &Prog, const ir::Function &F);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLS_DECORATORS_H
