//===- Autocast.cpp - Regions of autocast --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `with torch.autocast("cuda"): model(x)`. A module that is called inside meets the device of the region
// (Meetings.cpp).
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

static constexpr ActionRule Rules[] = {
    {Action::GuardAutocast, enter},
    {Action::SetAutocast, set},
};
REGISTER_CONCEPT(Autocast, Rules)

} // namespace devtidy::dataflow
