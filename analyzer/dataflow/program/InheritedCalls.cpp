//===- InheritedCalls.cpp ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/InheritedCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace devtidy::dataflow {

const ir::Class *InheritedCalls::replacing(llvm::StringRef Derived, const ir::Function &Method) const {
  if (Method.Class.empty() || Method.Kind != ir::FunctionKind::Method || !Method.hasBody() || Derived == Method.Class)
    return nullptr;
  auto &Of = Known[Derived];
  if (auto It = Of.find(&Method); It != Of.end())
    return It->second;
  const ir::Class *Found = find(Derived, Method);
  return Known[Derived][&Method] = Found;
}

static bool isProperty(const std::optional<Hierarchy::Entry> &E) {
  return E && llvm::is_contained(E->F->Decorators, "property");
}

const ir::Class *InheritedCalls::find(llvm::StringRef Derived, const ir::Function &Method) const {
  const std::optional<Hierarchy::ClassEntry> Of = Types.findClass(Derived);
  const llvm::StringRef Base = Types.canonical(Method.Class);
  const std::string_view Bases[] = {{Base.data(), Base.size()}};
  if (!Of || Types.canonical(Derived) == Base || !Types.derivesFrom(Derived, Bases))
    return nullptr;
  constexpr unsigned MaxMethods = 64;
  llvm::SmallVector<const ir::Function *, 8> Work{&Method};
  for (unsigned N = 0; N < Work.size() && N < MaxMethods; ++N)
    for (const ir::Inst &I : Work[N]->Insts) {
      const bool Reads = I.Kind == ir::InstKind::GetField;
      if ((I.Kind != ir::InstKind::Invoke && !Reads) || !Work[N]->isReceiver(I.Args[0].Value))
        continue;
      const std::optional<Hierarchy::Entry> Theirs = Types.findMethod(Derived, I.Name);
      const std::optional<Hierarchy::Entry> Own = Types.findMethod(Method.Class, I.Name);
      if (!Theirs && !(Reads && isProperty(Own)))
        continue;
      // `self.device`, which each class computes its own way.
      if (Reads && !isProperty(Own) && !isProperty(Theirs))
        continue;
      if (!Own || !Theirs || Own->F != Theirs->F)
        return Of->C;
      const bool IsMethod = Own->F->Kind == ir::FunctionKind::Method && Own->F->hasBody();
      if (IsMethod && !llvm::is_contained(Work, Own->F))
        Work.push_back(Own->F);
    }
  return nullptr;
}

} // namespace devtidy::dataflow
