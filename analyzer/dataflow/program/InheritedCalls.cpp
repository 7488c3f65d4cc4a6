//===- InheritedCalls.cpp ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/InheritedCalls.h"
#include "dataflow/program/ResolutionOrder.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace devtidy::dataflow {

InheritedCalls::Found InheritedCalls::of(llvm::StringRef Derived, const ir::Function &Method) const {
  if (Method.Class.empty() || Method.Kind != ir::FunctionKind::Method || !Method.hasBody() || Derived == Method.Class)
    return {};
  auto &Of = Known[Derived];
  if (auto It = Of.find(&Method); It != Of.end())
    return It->second;
  const Found Mine = find(Derived, Method);
  return Known[Derived][&Method] = Mine;
}

/// Class and those that it derives from.
llvm::SmallVector<llvm::StringRef, 4> InheritedCalls::classesOf(llvm::StringRef Class) const {
  return resolutionOrder(Class, [&](llvm::StringRef Name) {
    const std::optional<Hierarchy::ClassEntry> C = Types.findClass(Name);
    return C ? llvm::ArrayRef<llvm::StringRef>(C->C->Bases) : llvm::ArrayRef<llvm::StringRef>();
  });
}

/// True if F puts something into the member of its object, or calls a method of what is there: `self.net.cuda()`.
static bool puts(const ir::Function &F, llvm::StringRef Member) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Kind == ir::InstKind::SetField)
      return I.Name == Member && F.isReceiver(I.Args[0].Value);
    const ir::Inst *On = I.Kind == ir::InstKind::Invoke ? F.definition(I.Args[0].Value) : nullptr;
    return On && On->Kind == ir::InstKind::GetField && On->Name == Member && F.isReceiver(On->Args[0].Value) &&
           knowledge::movesModules(std::string_view(I.Name));
  });
}

/// True if F puts more than None into the member of its object.
static bool makes(const ir::Function &F, llvm::StringRef Member) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Kind != ir::InstKind::SetField || I.Name != Member || !F.isReceiver(I.Args[0].Value))
      return false;
    const ir::Inst *Put = F.definition(I.Args[1].Value);
    return !Put || Put->Kind != ir::InstKind::Const || Put->Const.K != ir::Constant::Kind::None;
  });
}

/// True if a constructor of Class, or of one that it derives from, makes the member.
bool InheritedCalls::isMade(llvm::StringRef Class, llvm::StringRef Member) const {
  return llvm::any_of(classesOf(Class), [&](llvm::StringRef Of) {
    return llvm::any_of(Types.constructors(Of), [&](const Hierarchy::Entry &E) { return makes(*E.F, Member); });
  });
}

/// True if the member that Base makes is put elsewhere by a class between it and Derived: `self.net = self.net.cuda()`.
bool InheritedCalls::isPutBeside(llvm::StringRef Derived, llvm::StringRef Base, llvm::StringRef Member) const {
  const auto Known = classesOf(Base);
  const auto IsMadeBy = [&](llvm::StringRef Of) {
    return llvm::any_of(Types.links().methods(Types.canonical(Of)),
                        [&](const Hierarchy::Entry &E) { return makes(*E.F, Member); });
  };
  if (!isMade(Base, Member) && llvm::none_of(Known, IsMadeBy))
    return false;
  const auto Puts = [&](const Hierarchy::Entry &E) { return puts(*E.F, Member); };
  return llvm::any_of(classesOf(Derived), [&](llvm::StringRef Of) {
    return !llvm::is_contained(Known, Of) && (llvm::any_of(Types.constructors(Of), Puts) ||
                                              llvm::any_of(Types.links().methods(Types.canonical(Of)), Puts));
  });
}

static bool isProperty(const std::optional<Hierarchy::Entry> &E) {
  return E && llvm::is_contained(E->F->Decorators, "property");
}

InheritedCalls::Found InheritedCalls::find(llvm::StringRef Derived, const ir::Function &Method) const {
  const std::optional<Hierarchy::ClassEntry> Of = Types.findClass(Derived);
  const llvm::StringRef Base = Types.canonical(Method.Class);
  const std::string_view Bases[] = {{Base.data(), Base.size()}};
  Found R;
  if (!Of || Types.canonical(Derived) == Base || !Types.derivesFrom(Derived, Bases))
    return R;
  // What a plain class makes, a module that derives from it registers: it moves with the module.
  const bool Registers = Types.isModuleClass(Derived) && !Types.isModuleClass(Base);
  constexpr unsigned MaxMethods = 64;
  llvm::SmallVector<const ir::Function *, 8> Work{&Method};
  for (unsigned N = 0; N < Work.size() && N < MaxMethods; ++N)
    for (const ir::Inst &I : Work[N]->Insts) {
      const bool Reads = I.Kind == ir::InstKind::GetField;
      if ((I.Kind != ir::InstKind::Invoke && !Reads) || !Work[N]->isReceiver(I.Args[0].Value))
        continue;
      const std::optional<Hierarchy::Entry> Theirs = Types.findMethod(Derived, I.Name);
      const std::optional<Hierarchy::Entry> Own = Types.findMethod(Method.Class, I.Name);
      if (!Theirs && !Own && (Registers || (Reads && isPutBeside(Derived, Base, I.Name)))) {
        R.Replacing = Of->C;
        return R;
      }
      if (!Theirs && !Own && !R.Saying && isMade(Derived, I.Name) && !isMade(Base, I.Name))
        R.Saying = Of->C;
      if (!Theirs && !(Reads && isProperty(Own)))
        continue;
      // `self.device`, which each class computes its own way.
      if (Reads && !isProperty(Own) && !isProperty(Theirs))
        continue;
      if (!Own || !Theirs || Own->F != Theirs->F) {
        R.Replacing = Of->C;
        return R;
      }
      const bool IsMethod = Own->F->Kind == ir::FunctionKind::Method && Own->F->hasBody();
      if (IsMethod && !llvm::is_contained(Work, Own->F))
        Work.push_back(Own->F);
    }
  return R;
}

} // namespace devtidy::dataflow
