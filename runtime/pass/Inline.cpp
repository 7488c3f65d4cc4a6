//===- Inline.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/pass/Inline.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"

using namespace llvm;

namespace devtidy::pass {

/// Levels of wrappers between the user's code and an operator: torch::nn::functional has the most.
static constexpr unsigned MaxLevels = 12;
/// What is longer is no wrapper, and would only grow the program.
static constexpr unsigned MaxInstructions = 400;

/// True for a function of LibTorch with a body that can be inlined.
static bool isWrapper(const Function &F, Callees &Known) {
  if (F.isDeclaration() || !(F.hasLinkOnceODRLinkage() || F.hasLocalLinkage()) || !isLibraryName(F.getName()) ||
      F.isVarArg() || F.getInstructionCount() > MaxInstructions)
    return false;
  // Sites of their own.
  if (const Callee *C = Known.find(F); C && C->Kind == abi::SiteKind::Module)
    return false;
  // torch::tensor({1, 2}) builds its tensor from many; it is one site.
  return !F.getName().contains("TensorDataContainer") && !F.getName().starts_with("_ZN5torch6tensor");
}

static void addCallers(const Function &Callee, SetVector<Function *> &To, Callees &Known) {
  for (const User *U : Callee.users())
    if (const auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledFunction() == &Callee)
      if (auto *Caller = const_cast<Function *>(Call->getFunction()); Caller != &Callee && isWrapper(*Caller, Known))
        To.insert(Caller);
}

void inlineWrappers(Module &M, ModuleAnalysisManager &Analyses, Callees &Known) {
  SetVector<Function *> Wrappers, Level;
  for (const Function &F : M)
    if (const Callee *C = Known.find(F); C && C->IsWrapped)
      addCallers(F, Level, Known);
  for (unsigned Depth = 0; Depth != MaxLevels && !Level.empty(); ++Depth) {
    SetVector<Function *> Next;
    for (Function *F : Level)
      if (Wrappers.insert(F))
        addCallers(*F, Next, Known);
    Level = std::move(Next);
  }
  if (Wrappers.empty())
    return;
  for (Function *F : Wrappers) {
    // Without optimisation every function has these two, and they exclude inlining.
    F->removeFnAttr(Attribute::OptimizeNone);
    F->removeFnAttr(Attribute::NoInline);
    F->addFnAttr(Attribute::AlwaysInline);
  }
  AlwaysInlinerPass(/*InsertLifetime=*/false).run(M, Analyses);
}

} // namespace devtidy::pass
