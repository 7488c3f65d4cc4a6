//===- SeveralObjects.h - Calls of what is one of several ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_SEVERALOBJECTS_H
#define DEVTIDY_DATAFLOW_ENGINE_SEVERALOBJECTS_H

#include "dataflow/engine/FunctionSolver.h"

namespace devtidy::dataflow {

/// True if I calls a method that each of Several, objects of the program that are no modules, has a body for, and they
/// are known to be as they were: what happens to one of several by other ways than a call, nobody follows.
bool callsOneOfObjects(const FunctionFrame &In, const State &S, const ir::Inst &I, const Value &Several);

/// Something is called with one of Several, objects of the program that are no modules, that nobody follows: what they
/// hold may be anything from here on.
void forgetSeveral(FunctionFrame &In, State &S, const Value &Several);
/// The same of what Read takes out of one of Several, if the function does more with it than call it: `env.net.cuda()`.
void forgetTaken(FunctionFrame &In, State &S, const ir::Inst &Read, const Value &Several);

/// True if a call of Class, of the program, makes an object of it, as its body says: nobody decorates it.
bool makesItsObjects(const Program &Prog, llvm::StringRef Class);
/// True if what runs for Method of such an object is the body that the class has, or a base: nobody puts another one in
/// its place.
bool runsOwnMethod(const Program &Prog, llvm::StringRef Class, llvm::StringRef Method);

/// True if F asks of what kind V is, which is one of several, in a way that does not say which of them it is then:
/// `hasattr(net, "device")`.
bool isAskedForKind(const FunctionFrame &In, ir::ValueId V);

/// What a method of a member gives that is of one of several classes, each of which has it, or a call of a module that
/// is; nothing for others.
std::optional<Value> callOfClasses(FunctionSolver &In, ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S,
                                   Event &E);

/// What one of several functions or classes gives that Called is, each of which has a name; nothing for others.
std::optional<Value> callNamed(FunctionSolver &In, ir::InstId Id, const Value &Called, State &S);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_SEVERALOBJECTS_H
