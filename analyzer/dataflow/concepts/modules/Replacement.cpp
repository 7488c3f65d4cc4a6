//===- Replacement.cpp - Tensors that come in the place of others ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `x.set_data(y)` and `model.load_state_dict(state, assign=True)` change nobody's variable, and yet the device of what
// it holds.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"

namespace devtidy::dataflow {

using knowledge::Action;

static Value setData(CallFrame &F) {
  const ir::Arg *Into = F.argument("self"), *From = F.argument("value");
  if (!From)
    return F.unknown();
  const Value V = F.operand(*From);
  if (Into)
    ModuleFrame(F).setData(*Into, V);
  return V;
}

static void assignState(CallFrame &F) {
  ModuleFrame Modules(F);
  const ir::Arg *From = F.argument("value"), *Assigns = F.argument("assign");
  const ObjectId Whole = Modules.moduleOf(F.Self);
  if (!From || !Assigns || !Whole)
    return;
  const std::optional<bool> IsAssigned = F.operand(*Assigns).truth();
  if (IsAssigned && !*IsAssigned)
    return;
  const Placement P = F.placementOf(F.operand(*From));
  const GuardedTerm *Only = P.single();
  if (IsAssigned && Only && !Only->Imprecise && !Only->T.isSymbol())
    Modules.move(Whole, P);
  else
    Modules.loosen(Whole, P.isBottom() ? Placement::unknown() : P);
}

static Value takeState(CallFrame &F) {
  assignState(F);
  return F.unknown();
}

static constexpr Rule Rules[] = {
    {Action::SetData, setData},
    {Action::TakesState, takeState},
};
REGISTER_CONCEPT(Replacement, Rules)

} // namespace devtidy::dataflow
