//===- Switches.cpp - What a program's own switches choose ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Switches.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Condition;
using dataflow::Literal;
using dataflow::Path;
using dataflow::PathId;

/// True if what P holds can be a switch. A number that is a parameter, or a part of a tensor, is data.
static bool mayHoldSwitch(const dataflow::PathTable &Paths, PathId P) {
  bool Compared = Paths.isQuestion(P);
  if (Compared)
    P = Paths[P].Parent;
  const Path &Held = Paths[P];
  if (Held.Kind == Path::Root::Global && knowledge::saysWhoRuns(std::string_view(Held.Name)))
    return false;
  if (Paths.isQuestion(P)) // how many there are of something
    return false;
  if (Held.Kind == Path::Root::Child && knowledge::saysPhase(std::string_view(Held.Name)))
    return false;
  if (Held.Kind != Path::Root::Child)
    return !Compared && Held.Kind != Path::Root::Site;
  // x.is_sparse; options are called `cuda` and `device`, too.
  const knowledge::Callable *OfTensors =
      knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(Held.Name));
  return !Paths[Held.Parent].IsTensor && (!OfTensors || OfTensors->Kind != knowledge::Action::Pure);
}

static bool isSwitch(const SolvedFunction &S, Literal L, unsigned Depth) {
  constexpr unsigned MaxDepth = 3;
  const dataflow::ConditionTable &Conditions = S.Owner->Conditions;
  const Condition &C = Conditions[L.condition()];
  if (C.K == Condition::Kind::Truth || C.K == Condition::Kind::Equals || C.K == Condition::Kind::IsNone)
    return mayHoldSwitch(S.Owner->Paths, C.P);
  // args.cuda, config["gpu"] of what nobody knows
  if (const ir::Inst *I = C.K == Condition::Kind::Opaque && C.F == S.F ? S.F->definition(C.V) : nullptr)
    return Depth == 0 && (I->Kind == ir::InstKind::GetField || I->Kind == ir::InstKind::GetItem);
  const dataflow::Cases *When = Conditions.cases(L);
  if (!When || Depth == MaxDepth)
    return false;
  auto IsChosen = [&](const dataflow::Cube &Case) {
    return llvm::all_of(Case.literals(), [&](Literal X) {
      return X.isOfMachine() || (!Conditions[X.condition()].askedType() && isSwitch(S, X, Depth + 1));
    });
  };
  // What only the machine decides, nobody chooses: both ways of `if (device_count() > 1)`.
  auto IsOfMachine = [](const dataflow::Cube &Case) {
    return llvm::all_of(Case.literals(), [](Literal X) { return X.isOfMachine(); });
  };
  if (llvm::all_of(When->Yes, IsOfMachine) && llvm::all_of(When->No, IsOfMachine))
    return false;
  return llvm::all_of(When->Yes, IsChosen) && llvm::all_of(When->No, IsChosen);
}

bool isSwitch(const SolvedFunction &S, Literal L) { return isSwitch(S, L, 0); }

bool asksForPlace(const SolvedFunction &S, const dataflow::Cube &When) {
  return llvm::any_of(When.literals(), [&](Literal L) {
    const dataflow::Condition &C = S.Owner->Conditions[L.condition()];
    return C.K == dataflow::Condition::Kind::Truth && S.Owner->Paths.isQuestion(C.P) &&
           S.Owner->Paths[C.P].Name == dataflow::PlaceQuestion;
  });
}

bool isBehindSwitch(const SolvedFunction &S, Literal L) {
  const dataflow::Cases *When = S.Owner->Conditions.cases(L);
  llvm::SmallVector<dataflow::Cube, 2> Ways;
  if (When)
    Ways = L.isPositive() ? When->Yes : When->No;
  for (dataflow::Cube &Way : Ways)
    Way.removeIf([](Literal X) { return X.isOfMachine(); });
  return When && coversAll(Ways);
}

} // namespace devtidy::checks
