//===- Optimizers.cpp - What optimizers keep -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules move in place: an optimizer that was made before keeps their parameters, but its own state stays where it is.
// A tensor that moves is a new one, which the optimizer has never seen.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;
using knowledge::ClassKind;

/// True if List is what a module gives of its parameters: then that module stands in Out, if it is known.
static bool findGiver(CallFrame &F, ObjectId List, llvm::SmallVectorImpl<ObjectId> &Out) {
  const Object &O = F.object(List);
  if (O.K != Object::Kind::Allocated || O.Class != "list")
    return false;
  // A list that a callee has given says whose parameters it holds.
  const Value *Whole = F.S.Mem.find({List, WholeField});
  if (Whole && Whole->is(Value::Kind::Object) && F.isModuleObject(Whole->Obj)) {
    Out.push_back(Whole->Obj);
    return true;
  }
  if (O.Inner != 0)
    return false;
  const ir::Inst &Made = F.instructions()[O.Site.index()];
  const knowledge::Callable *C =
      Made.Kind == InstKind::Invoke
          ? knowledge::findMethod(knowledge::Receiver::Module, {Made.Name.data(), Made.Name.size()})
          : nullptr;
  if (!C || C->Kind != Action::ModuleState)
    return false;
  const Value &Module = F.computed(Made.Args[0].Value);
  if (Module.is(Value::Kind::Object) && F.isModuleObject(Module.Obj))
    Out.push_back(Module.Obj);
  return true;
}

/// The modules whose parameters V, what an optimizer was given, has.
static void modulesBehind(CallFrame &F, const Value &V, llvm::SmallVectorImpl<ObjectId> &Out, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 3;
  if (!V.is(Value::Kind::Object) || Depth > MaxDepth || findGiver(F, V.Obj, Out))
    return;
  for (const auto &[Key, Held] : F.S.Mem.of(V.Obj))
    modulesBehind(F, Held, Out, Depth + 1);
}

/// An optimizer has state from here on: at There.
static void keepState(CallFrame &F, const Value &Optimizer, const Placement &There) {
  if (!Optimizer.is(Value::Kind::Object) || !F.S.Mem.has({Optimizer.Obj, OptimizedField}))
    return;
  llvm::StringRef Subject = F.I.Result ? F.subject() : llvm::StringRef();
  if (Subject.empty() && !F.I.Args.empty())
    Subject = F.variable(F.I.Args[0].Value);
  const bool IsNew = F.I.Kind == InstKind::Call && F.object(Optimizer.Obj).Site == F.Id;
  const Step *Origin = F.step(IsNew ? StepKind::Created : StepKind::Loaded, Subject);
  F.S.Mem.set({Optimizer.Obj, StateField}, Value::tensor(There.withOrigin([&](const Step *) { return Origin; })));
}

/// The same where its parameters are.
static void keepStateThere(CallFrame &F, const Value &Optimizer) {
  const Value *Given = Optimizer.is(Value::Kind::Object) ? F.S.Mem.find({Optimizer.Obj, OptimizedField}) : nullptr;
  if (!Given)
    return;
  llvm::SmallVector<ObjectId, 2> Of;
  modulesBehind(F, *Given, Of);
  Placement There = Of.empty() ? F.placementOf(Value(*Given)) : Placement::bottom();
  for (ObjectId O : Of)
    There.joinIn(ModuleFrame(F).place(O));
  keepState(F, Optimizer, There);
}

static Value make(CallFrame &F) {
  if (const ir::Arg *Given = F.argument("value"))
    F.S.Mem.set({F.Self.Obj, OptimizedField}, F.operand(*Given));
  return F.Self;
}

static Value makeWithState(CallFrame &F) {
  make(F);
  keepStateThere(F, F.Self);
  return F.Self;
}

static Value loadState(CallFrame &F) {
  keepStateThere(F, F.Self);
  return F.unknown();
}

/// What an optimizer has at From was left behind: its parameters are at There.
static void meetParameters(CallFrame &F, llvm::StringRef Name, const Placement &From, const Placement &There) {
  // Back to the CPU is how models are saved. Who gave the module knows where it was.
  const Placement Left = From.filtered([](const GuardedTerm &T) { return T.T.isSymbol() || T.T.isHost(); });
  if (Left.isUnknown() || Left.isBottom())
    return;
  Side State = Side::named(Name, Left);
  State.IsTrusted = true;
  F.demand(F.E.Name, knowledge::DeviceRule::Same, {State, Side::named("the parameters", There)},
           Meeting::OptimizerState);
}

/// True if the module Moved, or one that it holds, is one of those.
static bool movesOneOf(CallFrame &F, ObjectId Moved, llvm::ArrayRef<ObjectId> Those, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  return llvm::is_contained(Those, Moved) ||
         (Depth < MaxDepth && llvm::any_of(
                                  F.S.Mem.of(Moved),
                                  [&](const auto &Entry) {
                                    const Value &Part = Entry.second;
                                    return !isOwnField(Entry.first.second) && Part.is(Value::Kind::Object) &&
                                           F.isModuleObject(Part.Obj) && movesOneOf(F, Part.Obj, Those, Depth + 1);
                                  }));
}

static void meetMoved(CallFrame &F, const Value &Of, const Placement &There) {
  F.S.Mem.forEach([&](const Memory::Key &Key, const Value &V) {
    const Value *Optimized = F.S.Mem.find({Key.first, OptimizedField});
    if (Key.second == StateField && F.E.OnModule && Optimized) {
      llvm::SmallVector<ObjectId, 2> Behind;
      modulesBehind(F, *Optimized, Behind);
      if (Of.is(Value::Kind::Object) && movesOneOf(F, Of.Obj, Behind))
        meetParameters(F, "the optimizer's state", V.P, There);
    }
    const bool MayHold = Key.second == OptimizedField && Of.isTensor() && Of.Identity != 0 &&
                         V.is(Value::Kind::Object) && F.subject() == F.variable(F.I.Args[0].Value);
    if (MayHold)
      for (const auto &[Name, Held] : F.S.Mem.of(V.Obj))
        if (Held.isTensor() && Held.Identity == Of.Identity)
          meetParameters(F, "what the optimizer was given", F.E.Before, There);
  });
}

static constexpr Rule Rules[] = {
    {ClassKind::Optimizer, make},   {ClassKind::EagerOptimizer, makeWithState},
    {Action::LoadState, loadState}, {Occasion::Moves, meetMoved},
    {Occasion::Loads, keepState},
};
REGISTER_CONCEPT(Optimizers, Rules)

} // namespace devtidy::dataflow
