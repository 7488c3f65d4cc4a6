//===- RunText.cpp - The text of a run ------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/RunText.h"
#include "knowledge/Names.h"

namespace devtidy::dataflow {

RunText::RunText(const Linker &Links) : Links(Links) {
  size_t Functions = 0, Size = 0;
  for (const ir::Module *M : Links.modules()) {
    Functions += M->Functions.size();
    for (const auto &F : M->Functions)
      Size += F->Insts.size() + F->Values.size();
  }
  Bodies.reserve(Functions);
  Kinds.reserve(Size);
  for (const ir::Module *M : Links.modules()) {
    Begins.push_back(Bodies.size());
    for (const auto &F : M->Functions) {
      const size_t Insts = Kinds.size(), Values = Insts + F->Insts.size();
      for (const ir::Inst &I : F->Insts)
        Kinds.push_back(I.Kind);
      Kinds.resize(Values + F->Values.size(), ir::InstKind::Unreachable);
      for (const ir::Inst &I : F->Insts)
        if (I.Result)
          Kinds[Values + I.Result.index()] = I.Kind;
      const llvm::ArrayRef<ir::InstKind> All(Kinds);
      Bodies.push_back({M, F.get(), All.slice(Insts, F->Insts.size()), All.drop_front(Values)});
    }
  }
  Begins.push_back(Bodies.size());
  // No table is moved by a later one.
  Known.reserve(Links.modules().size());
  for (const ir::Module *M : Links.modules())
    Known.try_emplace(M);
}

const NameMeaning &RunText::meaning(llvm::StringRef Name, const ir::Module &M) {
  if (Last.first != &M)
    Last = {&M, &Known[&M]};
  auto [It, New] = Last.second->try_emplace({Name.data(), Name.size()});
  if (!New)
    return *It->second;
  auto *Made = new (Pool.Allocate<NameMeaning>()) NameMeaning;
  Made->Name = Name;
  if (Links.hasAliases())
    if (const std::string Canonical = Links.canonical(Name, M); Canonical != Name)
      Made->Name = llvm::StringRef(Canonical).copy(Pool);
  Made->Library = knowledge::findFunction(std::string_view(Made->Name));
  Made->Function = Links.findFunction(Made->Name, M);
  Made->Class = Links.findClass(Made->Name, M);
  It->second = Made;
  return *Made;
}

} // namespace devtidy::dataflow
