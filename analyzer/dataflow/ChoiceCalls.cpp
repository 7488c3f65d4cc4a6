//===- ChoiceCalls.cpp - Calls and moves of one of several ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Choices.h"
#include "dataflow/FunctionSolver.h"
#include "dataflow/Instantiation.h"
#include "dataflow/Joins.h"

namespace devtidy::dataflow {

Placement Residence::placeOfChoice(const Value &Choice) {
  Placement P;
  for (unsigned N = 0; N < Choice.Elements->size(); ++N)
    P.joinIn(place((*Choice.Elements)[N].Obj).guardedBy((*Choice.Guards)[N]));
  return P;
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
    else if (!All && Choices::isEach(Choice) && Old != P) {
      Where.joinIn(Old);
      Where = Where.imprecise();
    }
    move(O, Where);
  }
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
  std::vector<Joins::Way> Incoming;
  for (const auto &[Way, Guard] : Ways)
    Incoming.emplace_back(&Way, Guard);
  if (S.Reachable)
    S.Mem = Joins(*this).memory(Incoming, Record.here());
  return Joined;
}

Value FunctionSolver::callEach(ir::InstId Id, std::vector<Value> Actuals, State &S, Event &E) {
  const Value Each = Actuals[0];
  if (!Each.is(Value::Kind::Choice))
    return callOneOf(Id, Actuals, S, E);
  if (!Choices::isEach(Each))
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
