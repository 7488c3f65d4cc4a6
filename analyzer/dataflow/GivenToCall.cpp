//===- GivenToCall.cpp - Which functions a call hands over ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Callables.h"
#include "dataflow/FunctionFrame.h"
#include "dataflow/Instantiation.h"

namespace devtidy::dataflow {

GivenFunctions Instantiation::givenFunctions(llvm::ArrayRef<PathId> Applied) {
  GivenFunctions Given;
  for (PathId P : Applied) {
    Value V = Paths.eval(P);
    if (V.is(Value::Kind::Symbolic) && !isFunction(Call.Solver.Prog, V))
      Call.Solver.Used.noteApplied(V.Path);
    if (!isFunction(Call.Solver.Prog, V))
      continue;
    // What a closure has from around it is not known there.
    if (V.Elements)
      V.Elements = std::make_shared<const std::vector<Value>>(V.Elements->size(), Value::unknown());
    Given.add(P, std::move(V));
  }
  return Given;
}

} // namespace devtidy::dataflow
