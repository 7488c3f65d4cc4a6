//===- MoveBeforeParts.cpp - device-move-before-parts -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags `self.to(device)` in a constructor that makes parts of the module behind it: what `to` moves is what the module
// holds then. Silent where the parts are made where they belong, where the constructor moves the module once more, and
// where somebody moves the objects of the class.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"
#include "dataflow/program/MovedParts.h"
#include "dataflow/state/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::GuardedTerm;
using dataflow::Value;
using ir::InstKind;

/// True if the class has a `to` of its own, and a device is what that is given: `self.to(cfg.device)`.
static bool isOwnMove(const SolvedFunction &S, const Event &E) {
  if (!dataflow::isMove(*E.I) || !S.Owner->Types.findMethod(S.F->Class, E.I->Name) || E.I->Args.size() != 2)
    return false;
  const ir::Inst *D = S.F->definition(E.I->Args[1].Value);
  const llvm::StringRef Name = D && D->Kind == InstKind::GetField ? D->Name : S.F->value(E.I->Args[1].Value).Variable;
  return Name.ends_with("device");
}

/// True for `self.to(device)`, to more than the CPU.
static bool isMoveOfSelf(const SolvedFunction &S, const Event &E) {
  if (E.I->Kind != InstKind::Invoke || !S.F->isReceiver(E.I->Args[0].Value))
    return false;
  if (E.Kind != InstKind::Move)
    return isOwnMove(S, E);
  return E.OnModule && E.HasTarget && !E.Target.isUnknown() && !E.Target.isOnHost();
}

/// True if the class of F moves itself in a constructor that runs more than this one, or a function that makes an
/// object of it moves that.
static bool isMovedElsewhere(const SolvedFunction &S) {
  const dataflow::Hierarchy &Types = S.Owner->Types;
  const llvm::StringRef Class = Types.canonical(S.F->Class);
  const std::string_view Bases[] = {std::string_view(Class)};
  const auto Makes = [&](const ir::Function &F, ir::ValueId V) {
    const ir::Inst *D = F.definition(V);
    return D && D->Kind == InstKind::Call && Types.derivesFrom(Types.canonical(D->Name), Bases);
  };
  const auto Moves = [&](const ir::Function &F, const ir::Inst &I) {
    if (I.Kind != InstKind::Invoke || !dataflow::isMove(I) || dataflow::onlyChangesType(F, I) ||
        (I.Args.size() > 1 && F.value(I.Args[1].Value).Variable.ends_with("dtype")))
      return false;
    const ir::Inst *Read = F.definition(I.Args[0].Value);
    // `self.net = Net(device)`, `self.net.to(device)`
    const auto Stores = [&](const ir::Inst &Store) {
      return Read && Read->Kind == InstKind::GetField && Store.Kind == InstKind::SetField && Store.Name == Read->Name &&
             Makes(F, Store.Args[1].Value);
    };
    const bool IsOfDerived =
        F.isReceiver(I.Args[0].Value) && F.Class != S.F->Class && !F.Class.empty() && Types.derivesFrom(F.Class, Bases);
    return IsOfDerived || Makes(F, I.Args[0].Value) || llvm::any_of(F.Insts, Stores);
  };
  return llvm::any_of(S.Owner->modules(), [&](const ir::Module *M) {
    return llvm::any_of(M->Functions, [&](const auto &F) {
      return llvm::any_of(F->Insts, [&](const ir::Inst &I) { return Moves(*F, I); });
    });
  });
}

/// The store of the first part that is made behind Move, and stays on the CPU; null if there is none.
static const ir::Inst *partLeft(const SolvedFunction &S, const Event &Move) {
  const dataflow::PathId Self = S.Owner->Paths.param(*S.F, 0);
  for (const ir::Inst &I : S.F->Insts) {
    if (I.Kind != InstKind::SetField || !S.F->isReceiver(I.Args[0].Value) || I.Range.Begin < Move.I->Range.End)
      continue;
    const Value *Held = nullptr;
    S.Sum->Final.forEach([&](const dataflow::Memory::Key &Key, const Value &V) {
      const dataflow::Object &O = S.Sum->Objects[Key.first.index()];
      if (O.K == dataflow::Object::Kind::Symbolic && O.Path == Self && Key.second == I.Name)
        Held = &V;
    });
    const Value *Device =
        Held && Held->is(Value::Kind::Object) ? S.Sum->Final.find({Held->Obj, dataflow::DeviceField}) : Held;
    // What was made elsewhere, and given, is its maker's.
    const dataflow::Object *Part = Held && Held->is(Value::Kind::Object) ? &S.Sum->Objects[Held->Obj.index()] : nullptr;
    const bool IsMadeHere =
        Part && S.Owner->Types.isModuleClass(Part->Class) && Part->K == dataflow::Object::Kind::Allocated;
    const GuardedTerm *Only = IsMadeHere && Device && !Device->P.isUnknown() ? Device->P.single() : nullptr;
    if (Only && Only->T.kind() == dataflow::Term::Kind::Default)
      return &I;
  }
  return nullptr;
}

static void run(const SolvedFunction &S, Sink &Out) {
  if (S.F->Kind != ir::FunctionKind::Constructor || !S.Owner->Types.isModuleClass(S.F->Class) ||
      S.Owner->Types.hasUnknownBase(S.F->Class))
    return;
  const Event *Last = nullptr;
  for (const Event &E : S.Events)
    if (isMoveOfSelf(S, E))
      Last = &E;
  const ir::Inst *Part = Last ? partLeft(S, *Last) : nullptr;
  if (!Part || isMovedElsewhere(S))
    return;
  Draft D = Out.draft(S, *Last->I);
  D.slot("op", report::wording::quoted(Last->I->Name));
  D.slot("part", report::wording::quoted(Part->Name));
  D.worlds(report::WorldGpu | report::WorldMulti);
  D.note(Out.place(Part->Range), report::wording::defined(report::wording::quoted(Part->Name)));
  Out.add(std::move(D));
}

static const Check MoveBeforeParts = {
    .Name = "device-move-before-parts",
    .Headline = "{op} moves what the module holds so far: {part}, which is made behind it, stays on cpu",
    .Level = 2,
    .Since = "0.2",
    .OnFunction = run,
};
REGISTER_CHECK(MoveBeforeParts)

} // namespace devtidy::checks
