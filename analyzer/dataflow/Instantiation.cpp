//===- Instantiation.cpp - A callee's values as its caller sees them ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Instantiation.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

Value Instantiation::eval(PathId P) {
  if (!P)
    return Value::unknown();
  if (auto It = Cache.find(P.index()); It != Cache.end())
    return It->second;
  PathTable &Paths = Solver.Prog.Paths;
  Path N = Paths[P];
  Value V = Value::unknown();
  switch (N.Kind) {
  case Path::Root::Param:
    if (N.Owner != &Callee)
      V = Value::symbolic(P);
    else if (N.Index < Actuals.size() && !Actuals[N.Index].is(Value::Kind::Bottom))
      V = Actuals[N.Index];
    else if (N.Index < Callee.Params.size() && Callee.Params[N.Index].HasDefault &&
             !Callee.Params[N.Index].DefaultUnknown)
      V = Value::constant(Callee.Params[N.Index].Default);
    break;
  case Path::Root::Global: {
    V = Value::symbolic(P);
    ObjectId Holder = Solver.symbolicObject(P, "");
    if (const Value *It = Before.Mem.find({Holder, CellField}))
      V = *It;
    break;
  }
  case Path::Root::Meeting:
    V = meeting(eval(N.Parent), eval(N.Other));
    break;
  case Path::Root::Site:
    V = Value::symbolic(N.Owner == &Callee ? Paths.site(Solver.F, Id) : P);
    break;
  case Path::Root::Child: {
    Value Base = eval(N.Parent);
    bool IsElement = N.Name.starts_with("[");
    llvm::StringRef Key = IsElement ? N.Name.drop_front().drop_back() : llvm::StringRef();
    unsigned Position = 0;
    bool HasPosition = !Key.empty() && !Key.getAsInteger(10, Position);
    if (Base.is(Value::Kind::Object) && IsElement) {
      const knowledge::ClassInfo *Library = Solver.Prog.libraryClass(Solver.object(Base.Obj).Class);
      const Value *ByName = Before.Mem.find({Base.Obj, Key});
      if (Library && Library->Kind == knowledge::ClassKind::DataLoader)
        V = Solver.batchOf(Before, Base.Obj, Id);
      else if (!Key.empty() && ByName)
        V = *ByName;
      else
        V = Solver.readElement(Before, Base.Obj, HasPosition ? std::optional<int64_t>(Position) : std::nullopt, {});
    } else if (Base.is(Value::Kind::Object)) {
      V = Solver.readField(Before, Base.Obj, N.Name);
    } else if (Base.is(Value::Kind::Tuple) && IsElement) {
      if (HasPosition && Position < Base.Elements->size())
        V = (*Base.Elements)[Position];
    } else if (Base.is(Value::Kind::Symbolic)) {
      PathId Child = Paths.child(Base.Path, N.Name);
      V = Child ? Value::symbolic(Child) : Value::unknown();
    } else if (N.Name == CellField) {
      V = Base; // a temporary bound to a reference
    } else if (Base.isTensor() && IsElement) {
      V = Value::tensor(Base.P);
    } else if (Base.isTensor()) {
      V = attribute(Base, N.Name);
    } else if (Base.is(Value::Kind::Device) && N.Name == "type") {
      V = Base;
    }
    break;
  }
  }
  return Cache[P.index()] = V;
}

