//===- Resolved.cpp - Modules after the resolve step ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/Resolved.h"
#include "dataflow/solved/Solutions.h"
#include "ir/InstInfo.h"

namespace devtidy::dataflow {
namespace {

struct Change {
  ir::InstId Id;
  ir::InstKind Kind;
  llvm::StringRef Name;
  bool DropResult = false;
  std::optional<size_t> DeviceArg;
};

using Changes = llvm::DenseMap<const ir::Function *, std::vector<Change>>;

void collect(const SolvedFunction &S, ir::Module &M, std::vector<Change> &Out) {
  for (const Event &E : S.Events) {
    if (!ir::isResolved(E.Kind) || E.Kind == E.I->Kind)
      continue;
    Change C{E.Id, E.Kind, M.intern(E.Name), !ir::hasResult(E.Kind), std::nullopt};
    bool Fits = C.DropResult ? !S.isUsed(E.Id) : E.I->Result.isValid();
    if (!Fits || E.I->Args.size() < ir::argumentBounds(E.Kind).Min)
      continue;
    if ((E.Kind == ir::InstKind::Create || E.Kind == ir::InstKind::Load) && E.TargetArg && E.TargetArg->Keyword.empty())
      C.DeviceArg = E.TargetArg - E.I->Args.begin();
    Out.push_back(C);
  }
}

} // namespace

void resolveCalls(llvm::ArrayRef<ir::Module *> Modules, llvm::ArrayRef<const ir::Module *> Imports) {
  std::vector<const ir::Module *> All(Modules.begin(), Modules.end());
  All.insert(All.end(), Imports.begin(), Imports.end());
  Changes Found;
  {
    Linker Links(All);
    for (ir::Module *M : Modules) {
      Solutions P(Links, M);
      P.solve();
      for (const SolvedFunction *S : P.functions())
        collect(*S, *M, Found[S->F]);
    }
  }
  for (ir::Module *M : Modules)
    for (const auto &F : M->Functions)
      for (const Change &C : Found.lookup(F.get())) {
        ir::Inst &I = F->inst(C.Id);
        I.Kind = C.Kind;
        I.Name = C.Name;
        if (C.DropResult)
          I.Result = {};
        if (C.DeviceArg)
          I.Args[*C.DeviceArg].Keyword = "device";
      }
}

} // namespace devtidy::dataflow
