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
#include "dataflow/program/RunText.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

Builders::Key Builders::keyOf(const ir::Function &F) { return {F.Class, methodName(F)}; }

bool Builders::contains(const ir::Function &F) const {
  return F.Kind == ir::FunctionKind::Constructor || Called.contains(keyOf(F)) || Inherited.contains(keyOf(F));
}

Builders::Builders(const Linker &Links, RunText &Text) {
  // The constructors, and then what they call, and what that calls.
  llvm::SmallVector<const FunctionText *, 64> Work;
  llvm::DenseMap<Key, llvm::SmallVector<const FunctionText *, 1>> Methods;
  for (const FunctionText &Each : Text.functions()) {
    const ir::Function &F = *Each.F;
    if (!F.hasBody() || F.Class.empty() || F.Blocks[0].Params.empty())
      continue;
    if (F.Kind == ir::FunctionKind::Constructor)
      Work.push_back(&Each);
    else if (F.Kind == ir::FunctionKind::Method)
      Methods[keyOf(F)].push_back(&Each);
  }
  while (!Work.empty()) {
    const FunctionText &Of = *Work.pop_back_val();
    Of.forEach(KindSet(InstKind::Invoke), [&](const ir::Inst &I) {
      if (const Key Method(Of.F->Class, I.Name); Of.F->isReceiver(I.Args[0].Value) && Called.insert(Method).second)
        if (const auto It = Methods.find(Method); It != Methods.end())
          Work.append(It->second.begin(), It->second.end());
    });
  }
  if (Called.empty())
    return;
  const DirectBases &Bases = Links.bases();
  auto BasesOf = [&](llvm::StringRef Class) { return basesOf(Bases, Class); };
  // Where constructors are not inherited, as in C++, one calls the methods of its own class.
  for (const FunctionText &Each : Text.functions()) {
    const ir::Function &F = *Each.F;
    if (Each.M->inheritsConstructors() && F.Kind == ir::FunctionKind::Method && F.hasBody() &&
        !Called.contains(keyOf(F)) &&
        llvm::any_of(llvm::drop_begin(resolutionOrder(F.Class, BasesOf)),
                     [&](llvm::StringRef Base) { return Called.contains({Base, methodName(F)}); }))
      Inherited.insert(keyOf(F));
  }
}

} // namespace devtidy::dataflow
