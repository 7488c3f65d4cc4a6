//===- Registration.cpp - What modules register ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `self.register_buffer("mask", m)`, `self.add_module("fc", l)`: what is registered moves with the module.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "knowledge/MethodNames.h"

namespace devtidy::dataflow {

using knowledge::Action;

/// module.register_attribute("anchors", type, x) of TorchScript: an attribute stays where it is when the module moves.
static Value keepAttribute(CallFrame &F) {
  const ir::Arg *From = F.argument("value");
  const Value Name = F.given("name");
  if (From && F.Self.is(Value::Kind::Object) && Name.isString() && F.operand(*From).isTensor()) {
    Value V = F.operand(*From);
    V.Registered = false;
    F.writeField(F.Self.Obj, Name.Const.Text, V);
  }
  return F.unknown();
}

/// `add_module(str(i), layer)`: the member that stands for each of these, and for none that another call puts there.
/// What nobody knows may be what stands there: a loop that came around finds what it has put there itself.
static llvm::StringRef memberOfSeveral(CallFrame &F, llvm::StringRef Named, const Value &V) {
  std::string Name = Named.empty() ? "{}" : Named.str();
  const auto IsAnother = [&](const Value *Held) {
    return Held && Held->is(Value::Kind::Object) && !(V.is(Value::Kind::Object) && Held->Obj == V.Obj);
  };
  constexpr unsigned MaxMembers = 16;
  for (unsigned N = 0; N < MaxMembers; ++N, Name += "{}")
    if (!IsAnother(F.S.Mem.find({F.Self.Obj, Name})))
      break;
  return F.program().Names.intern(Name);
}

/// True if the module is the object of the method that registers something with it.
static bool isReceiver(CallFrame &F, const Object &Module) {
  if (Module.K != Object::Kind::Symbolic)
    return false;
  const Path &P = F.program().Paths[Module.Path];
  return P.Kind == Path::Root::Param && P.Index == 0 && P.Owner->Kind != ir::FunctionKind::Free;
}

/// `part.register_parameter(name, Parameter(p.cuda()))`, and nobody knows the name: one that was there may be elsewhere
/// from here on. What an object registers with itself is new.
static void mayReplace(CallFrame &F, const Value &V) {
  const bool IsObject = F.Self.is(Value::Kind::Object);
  if (F.C.Kind == Action::RegisterModule || F.declaresTypes() || F.given("name").isString() || !V.isTensor() ||
      (IsObject && isReceiver(F, F.object(F.Self.Obj))))
    return;
  ModuleFrame Modules(F);
  if (IsObject)
    Modules.loosen(F.Self.Obj, F.placementOf(V));
  else
    Modules.loosenBehind(F.SelfArg->Value, F.placementOf(V));
}

static Value registerWith(CallFrame &F) {
  if (knowledge::keepsAttribute(F.C.Canonical))
    return keepAttribute(F);
  F.E.Kind = ir::InstKind::Register;
  ModuleFrame Modules(F);
  const ir::Arg *From = F.argument("value");
  if (!F.argument("self") || !From)
    return F.unknown();
  Modules.registerTaken(From->Value);
  Value V = F.operand(*From);
  // What is registered so is a tensor or None.
  if (V.is(Value::Kind::Symbolic) && F.C.Kind != Action::RegisterModule) {
    V = Value::tensor(F.placementOf(V), V.rank());
    V.Partial = true;
  }
  if (!V.is(Value::Kind::Symbolic)) // a symbol is its path
    V.Path = PathId();
  mayReplace(F, V);
  if (!F.Self.is(Value::Kind::Object)) {
    V.Registered = true;
    Modules.markRegistered(V);
    // With one of several.
    for (ObjectId O : Modules.modulesIn(F.Self))
      Modules.loosen(O, F.placementOf(V));
    return V;
  }
  const bool IsComputed = F.C.Kind == Action::RegisterModule && !F.given("name").isString();
  const llvm::StringRef Named = Modules.memberNamed("name");
  const llvm::StringRef Name = IsComputed ? memberOfSeveral(F, Named, V) : Named;
  Modules.registerState(F.Self.Obj, V, Name);
  // Where members are found by name, the name is the member.
  if (Modules.registersByAssignment(F.Self.Obj) && !Name.empty()) {
    if (F.C.Kind == Action::RegisterModule)
      Modules.registerHeld(F.Self.Obj, V);
    F.writeField(F.Self.Obj, Name, V);
    return Value::none();
  }
  // There `to` gives parameters and buffers other memory in place: whoever holds one sees it move.
  V.IsParameter = V.isTensor();
  Modules.registerHeld(F.Self.Obj, V);
  // Who registers with another module keeps the part itself, `layer = module.register_module("layer", ...)`: that one
  // has it by its name alone.
  if (F.C.Kind == Action::RegisterModule && !Name.empty() && !isReceiver(F, F.object(F.Self.Obj)) &&
      !F.S.Mem.find({F.Self.Obj, Name}))
    F.writeField(F.Self.Obj, Name, V);
  // register_buffer("rows", this->rows), and rows is a part of another tensor: what is read of a member is the member.
  const ir::Inst *Read = F.definition(From->Value);
  if (Read && Read->Kind == ir::InstKind::GetField && F.operand(Read->Args[0]).Obj == F.Self.Obj) {
    if (!F.S.Mem.find({F.Self.Obj, Read->Name}) && V.isTensor())
      F.S.Mem.set({F.Self.Obj, Read->Name}, V);
    if (F.S.Mem.find({F.Self.Obj, Read->Name}))
      F.S.Mem.at({F.Self.Obj, Read->Name}).Registered = true;
  }
  return V;
}

static constexpr Rule Rules[] = {
    {Action::RegisterParameter, registerWith},
    {Action::RegisterBuffer, registerWith},
    {Action::RegisterModule, registerWith},
};
REGISTER_CONCEPT(Registration, Rules)

} // namespace devtidy::dataflow
