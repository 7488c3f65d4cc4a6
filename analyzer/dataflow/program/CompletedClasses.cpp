//===- CompletedClasses.cpp - Classes whose constructors do not say all -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/CompletedClasses.h"
#include "dataflow/program/Linker.h"
#include "dataflow/program/ResolutionOrder.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

static std::string_view view(llvm::StringRef S) { return {S.data(), S.size()}; }

/// True if F, what is defined in it, or a function of the program that one of those calls by name moves something.
static bool moves(const Linker &Links, const ir::Module &M, const ir::Function &F, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 3;
  const auto IsOf = [&](const ir::Function &Other) {
    return &Other == &F || (Other.Name.starts_with(F.Name) && Other.Name.substr(F.Name.size()).starts_with("."));
  };
  const auto Moves = [&](const ir::Function &Of, const ir::Inst &I) {
    if (isMove(I))
      return !onlyChangesType(Of, I);
    const auto Callee =
        I.Kind == InstKind::Call && Depth < MaxDepth ? Links.findFunction(Links.canonical(I.Name, M), M) : std::nullopt;
    return Callee && !IsOf(*Callee->F) && moves(Links, *Callee->M, *Callee->F, Depth + 1);
  };
  return llvm::any_of(M.Functions, [&](const auto &Of) {
    return IsOf(*Of) && llvm::any_of(Of->Insts, [&](const ir::Inst &I) { return Moves(*Of, I); });
  });
}

/// The same of a method that makes objects of a class: of a metaclass, or of a class that decorates.
static bool makesMoved(const Linker &Links, llvm::StringRef Class) {
  return llvm::any_of(Links.methods(Class), [&](const Linker::FunctionEntry &E) {
    return knowledge::makesObjects(view(methodName(*E.F))) && moves(Links, *E.M, *E.F);
  });
}

void CompletedClasses::addDecorated(const Linker &Links, const ir::Module &M, const ir::Class &C) {
  const auto Moves = [&](llvm::StringRef Decorator) {
    const std::string Name = Links.canonical(Decorator, M);
    if (const auto Function = Links.findFunction(Name, M))
      return moves(Links, *Function->M, *Function->F);
    return makesMoved(Links, Name);
  };
  if (llvm::any_of(C.Decorators, Moves))
    Classes.insert(C.Name);
}

/// `Net.__init__ = other`, and `__init_subclass__`, which is called with each class that derives from its own.
void CompletedClasses::addReplaced(const Linker &Links, const ir::Module &M, const ir::Function &F) {
  if (!F.Class.empty() && knowledge::completesDerived(view(methodName(F))) && moves(Links, M, F))
    Deriving.insert(F.Class);
  for (const ir::Inst &I : F.Insts) {
    if (I.Kind != InstKind::SetGlobal)
      continue;
    const auto [Class, Member] = I.Name.rsplit('.');
    const auto C = knowledge::makesObjects(view(Member)) ? Links.findClass(Links.canonical(Class, M), M) : std::nullopt;
    if (C)
      Classes.insert(C->C->Name);
  }
}

/// What holds of a class holds of those that derive from it.
void CompletedClasses::addDerived(const Linker &Links) {
  if (Classes.empty() && Deriving.empty())
    return;
  const DirectBases Bases = directBases(Links);
  llvm::SmallVector<llvm::StringRef> More;
  for (const auto &[Class, Direct] : Bases) {
    const auto Order = resolutionOrder(Class, [&](llvm::StringRef Name) { return Bases.lookup(Name); });
    if (llvm::any_of(llvm::drop_begin(Order),
                     [&](llvm::StringRef Base) { return Classes.contains(Base) || Deriving.contains(Base); }))
      More.push_back(Class);
  }
  Classes.insert_range(More);
}

CompletedClasses::CompletedClasses(const Linker &Links) {
  for (const ir::Module *M : Links.modules()) {
    for (const ir::Class &C : M->Classes)
      if (!C.Decorators.empty())
        addDecorated(Links, *M, C);
    for (const auto &F : M->Functions)
      addReplaced(Links, *M, *F);
  }
  addDerived(Links);
}

} // namespace devtidy::dataflow
