//===- ContainerFrame.cpp - Containers, as the rule of a concept sees them ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/ContainerFrame.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/engine/Iteration.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/PartMoves.h"
#include "dataflow/state/Positions.h"
#include "dataflow/state/Taken.h"

namespace devtidy::dataflow {

void ContainerFrame::appendAll(ObjectId O, ObjectId From) { Positions(F.Solver, F.S, O).appendAll(From); }
void ContainerFrame::repeat(ObjectId O, const Value &Each) { Positions(F.Solver, F.S, O).repeat(Each); }
Value ContainerFrame::listOf(const Value &Of) { return Containers(F.Solver, F.S).listOf(F.Id, Of); }
void ContainerFrame::forgetPositions(ObjectId O) { Positions(F.Solver, F.S, O).forget(); }
void ContainerFrame::clear(ObjectId O) { Positions(F.Solver, F.S, O).clear(); }
void ContainerFrame::takeElement(ObjectId O, std::optional<int64_t> Position) {
  Positions(F.Solver, F.S, O).take(Position);
}
Value ContainerFrame::elementOf(const Value &V) { return Iteration(F.Solver, F.S).elementOf(V, F.I); }

std::optional<Value> ContainerFrame::entryOf(ObjectId Dict, llvm::StringRef Key) const {
  return Containers(F.Solver, F.S).entryOf(Dict, Key);
}
void ContainerFrame::merge(ObjectId O, const Value &From) { Containers(F.Solver, F.S).mergeDict(O, From); }
Value ContainerFrame::filledDict() { return Containers(F.Solver, F.S).fillDict(F.allocate("dict"), F.Id); }

Value ContainerFrame::memberAt(const Value &Module, llvm::StringRef Path) {
  return Containers(F.Solver, F.S).memberAt(Module, Path);
}

void ContainerFrame::hold(ObjectId O, Value V) {
  Memory &Mem = F.S.Mem;
  const bool IsModule = F.isModuleObject(O);
  if (IsModule && V.is(Value::Kind::Object)) {
    V.Registered = true;
    dataflow::markRegistered(Mem, V);
    Residence Modules = F.Solver.residence(F.S);
    Placement P = Modules.rest(O);
    P.joinIn(F.placementOf(V));
    Mem.set({O, DeviceField}, Value::tensor(P));
    Modules.addToHolders(O, P, 0);
  }
  if (IsModule)
    PartMoves(F.Solver, F.S).registerSame(V);
  V.Registered |= isMarkedRegistered(Mem, V);
  F.Solver.fields(F.S).append(O, std::move(V));
}

void ContainerFrame::holdTaken(ir::ValueId V) { dataflow::holdTaken(F.Solver, F.S, V); }

void ContainerFrame::holdAll(ObjectId O, const Value &From) {
  Residence Modules = F.Solver.residence(F.S);
  Modules.fill(O, {{nullptr, From}}, Modules.rest(O));
}

} // namespace devtidy::dataflow
