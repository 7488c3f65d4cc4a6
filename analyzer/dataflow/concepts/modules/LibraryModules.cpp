//===- LibraryModules.cpp - Modules whose class is the library's ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `nn.Linear(2, 2, device=d)` has state on d, `nn.ReLU()` none, `nn.Sequential(a, b)` what a and b have.
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/EachIndex.h"
#include "dataflow/engine/Rules.h"
#include "knowledge/ClassNames.h"

namespace devtidy::dataflow {

using knowledge::ClassKind;

static llvm::StringRef params(const CallFrame &F) { return {F.C.Params.data(), F.C.Params.size()}; }

/// Whether a module has state that its arguments decide on; what its class does by default, where they do not say.
static bool hasOptionalState(CallFrame &F, bool ByDefault) {
  // What stays as it is needs no filter.
  if (params(F).contains("after|")) {
    const ir::Arg *Before = F.argument("before"), *After = F.argument("after");
    const Value From = Before ? F.operand(*Before) : Value::unknown(), To = After ? F.operand(*After) : From;
    const bool AreSame = From.isInt() && To.isInt() && From.Const.Int == To.Const.Int;
    return (Before || After) && !(After && AreSame);
  }
  bool Has = false, Listed = false;
  for (llvm::StringRef Role : {"state", "stats"}) {
    if (!params(F).contains(Role))
      continue;
    Listed = true;
    Has |= F.argument(Role) ? F.given(Role).truth().value_or(ByDefault) : ByDefault;
  }
  return Listed ? Has : ByDefault;
}

/// The device that the call asks for; nothing if it asks for none.
static std::optional<Value> givenDevice(CallFrame &F) {
  const ir::Arg *Device = F.argument("device");
  if (!Device)
    Device = F.I.findKeyword("device_map");
  if (Device)
    return F.operand(*Device);
  for (const ir::Arg &A : F.I.Args)
    if (A.Keyword == "**")
      if (std::optional<Value> Packed = F.mergedDevice(F.operand(A), "device"))
        return Packed;
  return std::nullopt;
}

/// Where the state is that the call makes.
static Placement place(CallFrame &F) {
  const std::optional<Value> Given = givenDevice(F);
  if (Given)
    F.noteDevice(*Given);
  if (!hasOptionalState(F, /*ByDefault=*/true))
    return Placement::bottom();
  // A metric over samples keeps lists of them, which may be anywhere.
  if (const ir::Arg *Over = F.I.findKeyword("multidim_average"))
    if (const Value V = F.operand(*Over); !V.isString() || V.Const.Text != "global")
      return Placement::unknown();
  if (Given && !Given->isNone()) {
    const std::optional<Placement> D = F.deviceOf(*Given);
    return D ? D->withOrigin([&](const Step *) { return F.step(StepKind::Created); }) : Placement::unknown();
  }
  // What is made of a tensor holds it: Embedding.from_pretrained(weights).
  if (const ir::Arg *Weights = F.argument("self"))
    return F.placementOf(F.operand(*Weights));
  // An encoder holds copies of the layer that it is given; everything else is on the default device.
  if (F.argument("value"))
    if (const Value Copied = F.given("value"); ModuleFrame(F).isModule(Copied))
      return F.placementOf(Copied);
  return F.constructedByDefault();
}

static Value make(CallFrame &F) {
  F.S.Mem.set({F.Self.Obj, DeviceField}, Value::tensor(place(F)));
  return F.Self;
}

/// The argument of that role; what the options hold that the call is given.
static std::optional<Value> option(CallFrame &F, llvm::StringRef Role) {
  const ir::Type Type = F.I.Args.size() == 1 ? F.typeOf(F.I.Args[0].Value) : ir::Type();
  if (Type.Kind == ir::TypeKind::Object && knowledge::isModuleOptions(Type.Name)) {
    const Value Options = F.operand(F.I.Args[0]);
    if (!Options.is(Value::Kind::Object))
      return Value::unknown();
    if (const Value *Held = F.S.Mem.find({Options.Obj, Role}))
      return *Held;
    // What came from elsewhere may hold it.
    return F.object(Options.Obj).K == Object::Kind::Allocated ? std::nullopt : std::optional(Value::unknown());
  }
  if (F.argument(Role))
    return F.given(Role);
  for (const ir::Arg &A : F.I.Args)
    if (A.Keyword == "**" && params(F).contains(Role))
      if (std::optional<Value> Packed = F.passedKeyword(F.operand(A), Role))
        return Packed;
  return std::nullopt;
}

static Value makeStateless(CallFrame &F) {
  if (hasOptionalState(F, /*ByDefault=*/false))
    F.S.Mem.set({F.Self.Obj, DeviceField}, Value::tensor(F.constructedByDefault()));
  // A weight becomes a buffer.
  Placement Weights;
  for (llvm::StringRef Role : {"weight", "pos_weight"})
    if (std::optional<Value> V = option(F, Role); V && !V->is(Value::Kind::Constant) && !V->is(Value::Kind::Number)) {
      const bool IsKnown = V->isTensor() || V->is(Value::Kind::Symbolic);
      Weights.joinIn(IsKnown ? F.placementOf(*V) : Placement::unknown());
    }
  if (!Weights.isBottom())
    F.S.Mem.set({F.Self.Obj, DeviceField}, Value::tensor(Weights));
  return F.Self;
}

static Value makeContainer(CallFrame &F) {
  ModuleFrame(F).fill(F.Self.Obj, F.E.Operands);
  return F.Self;
}

static Placement acceleratorAt(CallFrame &F, const ir::Arg &Index) {
  if (F.counting().isEach(Index.Value))
    return Placement::of(Term::device({knowledge::DeviceType::Cuda, EachIndex}));
  const Value V = F.operand(Index);
  if (V.isInt() && V.Const.Int < 0)
    return F.currentAccelerator();
  return F.acceleratorOf(V).value_or(Placement::of(Term::device({knowledge::DeviceType::Cuda, UnknownIndex})));
}

/// What was compiled for an accelerator is loaded onto one: that of its index, or the current one.
static Value makeCompiled(CallFrame &F) {
  if (!params(F).contains("index"))
    return F.Self;
  const ir::Arg *Index = F.argument("index");
  const Placement P = Index ? acceleratorAt(F, *Index) : F.currentAccelerator();
  F.S.Mem.set({F.Self.Obj, DeviceField},
              Value::tensor(P.withOrigin([&](const Step *) { return F.step(StepKind::Loaded); })));
  return F.Self;
}

static constexpr Rule Rules[] = {
    {ClassKind::Module, make},
    {ClassKind::StatelessModule, makeStateless},
    {ClassKind::ModuleContainer, makeContainer},
    {ClassKind::JitModule, makeCompiled},
};
REGISTER_CONCEPT(LibraryModules, Rules)

} // namespace devtidy::dataflow
