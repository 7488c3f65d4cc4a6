//===- Required.cpp - Where operations want symbols to be ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/judge/Required.h"
#include "dataflow/domain/Tested.h"
#include "dataflow/judge/Compare.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::DeviceType;

void Required::add(const Demand &D) {
  // An index may stay on the CPU.
  if (D.Of != Meeting::Operands || D.Rule == knowledge::DeviceRule::Any || D.Rule == knowledge::DeviceRule::Special ||
      D.Rule == knowledge::DeviceRule::Index || D.OfSeveral || D.IsHandedOver || D.isOfOpenCallee())
    return;
  for (unsigned I = 0; I < D.Sides.size(); ++I)
    for (unsigned J = 0; J < D.Sides.size(); ++J)
      if (const bool AreMet =
              D.Rule != knowledge::DeviceRule::Elementwise || rowsOf(D.Sides[I], D.Sides[J]) == Rows::Same;
          I != J && AreMet)
        addPair(D, D.Sides[I], D.Sides[J]);
}

/// True if something in the way keeps the two from meeting, or nobody knows whether they do.
static bool isLoose(const Side &X) {
  return X.Partial || X.IsCopied || X.IsList || X.IsUnread || X.IsOfUnknownClass || X.IsOfUnknownMethod ||
         X.P.isUnknown();
}

void Required::addPair(const Demand &D, const Side &Symbol, const Side &Placed) {
  const GuardedTerm *Only = isLoose(Symbol) || isLoose(Placed) ? nullptr : Symbol.P.single();
  if (!Only || !Only->T.isSymbol() || Only->Imprecise)
    return;
  const PathId Of = Only->T.path();
  // Where the operation itself stands behind the question, its other branch is another way.
  const auto IsAsked = [&](Literal L) {
    const std::optional<DeviceTest> Asked = testOf(Conditions[L.condition()], Paths);
    return Asked && Asked->Of == Of;
  };
  for (const GuardedTerm &T : Placed.P.terms()) {
    if (T.T.isSymbol() || T.Imprecise)
      continue;
    const DeviceType Type = T.T.device().Type;
    const bool OnHost = Type == DeviceType::Cpu;
    if (exemption(D.Rule, OnHost ? Placed : Symbol, OnHost ? T : *Only) != Exempt::No)
      continue;
    std::optional<Cube> When = D.Path.meet(T.Guard);
    if (When && llvm::none_of(When->literals(), IsAsked))
      Places.push_back({Of, Type, *When});
  }
}

bool Required::contradicts(const Cube &G, World W) const {
  const auto Runs = [&](const Cube &When) {
    const auto Holds = [&](Literal X) { return X.isOfMachine() || G.contains(X); };
    return When.holdsIn(W) && llvm::all_of(When.literals(), Holds);
  };
  return llvm::any_of(G.literals(), [&](Literal L) {
    const Condition &C = Conditions[L.condition()];
    if (C.K == Condition::Kind::IsNone)
      return L.isPositive() && llvm::any_of(Held, [&](const auto &Of) { return Of.first == C.P && Runs(Of.second); });
    const std::optional<DeviceTest> Asked = testOf(C, Paths);
    return Asked && llvm::any_of(Places, [&](const Place &P) {
             return P.Of == Asked->Of && (P.Type == Asked->Type) != L.isPositive() && Runs(P.When);
           });
  });
}

} // namespace devtidy::dataflow
