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
#include "knowledge/Packages.h"
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

Placement Residence::placeOfChoice(const Value &Choice) {
  Placement P;
  for (unsigned N = 0; N < Choice.Elements->size(); ++N)
    P.joinIn(place((*Choice.Elements)[N].Obj).guardedBy((*Choice.Guards)[N]));
  return P;
}

bool FunctionSolver::runsProgramCode(const Value &Choice, llvm::StringRef Method) const {
  if (!Choice.is(Value::Kind::Choice))
    return llvm::all_of(*Choice.Elements, [](const Value &V) { return V.is(Value::Kind::Function) && V.Func; });
  return llvm::any_of(*Choice.Elements,
                      [&](const Value &V) { return Prog.findMethod(object(V.Obj).Class, Method).has_value(); });
}

/// True for what a loop goes over, one after the other.
static bool isEach(const Value &V) {
  return V.is(Value::Kind::Choice) && llvm::all_of(*V.Guards, [](const Cube &Guard) { return Guard.isAlways(); });
}

/// All: of what a loop goes over, each moves.
void Residence::moveChoice(const Value &Choice, const Placement &P, bool All) {
  for (unsigned N = 0; N < Choice.Elements->size(); ++N) {
    ObjectId O = (*Choice.Elements)[N].Obj;
    const Cube &Guard = (*Choice.Guards)[N];
    Placement Where = P.guardedBy(Guard), Old = place(O);
    if (Guard.size() == 1)
      Where.joinIn(Old.guardedBy(Cube(~Guard.literals()[0])));
    else if (!Guard.isAlways())
      Where.joinIn(Old.imprecise());
    else if (!All && isEach(Choice) && Old != P) {
      Where.joinIn(Old);
      Where = Where.imprecise();
    }
    move(O, Where);
  }
}

/// `for net in (generator, critic)`: what is done with net is done with both, so that each holds whatever the others
/// do.
Value FunctionSolver::eachOf(llvm::ArrayRef<Value> Parts) const {
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

/// The class that all of them are of, or one that does what theirs do when the method is called; "" if there is none.
llvm::StringRef FunctionSolver::classOfAll(const Value &Choice, llvm::StringRef Method) const {
  llvm::StringRef Class = object(Choice.Elements->front().Obj).Class;
  auto IsMetric = [&](llvm::StringRef Of) {
    const knowledge::ClassInfo *Library = Prog.libraryClass(Of);
    return Library && knowledge::isMetric(*Library);
  };
  return llvm::all_of(*Choice.Elements,
                      [&](const Value &V) {
                        llvm::StringRef Of = object(V.Obj).Class;
                        return Of == Class || (Method == "update" && IsMetric(Of) && IsMetric(Class));
                      })
             ? Class
             : "";
}

/// `if flag: def f(): ...`, `else: def f(): ...`: which of them f() calls hangs on the flag.
Value FunctionSolver::callOneOf(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S, Event &E) {
  const Value &Several = Actuals[0];
  std::vector<std::pair<State, Cube>> Ways;
  Value Joined;
  for (unsigned N = 0; N < Several.Elements->size(); ++N) {
    const Value &V = (*Several.Elements)[N];
    State Way = S;
    const std::optional<Cube> Path = S.Path.meet((*Several.Guards)[N]);
    if (!Path || !Prog.Conditions.allows(*Path))
      continue;
    Way.Path = *Path;
    std::vector<Value> All = V.Elements ? *V.Elements : std::vector<Value>();
    All.insert(All.end(), Actuals.begin() + 1, Actuals.end());
    const Value Given = instantiate(Id, Prog.closure(*V.Func), All, Way, E);
    ++Alternative;
    if (!Way.Reachable)
      continue;
    Joined.joinIn(Given.guardedBy((*Several.Guards)[N]));
    Ways.emplace_back(std::move(Way), (*Several.Guards)[N]);
  }
  Alternative = 0;
  S.Reachable = !Ways.empty();
  std::vector<std::pair<const State *, Cube>> Incoming;
  for (const auto &[Way, Guard] : Ways)
    Incoming.emplace_back(&Way, Guard);
  if (S.Reachable)
    S.Mem = joinMemory(Incoming, here());
  return Joined;
}

Value FunctionSolver::callEach(ir::InstId Id, std::vector<Value> Actuals, State &S, Event &E) {
  const Value Each = Actuals[0];
  if (!Each.is(Value::Kind::Choice))
    return callOneOf(Id, Actuals, S, E);
  if (!isEach(Each))
    return unknownCall(Id, S);
  Value Joined;
  for (const Value &V : *Each.Elements) {
    Actuals[0] = E.Operands[0].V = V;
    ReceiverFacts Facts;
    Facts.V = &V;
    Facts.Class = object(V.Obj).Class;
    const Resolution R = resolve(Prog, inst(Id), Facts, false);
    Joined.joinIn(R.Callee      ? instantiate(Id, *R.Callee, Actuals, S, E)
                  : R.IsForward ? forward(Id, S, E)
                                : Value::unknown());
    ++Alternative;
  }
  Alternative = 0;
  return Joined;
}

} // namespace devtidy::dataflow
