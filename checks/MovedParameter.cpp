//===- MovedParameter.cpp - device-moved-parameter ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags `self.w = nn.Parameter(t).to(device)`: where there is nothing to move, `to` gives the parameter back, else a
// tensor that no module registers. Silent where there is nothing to move, for what only changes its
// type, and for what is no member.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Callees.h"
#include "checks/support/Repair.h"
#include "dataflow/state/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;

/// The call that makes V a parameter; null if none does.
static const ir::Inst *parameterCall(const SolvedFunction &S, ir::ValueId V) {
  const ir::Inst *D = S.F->definition(V);
  const knowledge::Callable *C = libraryCalleeOf(*S.Owner, D);
  return C && C->Canonical == "Parameter" && !D->Args.empty() ? D : nullptr;
}

/// The instruction that stores V as a member of self; null if none does.
static const ir::Inst *storeOf(const SolvedFunction &S, ir::ValueId V) {
  for (const ir::Inst &I : S.F->Insts)
    if (I.Kind == InstKind::SetField && S.F->isReceiver(I.Args[0].Value) && I.Args[1].Value == V)
      return &I;
  return nullptr;
}

/// True if there is nothing to move: the target is the CPU, where a parameter is made, or the tensor is there already.
static bool movesNothing(const Event &E) {
  if (E.Target.isBottom() || E.Target.isUnknown())
    return E.Target.isBottom();
  const dataflow::GuardedTerm *From = E.Before.isUnknown() ? nullptr : E.Before.single(), *To = E.Target.single();
  return (From && To && From->T == To->T) || E.Target.isOnHost();
}

/// True if the tensor is on the CPU, as far as anybody can see: one that was given may be on the device already.
static bool isMadeHere(const Event &E) {
  const dataflow::GuardedTerm *From = E.Before.isUnknown() ? nullptr : E.Before.single();
  return From && !From->T.isSymbol();
}

/// True if the parameter is a constant, which nobody trains.
static bool isConstant(const SolvedFunction &S, const ir::Inst &Made) {
  const ir::Arg *Trained = Made.findKeyword("requires_grad");
  const ir::Inst *D = Trained ? S.F->definition(Trained->Value) : nullptr;
  return D && D->Kind == InstKind::Const && !D->Const.Int;
}

/// The repair: what the parameter is made of is moved.
static void addFix(Draft &D, const Sink &Out, const ir::Inst &Made, const ir::Inst &Move) {
  const report::Place Call = Out.place(Made.Range), Moved = Out.place(Move.Range);
  llvm::StringRef Text = Out.source(Move.Range);
  const llvm::StringRef Inner = Out.source(Made.Range);
  if (Text.empty() || !Text.consume_front(Inner) || Text.contains('\n'))
    return;
  std::vector<report::Edit> Edits = callBehind(Out, Made.Args[0].Range, Text.trim());
  if (Edits.empty())
    return;
  Edits.push_back({Call.Path, Call.End, Moved.End, ""});
  // It is in the state dict from then on, and an optimizer takes it.
  D.F.Fixes.push_back({"move what the parameter is made of", std::move(Edits), /*Sure=*/false});
}

static void run(const SolvedFunction &S, Sink &Out) {
  if (S.F->Class.empty() || S.F->Blocks[0].Params.empty() || !S.Owner->Types.isModuleClass(S.F->Class))
    return;
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::Move || E.I->Kind != InstKind::Invoke || !E.HasTarget || movesNothing(E))
      continue;
    const ir::Inst *Made = parameterCall(S, E.I->Args[0].Value);
    const ir::Inst *Store = Made ? storeOf(S, E.I->Result) : nullptr;
    if (!Store)
      continue;
    Draft D = Out.draft(S, *E.I);
    D.slot("member", report::wording::quoted(Store->Name));
    D.slot("class", report::wording::quotedName(ir::lastName(S.F->Class)));
    D.slot("op", report::wording::quoted(E.I->Name));
    D.worlds(report::WorldGpu | report::WorldMulti);
    if (E.Target.isUnknown() || !isMadeHere(E) || isConstant(S, *Made))
      D.atLeastLevel(2);
    addFix(D, Out, *Made, *E.I);
    Out.add(std::move(D));
  }
}

static const Check MovedParameter = {
    .Name = "device-moved-parameter",
    .Headline = "{member} is no parameter of {class} where {op} moves it: it is neither trained nor saved",
    .Level = 1,
    .Since = "0.2",
    .OnFunction = run,
};
REGISTER_CHECK(MovedParameter)

} // namespace devtidy::checks
