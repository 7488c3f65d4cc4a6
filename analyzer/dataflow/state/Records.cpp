//===- Records.cpp - What happens in a function --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Records.h"
#include "dataflow/state/Callables.h"
#include "dataflow/state/Scopes.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

void Records::enter(ir::BlockId B) {
  Here = B;
  now() = BlockRecord();
  if (KeepsEvents)
    now().Events.reserve(Of.F->block(B).Insts.size());
}

void Records::event(Event E) {
  now().HandlesDevices |= E.Kind == InstKind::MakeDevice || (E.Kind == InstKind::Move && E.HasTarget);
  if (KeepsEvents)
    now().Events.push_back(std::move(E));
}

void Records::demand(const ir::Inst &At, llvm::StringRef Name, knowledge::DeviceRule Rule, llvm::ArrayRef<Side> Sides,
                     const State &S, Meeting Means) {
  // What is given as a list meets itself.
  const bool IsList = Sides.size() == 1 && Sides[0].IsList;
  if ((Sides.size() < 2 && !IsList && Means != Meeting::Accelerator) || isFailureWanted(S.Mem))
    return;
  Demand D{.M = Of.M, .F = Of.F, .I = &At, .Name = Name, .Rule = Rule, .Path = S.Path};
  D.Of = Means;
  D.Sides.assign(Sides.begin(), Sides.end());
  D.CurrentIsFirst = !Prog.Links.choosesAccelerator();
  now().Demands.push_back({std::move(D), {}, &At, false});
}

void Records::handOver(llvm::ArrayRef<Value> Given, bool IsWanted) {
  for (const Value &V : Given) {
    if (V.is(Value::Kind::Function) && V.Func)
      now().Calls.noteFailure(*V.Func, *Of.F, IsWanted);
    else if (const llvm::StringRef Name = nameOfCallable(Prog, V); !Name.empty())
      if (const std::optional<Program::Entry> Passed = Prog.Types.findFunction(Name))
        now().Calls.noteFailure(*Passed->F, *Of.F, IsWanted);
  }
}

void Records::collect(llvm::ArrayRef<ir::BlockId> Blocks) {
  size_t EventCount = 0, DemandCount = 0;
  for (ir::BlockId B : Blocks) {
    EventCount += ByBlock[B.index()].Events.size();
    DemandCount += ByBlock[B.index()].Demands.size();
  }
  Of.Events.reserve(EventCount);
  Of.Demands.reserve(DemandCount);
  for (ir::BlockId B : Blocks) {
    BlockRecord &R = ByBlock[B.index()];
    std::move(R.Events.begin(), R.Events.end(), std::back_inserter(Of.Events));
    std::move(R.Demands.begin(), R.Demands.end(), std::back_inserter(Of.Demands));
    llvm::append_range(Of.AskedPaths, R.Asked);
    Of.HandlesDevices |= R.HandlesDevices;
    // What it calls for one caller it calls for others as well.
    if (Of.Given.empty())
      Of.Calls.add(R.Calls);
  }
}

} // namespace devtidy::dataflow