/// What a tensor's attribute is that the callee, who did not know that it is a tensor, reads without a call.
Value Instantiation::attribute(const Value &Tensor, llvm::StringRef Name) {
  const knowledge::Callable *C = knowledge::findMethod(knowledge::Receiver::Tensor, {Name.data(), Name.size()});
  switch (C ? C->Kind : knowledge::Action::Pure) {
  case knowledge::Action::QueryDevice:
    return Value::device(Tensor.P);
  case knowledge::Action::QueryIsType: {
    std::optional<knowledge::Device> D = knowledge::parseDevice(C->Canonical);
    return Solver.typeAnswer(Tensor, D ? D->Type : knowledge::DeviceType::Other).value_or(Value::unknown());
  }
  case knowledge::Action::View: {
    Value V = Tensor;
    V.Path = PathId();
    V.Identity = 0;
    return V;
  }
  default:
    return Value::unknown();
  }
}

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
    if (V.Path && (V.is(Value::Kind::Number) || V.is(Value::Kind::Symbolic)))
      return Signed(Conditions.truth(V.Path));
    return {};
  }
  case Condition::Kind::IsNone: {
    Value V = eval(C.P);
    if (V.isNone())
      return Decided(true);
    if (V.Path && (V.Partial || V.is(Value::Kind::Symbolic) || V.is(Value::Kind::Number)))
      return Signed(Conditions.isNone(V.Path));
    if (!V.Partial && !V.is(Value::Kind::Unknown) && !V.is(Value::Kind::Bottom))
      return Decided(false);
    return {};
  }
  case Condition::Kind::Equals: {
    Value V = eval(C.P);
    if (V.isString())
      return Decided(V.Const.Text == C.Text);
    // x.device.type
    if (V.is(Value::Kind::Device) && Solver.Prog.Paths[C.P].Name == "type")
      if (std::optional<knowledge::Device> D = knowledge::parseDevice({C.Text.data(), C.Text.size()}))
        return Told(Solver.typeAnswer(V, D->Type));
    if (V.Path)
      return Signed(Conditions.equals(V.Path, C.Text));
    return {};
  }
  case Condition::Kind::TypeIs: {
    return Told(Solver.typeAnswer(Value::device(Solver.placementOf(Before, eval(C.P))), C.Type));
  }
  case Condition::Kind::OnDevice: {
    Placement P = Solver.placementOf(Before, eval(C.P)), Q = Solver.placementOf(Before, eval(C.Q));
    const GuardedTerm *A = P.single(), *B = Q.single();
    if (A && B && A->T == B->T)
      return Decided(true);
    if (A && B && A->T.isSymbol() && B->T.isSymbol())
      return Signed(Conditions.sameDevice(A->T.path(), B->T.path()));
    return Told(Solver.sameDevice(P, Q));
  }
  case Condition::Kind::ValueType:
  case Condition::Kind::Opaque:
  case Condition::Kind::Reached:
    return C.F == &Callee ? Answer{} : Answer{std::nullopt, L};
  }
  return {};
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

/// What L, about a value or a block of the callee, comes to in the caller: the case that can be, if there is one, else
/// what all have in common; nothing if none can be.
std::optional<Cube> Instantiation::onlyCase(Literal L, bool &Lost, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  const Cases *When = Depth < MaxDepth ? Solver.Prog.Conditions.cases(L) : nullptr;
  if (!When) {
    Lost = true;
    return Cube();
  }
  const llvm::SmallVector<Cube, 2> Either = L.isPositive() ? When->Yes : When->No; // answers may define more
  std::optional<Cube> Only;
  unsigned Ways = 0;
  bool IsWidened = false;
  for (const Cube &Case : Either) {
    bool Widened = false;
    std::optional<Cube> Mine = cube(Case, Widened, Depth + 1);
    if (!Mine)
      continue;
    IsWidened |= Widened;
    Ways += 1;
    Only = Only ? Only->common(*Mine) : *Mine;
  }
  // A block is where its ways come together: nobody could say more of it before.
  bool IsBlock = Solver.Prog.Conditions[L.condition()].K == Condition::Kind::Reached;
  Lost |= !IsBlock && (Ways > 1 || IsWidened);
  return Only;
}

/// True if the path is known to hold a device, or is a parameter that is declared as one, or as options.
bool Instantiation::holdsDevice(PathId P) const {
  const Path &Known = Solver.Prog.Paths[P];
  if (Known.IsDevice || Known.Kind != Path::Root::Param || Known.Owner != &Callee)
    return Known.IsDevice;
  ir::TypeKind Declared = Solver.Prog.meaning(Callee.Params[Known.Index].DeclaredType).Kind;
  return Declared == ir::TypeKind::Device || Declared == ir::TypeKind::Options;
}

