//===- Autocast.cpp - Regions of autocast --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `with torch.autocast("cuda"): model(x)`. A module that is called inside meets the device of the region.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"

namespace devtidy::dataflow {

using knowledge::Action;

/// The device of the region; nothing if it is switched off, or nobody knows.
static std::optional<Placement> regionOf(CallFrame &F) {
  for (llvm::StringRef Role : {"enabled", "value"})
    if (F.argument(Role) && F.given(Role).truth() != true)
      return std::nullopt;
  if (F.argument("device"))
    return F.deviceOf(F.given("device"));
  if (std::optional<knowledge::Device> D = knowledge::parseDevice(F.C.Canonical))
    return Placement::of(Term::device(*D));
  return std::nullopt;
}

static Value enter(CallFrame &F) {
  const ObjectId O = F.allocate("guard");
  if (std::optional<Placement> P = regionOf(F))
    F.S.Mem.set({O, AutocastDevice}, Value::device(*P));
  return Value::object(O);
}

static Value set(CallFrame &F) {
  F.S.Mem.set({ObjectId(EnvironmentIndex), AutocastDevice}, Value::device(regionOf(F).value_or(Placement::bottom())));
  return Value::none();
}

static void meetRegion(CallFrame &F, const Value &, const Placement &) {
  const bool IsCalled = F.I.Kind == ir::InstKind::Apply || (F.I.Kind == ir::InstKind::Invoke && F.I.Name == "forward");
  const Value *Region = F.S.Mem.find({ObjectId(EnvironmentIndex), AutocastDevice});
  if (!IsCalled || !Region || Region->P.isBottom() || !ModuleFrame(F).isModule(F.E.Operands[0].V))
    return;
  llvm::SmallVector<Side, 2> Sides;
  F.addSides(F.I.Args[0], F.E.Operands[0].V, Sides);
  if (Sides.empty())
    return;
  Sides.push_back(Side::named("the autocast region", Region->P));
  for (Side &X : Sides)
    X.IsTrusted = true;
  F.demand(F.E.Name.empty() ? "forward" : F.E.Name, knowledge::DeviceRule::Same, Sides, Meeting::Autocast);
}

static constexpr Rule Rules[] = {
    {Action::GuardAutocast, enter},
    {Action::SetAutocast, set},
    {Occasion::Called, meetRegion},
};
REGISTER_CONCEPT(Autocast, Rules)

} // namespace devtidy::dataflow
