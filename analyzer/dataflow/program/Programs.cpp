//===- Programs.cpp - Which modules of a run run together -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/Programs.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using Links = llvm::DenseMap<const ir::Module *, llvm::SmallVector<const ir::Module *, 4>>;

/// Adds to Reached all that Along leads to from there.
static void close(Programs::Modules &Reached, const Links &Along) {
  llvm::SmallVector<const ir::Module *, 16> Work(Reached.begin(), Reached.end());
  while (!Work.empty())
    if (const auto It = Along.find(Work.pop_back_val()); It != Along.end())
      for (const ir::Module *Next : It->second)
        if (Reached.insert(Next).second)
          Work.push_back(Next);
}

/// True if the top level of M, or its main, does more than to define.
static bool runs(const ir::Module &M) {
  // Notebooks and scripts may define nothing.
  const auto IsDefinition = [](const auto &F) {
    return F->hasBody() && F->Kind != ir::FunctionKind::TopLevel && F->Kind != ir::FunctionKind::Lambda;
  };
  const bool Defines = llvm::any_of(M.Functions, IsDefinition);
  // `main()`, `Interface(fn=predict)`, `if __name__ == "__main__"`
  const auto IsOwn = [&](const ir::Inst &I) {
    if (I.Kind == ir::InstKind::Const)
      return I.Const.K == ir::Constant::Kind::String && I.Const.Text == "__main__";
    return (I.Kind == ir::InstKind::Call || I.Kind == ir::InstKind::GetGlobal) &&
           (M.findFunction(I.Name) || M.findClass(I.Name));
  };
  return llvm::any_of(M.Functions, [&](const auto &F) {
    if (F->Kind == ir::FunctionKind::TopLevel)
      return !Defines || llvm::any_of(F->Insts, IsOwn);
    return F->hasBody() && F->Class.empty() && F->Name == "main";
  });
}

void Programs::add(const ir::Module &By, const Modules &Used) {
  for (const ir::Module *Of : Used) {
    Users[Of].push_back(&By);
    Uses[&By].push_back(Of);
  }
}

void Programs::addUsed(Modules &Some) const { close(Some, Uses); }

unsigned Programs::users(const ir::Module &M) const {
  const auto It = Users.find(&M);
  return It == Users.end() ? 0 : It->second.size();
}

void Programs::finish(llvm::ArrayRef<const ir::Module *> All, const Modules &Asking) {
  Modules AskingItself = Asking;
  AskingItself.insert_range(Offering);
  Modules Leading = AskingItself;
  close(Leading, Users);
  RunningWithout = Leading;
  close(RunningWithout, Uses);
  for (const ir::Module *M : All) {
    if (users(*M))
      continue;
    if (runs(*M)) {
      Scripts.insert(M);
      if (!AskingItself.contains(M))
        RunningWithout.erase(M);
    } else if (!AskingItself.empty()) {
      RunningWithout.insert(M);
    }
  }
}

} // namespace devtidy::dataflow
