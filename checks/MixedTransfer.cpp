//===- MixedTransfer.cpp - device-mixed-transfer ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags `cuda()`, or `to("cuda")`, in a function that also moves with `to(device)`: the first means the current
// accelerator, the second what the variable says, and they can differ. Silent where cuda() names an index, where the
// program has chosen the current accelerator, or the target of to() is not a variable.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "checks/support/FactoryFix.h"
#include "checks/support/Repair.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;
using knowledge::Action;

/// True for `x.cuda()`, and for `x.to("cuda")`: what is written there names no index.
static bool movesToCurrent(const SolvedFunction &S, const Event &E) {
  if (E.Kind != InstKind::Move || !E.Known || E.Operands.empty())
    return false;
  if (!E.TargetArg)
    return E.Known->Kind == Action::MoveCuda;
  const ir::Inst *D = S.F->definition(E.TargetArg->Value);
  return E.Known->Kind == Action::Move && D && D->Kind == InstKind::Const && D->Const.Text == "cuda";
}

/// True for the accelerator that is current, where Where holds: `device = torch.device("cuda")`, the device of what was
/// moved there; under a question also `"cuda" if is_available() else "cpu"`.
static bool isCurrent(const SolvedFunction &S, const dataflow::Placement &P, const dataflow::Cube &Where) {
  const auto IsElsewhere = [&](const dataflow::GuardedTerm &T) {
    const std::optional<dataflow::Cube> Both = T.Guard.meet(Where);
    return !Both || !S.Owner->Conditions.allows(*Both);
  };
  const auto IsCurrent = [&](const dataflow::GuardedTerm &T) {
    return !T.T.isSymbol() && T.T.device().Type == S.Owner->Links.accelerator() && T.T.device().Index == -1;
  };
  return !P.isUnknown() && llvm::any_of(P.terms(), IsCurrent) &&
         llvm::all_of(P.terms(), [&](const dataflow::GuardedTerm &T) { return IsElsewhere(T) || IsCurrent(T); });
}

/// The moves of S to a variable, member or parameter of device type, not to a literal.
static llvm::SmallVector<const Event *, 4> movesByVariable(const SolvedFunction &S) {
  llvm::SmallVector<const Event *, 4> Found;
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::Move || !E.Known || E.Known->Kind != Action::Move || !E.TargetArg || E.Operands.size() < 2)
      continue;
    const dataflow::Value &To = E.Operands[1].V;
    const bool IsDevice = To.is(dataflow::Value::Kind::Device) ||
                          (To.is(dataflow::Value::Kind::Symbolic) && S.Owner->Paths[To.Path].IsDevice);
    const dataflow::GuardedTerm *Only = E.Target.single();
    bool Literal = Only && Only->T.isHost();
    if (IsDevice && !Literal && !isCurrent(S, E.Target, dataflow::Cube()))
      Found.push_back(&E);
  }
  return Found;
}

/// The move of the whole object by a constructor of the class, `self.to(config.device)`; null if there is none.
static std::pair<const SolvedFunction *, const Event *> moveOfSelf(const SolvedFunction &S) {
  for (const SolvedFunction *Other : S.F->Class.empty() ? std::vector<const SolvedFunction *>() : S.Owner->functions())
    if (Other->F->Class == S.F->Class && Other->F->Kind == ir::FunctionKind::Constructor)
      for (const Event *E : movesByVariable(*Other))
        if (E->OnModule && E->Operands[0].A->Value == Other->F->block(ir::BlockId(0)).Params[0])
          return {Other, E};
  return {nullptr, nullptr};
}

/// `x.cuda()` in a method, where the constructor moved the object itself to what a variable says.
static void reportBesideSelf(const SolvedFunction &S, Sink &Out) {
  const bool Any = llvm::any_of(S.Events, [&](const Event &E) { return movesToCurrent(S, E) && !E.DeviceGuarded; });
  const auto [In, Moved] = Any ? moveOfSelf(S) : std::pair<const SolvedFunction *, const Event *>();
  if (!Moved)
    return;
  const std::string Variable = Out.text(In->F, *Moved->TargetArg);
  for (const Event &E : S.Events) {
    if (!movesToCurrent(S, E) || E.DeviceGuarded)
      continue;
    Draft D = Out.draft(S, *E.I);
    D.slot("value", Out.text(S.F, *E.Operands[0].A)).slot("variable", Variable);
    D.note(Out.place(Moved->I->Range), report::wording::movedLike(Out.text(In->F, *Moved->Operands[0].A), Variable));
    Out.add(std::move(D));
  }
}

