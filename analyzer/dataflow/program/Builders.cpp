//===- Builders.cpp - Methods that run while an object is made ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/Builders.h"
#include "dataflow/program/Linker.h"
#include "dataflow/program/Overrides.h"
#include "dataflow/program/ResolutionOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// "Class.method"
static std::string keyOf(llvm::StringRef Class, llvm::StringRef Method) { return (Class + "." + Method).str(); }

std::string Builders::keyOf(const ir::Function &F) { return dataflow::keyOf(F.Class, methodName(F)); }

bool Builders::contains(const ir::Function &F) const {
  return F.Kind == ir::FunctionKind::Constructor || Called.contains(keyOf(F)) || Inherited.contains(keyOf(F));
}

Builders::Builders(const Linker &Links) {
  // The constructors, and then what they call, and what that calls.
  llvm::SmallVector<const ir::Function *, 64> Work;
  llvm::StringMap<llvm::SmallVector<const ir::Function *, 1>> Methods;
  for (const ir::Module *M : Links.modules())
    for (const auto &F : M->Functions)
      if (F->hasBody() && !F->Class.empty() && !F->Blocks[0].Params.empty()) {
        if (F->Kind == ir::FunctionKind::Constructor)
          Work.push_back(F.get());
        else if (F->Kind == ir::FunctionKind::Method)
          Methods[keyOf(*F)].push_back(F.get());
      }
  while (!Work.empty()) {
    const ir::Function &F = *Work.pop_back_val();
    for (const ir::Inst &I : F.Insts)
      if (I.Kind == InstKind::Invoke && F.isReceiver(I.Args[0].Value))
        if (const std::string Key = dataflow::keyOf(F.Class, I.Name); Called.insert(Key).second)
          if (const auto It = Methods.find(Key); It != Methods.end())
            Work.append(It->second.begin(), It->second.end());
  }
  if (Called.empty())
    return;
  const DirectBases &Bases = Links.bases();
  auto BasesOf = [&](llvm::StringRef Class) { return Bases.lookup(Class); };
  // Where constructors are not inherited, as in C++, one calls the methods of its own class.
  for (const ir::Module *M : Links.modules())
    for (const auto &F : M->Functions)
      if (M->inheritsConstructors() && F->Kind == ir::FunctionKind::Method && F->hasBody() &&
          !Called.contains(keyOf(*F)) &&
          llvm::any_of(llvm::drop_begin(resolutionOrder(F->Class, BasesOf)),
                       [&](llvm::StringRef Base) { return Called.contains(dataflow::keyOf(Base, methodName(*F))); }))
        Inherited.insert(keyOf(*F));
}

} // namespace devtidy::dataflow