Placement Instantiation::image(const GuardedTerm &T) {
  if (!T.T.isSymbol()) {
    if (T.T.kind() == Term::Kind::Default) {
      const Value *It = Before.Mem.find({ObjectId(EnvironmentIndex), DefaultDevice});
      if (It && !It->is(Value::Kind::Bottom))
        return It->P.withOrigin([&](const Step *) { return T.Origin; });
    }
    return Placement::of(T.T, T.Origin);
  }
  Value V = eval(T.T.path());
  // No device is the default one; what is done with no tensor is not done.
  if (V.isNone())
    return holdsDevice(T.T.path()) ? Placement::of(Term::defaultDevice(), T.Origin) : Placement::bottom();
  if (V.isString()) {
    std::optional<Placement> P = Solver.deviceOf(V);
    return P ? P->withOrigin([&](const Step *) { return T.Origin; }) : Placement::unknown();
  }
  if (V.isInt() && Solver.Prog.Paths[T.T.path()].IsDevice)
    return Placement::of(Term::device({knowledge::DeviceType::Cuda, static_cast<int16_t>(V.Const.Int)}), T.Origin);
  if (V.is(Value::Kind::Number) || V.is(Value::Kind::Constant) || V.is(Value::Kind::Bottom))
    return Placement::unknown();
  // x.device of what turns out to be neither tensor nor module.
  if (V.is(Value::Kind::Object) && !Solver.isModuleObject(V.Obj))
    if (const Value *It = Before.Mem.find({V.Obj, "device"}))
      if (std::optional<Placement> P = Solver.deviceOf(*It))
        return *P;
  Placement P = Solver.placementOf(Before, V);
  // A device argument says where, not who: the step that used it is the callee's.
  if (V.is(Value::Kind::Device) && T.Origin && T.Origin->I)
    P = P.withOrigin([&](const Step *) { return T.Origin; });
  return P;
}

/// What an operation gives of operands about which the callee knew nothing.
Value Instantiation::meeting(const Value &A, const Value &B) {
  auto IsPlain = [](const Value &V) { return V.is(Value::Kind::Number) || V.is(Value::Kind::Constant); };
  if (IsPlain(A))
    return B;
  if (IsPlain(B))
    return A;
  auto IsOperand = [](const Value &V) { return V.isTensor() || V.is(Value::Kind::Symbolic); };
  PathTable &Paths = Solver.Prog.Paths;
  if (!IsOperand(A) || !IsOperand(B))
    return Value::unknown();
  if (!A.isTensor() && !B.isTensor()) {
    PathId Both = Paths.meeting(A.Path, B.Path);
    return Both ? Value::symbolic(Both) : Value::unknown();
  }
  Demand D{.Rule = knowledge::DeviceRule::Iterator};
  for (const Value *V : {&A, &B}) {
    bool Untyped = !V->isTensor();
    Side X{.P = Solver.placementOf(Before, *V), .Dim = Untyped ? Rank::of(V->Path) : V->Dim};
    X.Untyped = Untyped;
    X.Partial = Untyped || V->Partial;
    D.Sides.push_back(std::move(X));
  }
  return Value::tensor(meetingPlace(D, Solver.Prog.Conditions, Paths), D.Sides[0].Dim.larger(D.Sides[1].Dim));
}

Rank Instantiation::rank(Rank R) {
  if (!R.symbol())
    return R;
  Value V = eval(R.symbol());
  if (V.isTensor())
    return R.substituted(V.Dim);
  if (V.is(Value::Kind::Symbolic))
    return R.substituted(Rank::of(V.Path));
  // A number has no dimension.
  bool Plain = V.is(Value::Kind::Number) || V.isInt();
  return R.substituted(Plain ? Rank::Zero : Rank::Unknown);
}

