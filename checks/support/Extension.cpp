//===- Extension.cpp - What the checks of extensions share --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Extension.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace devtidy::checks {

using dataflow::PathId;

std::optional<PathId> parameterOf(const SolvedFunction &S, const Placement &P) {
  const dataflow::GuardedTerm *Only = P.single();
  if (!Only || !Only->T.isSymbol())
    return std::nullopt;
  const dataflow::PathTable &Paths = S.Owner->Paths;
  const dataflow::Path &Root = Paths[Paths.root(Only->T.path())];
  if (Root.Kind != dataflow::Path::Root::Param || Root.Owner != S.F)
    return std::nullopt;
  return Only->T.path();
}

/// True if I is given V and is no library's, which calls what it is given itself: `std::thread t(f);`, `m.def("f",
/// f);`.
static bool handsOn(const ir::Function &F, const ir::Inst &I, ir::ValueId V) {
  if (llvm::none_of(I.Args, [&](const ir::Arg &A) { return A.Value == V; }))
    return false;
  llvm::StringRef By = I.Kind == ir::InstKind::Call ? I.Name : "";
  if (I.Kind == ir::InstKind::Invoke && I.Args[0].Value != V)
    By = F.value(I.Args[0].Value).StaticType.Name;
  return !By.empty() && !knowledge::keepsArguments({By.data(), By.size()});
}

bool isRegistered(const SolvedFunction &S) {
  constexpr unsigned MaxCallers = 3; // between the launch and what is registered
  llvm::StringSet<> Asked;
  Asked.insert(S.F->Name);
  for (unsigned N = 0; N < MaxCallers; ++N) {
    llvm::StringSet<> Callers;
    for (const ir::Module *M : S.Owner->modules())
      for (const std::unique_ptr<ir::Function> &F : M->Functions)
        for (const ir::Inst &I : F->Insts) {
          if ((I.Kind != ir::InstKind::GetGlobal && I.Kind != ir::InstKind::Call) || !Asked.contains(I.Name))
            continue;
          if (I.Kind == ir::InstKind::Call)
            Callers.insert(F->Name);
          else if (llvm::any_of(F->Insts, [&](const ir::Inst &By) { return handsOn(*F, By, I.Result); }))
            return true;
        }
    Asked = std::move(Callers);
  }
  return false;
}

} // namespace devtidy::checks
