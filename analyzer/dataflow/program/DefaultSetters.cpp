//===- DefaultSetters.cpp - Who makes an accelerator the default device -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/DefaultSetters.h"
#include "dataflow/program/Linker.h"
#include "knowledge/Names.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

bool setsDefault(const ir::Function &F, const ir::Inst &I, const knowledge::Callable &C) {
  if (C.Kind != knowledge::Action::SetDefault || I.Args.empty())
    return false;
  // Of a type that is written down it is known: "torch.DoubleTensor", torch.FloatTensor.
  const ir::Inst *Given = F.definition(I.Args[0].Value);
  const bool IsText = Given && Given->Kind == ir::InstKind::Const;
  const llvm::StringRef Text = IsText ? llvm::StringRef(Given->Const.Text) : Given ? Given->Name : llvm::StringRef();
  const bool IsWritten =
      IsText || (Given && Given->Kind == ir::InstKind::GetGlobal && knowledge::isOfTorch(std::string_view(Text)));
  const std::optional<knowledge::Device> Named = knowledge::parseDevice(std::string_view(Text));
  return !IsWritten || Text.contains("cuda.") || (Named && Named->isAccelerator());
}

/// True if F sets it itself.
static bool setsDefault(const Linker &Links, const ir::Module &M, const ir::Function &F) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const knowledge::Callable *C =
        I.Kind == ir::InstKind::Call ? knowledge::findFunction(Links.canonical(I.Name, M)) : nullptr;
    return C && setsDefault(F, I, *C);
  });
}

/// True if to import M sets it.
static bool setsOnImport(const Linker &Links, const ir::Module &M) {
  return llvm::any_of(M.Functions, [&](const auto &F) {
    return F->Kind == ir::FunctionKind::TopLevel &&
           (setsDefault(Links, M, *F) || llvm::any_of(F->Insts, [&](const ir::Inst &I) {
              const auto Callee =
                  I.Kind == ir::InstKind::Call ? Links.findFunction(Links.canonical(I.Name, M), M) : std::nullopt;
              return Callee && setsDefault(Links, *Callee->M, *Callee->F);
            }));
  });
}

void addImporters(const Linker &Links, llvm::DenseSet<const ir::Module *> &Setting) {
  llvm::StringMap<llvm::SmallVector<const ir::Module *, 2>> Importers; ///< by the module, or what they take from it
  llvm::SmallVector<const ir::Module *, 8> Work;
  if (Setting.empty())
    return;
  for (const ir::Module *M : Links.modules()) {
    if (setsOnImport(Links, *M))
      Work.push_back(M);
    for (const ir::Alias &A : M->Aliases)
      for (llvm::StringRef Of = A.Target; !Of.empty(); Of = Of.contains('.') ? Of.rsplit('.').first : llvm::StringRef())
        if (llvm::SmallVector<const ir::Module *, 2> &Known = Importers[Of]; Known.empty() || Known.back() != M)
          Known.push_back(M);
  }
  // To import a module of a package runs the package first.
  const llvm::SmallVector<const ir::Module *, 8> Around(Work);
  llvm::copy_if(Links.modules(), std::back_inserter(Work), [&](const ir::Module *M) {
    return llvm::any_of(Around, [&](const ir::Module *Package) {
      return M->Name.starts_with(Package->Name) && M->Name.drop_front(Package->Name.size()).starts_with(".");
    });
  });
  Setting.insert_range(Work);
  llvm::DenseSet<const ir::Module *> Done(Work.begin(), Work.end());
  while (!Work.empty())
    for (const ir::Module *M : Importers.lookup(Work.pop_back_val()->Name))
      if (Done.insert(M).second) {
        Setting.insert(M);
        Work.push_back(M);
      }
}

} // namespace devtidy::dataflow
