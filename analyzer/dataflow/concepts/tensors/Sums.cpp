//===- Sums.cpp - What the elements of a list add up to -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `sum(losses)`: the elements meet each other.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::Action;
using knowledge::DeviceRule;

static Value sum(CallFrame &F) {
  F.E.Kind = ir::InstKind::Aten;
  llvm::SmallVector<Side, 4> Sides;
  if (F.I.Args.size() == 1)
    F.addSides(F.I.Args[0], F.E.Operands[0].V, Sides);
  if (Sides.size() == 1) {
    const Value &List = F.E.Operands[0].V;
    Sides[0].IsList = List.is(Value::Kind::Symbolic);
    // The rows of a tensor.
    if (List.isTensor())
      Sides[0].Dim = Sides[0].Dim.plus(-1);
  }
  F.demand(F.E.Name, DeviceRule::Iterator, Sides);
  if (Sides.size() == 1 && Sides[0].IsList)
    return F.symbol(F.paths().element(F.E.Operands[0].V.Path, ""), StepKind::Member);
  if (Sides.empty() || llvm::any_of(Sides, [](const Side &X) { return X.Untyped; }))
    return F.unknown();
  Rank Dim = Sides[0].Dim;
  for (const Side &X : Sides)
    Dim = Dim.larger(X.Dim);
  return Value::tensor(F.meetingPlace(DeviceRule::Iterator, Sides), Dim);
}

static constexpr Rule Rules[] = {
    {Action::Sum, sum},
};
REGISTER_CONCEPT(Sums, Rules)

} // namespace devtidy::dataflow
