//===- DeviceHandlers.cpp - Whose text moves something to a device --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/DeviceHandlers.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// `x.cuda()`, `x.to(self.device)`, `x.to(DEVICE)`
static bool isMoveByName(const ir::Function &F, const ir::Inst &I) {
  if (I.Kind != ir::InstKind::Invoke || (I.Name != "to" && I.Name != "cuda"))
    return false;
  if (I.Name == "cuda" || I.Args.size() < 2)
    return I.Name == "cuda";
  const ir::Arg &Where = I.Args[1];
  const ir::Inst *D = F.definition(Where.Value);
  const bool Reads = D && (D->Kind == ir::InstKind::GetField || D->Kind == ir::InstKind::GetGlobal);
  const llvm::StringRef Name = Reads ? D->Name : F.value(Where.Value).Variable;
  return Where.Keyword == "device" || Name.substr(Name.rfind('.') + 1).contains_insensitive("device");
}

/// True if V is a tensor by what F asks of it, its device aside: `x.shape`, `x.dtype`, `x.size(0)`.
static bool isAskedAsTensor(const ir::Function &F, ir::ValueId V) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const std::string_view Name(I.Name.data(), I.Name.size());
    const bool Asks = I.Kind == ir::InstKind::GetField || I.Kind == ir::InstKind::Invoke;
    return Asks && !I.Args.empty() && I.Args[0].Value == V &&
           (knowledge::isSizeAttribute(Name) || Name == "dtype" || Name == "size");
  });
}

/// `device=x.device`, `y.to(x.device)` for a tensor x: who writes that expects x on any device.
static bool isPlacedBesideTensor(const ir::Function &F, const ir::Inst &I) {
  const bool IsMove = I.Kind == ir::InstKind::Invoke && I.Name == "to";
  return llvm::any_of(I.Args, [&](const ir::Arg &A) {
    const ir::Inst *D = A.Keyword == "device" || (IsMove && &A != I.Args.begin()) ? F.definition(A.Value) : nullptr;
    return D && D->Kind == ir::InstKind::GetField && D->Name == "device" && isAskedAsTensor(F, D->Args[0].Value);
  });
}

bool DeviceHandlers::contains(const ir::Module &M, llvm::StringRef Class) {
  auto [It, New] = Known.try_emplace({&M, Class}, false);
  if (New)
    It->second = llvm::any_of(M.Functions, [&](const auto &F) {
      return llvm::any_of(F->Insts, [&](const ir::Inst &I) {
        return Class.empty() ? isPlacedBesideTensor(*F, I) : F->Class == Class && isMoveByName(*F, I);
      });
    });
  return It->second;
}

} // namespace devtidy::dataflow
