//===- Settling.cpp - What changes in each round of a loop ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/Settling.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

Value settled(const Value &Old, const Value &New) {
  if (Old == New)
    return New;
  if (Old.isTensor() && New.isTensor())
    return Value::tensor(Placement::unknown());
  if (Old.is(Value::Kind::Device) && New.is(Value::Kind::Device))
    return Value::device(Placement::unknown());
  return Value::unknown();
}

static Memory settledMemory(const Memory &New, const Memory &Old) {
  Memory Result = New;
  Old.forEach([&](const Memory::Key &Key, const Value &Was) {
    const Value *Is = New.find(Key);
    if (Is && *Is == Was)
      return;
    const bool IsPlace = Key.second == DeviceField;
    Result.set(Key, IsPlace ? Value::tensor(Placement::unknown()) : settled(Was, Is ? *Is : Value::unknown()));
  });
  return Result;
}

void settle(State &New, const State &Old) {
  if (!Old.Reachable)
    return;
  if (!New.Reachable) {
    New = Old;
    return;
  }
  if (!(New.Path == Old.Path))
    New.Path = Cube();
  llvm::erase_if(New.Tested, [&](PathId P) { return !llvm::is_contained(Old.Tested, P); });
  New.Mem = settledMemory(New.Mem, Old.Mem);
}

} // namespace devtidy::dataflow
