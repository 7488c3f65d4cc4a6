//===- ModuleUse.cpp - What is used as only modules are -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/ModuleUse.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// True if I calls V, or a method of V that modules have and tensors have not.
static bool usesAsModule(const ir::Inst &I, ir::ValueId V) {
  if (I.Args.empty() || I.Args[0].Value != V)
    return false;
  const std::string_view Name(I.Name.data(), I.Name.size());
  return I.Kind == InstKind::Apply ||
         (I.Kind == InstKind::Invoke && knowledge::findMethod(knowledge::Receiver::Module, Name) &&
          !knowledge::findMethod(knowledge::Receiver::Tensor, Name));
}

static bool isUsedIn(const ir::Function &F, ir::ValueId V) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) { return usesAsModule(I, V); });
}

/// True if F uses what Member, or the variable of the module of that name, holds as a module. A member that is called
/// is not read first: `self.net(x)`.
static bool usesKept(const ir::Function &F, llvm::StringRef Name, bool IsMember) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const bool IsOfSelf = IsMember && !I.Args.empty() && F.isReceiver(I.Args[0].Value);
    if (I.Name != Name || IsMember != IsOfSelf)
      return false;
    const bool IsCalled = IsMember && I.Kind == InstKind::Invoke;
    return IsCalled || (I.Kind == (IsMember ? InstKind::GetField : InstKind::GetGlobal) && isUsedIn(F, I.Result));
  });
}

/// True if I stores V, or reads it, where others may read it.
static bool keeps(const ir::Inst &I, ir::ValueId V) {
  switch (I.Kind) {
  case InstKind::SetField:
    return I.Args.size() == 2 && I.Args[1].Value == V;
  case InstKind::SetGlobal:
    return I.Args[0].Value == V;
  case InstKind::GetField:
  case InstKind::GetGlobal:
    return I.Result == V;
  default:
    return false;
  }
}

bool isUsedAsModule(const ir::Module &M, const ir::Function &F, ir::ValueId V) {
  if (isUsedIn(F, V))
    return true;
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (!keeps(I, V))
      return false;
    const bool IsMember = I.Kind == InstKind::SetField || I.Kind == InstKind::GetField;
    return llvm::any_of(M.Functions, [&](const std::unique_ptr<ir::Function> &Other) {
      return (!IsMember || Other->Class == F.Class) && usesKept(*Other, I.Name, IsMember);
    });
  });
}

} // namespace devtidy::dataflow
