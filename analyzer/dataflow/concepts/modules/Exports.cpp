//===- Exports.cpp - Modules that are traced with example inputs ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `torch.jit.trace(net, x)` calls the module with its example inputs.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"

namespace devtidy::dataflow {

static void meetExample(CallFrame &F, const Value &, const Placement &) {
  const ir::Arg *Example = F.E.Known ? F.argument("example") : nullptr;
  const ir::Arg *Module = Example ? F.argument("value") : nullptr;
  if (!Module)
    return;
  llvm::SmallVector<Side, 4> Sides;
  F.addSides(*Module, F.operand(*Module), Sides);
  if (Sides.size() != 1 || !Sides[0].IsModule)
    return;
  F.addSides(*Example, F.E.Operands[Example - F.I.Args.begin()].V, Sides);
  F.demand(F.E.Name, knowledge::DeviceRule::Same, Sides, Meeting::Export);
}

static constexpr Rule Rules[] = {
    {Occasion::Called, meetExample},
};
REGISTER_CONCEPT(Exports, Rules)

} // namespace devtidy::dataflow
