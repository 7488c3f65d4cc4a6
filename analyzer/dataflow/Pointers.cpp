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

using ir::InstKind;
using knowledge::Action;

/// The pointer of a cudaPitchedPtr.
static constexpr llvm::StringLiteral PitchedField = "ptr";

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
  record(std::move(E));
}

void FunctionSolver::writeThrough(const ir::Arg *Pointer, const Value &V, State &S) {
  if (!Pointer)
    return;
  const Value Cell = operand(*Pointer, S);
  if (Cell.is(Value::Kind::Object))
    writeField(S, Cell.Obj, object(Cell.Obj).Class == "cell" ? CellField : PitchedField, V);
}

void FunctionSolver::readDevices(const ir::Arg *Into, const knowledge::Callable &C, State &S) {
  Value Count = Value::number();
  Count.IsCount = true;
  const bool Counts = C.Kind == Action::ReadDeviceCount;
  writeThrough(Into, Counts ? Count : Value::device(currentAccelerator(S, nullptr)), S);
}

void FunctionSolver::noteMembers(const ir::Arg *Parameters, State &S, Event &E) {
  const Value Held = Parameters ? operand(*Parameters, S) : Value::unknown();
  if (!Held.is(Value::Kind::Object))
    return;
  for (auto [Role, Member] : {std::pair("dst", "dstPtr"), {"src", "srcPtr"}}) {
    const Value *V = S.Mem.find({Held.Obj, Member});
    // A pitched pointer is a structure itself; what a table of pointers is known by is its memory.
    if (V && V->is(Value::Kind::Object))
      V = S.Mem.find({V->Obj, PitchedField});
    if (V && V->is(Value::Kind::Object))
      V = S.Mem.find({V->Obj, MemoryField});
    if (V)
      E.Members.emplace_back(Role, *V);
  }
}

Value FunctionSolver::allocateMemory(ir::InstId Id, const knowledge::Callable &C, State &S) {
  const ir::Inst &I = inst(Id);
  const ir::Arg *Into = argumentFor(C, I, "ptr"), *Of = argumentFor(C, I, "of");
  if (C.Kind == Action::PitchedPointer) {
    const ObjectId Made = allocate(Id, 0, "cudaPitchedPtr");
    S.Mem.set({Made, PitchedField}, Into ? operand(*Into, S) : Value::unknown());
    return Value::object(Made);
  }
  if (const ir::Arg *Pitched = argumentFor(C, I, "pitched"))
    Into = Pitched;
  // The variable is what the reader of a finding knows: one that the address is taken of, or that the pointer goes to.
  llvm::StringRef Subject;
  ir::InstId Made = Id;
  if (Into)
    Subject = F.value(Into->Value).Variable.split('#').first;
  if (Into && Subject.empty())
    for (const ir::Inst &Read : F.Insts)
      if (Read.Kind == InstKind::GetCell && Read.Args[0].Value == Into->Value && Subject.empty())
        Subject = F.value(Read.Result).Variable.split('#').first;
  if (Of) {
    Subject = F.value(Of->Value).Variable.split('#').first;
    // One that was never written has no place of its own.
    if (ir::InstId Definition = F.value(Of->Value).Definition; Definition && inst(Definition).Range.isValid())
      Made = Definition;
  }
  const Step *Origin = stepAt(StepKind::Allocated, Made, Subject);
  const Placement Host = Placement::of(Term::device({}), Origin);
  Value V;
  switch (C.Kind) {
  case Action::AllocateDevice:
    V = Value::pointer(currentAccelerator(S, Origin));
    break;
  case Action::AllocatePinned:
    V = Value::pointer(Host, Value::Memory::Pinned);
    break;
  case Action::AllocateManaged:
    V = Value::pointer(Placement::unknown(), Value::Memory::Shared);
    break;
  default:
    V = Value::pointer(Host);
    // What holds pointers is known by them; an array of numbers has numbers for elements.
    if (const ir::Type &T = F.value(I.Result).StaticType;
        !Into && !Of && T.Kind == ir::TypeKind::List && T.Element == ir::TypeKind::Unknown) {
      const ObjectId Table = allocate(Id, 0, "list");
      S.Mem.set({Table, MemoryField}, V);
      return Value::object(Table);
    }
    break;
  }
  if (!Into)
    return V;
  writeThrough(Into, V, S);
  return Value::number();
}

} // namespace devtidy::dataflow
