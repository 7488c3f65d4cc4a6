//===- DeviceHandlers.cpp - Whose text moves something to a device --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/DeviceHandlers.h"
#include "ir/Edges.h"
#include "knowledge/Device.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// True if V spells an accelerator, maybe among others: `"cuda"`, `"cuda" if gpu else "cpu"`, `torch.device("cuda")`.
static bool namesAccelerator(const ir::Function &F, ir::ValueId V) {
  return ir::comesFrom(F, V, [](const ir::Inst &D, llvm::SmallVectorImpl<ir::ValueId> &From) {
    const knowledge::Callable *C =
        D.Kind == ir::InstKind::Call ? knowledge::findFunction(std::string_view(D.Name)) : nullptr;
    if (C && C->Kind == knowledge::Action::MakeDevice && !D.Args.empty())
      From.push_back(D.Args[0].Value);
    const bool IsText = D.Kind == ir::InstKind::Const && D.Const.K == ir::Constant::Kind::String;
    const std::optional<knowledge::Device> Named =
        IsText ? knowledge::parseDevice(std::string_view(D.Const.Text)) : std::nullopt;
    return Named && Named->isAccelerator();
  });
}

/// `x.cuda()`, `x.to(self.device)`, `x.to(DEVICE)`, `x.to("cuda" if gpu else "cpu")`
static bool isMoveByName(const ir::Function &F, const ir::Inst &I) {
  if (I.Kind != ir::InstKind::Invoke || (I.Name != "to" && I.Name != "cuda"))
    return false;
  if (I.Name == "cuda" || I.Args.size() < 2)
    return I.Name == "cuda";
  const ir::Arg &Where = I.Args[1];
  const ir::Inst *D = F.definition(Where.Value);
  const bool Reads = D && (D->Kind == ir::InstKind::GetField || D->Kind == ir::InstKind::GetGlobal);
  const llvm::StringRef Name = Reads ? D->Name : F.value(Where.Value).Variable;
  return Where.Keyword == "device" || Name.substr(Name.rfind('.') + 1).contains_insensitive("device") ||
         namesAccelerator(F, Where.Value);
}

/// `torch.zeros(3, device="cuda" if gpu else "cpu")`
static bool isPlacedByName(const ir::Function &F, const ir::Inst &I) {
  return I.Kind == ir::InstKind::Call &&
         llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Keyword == "device" && namesAccelerator(F, A.Value); });
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
        return Class.empty()
                   ? isPlacedBesideTensor(*F, I)
                   : F->Class == Class && (isMoveByName(*F, I) || isPlacedByName(*F, I) || isPlacedBesideTensor(*F, I));
      });
    });
  return It->second;
}

} // namespace devtidy::dataflow