Placement Instantiation::placement(const Placement &P) {
  if (P.isUnknown())
    return P;
  Placement R;
  for (const GuardedTerm &T : P.terms()) {
    bool Lost = T.Imprecise;
    std::optional<Cube> G = cube(T.Guard, Lost);
    if (!G)
      continue;
    Placement Part = image(T).guardedBy(*G);
    if (T.Dim)
      Part = Part.withoutRanks().withRank(rank(*T.Dim));
    R.joinIn(Lost ? Part.imprecise() : Part);
  }
  return R;
}

ObjectId Instantiation::object(ObjectId O) {
  const Object &Info = Sum.Objects[O.index()];
  switch (Info.K) {
  case Object::Kind::Environment:
    return O;
  case Object::Kind::Symbolic: {
    Value V = eval(Info.Path);
    if (V.is(Value::Kind::Object))
      return V.Obj;
    if (V.is(Value::Kind::Symbolic))
      return Solver.symbolicObject(V.Path, Info.Class);
    break;
  }
  case Object::Kind::Allocated:
    break;
  }
  return Solver.allocate(Id, O.index() + 1, Info.Class, Info.Weak);
}

/// The one that it is this time, or a value that holds all that are left.
Value Instantiation::alternatives(const Value &V, unsigned Depth) {
  if (!V.Elements || !V.Guards)
    return Value::unknown();
  Value Joined;
  std::vector<std::pair<Value, Cube>> Parts;
  for (unsigned N = 0; N < V.Elements->size(); ++N) {
    bool Lost = false;
    std::optional<Cube> Guard = cube((*V.Guards)[N], Lost);
    if (!Guard)
      continue;
    if (Lost)
      return Value::unknown();
    Value Part = value((*V.Elements)[N], Depth + 1);
    Joined.joinIn(Part.guardedBy(*Guard));
    Parts.emplace_back(std::move(Part), *Guard);
  }
  if (Parts.size() == 1)
    return Parts[0].first;
  return Joined.is(Value::Kind::Unknown) ? FunctionSolver::unknownOfParts(Parts) : Joined;
}

Value Instantiation::value(const Value &V, unsigned Depth) {
  if (Depth > 4)
    return Value::unknown();
  switch (V.K) {
  case Value::Kind::Symbolic:
    return eval(V.Path);
  case Value::Kind::Number:
    if (V.Path)
      return eval(V.Path);
    if (V.Cond) {
      Answer A = answer(*V.Cond);
      if (A.Known)
        return Value::boolean(*A.Known);
      if (A.As)
        return Value::literal(*A.As);
      return Value::number();
    }
    return V;
  case Value::Kind::Object: {
    Value R = V;
    R.Path = PathId();
    R.Obj = object(V.Obj);
    return R;
  }
  case Value::Kind::Tensor:
  case Value::Kind::Device:
  case Value::Kind::Options:
  case Value::Kind::Pointer: {
    // What came in goes out unchanged: `return x`.
    if (V.Path)
      if (Value A = eval(V.Path); A.K == V.K && V.P.single() && V.P.single()->T.isSymbol())
        return A;
    Value R = V;
    R.Path = PathId();
    R.Identity = 0;
    R.P = placement(V.P);
    R.Dim = rank(V.Dim);
    // Every guard was false: the value is not this one.
    if (R.P.isBottom() && !V.P.isBottom() && V.Partial)
      return Value::none();
    return R;
  }
  case Value::Kind::Tuple:
  case Value::Kind::Function: {
    Value R = V;
    if (V.Elements) {
      std::vector<Value> E;
      for (const Value &X : *V.Elements)
        E.push_back(value(X, Depth + 1));
      R.Elements = std::make_shared<const std::vector<Value>>(std::move(E));
    }
    return R;
  }
  case Value::Kind::Unknown:
    return alternatives(V, Depth);
  case Value::Kind::Choice:
    return Value::unknown();
  default:
    return V;
  }
}

} // namespace devtidy::dataflow
