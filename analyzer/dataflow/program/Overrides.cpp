//===- Overrides.cpp - Members that derived classes define anew ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/Overrides.h"
#include "dataflow/program/Linker.h"
#include "dataflow/program/ModuleClasses.h"
#include "dataflow/program/ResolutionOrder.h"
#include "dataflow/program/RunText.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

llvm::StringRef methodName(const ir::Function &F) {
  llvm::StringRef Name = F.Name;
  Name.consume_front(F.Class);
  return Name.ltrim(".:").take_until([](char C) { return C == '(' || C == '#' || C == '.'; });
}

namespace {
using Names = llvm::SmallVector<llvm::StringRef, 4>;
} // namespace

/// Calls Found with the class and the name of each member that a module defines.
static void forEachMember(const Linker &Links, const RunText &Text,
                          llvm::function_ref<void(llvm::StringRef, llvm::StringRef)> Found) {
  for (const ir::Module *M : Links.modules())
    for (const ir::Class &C : M->Classes)
      for (const ir::Field &Field : C.Fields)
        Found(C.Name, Field.Name);
  for (const FunctionText &Of : Text.functions()) {
    const ir::Function &F = *Of.F;
    if (!F.Class.empty() && F.hasBody())
      Found(F.Class, methodName(F));
    Of.forEach(KindSet(InstKind::SetGlobal, InstKind::SetField), [&](const ir::Inst &I) {
      if (I.Kind == InstKind::SetField ? F.isReceiver(I.Args[0].Value) : F.Kind == ir::FunctionKind::TopLevel) {
        const auto [Scope, Last] = I.Kind == InstKind::SetField ? std::pair(F.Class, I.Name) : I.Name.rsplit('.');
        Found(Scope, Last);
      }
    });
  }
}

/// raise NotImplementedError
static bool asksForMethod(const ir::Function &F, const ir::Inst &I) {
  const ir::Inst *Raised = I.Kind == InstKind::Raise && !I.Args.empty() ? F.definition(I.Args[0].Value) : nullptr;
  return Raised && knowledge::asksForMethod({Raised->Name.data(), Raised->Name.size()});
}

bool isAbstract(const ir::Function &F) {
  const auto IsMark = [](llvm::StringRef D) { return knowledge::marksAbstract({D.data(), D.size()}); };
  return llvm::any_of(F.Decorators, IsMark) || asksForMethod(F, F.terminator(ir::BlockId(0)));
}

bool mayBeAbstract(const ir::Function &F) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) { return asksForMethod(F, I); });
}

DirectBases directBases(const Linker &Links, RunText &Text) {
  DirectBases Bases;
  for (const ir::Module *M : Links.modules())
    for (const ir::Class &C : M->Classes)
      for (llvm::StringRef Base : C.Bases)
        if (const auto &Entry = Text.meaning(Base, *M).Class; Entry && Entry->C != &C)
          Bases[C.Name].push_back(Entry->C->Name);
  return Bases;
}

void Overrides::findMixins(const Linker &Links) {
  ModuleClasses Modules(Links);
  llvm::MapVector<llvm::StringRef, llvm::SmallVector<llvm::StringRef, 4>> Derived; // those that are no modules
  for (const ir::Module *M : Links.modules())
    for (const ir::Class &C : M->Classes)
      if (const auto *const It = Links.bases().find(C.Name); It != Links.bases().end() && !M->declaresTypes())
        for (llvm::StringRef Base : It->second) {
          const auto Of = Links.findClass(Base, *M);
          if (!Of || !Of->M->inheritsConstructors() || Modules.contains(Of->C->Name, *Of->M))
            continue;
          Mixins.insert(Base);
          if (!Modules.contains(C.Name, *M))
            Derived[Base].push_back(C.Name);
        }
  // What derives from a mixin may be one in its turn.
  for (bool Changed = true; std::exchange(Changed, false);)
    for (const auto &[Base, Others] : Derived)
      if (llvm::any_of(Others, [&](llvm::StringRef Class) { return !Mixins.contains(Class); }))
        Changed |= Mixins.erase(Base);
}

Overrides::Overrides(const Linker &Links, RunText &Text) {
  findMixins(Links);
  const DirectBases &Bases = Links.bases();
  // By class, those in whose place it comes where a member is looked for. Of two bases of a class, the second need not
  // know the first.
  llvm::DenseMap<llvm::StringRef, llvm::DenseSet<llvm::StringRef>> Behind;
  for (const auto &[Class, Direct] : Bases) {
    const Names Order = resolutionOrder(Class, [&](llvm::StringRef Name) { return basesOf(Bases, Name); });
    const bool HasSeveral = llvm::any_of(Order, [&](llvm::StringRef C) { return basesOf(Bases, C).size() > 1; });
    for (unsigned N = 0; N + 1 < Order.size() && (N == 0 || HasSeveral); ++N)
      Behind[Order[N]].insert(Order.begin() + N + 1, Order.end());
  }
  forEachMember(Links, Text, [&](llvm::StringRef Class, llvm::StringRef Member) {
    if (auto It = Behind.find(Class); It != Behind.end())
      for (llvm::StringRef Other : It->second)
        Members.insert({Other, Member});
  });
  for (const ir::Module *M : Links.modules())
    for (const auto &F : M->Functions)
      if (auto It = Behind.find(F->Class); It != Behind.end() && F->Kind == ir::FunctionKind::Method && F->hasBody())
        for (llvm::StringRef Other : It->second)
          Methods[{Other, methodName(*F)}].push_back({M, F.get()});
}

} // namespace devtidy::dataflow
