//===- CudaMemory.cpp - Memory without tensors ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `cudaMalloc(&p, n)`, `malloc(n)`, `cudaGetDevice(&i)`: a call that allocates gives the pointer back, or writes it
// where its argument ptr points.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "knowledge/Copies.h"

namespace devtidy::dataflow {

using knowledge::Action;

/// The pointer of a cudaPitchedPtr.
static constexpr llvm::StringLiteral PitchedField = "ptr";

static void writeThrough(CallFrame &F, const ir::Arg *Pointer, const Value &V) {
  const Value Cell = Pointer ? F.operand(*Pointer) : Value::unknown();
  if (Cell.is(Value::Kind::Object))
    F.writeField(Cell.Obj, F.object(Cell.Obj).Class == "cell" ? CellField : PitchedField, V);
}

static Value readCount(CallFrame &F) {
  Value Count = Value::number();
  Count.IsCount = true;
  writeThrough(F, F.argument("ptr"), Count);
  return F.unknown();
}

static Value readDevice(CallFrame &F) {
  writeThrough(F, F.argument("ptr"), Value::device(F.currentAccelerator()));
  return F.unknown();
}

/// The kind of copy that the call is given, or that it is without one. Nothing if only who calls the function knows.
static std::optional<knowledge::CopyKind> copyKind(CallFrame &F) {
  const ir::Arg *Kind = F.argument("kind");
  if (!Kind)
    return knowledge::defaultCopyKind({F.E.Name.data(), F.E.Name.size()});
  if (const Value V = F.operand(*Kind); V.isInt())
    return knowledge::findCopyKind(V.Const.Int);
  const ir::Inst *D = F.definition(Kind->Value);
  return D && D->Kind == ir::InstKind::GetGlobal
             ? knowledge::findCopyKind(std::string_view(D->Name.data(), D->Name.size()))
             : std::nullopt;
}

/// What came in, whoever gave it knows on which side it is: `void upload(float *to, const float *from)`.
static void demandSides(CallFrame &F) {
  const std::optional<knowledge::CopyKind> Kind = copyKind(F);
  if (!Kind)
    return;
  const llvm::StringRef Name(Kind->Name.data(), Kind->Name.size());
  for (auto [Role, OnDevice] : {std::pair("dst", Kind->ToDevice), {"src", Kind->FromDevice}}) {
    const knowledge::Device Wanted{OnDevice ? knowledge::DeviceType::Cuda : knowledge::DeviceType::Cpu, UnknownIndex};
    if (const ir::Arg *A = F.argument(Role))
      MemoryFrame(F).demand(*A, {Side::named(Name, Placement::of(Term::device(Wanted)))}, Meeting::CopiedMemory);
  }
}

static Value fill(CallFrame &F) {
  demandSides(F);
  return F.unknown();
}

/// cudaMemcpy3D(&parameters): what is copied stands in members.
static Value copy(CallFrame &F) {
  demandSides(F);
  const Value Held = F.given("parameters");
  if (!Held.is(Value::Kind::Object))
    return F.unknown();
  for (auto [Role, Member] : {std::pair("dst", "dstPtr"), {"src", "srcPtr"}}) {
    const Value *V = F.S.Mem.find({Held.Obj, Member});
    // A pitched pointer is a structure itself; what a table of pointers is known by is its memory.
    if (V && V->is(Value::Kind::Object))
      V = F.S.Mem.find({V->Obj, PitchedField});
    if (V && V->is(Value::Kind::Object))
      V = F.S.Mem.find({V->Obj, MemoryField});
    if (V)
      F.E.Members.emplace_back(Role, *V);
  }
  return F.unknown();
}

static Value pitched(CallFrame &F) {
  const ObjectId Made = F.allocate("cudaPitchedPtr");
  F.S.Mem.set({Made, PitchedField}, F.given("ptr"));
  return Value::object(Made);
}

/// The variable is what the reader of a finding knows: one that the address is taken of, or that the pointer goes to.
static const Step *allocation(CallFrame &F, const ir::Arg *Into) {
  if (const ir::Arg *Of = F.argument("of")) {
    const ir::Inst *D = F.definition(Of->Value);
    // One that was never written has no place of its own.
    const bool HasPlace = D && D->Range.isValid();
    return F.step(StepKind::Allocated, F.variable(Of->Value),
                  HasPlace ? std::optional(F.idOf(Of->Value)) : std::nullopt);
  }
  llvm::StringRef Subject;
  if (Into)
    Subject = F.variable(Into->Value);
  if (Into && Subject.empty())
    for (const ir::Inst &Read : F.instructions())
      if (Read.Kind == ir::InstKind::GetCell && Read.Args[0].Value == Into->Value && Subject.empty())
        Subject = F.variable(Read.Result);
  return F.step(StepKind::Allocated, Subject);
}

/// cudaStreamCreate(&s): what the handle stands for is on the current accelerator.
static Value makeHandle(CallFrame &F) {
  const ir::Arg *Into = F.argument("ptr");
  const ObjectId Made = F.allocate("handle");
  F.S.Mem.set({Made, MemoryField}, Value::pointer(F.currentAccelerator(allocation(F, Into))));
  F.S.Mem.set({Made, ScalarsField}, Value::device(Placement::of(Term::device({}))));
  writeThrough(F, Into, Value::object(Made));
  return Value::number();
}

static Value allocate(CallFrame &F) {
  const ir::Arg *Into = F.argument("pitched");
  if (!Into)
    Into = F.argument("ptr");
  const Step *Origin = allocation(F, Into);
  const Placement Host = Placement::of(Term::device({}), Origin);
  Value V = Value::pointer(Host);
  if (F.C.Kind == Action::AllocateDevice)
    V = Value::pointer(F.currentAccelerator(Origin));
  else if (F.C.Kind == Action::AllocatePinned)
    V = Value::pointer(Host, Value::Memory::Pinned);
  else if (F.C.Kind == Action::AllocateManaged)
    V = Value::pointer(Placement::unknown(), Value::Memory::Shared);
  else if (const ir::Type T = F.declaredType(F.I.Result);
           !Into && !F.argument("of") && T.Kind == ir::TypeKind::List && T.Element == ir::TypeKind::Unknown) {
    // What holds pointers is known by them; an array of numbers has numbers for elements.
    const ObjectId Table = F.allocate("list");
    F.S.Mem.set({Table, MemoryField}, V);
    return Value::object(Table);
  }
  if (!Into)
    return V;
  writeThrough(F, Into, V);
  return Value::number();
}

static constexpr Rule Rules[] = {
    {Action::AllocateDevice, allocate}, {Action::AllocatePinned, allocate}, {Action::AllocateManaged, allocate},
    {Action::AllocateHost, allocate},   {Action::PitchedPointer, pitched},  {Action::ReadDeviceCount, readCount},
    {Action::ReadDevice, readDevice},   {Action::CudaMemcpy, copy},         {Action::MakeHandle, makeHandle},
    {Action::CudaMemset, fill},
};
REGISTER_CONCEPT(CudaMemory, Rules)

} // namespace devtidy::dataflow
