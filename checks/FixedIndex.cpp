//===- FixedIndex.cpp - device-fixed-index ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a hard-coded accelerator, `cuda:0` or `kCUDA`, in a function that has a device variable or parameter: the two
// need not be the same. Option Indexless (default true): also report accelerators without an index.
//
//===----------------------------------------------------------------------===//

#include "checks/support/FactoryFix.h"
#include "checks/support/Repair.h"

namespace devtidy::checks {

using ir::InstKind;
using knowledge::Action;

static void run(const SolvedFunction &S, Sink &Out) {
  for (const Event &E : S.Events) {
    bool Places = E.Kind == InstKind::Create || E.Kind == InstKind::Move || E.Kind == InstKind::Load;
    if (!Places || !E.TargetArg || !E.Known || E.Known->Kind == Action::MoveCpu)
      continue;
    // The device is spelled in the call.
    const dataflow::Value *V = nullptr;
    for (const dataflow::Operand &O : E.Operands)
      if (O.A == E.TargetArg)
        V = &O.V;
    const ir::Inst *Named = S.F->definition(E.TargetArg->Value);
    const bool Inside = Named && E.TargetArg->Range.isValid() && Named->Range.Begin >= E.I->Range.Begin &&
                        Named->Range.End <= E.I->Range.End;
    const bool Spelled = V && Inside && (V->isString() || Named->Kind == InstKind::Call);
    const dataflow::GuardedTerm *Only = E.Target.single();
    if (!Spelled || !Only || Only->T.isSymbol() || Only->T.device().Type != knowledge::DeviceType::Cuda)
      continue;
    bool HasIndex = Only->T.device().Index >= 0;
    if (!HasIndex && !Out.isSet(S, "Indexless"))
      continue;
    llvm::StringRef Variable = deviceInScope(S, Out, *E.I);
    if (Variable.empty())
      continue;
    Draft D = Out.draft(S, *E.I);
    D.slot("op", report::wording::quoted(E.Name)).slot("device", Only->T.device().str());
    D.slot("variable", report::wording::quoted(Variable));
    D.worlds(report::WorldMulti);
    report::Place P = Out.place(E.TargetArg->Range);
    // cuda() takes no other device.
    if (!P.Path.empty() && E.Known->Kind != Action::MoveCuda)
      D.fix("use " + report::wording::quoted(Variable), {P.Path, P.Begin, P.End, Variable.str()},
            isAcceleratorIfAny(S, Variable));
    Out.add(std::move(D));
  }
}

static const Option Options[] = {{"Indexless", "true", "report 'cuda' without an index, too"}};

static const Check FixedIndex = {
    .Name = "device-fixed-index",
    .Headline = "{op} names {device} although the device variable {variable} is in scope",
    .Level = 2,
    .Since = "0.1",
    .Options = Options,
    .OnFunction = run,
};
REGISTER_CHECK(FixedIndex)

} // namespace devtidy::checks
