//===- Verifier.h - What is well-formed IR --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every module that a front end or the parser makes passes here before the analysis sees it; the analysis then checks
// nothing. Well formed means: each block ends in its only terminator; ids are in range; every value is defined once,
// and its definition dominates each use; edges give as many arguments as the target has parameters; the entry block has
// no predecessors and one parameter per declared parameter; arguments are as many as Insts.def asks for; ranges lie in
// a file of the module, with Begin <= Point <= End; function and class names are unique; closures name a lambda with as
// many captures as arguments.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_VERIFIER_H
#define DEVTIDY_IR_VERIFIER_H

#include "ir/Module.h"
#include <string>
#include <vector>

namespace devtidy::ir {

/// One line per defect, "func @f, ^b2, %x: used before its definition"; empty if the module is well formed.
/// At most 20 are given.
std::vector<std::string> verify(const Module &M);

} // namespace devtidy::ir

#endif // DEVTIDY_IR_VERIFIER_H
