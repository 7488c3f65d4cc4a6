//===- Flags.cpp - When a question is answered with yes ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions that more than one condition decides: flags that are one of several answers, types and equality of devices
// that flags have chosen, blocks that several ways lead to.
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Flags.h"
#include "dataflow/state/AskedOfFields.h"
#include "dataflow/state/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::DeviceType;

/// The answer, if it is known or hangs on one condition, which holds in all cases of yes and in none of no.
static std::optional<Value> decide(const Cases &C) {
  if (C.Yes.empty() != C.No.empty())
    return Value::boolean(C.No.empty());
  if (C.Yes.empty())
    return std::nullopt;
  for (Literal L : C.Yes[0].literals())
    if (llvm::all_of(C.Yes, [&](const Cube &G) { return G.contains(L); }) &&
        llvm::all_of(C.No, [&](const Cube &G) { return G.contains(~L); }))
      return Value::literal(L);
  return std::nullopt;
}

Value Flags::negated(Value V) {
  if (std::optional<bool> T = V.truth())
    return Value::boolean(!*T);
  if (V.Cond)
    V.Cond = ~*V.Cond;
  return V;
}

std::optional<Cases> Flags::casesOf(llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  Cases C;
  for (const auto &[V, Guard] : Parts) {
    bool IsBool = V.is(Value::Kind::Constant) && V.Const.K == ir::Constant::Kind::Bool;
    std::optional<Literal> Answer = V.Cond            ? V.Cond
                                    : V.isPlainPath() ? std::optional(truthOf(Prog, V.Path))
                                                      : std::nullopt;
    if (!Answer && !IsBool)
      return std::nullopt;
    for (bool Positive : {true, false}) {
      Cube G = Guard;
      if (Answer ? G.add(Positive ? *Answer : ~*Answer) : *V.truth() == Positive)
        (Positive ? C.Yes : C.No).push_back(G);
    }
  }
  return C;
}

void Flags::set(Value &Joined, Value Flag) {
  // What may be more than a flag stays what it is.
  if (Joined.is(Value::Kind::Unknown))
    Joined.Cond = Flag.Cond;
  else
    Joined = std::move(Flag);
}

void Flags::choose(Value &Joined, llvm::ArrayRef<std::pair<Value, Cube>> Parts, ir::ValueId Flag) {
  Prog.Conditions.forget(F, Flag); // what an earlier visit knew
  std::optional<Cases> C = casesOf(Parts);
  if (!C)
    return;
  if (std::optional<Value> Known = decide(*C))
    return set(Joined, *Known);
  Literal Chosen = Prog.Conditions.opaque(F, Flag);
  Prog.Conditions.define(Chosen, std::move(*C));
  set(Joined, Value::literal(Chosen));
}

std::optional<Literal> Flags::whenMade(const Value &Joined, llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  const auto IsThing = [](const Value &V) {
    return V.is(Value::Kind::Object) || V.is(Value::Kind::Device) || V.isTensor();
  };
  if (!IsThing(Joined) || !Joined.Partial || Joined.Path || Joined.Cond)
    return Joined.Cond;
  Cases C;
  for (const auto &[V, Guard] : Parts) {
    const bool Made = IsThing(V) && !V.Partial;
    if (!Made && !V.isNone())
      return std::nullopt;
    (Made ? C.Yes : C.No).push_back(Guard);
  }
  std::optional<Value> Known = decide(C);
  return Known ? Known->Cond : std::nullopt;
}

std::optional<Literal> Flags::whereMade(const Value &Joined, llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  const std::optional<Literal> When = Joined.Partial && !Joined.Cond ? whenMade(Joined, Parts) : std::nullopt;
  return When && When->isOfMachine() ? When : std::nullopt;
}

std::optional<Value> Flags::answer(const Cases &C) {
  if (std::optional<Value> Known = decide(C))
    return Known;
  for (const Cube &Yes : C.Yes)
    for (const Cube &No : C.No)
      if (Yes.meet(No))
        return std::nullopt;
  return C.Yes.empty() ? std::nullopt : std::optional(Value::literal(Prog.Conditions.chosen(C)));
}

Cases Flags::casesOfType(const Value &V, DeviceType T) const {
  Cases C;
  if (V.P.isUnknown() || V.P.isBottom() || V.Partial)
    return C;
  auto IsYes = [&](const GuardedTerm &G) { return G.T.device().Type == T; };
  for (const GuardedTerm &G : V.P.terms()) {
    if (G.T.isSymbol())
      return {};
    if (!Prog.Conditions.allows(G.Guard))
      continue;
    // What may be there does not matter where everything that may be there says the same.
    auto Contradicts = [&](const GuardedTerm &Other) {
      return !Other.T.isSymbol() && IsYes(Other) != IsYes(G) && G.Guard.meet(Other.Guard);
    };
    if (G.Imprecise && llvm::any_of(V.P.terms(), Contradicts))
      return {};
    (IsYes(G) ? C.Yes : C.No).push_back(G.Guard);
  }
  return C;
}

std::optional<Value> Flags::isOnType(const Value &V, DeviceType T) {
  if (V.P.isUnknown() || V.P.isBottom())
    return std::nullopt;
  if (const GuardedTerm *Only = V.P.single(); Only && Only->T.isSymbol())
    return Value::literal(Prog.Conditions.typeIs(Only->T.path(), T));
  return decide(casesOfType(V, T));
}

Value Flags::askType(const Value &V, ir::ValueId Id, DeviceType T) {
  if (std::optional<Value> Answer = isOnType(V, T))
    return *Answer;
  Literal L = Prog.Conditions.valueType(F, Id, T);
  Prog.Conditions.define(L, casesOfType(V, T));
  return Value::literal(L);
}

/// When A and B are the same device.
static Cases equalCases(const Placement &A, const Placement &B, const ConditionTable &Conditions) {
  Cases C;
  if (A.isUnknown() || B.isUnknown())
    return C;
  for (const GuardedTerm &TA : A.terms())
    for (const GuardedTerm &TB : B.terms()) {
      std::optional<Cube> G = TA.Guard.meet(TB.Guard);
      if (!G || !Conditions.allows(*G))
        continue;
      if (TA.T.isSymbol() || TB.T.isSymbol() || TA.Imprecise || TB.Imprecise)
        return {};
      knowledge::Device DA = TA.T.device(), DB = TB.T.device();
      bool SameIndex = DA.Index == DB.Index || DA.Type == DeviceType::Cpu;
      // "cuda" is any of them.
      bool Vague = SameIndex ? DA.Index == UnknownIndex : DA.Index < 0 || DB.Index < 0;
      if (DA.Type == DB.Type && Vague)
        return {};
      (DA.Type == DB.Type && SameIndex ? C.Yes : C.No).push_back(*G);
    }
  return C;
}

std::optional<Value> Flags::isSameDevice(const Placement &A, const Placement &B) {
  return decide(equalCases(A, B, Prog.Conditions));
}

std::optional<Value> Flags::askDevice(const Placement &A, const Placement &B, bool Negated, ir::ValueId Question) {
  Cases Equal = equalCases(A, B, Prog.Conditions);
  if (Negated)
    std::swap(Equal.Yes, Equal.No);
  if (std::optional<Value> Known = decide(Equal))
    return Known;
  if (Equal.Yes.empty())
    return std::nullopt;
  Prog.Conditions.define(Prog.Conditions.opaque(F, Question), std::move(Equal));
  return Value::number();
}

} // namespace devtidy::dataflow
