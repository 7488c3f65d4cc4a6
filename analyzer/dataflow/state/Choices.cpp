//===- Choices.cpp - Values that are one of several modules ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Choices.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

std::optional<Value> Choices::choiceOf(llvm::ArrayRef<std::pair<Value, Cube>> Parts) const {
  constexpr unsigned MaxAlternatives = 4;
  std::vector<Value> Modules;
  std::vector<Cube> Guards;
  auto Add = [&](const Value &V, const Cube &Guard) {
    for (unsigned N = 0; N < Modules.size(); ++N)
      if (Modules[N].Obj == V.Obj && Guards[N] == Guard)
        return true;
    Modules.push_back(V);
    Guards.push_back(Guard);
    return Guard.size() <= Cube::MaxTerm && Modules.size() <= MaxAlternatives;
  };
  for (const auto &[V, Guard] : Parts) {
    if (V.is(Value::Kind::Bottom))
      continue;
    if (isModule(V) && !V.Partial) {
      if (!Add(V, Guard))
        return std::nullopt;
      continue;
    }
    if (!V.is(Value::Kind::Choice))
      return std::nullopt;
    for (unsigned N = 0; N < V.Elements->size(); ++N)
      if (std::optional<Cube> G = (*V.Guards)[N].meet(Guard); G && !Add((*V.Elements)[N], *G))
        return std::nullopt;
  }
  if (Modules.size() < 2)
    return std::nullopt;
  Value R;
  R.K = Value::Kind::Choice;
  R.Elements = std::make_shared<const std::vector<Value>>(std::move(Modules));
  R.Guards = std::make_shared<const std::vector<Cube>>(std::move(Guards));
  return R;
}

bool Choices::runsProgramCode(const Value &Choice, llvm::StringRef Method) const {
  if (!Choice.is(Value::Kind::Choice))
    return llvm::all_of(*Choice.Elements, [](const Value &V) { return V.is(Value::Kind::Function) && V.Func; });
  return llvm::any_of(*Choice.Elements,
                      [&](const Value &V) { return Prog.Types.findMethod(Objects[V.Obj].Class, Method).has_value(); });
}

bool Choices::isEach(const Value &V) {
  return V.is(Value::Kind::Choice) && llvm::all_of(*V.Guards, [](const Cube &Guard) { return Guard.isAlways(); });
}

Value Choices::eachOf(llvm::ArrayRef<Value> Parts) const {
  constexpr unsigned MaxParts = 8;
  std::vector<Value> Modules;
  Value Joined;
  bool AreModules = true;
  auto Add = [&](const Value &V) {
    AreModules &= isModule(V) && !V.Partial;
    if (AreModules && llvm::none_of(Modules, [&](const Value &M) { return M.Obj == V.Obj; }))
      Modules.push_back(V);
  };
  for (const Value &V : Parts) {
    Joined.joinIn(V);
    llvm::for_each(isEach(V) ? llvm::ArrayRef<Value>(*V.Elements) : llvm::ArrayRef<Value>(V), Add);
  }
  if (!AreModules || Modules.size() < 2 || Modules.size() > MaxParts)
    return Joined;
  Value R;
  R.K = Value::Kind::Choice;
  R.Guards = std::make_shared<const std::vector<Cube>>(Modules.size());
  R.Elements = std::make_shared<const std::vector<Value>>(std::move(Modules));
  return R;
}

llvm::StringRef Choices::classOfAll(const Value &Choice, llvm::StringRef Method) const {
  llvm::StringRef Class = Objects[Choice.Elements->front().Obj].Class;
  auto IsMetric = [&](llvm::StringRef Of) {
    const knowledge::ClassInfo *Library = Prog.Types.libraryClass(Of);
    return Library && knowledge::isMetric(*Library);
  };
  return llvm::all_of(*Choice.Elements,
                      [&](const Value &V) {
                        llvm::StringRef Of = Objects[V.Obj].Class;
                        return Of == Class || (Method == "update" && IsMetric(Of) && IsMetric(Class));
                      })
             ? Class
             : "";
}

} // namespace devtidy::dataflow
