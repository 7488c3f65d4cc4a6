//===- Callables.h - Functions and classes as values ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_CALLABLES_H
#define DEVTIDY_DATAFLOW_STATE_CALLABLES_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

/// True for an argument of unknown type. One that is called may be a module; a member that is, may be anything.
bool isGiven(const Program &Prog, const Value &V);
/// The name of the function or class that V is; "" if it is none, or nobody knows.
llvm::StringRef nameOfCallable(const Program &Prog, const Value &V);
/// The class of modules that stands for all that V may be.
llvm::StringRef classOfChoice(const Program &Prog, const Value &V);
/// The function that a method of that name is where V is a class of the program: `kind.make(x)` of `kind = Net` calls
/// Net.make. "" if it has none, or V is no class.
llvm::StringRef methodOfClass(const Program &Prog, const Value &V, llvm::StringRef Method);
/// True for a function, but for a class of modules: that is given to make parts, which Makers.cpp knows.
bool isFunction(const Program &Prog, const Value &V);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_CALLABLES_H
