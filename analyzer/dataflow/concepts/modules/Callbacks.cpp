//===- Callbacks.cpp - What modules are given to call ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `model.apply(f)` calls f with each module below the model, and with the model; `model._apply(f)` puts f(t) in the
// place of each of its tensors; a hook runs in each call of the model.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"

namespace devtidy::dataflow {

using knowledge::Action;

/// What the call of a method of Whole is given to call, and what that has captured. If nobody knows, all of Whole may
/// have moved.
static std::optional<Program::Entry> callback(CallFrame &F, ObjectId Whole, std::vector<Value> &Captures) {
  ModuleFrame Modules(F);
  if (F.I.Args.size() < 2)
    return std::nullopt;
  std::optional<Program::Entry> Callee = Modules.body(F.operand(F.I.Args[1]), Captures);
  // It is called for each part of one of several modules.
  if (!Whole && (!Callee || Modules.movesSomething(*Callee)))
    for (ObjectId O : Modules.modulesIn(F.Self))
      Modules.loosen(O, Placement::unknown());
  if (!Whole)
    return std::nullopt;
  if (!Callee)
    Modules.loosen(Whole, Placement::unknown());
  return Callee;
}

static Value applyToEach(CallFrame &F) {
  ModuleFrame Modules(F);
  const ObjectId Whole = Modules.moduleOf(F.Self);
  std::vector<Value> Actuals;
  const std::optional<Program::Entry> Callee = callback(F, Whole, Actuals);
  if (!Callee)
    return F.Self;
  const ObjectId Part = Modules.makePart(Whole, F.placementOf(F.Self));
  // In C++ it may be given the name, too.
  if (Callee->F->Params.size() == Actuals.size() + 2)
    Actuals.push_back(Value::number());
  Actuals.push_back(Value::object(Part));
  F.call(*Callee, Actuals);
  return F.Self;
}

static Value applyToState(CallFrame &F) {
  ModuleFrame Modules(F);
  const ObjectId Whole = Modules.moduleOf(F.Self);
  const Placement Old = F.placementOf(F.Self);
  std::vector<Value> Actuals;
  const std::optional<Program::Entry> Callee = callback(F, Whole, Actuals);
  if (!Callee)
    return F.Self;
  Actuals.push_back(Value::tensor(Old, Rank::AtLeastOne));
  const Value Result = F.call(*Callee, Actuals);
  if (Result.isTensor() && Result.P != Old && !Result.P.isBottom())
    Modules.move(Whole, Result.P);
  return F.Self;
}

/// The function that a hook is: also `self.save`, or an object that is called.
static std::optional<Program::Entry> hookBody(CallFrame &F, const ir::Arg &Hook) {
  const Value V = F.operand(Hook);
  std::vector<Value> Captures;
  if (std::optional<Program::Entry> Body = ModuleFrame(F).body(V, Captures))
    return Body;
  const ir::Inst *D = F.definition(Hook.Value);
  const Value Of = D && D->Kind == ir::InstKind::GetField ? F.operand(D->Args[0]) : Value::unknown();
  std::optional<Program::Entry> Method;
  if (Of.is(Value::Kind::Object))
    Method = F.program().Types.findMethod(F.object(Of.Obj).Class, D->Name);
  if (!Method && V.is(Value::Kind::Object))
    Method = F.program().Types.findMethod(F.object(V.Obj).Class, "__call__");
  return Method;
}

/// True if what a hook does with the module, its inputs and its outputs leaves them where they are: it gives nothing
/// that would take their place, and moves nothing that it is given.
static bool isHarmless(CallFrame &F, const ir::Arg &Hook) {
  const std::optional<Program::Entry> Body = hookBody(F, Hook);
  if (!Body || ModuleFrame(F).movesSomething(*Body))
    return false;
  const std::shared_ptr<const Summary> Sum = F.program().solved(*Body).Sum;
  return Sum->Known && (!Sum->Returns || Sum->Result.isNone());
}

/// `loss.register_hook(lambda grad: grad / scale)`: the gradient is where the tensor is.
static Value addTensorHook(CallFrame &F) {
  std::vector<Value> Actuals;
  const ir::Arg *Hook = F.argument("function");
  const std::optional<Program::Entry> Body = Hook ? ModuleFrame(F).body(F.operand(*Hook), Actuals) : std::nullopt;
  if (Body && Body->F->Params.size() == Actuals.size() + 1) {
    Actuals.push_back(Value::tensor(F.Self.P, F.Self.Dim));
    F.call(*Body, Actuals);
  }
  return F.unknown();
}

static Value addHook(CallFrame &F) {
  if (F.Self.isTensor() && F.C.Canonical == "register_hook")
    return addTensorHook(F);
  const ir::Arg *Hook = F.argument("function");
  if (Hook && isHarmless(F, *Hook))
    return F.unknown();
  ModuleFrame Modules(F);
  for (ObjectId O : Modules.modulesIn(F.Self)) {
    F.S.Mem.set({O, HookedField}, Value::boolean(true));
    for (ObjectId Part : Modules.meant(O))
      F.S.Mem.set({Part, HookedField}, Value::boolean(true));
    Modules.loosen(O, Placement::unknown());
  }
  return F.unknown();
}

static constexpr Rule Rules[] = {
    {Action::AppliesToEach, applyToEach},
    {Action::AppliesToState, applyToState},
    {Action::AddsHook, addHook},
};
REGISTER_CONCEPT(Callbacks, Rules)

} // namespace devtidy::dataflow
