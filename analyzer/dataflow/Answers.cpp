//===- Answers.cpp - What conditions of a callee come to in its callers ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionFrame.h"
#include "dataflow/Instantiation.h"
#include "dataflow/TensorTypes.h"

namespace devtidy::dataflow {

static Value text(llvm::StringRef Text) { return Value::constant({.K = ir::Constant::Kind::String, .Text = Text}); }

Instantiation::Answer Instantiation::answer(Literal L) {
  Condition C = Solver.Prog.Conditions[L.condition()];
  ConditionTable &Conditions = Solver.Prog.Conditions;
  auto Signed = [&](Literal R) { return Answer{std::nullopt, L.isPositive() ? R : ~R}; };
  auto Decided = [&](bool B) { return Answer{B == L.isPositive(), std::nullopt}; };
  auto Told = [&](const std::optional<Value> &V) {
    if (V && V->Cond)
      return Signed(*V->Cond);
    return V && V->truth() ? Decided(*V->truth()) : Answer();
  };
  switch (C.K) {
  case Condition::Kind::Available:
  case Condition::Kind::Multi:
    return {std::nullopt, L};
  case Condition::Kind::Truth: {
    Value V = eval(C.P);
    if (std::optional<bool> T = V.truth())
      return Decided(*T);
    if (V.Cond)
      return Signed(*V.Cond);
    if (V.isPlainPath())
      return Signed(Solver.Prog.truthOf(V.Path));
    return {};
  }
  case Condition::Kind::IsNone: {
    Value V = eval(C.P);
    if (V.isNone())
      return Decided(true);
    // Whoever gives a library an argument that it can do without, mostly has one.
    const Path &Asked = Solver.Prog.Paths[C.P];
    if (IsModel && Asked.Kind == Path::Root::Param && Asked.Owner == &Callee && !V.Partial &&
        (V.is(Value::Kind::Unknown) || (V.is(Value::Kind::Symbolic) && !Solver.Used.mayBeLeftOut(V.Path))))
      return Decided(false);
    if (V.isPlainPath() || (V.Path && V.Partial))
      return Signed(Conditions.isNone(V.Path));
    if (!V.Partial && !V.is(Value::Kind::Unknown) && !V.is(Value::Kind::Bottom))
      return Decided(false);
    return {};
  }
  case Condition::Kind::IsTensor: {
    Value V = eval(C.P);
    if (std::optional<Value> Is = Solver.questions(S).isTensor(V))
      return Told(Is);
    return {};
  }
  case Condition::Kind::Equals: {
    Value V = eval(C.P);
    if (V.isString())
      return Decided(V.Const.Text == C.Text);
    // x.device.type
    if (V.is(Value::Kind::Device) && Solver.Prog.Paths[C.P].Name == "type")
      if (std::optional<knowledge::Device> D = knowledge::parseDevice({C.Text.data(), C.Text.size()}))
        return Told(Solver.flags().isOnType(V, D->Type));
    if (std::optional<Placement> Asked = V.is(Value::Kind::Options) ? placeOfType(text(C.Text)) : std::nullopt)
      return Told(Solver.flags().isOnType(V, Asked->single()->T.device().Type));
    if (V.Path && !V.IsComputed)
      return Signed(Solver.Prog.equalsOf(V.Path, C.Text));
    return {};
  }
  case Condition::Kind::TypeIs: {
    return Told(Solver.flags().isOnType(Value::device(askedPlace(C.P)), C.Type));
  }
  case Condition::Kind::OnDevice: {
    Placement P = askedPlace(C.P), Q = askedPlace(C.Q);
    const GuardedTerm *A = P.single(), *B = Q.single();
    if (A && B && A->T == B->T)
      return Decided(true);
    if (A && B && A->T.isSymbol() && B->T.isSymbol())
      return Signed(Conditions.sameDevice(A->T.path(), B->T.path()));
    return Told(Solver.flags().isSameDevice(P, Q));
  }
  case Condition::Kind::ValueType:
  case Condition::Kind::Opaque:
  case Condition::Kind::Either: // its ways may be the callee's
    return C.F == &Callee || !C.F ? Answer{} : Answer{std::nullopt, L};
  }
  return {};
}

Value Instantiation::unlessMethod(PathId P, const Value &V) {
  PathTable &Paths = Solver.Prog.Paths;
  const Path Member = Paths[P];
  if (!Solver.isModule(V) || Member.Kind != Path::Root::Child || !isBoundMethod(V.Obj, Member.Name))
    return V;
  if (const Value Base = eval(Member.Parent); !Base.is(Value::Kind::Object) || Base.Obj != V.Obj)
    return V;
  const Object &Of = Solver.object(V.Obj);
  const PathId Method = Of.K == Object::Kind::Symbolic ? Paths.child(Of.Path, Member.Name) : PathId();
  return Method ? Value::symbolic(Method) : Value::unknown();
}

/// What a test of a device asks about: a device may be given by its name.
Placement Instantiation::askedPlace(PathId P) {
  const Value V = eval(P);
  const std::optional<Placement> Named = V.isString() ? deviceOf(V) : std::nullopt;
  return Named ? *Named : Solver.placementOf(Before, V);
}

std::optional<Value> Instantiation::flag(Literal L) {
  const Answer A = answer(L);
  if (A.Known)
    return Value::boolean(*A.Known);
  if (A.As)
    return Value::literal(*A.As);
  const Cases *When = Solver.Prog.Conditions.cases(L);
  if (!When)
    return std::nullopt;
  const Cases Theirs = *When; // a copy: answers may define more
  Cases Mine;
  bool Lost = false;
  for (auto [From, To] : {std::pair(&Theirs.Yes, &Mine.Yes), {&Theirs.No, &Mine.No}})
    for (const Cube &Case : *From)
      if (std::optional<Cube> C = cube(Case, Lost, 1))
        To->push_back(std::move(*C));
  std::optional<Value> Flag = Lost ? std::nullopt : Solver.flags().answer(Mine);
  return Flag && !L.isPositive() ? Flags::negated(*Flag) : Flag;
}

std::optional<Cube> Instantiation::cube(const Cube &C, bool &Lost, unsigned Depth) {
  Cube R;
  for (Literal L : C.literals()) {
    Answer A = answer(L);
    if (A.Known) {
      if (!*A.Known)
        return std::nullopt;
    } else if (A.As) {
      if (!R.add(*A.As))
        return std::nullopt;
    } else if (std::optional<Cube> Case = onlyCase(L, Lost, Depth)) {
      std::optional<Cube> Both = R.meet(*Case);
      if (!Both)
        return std::nullopt;
      R = *Both;
    } else {
      return std::nullopt;
    }
  }
  return R;
}

std::optional<Instantiation::DeviceTest> Instantiation::testOf(Literal L) const {
  const Condition &C = Solver.Prog.Conditions[L.condition()];
  const PathTable &Paths = Solver.Prog.Paths;
  auto ParentOf = [&](PathId P) { return P && Paths[P].Kind == Path::Root::Child ? Paths[P].Parent : PathId(); };
  if (C.K == Condition::Kind::TypeIs)
    return DeviceTest{C.P, C.Type};
  // x.is_cuda, and x.device.type
  PathId Of = C.AsksDevice ? ParentOf(C.P) : PathId();
  if (C.K == Condition::Kind::Equals && Paths[C.P].Name != TypeField)
    Of = ParentOf(Of);
  return Of ? std::optional(DeviceTest{Of, C.Type}) : std::nullopt;
}

/// What L, about a value or a block of the callee, comes to in the caller: the case that can be, if there is one, else
/// the condition that one of them holds; nothing if none can be.
std::optional<Cube> Instantiation::onlyCase(Literal L, bool &Lost, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  auto Chosen = [&](const Cases &C) { return L.isPositive() ? C.Yes : C.No; };
  std::vector<Cube> Ways;
  bool IsWidened = false;
  if (const Cases *When = Solver.Prog.Conditions.cases(L); When && Depth < MaxDepth) {
    for (const Cube &Case : Chosen(*When)) // a copy: answers may define more
      if (std::optional<Cube> Mine = cube(Case, IsWidened, Depth + 1))
        Ways.push_back(std::move(*Mine));
  } else if (std::optional<DeviceTest> Asked = testOf(L)) {
    Cases Told = Solver.flags().casesOfType(Value::device(askedPlace(Asked->Of)), Asked->Type);
    if (Told.Yes.empty() && Told.No.empty()) {
      Lost = true;
      return Cube();
    }
    llvm::append_range(Ways, Chosen(Told));
  } else {
    Lost = true;
    return Cube();
  }
  if (Ways.empty())
    return std::nullopt;
  // A block is where its ways come together: without their conditions nobody could say more of it.
  bool IsBlock = Solver.Prog.Conditions[L.condition()].K == Condition::Kind::Either;
  if (Ways.size() == 1) {
    Lost |= IsWidened && !IsBlock;
    return Ways[0];
  }
  if (IsWidened) {
    Lost |= !IsBlock;
    return Cube();
  }
  return coversAll(Ways) ? Cube() : Cube(Solver.Prog.Conditions.either(std::move(Ways)));
}

} // namespace devtidy::dataflow
