//===- Choices.cpp - Modules that conditions choose -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After `n = nn.Linear(2, 2) if c else nn.Identity()` a call of n runs one of two modules, each where it is, and a move
// of n moves one of them, in place, whoever else knows it.
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

std::optional<Value> FunctionSolver::choiceOf(llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
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

Placement FunctionSolver::placementOfChoice(State &S, const Value &Choice) {
  Placement P;
  for (unsigned N = 0; N < Choice.Elements->size(); ++N)
    P.joinIn(moduleDevice(S, (*Choice.Elements)[N].Obj).guardedBy((*Choice.Guards)[N]));
  return P;
}

bool FunctionSolver::runsProgramCode(const Value &Choice, llvm::StringRef Method) const {
  return llvm::any_of(*Choice.Elements,
                      [&](const Value &V) { return Prog.findMethod(object(V.Obj).Class, Method).has_value(); });
}

void FunctionSolver::moveChoice(State &S, const Value &Choice, const Placement &P) {
  for (unsigned N = 0; N < Choice.Elements->size(); ++N) {
    ObjectId O = (*Choice.Elements)[N].Obj;
    const Cube &Guard = (*Choice.Guards)[N];
    Placement Where = P.guardedBy(Guard), Old = moduleDevice(S, O);
    if (Guard.size() == 1)
      Where.joinIn(Old.guardedBy(Cube(~Guard.literals()[0])));
    else if (!Guard.isAlways())
      Where.joinIn(Old.imprecise());
    moveModule(S, O, Where);
  }
}

} // namespace devtidy::dataflow
