//===- Tests.cpp - What a test framework runs -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Tests.h"
#include "checks/support/Callees.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

static bool isNamedTest(const ir::Module &M, const ir::Function &F) {
  const llvm::StringRef Class = ir::lastName(F.Class), Name = ir::lastName(F.Name);
  const llvm::StringRef Path = M.Files.empty() ? llvm::StringRef() : M.Files.front().Path;
  return knowledge::isTest(std::string_view(Class), std::string_view(Name), std::string_view(Path));
}

/// True if F, which is named as tests are, is none.
static bool isHandedSomething(const dataflow::Program &P, const NameUses &All, const ir::Function &F,
                              unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  const bool IsMethod = !F.Class.empty();
  return Depth < MaxDepth &&
         llvm::any_of(
             All.of({ir::lastName(F.Name)}),
             [&](const NameUses::Said &At) {
               // What a file runs of its own when it is run itself is what the framework would.
               if (At.F == &F || At.F->Kind == ir::FunctionKind::TopLevel || At.I->Args.size() <= IsMethod)
                 return false;
               const std::optional<dataflow::Program::Entry> Callee = calleeOf(P, *At.F, *At.I);
               const ir::Module *From = Callee && Callee->F == &F ? All.moduleOf(*At.F) : nullptr;
               return From && (!isNamedTest(*From, *At.F) || isHandedSomething(P, All, *At.F, Depth + 1));
             });
}

bool isOfTests(const dataflow::Program &P, const ir::Module &M) {
  return knowledge::isTestModule(std::string_view(M.Name)) &&
         (!P.Links.programs().isScript(M) || knowledge::isTestModule(std::string_view(ir::lastName(M.Name))));
}

bool isTest(const dataflow::SolvedFunction &S, const NameUses &All) {
  return isNamedTest(*S.M, *S.F) && !isHandedSomething(*S.Owner, All, *S.F);
}

} // namespace devtidy::checks
