//===- Parts.cpp - Lists of what modules have -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `model.children()` gives a list of modules that are where the model is, `model.parameters()` one of tensors. One
// value stands for each of them, and the WholeField of the list says whose they are: whoever moves each, or replaces
// the data of each, moves the model.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "knowledge/MethodNames.h"

namespace devtidy::dataflow {

using knowledge::Action;

/// Pairs of a name and what it names; of a map, whose element is one, the loop makes it.
static Value namedUnlessMapped(CallFrame &F, Value Each) {
  return F.T.Kind == ir::TypeKind::Dict ? Each : Value::tuple({Value::number(), std::move(Each)});
}

static Value listModules(CallFrame &F) {
  // Of one of several: who moves one of these says which modules it may be of.
  if (F.Self.is(Value::Kind::Choice))
    return F.unknown();
  const ObjectId O = F.allocate(F.C.Kind == Action::SubmoduleTable ? "dict" : "list");
  ModuleFrame Modules(F);
  const ObjectId Whole = Modules.moduleOf(F.Self);
  Value Part = Value::object(Modules.makePart(Whole, F.placementOf(F.Self)));
  Part.Registered = true;
  if (Whole)
    F.S.Mem.set({O, WholeField}, Value::object(Whole));
  F.S.Mem.set({O, ElementField}, F.C.Kind == Action::NamedSubmodules ? namedUnlessMapped(F, Part) : Part);
  return Value::object(O);
}

/// The parameters or buffers of a module. Who asks whether there are any asks for a device, or does something with
/// each: a module without state is nowhere, so that only one with state matters.
static Value listState(CallFrame &F) {
  const ObjectId O = F.allocate("list");
  // One of several parameters is where one of several parts is.
  Placement P = F.placementOf(F.Self);
  // Whoever moves what came in does not move a copy of it.
  if (F.Self.is(Value::Kind::Symbolic) && F.Self.IsCopied)
    P = P.withOrigin([&](const Step *Of) { return F.step(StepKind::Copied, {}, std::nullopt, Of); });
  if (!P.isBottom())
    F.S.Mem.set({O, HeldField}, Value::boolean(true));
  Value Each = Value::tensor(P.isExclusive() ? P : P.imprecise(), Rank::AtLeastOne);
  // `to` gives them other memory, whoever holds them; it makes other buffers.
  Each.IsParameter = llvm::StringRef(F.I.Name).ends_with("parameters");
  F.S.Mem.set({O, ElementField}, knowledge::givesNames(std::string_view(F.I.Name)) ? namedUnlessMapped(F, Each) : Each);
  ModuleFrame Modules(F);
  if (Modules.isModule(F.Self) || F.Self.is(Value::Kind::Symbolic))
    F.S.Mem.set({O, WholeField}, Value::object(Modules.moduleOf(F.Self)));
  return Value::object(O);
}

static constexpr Rule Rules[] = {
    {Action::Submodules, listModules},
    {Action::NamedSubmodules, listModules},
    {Action::SubmoduleTable, listModules},
    {Action::ModuleState, listState},
};
REGISTER_CONCEPT(Parts, Rules)

} // namespace devtidy::dataflow
