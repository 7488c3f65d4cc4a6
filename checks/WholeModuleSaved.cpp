//===- WholeModuleSaved.cpp - device-whole-module-saved ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a save of a module as an object instead of its state_dict: the file then names classes and devices, and loading
// it runs the code of whoever wrote it (torch/serialization.py). LibTorch's torch::save writes state only.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Repair.h"

namespace devtidy::checks {

static bool isModule(const SolvedFunction &S, const dataflow::Value &V) {
  if (!V.is(dataflow::Value::Kind::Object))
    return false;
  llvm::StringRef Class = S.Sum->Objects[V.Obj.index()].Class;
  const knowledge::ClassInfo *Library = S.Owner->Types.libraryClass(Class);
  return S.Owner->Types.isModuleClass(Class) && Library && Library->Kind != knowledge::ClassKind::JitModule;
}

static void run(const SolvedFunction &S, Sink &Out) {
  for (const Event &E : S.Events) {
    if (!E.Known || E.Known->Kind != knowledge::Action::SaveObject || E.Operands.empty())
      continue;
    const dataflow::Operand &What = E.Operands[0];
    if (!What.A || !isModule(S, What.V))
      continue;
    Draft D = Out.draft(S, *E.I);
    std::string Name = Out.text(S.F, *What.A);
    D.slot("op", report::wording::quoted(E.Name)).slot("module", Name);
    report::Place P = Out.place(What.A->Range);
    if (takesMember(Out.source(What.A->Range)))
      D.fix("save the state_dict of " + Name, {P.Path, P.End, P.End, ".state_dict()"}, false);
    Out.add(std::move(D));
  }
}

static const Check WholeModuleSaved = {
    .Name = "device-whole-module-saved",
    .Headline = "{op} writes {module} as a whole, with its class and devices, instead of its state_dict",
    .Level = 3,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(WholeModuleSaved)

} // namespace devtidy::checks
