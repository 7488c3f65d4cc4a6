//===- MembersAsked.cpp - Classes that are told by what is asked of them --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/MembersAsked.h"
#include "dataflow/program/Linker.h"
#include "dataflow/program/ResolutionOrder.h"
#include "dataflow/program/RunText.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// True if objects of libraries have a member of that name: it tells nothing.
static bool isCommon(llvm::StringRef Name) {
  using knowledge::Receiver;
  const auto HasIt = [&](Receiver Of) { return knowledge::findMethod(Of, std::string_view(Name)) != nullptr; };
  return Name.starts_with("__") || HasIt(Receiver::Module) || HasIt(Receiver::Container);
}

/// True for names of several words, which are seldom given twice: `get_item_feature`, but not `sample`.
static bool isTelling(llvm::StringRef Name) { return Name.trim('_').contains('_'); }

MembersAsked::MembersAsked(const Linker &Links, const RunText &Text) : Bases(Links.bases()) {
  for (const FunctionText &Each : Text.functions()) {
    const ir::Function &F = *Each.F;
    if (Each.M->declaresTypes() || F.Class.empty() || !F.hasBody())
      continue;
    const llvm::StringRef Name = methodName(F);
    llvm::StringSet<> &Own = Members[F.Class];
    if (Own.insert(Name).second && !isCommon(Name))
      ClassesByMethod[Name].push_back(F.Class);
    Methods[F.Class].push_back(&F);
    Each.forEach(KindSet(InstKind::SetField), [&](const ir::Inst &I) {
      if (F.isReceiver(I.Args[0].Value))
        Own.insert(I.Name);
    });
  }
}

bool MembersAsked::addAskedOfMember(llvm::StringRef Class, llvm::StringRef Member, Questions &Asked) const {
  const auto It = Methods.find(Class);
  if (It == Methods.end() || !Asked.Members.insert(Member))
    return true;
  return llvm::all_of(It->second, [&](const ir::Function *F) {
    return llvm::all_of(F->Insts, [&](const ir::Inst &I) {
      return I.Kind != InstKind::GetField || I.Name != Member || !F->isReceiver(I.Args[0].Value) ||
             addAsked(*F, I.Result, Asked);
    });
  });
}

bool MembersAsked::addAsked(const ir::Function &F, ir::ValueId V, Questions &Asked) const {
  for (const ir::Inst &I : F.Insts) {
    const bool IsAsked = (I.Kind == InstKind::Invoke || I.Kind == InstKind::GetField) && I.Args[0].Value == V;
    if (IsAsked &&
        (knowledge::isTensorMember(std::string_view(I.Name)) ||
         (knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(I.Name)) && !isCommon(I.Name))))
      return false;
    if (IsAsked && !isCommon(I.Name))
      Asked.Names.insert(I.Name);
    if (I.Kind == InstKind::SetField && I.Args.size() == 2 && I.Args[1].Value == V && F.isReceiver(I.Args[0].Value) &&
        !addAskedOfMember(F.Class, I.Name, Asked))
      return false;
  }
  return true;
}

llvm::SmallVector<llvm::StringRef, 4> MembersAsked::orderOf(llvm::StringRef Class) const {
  return resolutionOrder(Class, [&](llvm::StringRef Name) { return basesOf(Bases, Name); });
}

llvm::StringRef MembersAsked::rootOf(llvm::StringRef Name) const {
  const auto It = ClassesByMethod.find(Name);
  if (It == ClassesByMethod.end())
    return {};
  for (llvm::StringRef Root : It->second)
    if (llvm::all_of(It->second, [&](llvm::StringRef C) { return llvm::is_contained(orderOf(C), Root); }))
      return Root;
  return {};
}

bool MembersAsked::has(llvm::StringRef Class, llvm::StringRef Name) const {
  return llvm::any_of(orderOf(Class), [&](llvm::StringRef C) {
    const auto It = Members.find(C);
    return It != Members.end() && It->second.contains(Name);
  });
}

llvm::StringRef MembersAsked::classOf(const ir::Function &F, unsigned Index) const {
  Questions Asked;
  if (Index >= F.Blocks[0].Params.size() || !addAsked(F, F.Blocks[0].Params[Index], Asked))
    return {};
  llvm::StringRef Class;
  for (llvm::StringRef Name : Asked.Names) {
    const llvm::StringRef Root = isTelling(Name) ? rootOf(Name) : llvm::StringRef();
    if (Root.empty() || Root == Class)
      continue;
    // A class that derives from the other has the methods of both.
    if (Class.empty() || llvm::is_contained(orderOf(Root), Class))
      Class = Root;
  }
  const bool HasAll =
      !Class.empty() && llvm::all_of(Asked.Names, [&](llvm::StringRef Name) { return has(Class, Name); });
  return HasAll ? Class : llvm::StringRef();
}

} // namespace devtidy::dataflow
