//===- InheritedCalls.cpp ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/InheritedCalls.h"
#include "dataflow/program/ResolutionOrder.h"
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

/// True if a constructor of Class, or of one that it derives from, puts more than None into the member.
bool InheritedCalls::isMade(llvm::StringRef Class, llvm::StringRef Member) const {
  const auto BasesOf = [&](llvm::StringRef Name) {
    const std::optional<Hierarchy::ClassEntry> C = Types.findClass(Name);
    return C ? llvm::ArrayRef<llvm::StringRef>(C->C->Bases) : llvm::ArrayRef<llvm::StringRef>();
  };
  return llvm::any_of(resolutionOrder(Class, BasesOf), [&](llvm::StringRef Of) {
    return llvm::any_of(Types.constructors(Of), [&](const Hierarchy::Entry &E) {
      return llvm::any_of(E.F->Insts, [&](const ir::Inst &I) {
        if (I.Kind != ir::InstKind::SetField || I.Name != Member || !E.F->isReceiver(I.Args[0].Value))
          return false;
        const ir::Inst *Put = E.F->definition(I.Args[1].Value);
        return !Put || Put->Kind != ir::InstKind::Const || Put->Const.K != ir::Constant::Kind::None;
      });
    });
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
  constexpr unsigned MaxMethods = 64;
  llvm::SmallVector<const ir::Function *, 8> Work{&Method};
  for (unsigned N = 0; N < Work.size() && N < MaxMethods; ++N)
    for (const ir::Inst &I : Work[N]->Insts) {
      const bool Reads = I.Kind == ir::InstKind::GetField;
      if ((I.Kind != ir::InstKind::Invoke && !Reads) || !Work[N]->isReceiver(I.Args[0].Value))
        continue;
      const std::optional<Hierarchy::Entry> Theirs = Types.findMethod(Derived, I.Name);
      const std::optional<Hierarchy::Entry> Own = Types.findMethod(Method.Class, I.Name);
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
