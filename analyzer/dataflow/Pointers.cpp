//===- Pointers.cpp - Memory without tensors ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a pointer is the memory that it points to: which call made it, on which device that is, and who else
// may read it. A pointer that came from elsewhere is unknown.
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"

namespace devtidy::dataflow {

void FunctionSolver::noteDereference(ir::InstId Id, State &S) {
  const ir::Inst &I = inst(Id);
  const Value Base = operand(I.Args[0], S);
  if (!Base.is(Value::Kind::Pointer))
    return;
  Event E;
  E.Id = Id;
  E.I = &I;
  E.Kind = I.Kind;
  E.Path = S.Path;
  E.Operands = {{I.Args.data(), Base}};
  Record.event(std::move(E));
}

} // namespace devtidy::dataflow