/// True if V is computed of what From gave: `(w @ x.cuda()).max().to(out)` brings a result elsewhere.
static bool isComputedOf(const SolvedFunction &S, ir::ValueId V, const ir::Inst &From) {
  constexpr unsigned MaxValues = 32;
  llvm::SmallVector<ir::ValueId, 8> Work{V};
  for (unsigned N = 0; N < Work.size() && N < MaxValues; ++N) {
    const ir::Inst *D = S.F->definition(Work[N]);
    if (D == &From)
      return true;
    for (const ir::Arg &A : D ? llvm::ArrayRef(D->Args) : llvm::ArrayRef<ir::Arg>())
      if (!llvm::is_contained(Work, A.Value))
        Work.push_back(A.Value);
  }
  return false;
}

static void run(const SolvedFunction &S, Sink &Out) {
  const llvm::SmallVector<const Event *, 4> ByVariables = movesByVariable(S);
  if (ByVariables.empty())
    return reportBesideSelf(S, Out);
  for (const Event &E : S.Events) {
    if (!movesToCurrent(S, E) || E.DeviceGuarded)
      continue;
    llvm::SmallVector<const Event *, 4> Rivals(ByVariables);
    // The variable may say where results go.
    const auto TakesResult = [&](const Event *Other) {
      return llvm::any_of(ByVariables, [&](const Event *Same) {
        return Same->TargetArg->Value == Other->TargetArg->Value && isComputedOf(S, Same->Operands[0].A->Value, *E.I);
      });
    };
    llvm::erase_if(Rivals, [&](const Event *Other) {
      // One machine takes one of the two ways.
      return !Other->Path.meet(E.Path) || isCurrent(S, Other->Target, E.Path) || TakesResult(Other);
    });
    if (Rivals.empty())
      continue;
    // The repair can say only what is known where it is put.
    const auto *Known =
        llvm::find_if(Rivals, [&](const Event *Other) { return isKnownAt(S, Out, *Other->TargetArg, *E.I); });
    const Event *ByVariable = Known != Rivals.end() ? *Known : Rivals.front();
    const std::string Variable = Out.text(S.F, *ByVariable->TargetArg);
    Draft D = Out.draft(S, *E.I);
    D.slot("value", Out.text(S.F, *E.Operands[0].A)).slot("variable", Variable);
    D.doubt(!S.M->declaresTypes() && !numbersAccelerators(*S.Owner));
    D.note(Out.place(ByVariable->I->Range),
           report::wording::movedLike(Out.text(S.F, *ByVariable->Operands[0].A), Variable));
    llvm::StringRef Text = Out.source(E.I->Range);
    uint32_t NameAt = E.I->Range.Point - E.I->Range.Begin;
    const llvm::StringRef Call = NameAt < Text.size() ? Text.substr(NameAt) : llvm::StringRef();
    if (Known != Rivals.end() && (Call == "cuda()" || Call == "to(\"cuda\")" || Call == "to('cuda')")) {
      report::Place P = Out.place(E.I->Range);
      const llvm::StringRef Spelled = Out.source(ByVariable->TargetArg->Range);
      D.fix("move to " + Variable, {P.Path, P.Point, P.End, ("to(" + Spelled + ")").str()},
            isAcceleratorIfAny(S, Spelled));
    }
    Out.add(std::move(D));
  }
}

static const Check MixedTransfer = {
    .Name = "device-mixed-transfer",
    .Headline = "{value} is moved with 'cuda', other tensors with 'to' and {variable}: the devices can differ",
    .Level = 2,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(MixedTransfer)

} // namespace devtidy::checks
