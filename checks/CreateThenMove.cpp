//===- CreateThenMove.cpp - device-create-then-move ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a factory whose tensor is used for nothing but a move to an accelerator: memory is allocated and filled on the
// host, then copied. Steps between the two that take no other tensor (views, casts, arithmetic with numbers) count as
// part of the creation. Silent where the tensor is pinned for the copy, or drawn from a generator of the host.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "checks/support/FactoryFix.h"
#include "checks/support/Repair.h"
#include "checks/support/Spelling.h"
#include "ir/Loops.h"
#include "knowledge/Operators.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;
using knowledge::Action;

/// True if V is used once, as an argument of an instruction.
static bool isUsedOnce(const ir::Function &F, ir::ValueId V) {
  unsigned Uses = 0;
  for (const ir::Inst &I : F.Insts) {
    Uses += llvm::count_if(I.Args, [&](const ir::Arg &A) { return A.Value == V; });
    for (const ir::Successor &T : I.Targets)
      Uses += 2 * llvm::count(T.Args, V);
  }
  return Uses == 1;
}

/// True if the instruction has a result on the device of its only tensor, its first argument.
static bool passesOn(const Event &E) {
  if (E.Operands.empty() || !E.Operands[0].V.isTensor() || !E.Result.isTensor())
    return false;
  bool KeepsDevice = E.Kind == InstKind::View || E.Kind == InstKind::Aten || (E.Kind == InstKind::Move && !E.HasTarget);
  return KeepsDevice && llvm::all_of(llvm::drop_begin(E.Operands), [](const dataflow::Operand &O) {
           return !O.V.isTensor() && !O.V.is(dataflow::Value::Kind::Unknown) &&
                  !O.V.is(dataflow::Value::Kind::Symbolic);
         });
}

/// The factory whose result is Moved, through steps that nothing else sees; null if there is none.
static const Event *factoryOf(const SolvedFunction &S, ir::ValueId Moved) {
  for (unsigned Steps = 0; Steps < 6; ++Steps) {
    const ir::InstId Definition = S.F->value(Moved).Definition;
    const Event *E = Definition ? S.eventAt(Definition) : nullptr;
    if (!E || !isUsedOnce(*S.F, Moved))
      return nullptr;
    if (E->Kind == InstKind::Create)
      return E;
    if (!passesOn(*E))
      return nullptr;
    Moved = E->Operands[0].A->Value;
  }
  return nullptr;
}

/// The edits that give the factory the device of the move and take the move away, where both stand in one expression.
static void addFix(Draft &D, const SolvedFunction &S, const Sink &Out, const Event &Factory, const Event &Move,
                   bool OneExpression) {
  std::string Device;
  if (!OneExpression)
    Device = deviceExpression(S, Out, *Factory.I, Move.Target.single());
  else if (Move.I->Args.size() == 2 && Move.TargetArg && !Move.Target.isUnknown())
    Device = Out.source(Move.TargetArg->Range).str();
  else if (Move.I->Args.size() == 1 && Move.Known->Kind == Action::MoveCuda)
    Device = Spelling(S).accelerator();
  if (Device.empty() || Factory.HasTarget)
    return;
  // A tensor in the place of the device gives its dtype, too.
  for (const dataflow::Operand &O : Move.Operands)
    if (O.A == Move.TargetArg && !O.V.is(dataflow::Value::Kind::Device) && !O.V.isString())
      return;
  std::optional<report::Edit> E = deviceArgument(S, Out, *Factory.I, Device);
  const uint32_t Dot = memberAccess(S, Out, *Move.I);
  if (!E || (OneExpression && !Dot))
    return;
  llvm::StringRef Name = S.F->value(Factory.I->Result).Variable;
  const std::string Value =
      Name.empty() ? "the result of " + report::wording::quoted(Factory.Name) : report::wording::quoted(Name);
  D.fix("create " + Value + " on " + report::wording::quotedDevice(Device), std::move(*E), !isRandomFactory(Factory));
  report::Place Whole = Out.place(Move.I->Range);
  if (OneExpression)
    D.F.Fixes.back().Edits.push_back({Whole.Path, Dot, Whole.End, ""});
}

static void run(const SolvedFunction &S, Sink &Out) {
  std::optional<ir::Loops> Loops;
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::Move || E.OnModule || !E.HasTarget || E.Operands.empty() || !E.Operands[0].A)
      continue;
    if (!isSurelyOnCpu(S, E.Before, E.Path) || E.Target.isUnknown() || isSurelyOnCpu(S, E.Target, E.Path))
      continue;
    const Event *Factory = factoryOf(S, E.Operands[0].A->Value);
    if (!Factory || !takesDevice(*Factory))
      continue;
    // A target of unknown type may be a dtype; a symbol nobody believes in may be the CPU.
    if (llvm::any_of(E.Operands, [&](const dataflow::Operand &O) {
          return O.A == E.TargetArg && O.V.is(dataflow::Value::Kind::Symbolic);
        }))
      continue;
    if (const dataflow::GuardedTerm *Only = E.Target.single();
        Only && Only->T.isSymbol() && evidenceFor(S, Only->T.path()).Strength < 2)
      continue;
    if (!Loops)
      Loops.emplace(*S.F);
    if (Loops->around(Factory->I->Parent) != Loops->around(E.I->Parent))
      continue;
    std::string Value = Out.text(S.F, *E.Operands[0].A);
    Draft D = Out.draft(S, *E.I);
    D.slot("value", Value).slot("device", targetText(S, Out, E));
    const ir::SourceRange Receiver = E.Operands[0].A->Range, Made = Factory->I->Range;
    bool OneExpression = Receiver.isValid() && Receiver.Begin <= Made.Begin && Made.End <= Receiver.End;
    if (!OneExpression)
      D.note(Out.place(Factory->I->Range),
             Factory->HasTarget ? report::wording::created(Value, "cpu") : report::wording::createdByDefault(Value));
    addFix(D, S, Out, *Factory, E, OneExpression);
    Out.add(std::move(D));
  }
}

static const Check CreateThenMove = {
    .Name = "device-create-then-move",
    .Headline = "{value} is created on cpu only to be moved to {device}",
    .Level = 3,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(CreateThenMove)

} // namespace devtidy::checks
