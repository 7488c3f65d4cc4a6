//===- Gradients.cpp - Gradients that a call is given ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `loss.backward(g)`: a gradient has to be where its output is, unless it is 0-dim (torch/csrc/autograd/engine.cpp,
// validate_outputs).
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"

namespace devtidy::dataflow {

static void meetOutput(CallFrame &F, const Value &, const Placement &) {
  const ir::Arg *Gradient = F.E.Known ? F.argument("gradient") : nullptr;
  const ir::Arg *Output = Gradient ? F.argument("self") : nullptr;
  if (!Output)
    return;
  const Value Of = F.operand(*Output), Given = F.operand(*Gradient);
  if (!Of.isTensor() || !Given.isTensor())
    return;
  llvm::SmallVector<Side, 2> Sides;
  F.addSides(*Output, Of, Sides);
  F.addSides(*Gradient, Given, Sides);
  F.demand(F.E.Name, knowledge::DeviceRule::Iterator, Sides);
}

static constexpr Rule Rules[] = {
    {Occasion::Called, meetOutput},
};
REGISTER_CONCEPT(Gradients, Rules)

} // namespace devtidy::dataflow
