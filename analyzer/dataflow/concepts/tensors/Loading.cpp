//===- Loading.cpp - What comes from files --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `torch.load(path, map_location="cpu")`, `torch::load(net, path)`: without a device, where it was saved.
// `torch.save(net.state_dict(), path)`: a file holds where its tensors were.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Files.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;

/// What V, a variable or an object that is filled in, has been given is at P.
static void loadInto(CallFrame &F, const ir::Arg &Into, const Placement &P) {
  const Value V = F.operand(Into);
  F.E.Before = F.placementOf(V);
  if (V.is(Value::Kind::Object)) {
    ModuleFrame Modules(F);
    const llvm::StringRef Class = F.object(V.Obj).Class;
    F.E.OnModule = F.isModuleObject(V.Obj);
    if (F.E.OnModule)
      Modules.move(V.Obj, P);
    else if (Class == "cell")
      F.S.Mem.set({V.Obj, CellField}, Value::tensor(P));
    else if (Class == "list")
      Modules.forget(V.Obj);
    else
      meet(Occasion::Loads, F, V, P);
  }
  // A variable of this function: torch::load(x, path)
  const ir::Inst *Read = F.definition(Into.Value);
  const Value Cell = Read && Read->Kind == InstKind::GetCell ? F.operand(Read->Args[0]) : Value::unknown();
  if (Cell.is(Value::Kind::Object) && F.typeOf(Into.Value).isTensor())
    F.S.Mem.set({Cell.Obj, CellField}, Value::tensor(P));
}

/// True for Module::load(archive), which copies what the archive's own load has placed.
static bool takesArchive(CallFrame &F) {
  if (F.I.Kind != InstKind::Invoke || F.I.Args.size() < 2)
    return false;
  const Value From = F.operand(F.I.Args[1]);
  return From.is(Value::Kind::Object) && knowledge::isArchive(F.object(From.Obj).Class);
}

static Value load(CallFrame &F) {
  ModuleFrame Modules(F);
  if (takesArchive(F)) {
    if (const Value Into = F.operand(F.I.Args[0]); Modules.isModule(Into))
      Modules.move(Into.Obj, Placement::unknown());
    return Value::none();
  }
  F.E.Kind = InstKind::Load;
  findTarget(F);
  Placement P = Placement::unknown();
  if (F.E.HasTarget) {
    F.needAccelerator(F.E.Target);
    P = F.E.Target.withOrigin([&](const Step *) { return F.step(StepKind::Loaded); });
  }
  const ir::Arg *Into = F.argument("value");
  if (!Into && F.I.Kind == InstKind::Invoke)
    Into = F.argument("self");
  if (Into) {
    loadInto(F, *Into, P);
    return Value::none();
  }
  if (F.T.Kind == ir::TypeKind::Object) {
    const ObjectId O = F.allocate(F.T.Name);
    F.E.OnModule = F.isModuleObject(O);
    F.S.Mem.set({O, DeviceField}, Value::tensor(P));
    return Value::object(O);
  }
  if (F.T.isTensor())
    return Value::tensor(P);
  Value V = F.unfollowed();
  if (V.Path && F.E.HasTarget && Modules.isUsedAsModule(F.I.Result))
    F.S.Mem.set({Modules.symbolic(V.Path), DeviceField}, Value::tensor(P));
  return V;
}

/// True for an entry of a table that is no tensor by its name, and of which nobody says that it is one: `"epoch":
/// self.epoch`.
static bool isBesideState(const Value &V, llvm::StringRef Key) {
  return V.is(Value::Kind::Symbolic) && knowledge::namesProgress(std::string_view(Key.trim("[]")));
}

/// Adds to All where the tensors are that V is, or holds: `{"net": net.state_dict(), "epoch": 3}`.
static void addPlaces(CallFrame &F, const Value &V, Placement &All, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  if (Depth > MaxDepth)
    return;
  if (V.is(Value::Kind::Tuple)) {
    for (const Value &Part : *V.Elements)
      addPlaces(F, Part, All, Depth + 1);
  } else if (V.is(Value::Kind::Object) && F.isContainer(F.object(V.Obj).Class)) {
    // Entries that have names are all of a dictionary.
    bool HasNamed = false;
    for (const auto &[Key, Held] : F.S.Mem.of(V.Obj))
      if (!isOwnField(Key.second) && Key.second != ElementField) {
        HasNamed = true;
        if (!isBesideState(Held, Key.second))
          addPlaces(F, Held, All, Depth + 1);
      }
    if (const Value *Each = HasNamed ? nullptr : F.S.Mem.find({V.Obj, ElementField}))
      addPlaces(F, *Each, All, Depth + 1);
  } else if (V.isTensor() || V.is(Value::Kind::Object) || V.is(Value::Kind::Symbolic) || V.is(Value::Kind::Unknown)) {
    All.joinIn(F.placementOf(V));
  }
}

static Value save(CallFrame &F) {
  if (const ir::Arg *What = F.argument(F.I.Kind == InstKind::Invoke ? "self" : "value"))
    addPlaces(F, F.operand(*What), F.E.Before);
  return F.unknown();
}

static constexpr Rule Rules[] = {
    {Action::Load, load},
    {Action::Save, save},
    {Action::SaveObject, save},
};
REGISTER_CONCEPT(Loading, Rules)

} // namespace devtidy::dataflow
