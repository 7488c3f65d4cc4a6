//===- Parallel.cpp - Modules that run another on several devices --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torch/nn/parallel/distributed.py refuses a module that is not on the device that device_ids names;
// torch/nn/parallel/data_parallel.py looks only when it is called.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "knowledge/ClassNames.h"

namespace devtidy::dataflow {

using knowledge::Action;
using knowledge::ClassKind;
using knowledge::DeviceRule;
using knowledge::DeviceType;

static Placement onCuda(int16_t Index) { return Placement::of(Term::device({DeviceType::Cuda, Index})); }

/// The first of device_ids.
static Placement firstDevice(CallFrame &F, bool IsDistributed) {
  const ir::Arg *Devices = F.argument("device_ids");
  const Value List = Devices ? F.operand(*Devices) : Value::none();
  const Value First = List.is(Value::Kind::Object) ? F.readElement(List.Obj, 0) : Value::unknown();
  if (First.isInt())
    return onCuda(static_cast<int16_t>(First.Const.Int));
  if (First.is(Value::Kind::Device))
    return First.P;
  // [i for i in range(torch.cuda.device_count())]
  const ir::Inst *Made = Devices ? F.definition(Devices->Value) : nullptr;
  const bool IsFilled = Made && Made->Kind == ir::InstKind::MakeList && Made->Args.empty();
  if (IsFilled && !IsDistributed && First.is(Value::Kind::Number) && First.IsIndex && First.leastBehind() > 0)
    return onCuda(0);
  if (!List.isNone()) // of some rank
    return onCuda(UnknownIndex);
  return IsDistributed ? Placement::unknown() : onCuda(0);
}

/// True if the module runs on several accelerators: on all of them, or on those of a list with more than one.
static bool runsReplicas(CallFrame &F) {
  const ir::Arg *Devices = F.argument("device_ids");
  const ir::Inst *List = Devices ? F.definition(Devices->Value) : nullptr;
  return !Devices || F.operand(*Devices).isNone() ||
         (List && List->Kind == ir::InstKind::MakeList && List->Args.size() > 1);
}

/// O runs the module that the call is given, which is where it was.
static void wrap(CallFrame &F, ObjectId O, bool IsDistributed) {
  const ir::Arg *Module = F.argument("value");
  Value V = Module ? F.operand(*Module) : Value::unknown();
  if (V.is(Value::Kind::Object)) {
    V.Registered = true;
    F.S.Mem.set({O, WrappedField}, V);
    if (!IsDistributed && runsReplicas(F))
      ModuleFrame(F).replicate(V.Obj);
  }
  F.S.Mem.set({O, DeviceField}, Value::tensor(F.placementOf(V)));
  const Placement First = firstDevice(F, IsDistributed);
  F.S.Mem.set({O, FirstField}, Value::device(First));
  if (!IsDistributed || !Module || First.isUnknown())
    return;
  llvm::SmallVector<Side, 2> Sides;
  F.addSides(*Module, V, Sides);
  Sides.push_back(Side::named("the first device", First));
  F.demand("DistributedDataParallel", DeviceRule::Same, Sides, Meeting::Replicas);
}

static Value makeParallel(CallFrame &F) {
  wrap(F, F.Self.Obj, false);
  return F.Self;
}

static Value makeDistributed(CallFrame &F) {
  wrap(F, F.Self.Obj, true);
  return F.Self;
}

/// Where the wrapper is: where what it runs is. A class of the program that derives from one may hold more.
static Placement placeOfWrapped(CallFrame &F, const Value &Wrapper) {
  const Value *Runs = F.S.Mem.find({Wrapper.Obj, WrappedField});
  return ModuleFrame(F).place(Runs && Runs->is(Value::Kind::Object) ? Runs->Obj : Wrapper.Obj);
}

/// `nn.DataParallel(net)(x, lengths)`: all tensors are scattered to accelerators, those, too, that the module hands to
/// what takes them on the CPU alone. Where: the first of them.
static void meetScattered(CallFrame &F, const Value &Wrapper, const Placement &Where) {
  const Value *Runs = F.S.Mem.find({Wrapper.Obj, WrappedField});
  const llvm::StringRef Class = Runs && Runs->is(Value::Kind::Object) ? F.object(Runs->Obj).Class : "";
  const std::optional<Program::Entry> Forward = F.program().Types.findMethod(Class, "forward");
  if (!Forward || Where.isUnknown() || F.I.Kind != ir::InstKind::Apply)
    return;
  const std::shared_ptr<const Summary> Sum = F.program().solved(*Forward).Sum;
  for (const Demand &D : Sum->Demands) {
    const GuardedTerm *Only = D.Of == Meeting::HostArgument && D.Path.isAlways() ? D.Sides[0].P.single() : nullptr;
    const Path *Given = Only && Only->T.isSymbol() ? &F.paths()[Only->T.path()] : nullptr;
    const bool IsInput = Given && Given->Kind == Path::Root::Param && Given->Owner == Forward->F && Given->Index > 0 &&
                         Given->Index < F.I.Args.size() && F.I.Args[Given->Index].Keyword.empty();
    if (!IsInput || !F.operand(F.I.Args[Given->Index]).isTensor())
      continue;
    Side X{.P = Where.guardedBy(Cube(Literal::available())), .Dim = Rank::AtLeastOne};
    X.Position = Given->Index;
    X.Range = F.I.Args[Given->Index].Range;
    F.demand(D.Name, DeviceRule::Same, {X, Side::named("the CPU", Placement::of(Term::device({})))},
             Meeting::HostArgument);
  }
}

/// What the module that the wrapper runs gives, gathered at Where: of a list or a tuple of tensors one of the same
/// length (torch/nn/parallel/scatter_gather.py, gather).
static Value gathered(CallFrame &F, const Value &Wrapper, const Placement &Where) {
  Value One = Value::tensor(Where, Rank::AtLeastOne);
  const Value *Runs = F.S.Mem.find({Wrapper.Obj, WrappedField});
  const llvm::StringRef Class = Runs && Runs->is(Value::Kind::Object) ? F.object(Runs->Obj).Class : "";
  const std::optional<Program::Entry> Forward = F.program().Types.findMethod(Class, "forward");
  if (!Forward)
    return One;
  const std::shared_ptr<const Summary> Sum = F.program().solved(*Forward).Sum;
  const Value &Given = Sum->Result;
  const auto IsTensor = [](const Value &V) { return V.isTensor() || V.is(Value::Kind::Symbolic); };
  if (Given.is(Value::Kind::Tuple) && llvm::all_of(*Given.Elements, IsTensor))
    return Value::tuple(std::vector<Value>(Given.Elements->size(), One));
  const bool IsList =
      Given.is(Value::Kind::Object) && Sum->Objects[Given.Obj.index()].Class == "list" &&
      llvm::all_of(Sum->Final.of(Given.Obj), [&](const auto &Entry) {
        return !isOwnField(Entry.first.second) && Entry.first.second != ElementField && IsTensor(Entry.second);
      });
  if (!IsList)
    return One;
  const ObjectId Rows = F.allocate("list");
  for (const auto &[Key, Held] : Sum->Final.of(Given.Obj))
    F.S.Mem.set({Rows, Key.second}, Value(One));
  return Value::object(Rows);
}

/// Inputs are scattered from anywhere, results gathered on the first device; without an accelerator nothing happens.
static std::optional<Value> forward(CallFrame &F, const Value &Of, llvm::StringRef Name) {
  const Value *First = F.S.Mem.find({Of.Obj, FirstField});
  if (!First)
    return std::nullopt;
  const Placement Where = First->P, Module = placeOfWrapped(F, Of);
  llvm::SmallVector<Side, 2> Sides;
  F.addSides(F.I.Args[0], Of, Sides);
  Sides.push_back(Side::named("the first device", Where));
  F.demand(Name, DeviceRule::Same, Sides, Meeting::Replicas);
  meetScattered(F, Of, Where);
  Placement Result = Where.guardedBy(Cube(Literal::available()));
  Result.joinIn(Module.guardedBy(Cube(~Literal::available())));
  return gathered(F, Of, Result);
}

static std::optional<Value> callParallel(CallFrame &F) {
  std::optional<Value> Result = forward(F, F.Self, "DataParallel");
  F.E.Name = "DataParallel";
  // Of one that was made elsewhere, a member, nobody knows where its first device is.
  return Result ? Result : gathered(F, F.Self, placeOfWrapped(F, F.Self));
}

/// With a list of devices it moves its inputs to the first, where its module is (torch/nn/parallel/distributed.py). Of
/// one that was made elsewhere, a member, nobody knows whether there is one.
static std::optional<Value> callDistributed(CallFrame &F) {
  const Value *First = F.S.Mem.find({F.Self.Obj, FirstField});
  if (First && First->P.isUnknown())
    return std::nullopt;
  F.E.Name = "DataParallel";
  return Value::tensor(placeOfWrapped(F, F.Self), Rank::AtLeastOne);
}

/// The function does what a DataParallel does that is made and called.
static Value runParallel(CallFrame &F) {
  const ObjectId O = F.allocate(knowledge::DataParallelClass);
  wrap(F, O, false);
  const std::optional<Value> Result = forward(F, Value::object(O), F.E.Name);
  return Result ? *Result : F.unknown();
}

/// The wrapper, or what it has wrapped, goes elsewhere: its replicas stay.
static void meetMoved(CallFrame &F, const Value &Of, const Placement &There) {
  F.S.Mem.forEach([&](const Memory::Key &Key, const Value &V) {
    const bool Wraps = Key.second == WrappedField && F.E.OnModule &&
                       (Key.first == Of.Obj || (V.is(Value::Kind::Object) && V.Obj == Of.Obj));
    const knowledge::ClassInfo *Class = Wraps ? F.program().Types.libraryClass(F.object(Key.first).Class) : nullptr;
    if (!Class || Class->Kind != ClassKind::DistributedParallel)
      return;
    const Side Module{.P = F.E.Before, .Dim = Rank::AtLeastOne, .IsModule = true, .Range = F.I.Args[0].Range};
    F.demand("DistributedDataParallel", DeviceRule::Same, {Module, Side::named("its next place", There)},
             Meeting::Replicas);
  });
}

static constexpr Rule Rules[] = {
    {ClassKind::DataParallel, makeParallel},
    {ClassKind::DistributedParallel, makeDistributed},
    {CallOf{ClassKind::DataParallel}, callParallel},
    {CallOf{ClassKind::DistributedParallel}, callDistributed},
    {Action::CallParallel, runParallel},
    {Occasion::Moves, meetMoved},
};
REGISTER_CONCEPT(Parallel, Rules)

} // namespace devtidy::dataflow
