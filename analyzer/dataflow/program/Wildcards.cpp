//===- Wildcards.cpp - What `.*` may bring ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/Wildcards.h"
#include "knowledge/Names.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

namespace {
/// Names in the index. Where modules import everything from each other, the rest is left open.
constexpr size_t MaxNames = 2'000'000;

/// What the tables know below the modules that they speak of, they know whatever those modules define.
llvm::StringSet<> modulesOfTables() {
  llvm::StringSet<> Result;
  Result.insert(knowledge::TorchPackage);
  auto Add = [&](std::string_view Name) {
    for (size_t Dot = Name.rfind('.'); Dot != std::string_view::npos; Dot = Name.rfind('.')) {
      Name = Name.substr(0, Dot);
      Result.insert(llvm::StringRef(Name));
    }
  };
  for (const knowledge::Callable &C : knowledge::allFunctions())
    Add(C.Name);
  for (const knowledge::ClassInfo &C : knowledge::allClasses())
    Add(C.Name);
  return Result;
}
} // namespace

void Wildcards::addName(llvm::StringRef Name) {
  auto [Parent, Last] = Name.rsplit('.');
  if (!Last.empty())
    Inside[Parent].push_back(Last);
}

bool Wildcards::isMissing(llvm::StringRef Module, const llvm::StringSet<> &Modules) const {
  for (llvm::StringRef Prefix = Module; !Modules.contains(Prefix);) {
    // Another name of something, or a package that is not of the run.
    auto [Parent, Last] = Prefix.rsplit('.');
    auto It = Inside.find(Parent);
    if (Last.empty() || (It != Inside.end() && llvm::is_contained(It->second, Last)))
      return false;
    Prefix = Parent;
  }
  return true;
}

Wildcards::Exports Wildcards::exportsOf(llvm::StringRef Module, const llvm::StringSet<> &Modules) const {
  static const llvm::StringSet<> Tables = modulesOfTables();
  Exports Result;
  llvm::StringSet<> Seen;
  std::vector<llvm::StringRef> Work{Module};
  while (!Work.empty()) {
    llvm::StringRef M = Work.back();
    Work.pop_back();
    if (!Seen.insert(M).second)
      continue;
    if (!Modules.contains(M) && isMissing(M, Modules))
      continue;
    if (!Modules.contains(M) || Tables.contains(M) || knowledge::isOfTorch({M.data(), M.size()}))
      return {.Open = true};
    if (auto It = Inside.find(M); It != Inside.end())
      llvm::append_range(Result.Names, It->second);
    if (auto It = Holders.find(M); It != Holders.end())
      llvm::append_range(Work, It->second.Sources);
  }
  return Result;
}

void Wildcards::finish(const llvm::StringSet<> &Modules) {
  llvm::StringMap<Exports> Known;
  size_t Count = 0;
  for (auto &Entry : Holders) {
    Holder &H = Entry.second;
    for (unsigned I = 0; I != H.Sources.size(); ++I) {
      auto [It, New] = Known.try_emplace(H.Sources[I]);
      if (New)
        It->second = exportsOf(H.Sources[I], Modules);
      Count += It->second.Names.size();
      if (It->second.Open || Count > MaxNames) {
        H.Open.push_back(I);
        continue;
      }
      for (llvm::StringRef Name : It->second.Names)
        if (auto &Of = H.ByName[Name]; Of.empty() || Of.back() != I)
          Of.push_back(I);
    }
  }
  Inside.clear();
}

llvm::SmallVector<llvm::StringRef, 2> Wildcards::sources(llvm::StringRef Of, llvm::StringRef First) const {
  auto It = Holders.find(Of);
  if (It == Holders.end())
    return {};
  llvm::SmallVector<unsigned, 4> Which(It->second.Open.begin(), It->second.Open.end());
  if (auto Named = It->second.ByName.find(First); Named != It->second.ByName.end())
    Which.append(Named->second.begin(), Named->second.end());
  llvm::sort(Which, std::greater<>());
  llvm::SmallVector<llvm::StringRef, 2> Result;
  for (unsigned I : Which)
    Result.push_back(It->second.Sources[I]);
  return Result;
}

} // namespace devtidy::dataflow
