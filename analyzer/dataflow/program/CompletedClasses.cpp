//===- CompletedClasses.cpp - Classes whose constructors do not say all -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/CompletedClasses.h"
#include "dataflow/program/Linker.h"
#include "dataflow/program/ResolutionOrder.h"
#include "dataflow/program/RunText.h"
#include "knowledge/Names.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

namespace {
/// Which functions move something. Most classes of a library have the same few decorators.
class Movers {
public:
  explicit Movers(RunText &Text) : Text(Text) {}

  /// True if F, what is defined in it, or a function of the program that one of those calls by name moves something.
  /// Depth: how many calls led to F.
  bool contains(const ir::Module &M, const ir::Function &F, unsigned Depth = 0) {
    if (const auto It = Known.find({&F, Depth}); It != Known.end())
      return It->second;
    const bool Moves = look(M, F, Depth);
    return Known[{&F, Depth}] = Moves;
  }

private:
  bool look(const ir::Module &M, const ir::Function &F, unsigned Depth);

  RunText &Text;
  llvm::DenseMap<std::pair<const ir::Function *, unsigned>, bool> Known;
};
} // namespace

bool Movers::look(const ir::Module &M, const ir::Function &F, unsigned Depth) {
  constexpr unsigned MaxDepth = 3;
  const auto IsOf = [&](const ir::Function &Other) {
    return &Other == &F || (Other.Name.starts_with(F.Name) && Other.Name.substr(F.Name.size()).starts_with("."));
  };
  const auto Moves = [&](const ir::Function &Of, const ir::Inst &I) {
    if (isMove(I))
      return !onlyChangesType(Of, I);
    const auto Callee = I.Kind == InstKind::Call && Depth < MaxDepth ? Text.meaning(I.Name, M).Function : std::nullopt;
    return Callee && !IsOf(*Callee->F) && contains(*Callee->M, *Callee->F, Depth + 1);
  };
  return llvm::any_of(M.Functions, [&](const auto &Of) {
    return IsOf(*Of) && llvm::any_of(Of->Insts, [&](const ir::Inst &I) { return Moves(*Of, I); });
  });
}

/// The same of a method that makes objects of a class: of a metaclass, or of a class that decorates.
static bool makesMoved(const Linker &Links, Movers &Moving, llvm::StringRef Class) {
  return llvm::any_of(Links.methods(Class), [&](const Linker::FunctionEntry &E) {
    return knowledge::makesObjects(std::string_view(methodName(*E.F))) && Moving.contains(*E.M, *E.F);
  });
}

/// True if a decorator of C, a function or a class, moves something.
static bool isDecoratedByMover(const Linker &Links, RunText &Text, Movers &Moving, const ir::Module &M,
                               const ir::Class &C) {
  return llvm::any_of(C.Decorators, [&](llvm::StringRef Decorator) {
    const NameMeaning &Of = Text.meaning(Decorator, M);
    return Of.Function ? Moving.contains(*Of.Function->M, *Of.Function->F) : makesMoved(Links, Moving, Of.Name);
  });
}

/// `Net.__init__ = other`, and `__init_subclass__`, which is called with each class that derives from its own.
void CompletedClasses::addReplaced(RunText &Text, const FunctionText &Of) {
  const ir::Function &F = *Of.F;
  if (!F.Class.empty() && knowledge::completesDerived(std::string_view(methodName(F))) &&
      Movers(Text).contains(*Of.M, F))
    Deriving.insert(F.Class);
  Of.forEach(KindSet(InstKind::SetGlobal), [&](const ir::Inst &I) {
    const auto [Class, Member] = I.Name.rsplit('.');
    if (!knowledge::makesObjects(std::string_view(Member)))
      return;
    if (const auto &C = Text.meaning(Class, *Of.M).Class)
      Classes.insert(C->C->Name);
  });
}

/// What holds of a class holds of those that derive from it.
void CompletedClasses::addDerived(const Linker &Links) {
  if (Classes.empty() && Deriving.empty())
    return;
  const DirectBases &Bases = Links.bases();
  llvm::SmallVector<llvm::StringRef> More;
  for (const auto &[Class, Direct] : Bases) {
    const auto Order = resolutionOrder(Class, [&](llvm::StringRef Name) { return basesOf(Bases, Name); });
    if (llvm::any_of(llvm::drop_begin(Order),
                     [&](llvm::StringRef Base) { return Classes.contains(Base) || Deriving.contains(Base); }))
      More.push_back(Class);
  }
  Classes.insert_range(More);
}

CompletedClasses::CompletedClasses(const Linker &Links, RunText &Text) {
  Movers Moving(Text);
  for (const ir::Module *M : Links.modules())
    for (const ir::Class &C : M->Classes)
      if (isDecoratedByMover(Links, Text, Moving, *M, C))
        Classes.insert(C.Name);
  for (const FunctionText &Each : Text.functions())
    addReplaced(Text, Each);
  addDerived(Links);
}

} // namespace devtidy::dataflow
