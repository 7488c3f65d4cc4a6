//===- Instantiation.cpp - A callee's values as its caller sees them ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Instantiation.h"
#include "dataflow/Batches.h"
#include "dataflow/FunctionFrame.h"
#include "dataflow/GlobalReader.h"
#include "dataflow/Options.h"
#include "dataflow/TensorTypes.h"
#include "dataflow/judge/MeetingPlace.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// What has members, of what is one of several: None has none.
static Value unlessNone(Value V) {
  if (!V.is(Value::Kind::Unknown) || !V.Elements)
    return V;
  const Value *Other = nullptr;
  for (const Value &Part : *V.Elements) {
    if (!Part.isNone() && Other && !(*Other == Part))
      return V;
    Other = Part.isNone() ? Other : &Part;
  }
  return Other ? Value(*Other) : V;
}

/// True for the callee's `*args`: where it has no element, nothing was given, or by name.
bool Instantiation::isRest(PathId P) const {
  const Path &Of = Solver.Prog.Paths[P];
  return Of.Owner == &Callee && dataflow::isRest(Of);
}

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
    else if (N.Index < Callee.Params.size() && !Callee.Params[N.Index].DefaultFrom.empty())
      V = GlobalReader(Solver, Before)
              .value(Solver.Prog.canonical(Callee.Params[N.Index].DefaultFrom), Callee.Params[N.Index].DeclaredType,
                     {});
    break;
  case Path::Root::Global: {
    V = Value::symbolic(P);
    ObjectId Holder = Solver.Objects.symbolic(P, "");
    if (const Value *It = Before.Mem.find({Holder, CellField}))
      V = *It;
    break;
  }
  case Path::Root::Meeting:
    V = meeting(eval(N.Parent), eval(N.Other));
    break;
  case Path::Root::Site:
    V = Value::symbolic(N.Owner == &Callee ? Paths.site(Solver.F, Id, P) : P);
    if (N.IsDevice)
      Paths.markDevice(V.Path);
    break;
  case Path::Root::Child: {
    if (Paths[N.Parent].isKeywords() && Paths[N.Parent].Owner == &Callee && N.Name.consume_front("[")) {
      V = keyword(N.Name.drop_back());
      if (N.IsDevice && V.is(Value::Kind::Symbolic))
        Paths.markDevice(V.Path);
      break;
    }
    Value Base = unlessNone(eval(N.Parent));
    if (Paths.isQuestion(P)) {
      V = Solver.questions(S).ask(N.Name, Base);
      break;
    }
    // A global variable is what it holds.
    if (N.Name == CellField && Paths[N.Parent].Kind == Path::Root::Global && !Base.is(Value::Kind::Symbolic)) {
      V = Base;
      break;
    }
    bool IsElement = N.Name.starts_with("[");
    llvm::StringRef Key = IsElement ? N.Name.drop_front().drop_back() : llvm::StringRef();
    unsigned Position = 0;
    bool HasPosition = !Key.empty() && !Key.getAsInteger(10, Position);
    if (Base.is(Value::Kind::Object) && IsElement) {
      const knowledge::ClassInfo *Library = Solver.Prog.libraryClass(Solver.object(Base.Obj).Class);
      const Value *ByName = Before.Mem.find({Base.Obj, Key});
      if (Library && Library->Kind == knowledge::ClassKind::DataLoader)
        V = Batches(Solver, Before).of(Base.Obj, Id);
      else if (!Key.empty() && ByName)
        V = *ByName;
      else
        V = Solver.fields(Before).element(Base.Obj, HasPosition ? std::optional<int64_t>(Position) : std::nullopt, {});
    } else if (Solver.isModule(Base) && isBoundMethod(Base.Obj, N.Name)) {
      V = Base; // what a method gives of what is there, is there
    } else if (Base.is(Value::Kind::Object)) {
      V = Solver.fields(Before).read(Base.Obj, N.Name);
    } else if (Base.is(Value::Kind::Tuple) && IsElement) {
      if (HasPosition)
        V = Position < Base.Elements->size() ? (*Base.Elements)[Position] : isRest(N.Parent) ? Value::none() : V;
      else if (Key.empty() && !Base.Elements->empty())
        for (V = Value::bottom(); const Value &E : *Base.Elements)
          V.joinIn(E);
    } else if (Base.is(Value::Kind::Symbolic) || mayHaveMembers(Base)) {
      PathId Child = Paths.child(Base.Path, N.Name);
      V = Child ? Value::symbolic(Child) : Value::unknown();
      if (std::optional<Value> Kept = Options::at(Solver, Before.Mem, Base, Child))
        V = *Kept;
    } else if (N.Name == CellField) {
      V = Base; // a temporary bound to a reference
    } else if (Base.isTensor() && IsElement) {
      V = Value::tensor(Base.P);
    } else if (Base.isTensor()) {
      V = attribute(Base, N.Name);
    } else if (Base.is(Value::Kind::Device) && N.Name == "type") {
      V = Base;
    } else if (IsModel && N.Name == "device" && (Base.is(Value::Kind::Number) || Base.is(Value::Kind::Constant))) {
      // A library makes tensors of the numbers that it is given.
      V = Value::device(defaultDevice(Solver, Before, Id));
    }
    break;
  }
  }
  return Cache[P.index()] = V;
}

bool Instantiation::isBoundMethod(ObjectId O, llvm::StringRef Name) const {
  const std::optional<Program::Entry> E = Solver.Prog.findMethod(Solver.object(O).Class, Name);
  return E && !llvm::is_contained(E->F->Decorators, "property") && !Before.Mem.has({O, Name});
}

Value Instantiation::keyword(llvm::StringRef Name) const {
  for (const auto &[Keyword, V] : Given.Others)
    if (Keyword == Name)
      return V;
  if (Given.Merged || !Given.PassedOn)
    return Given.Merged ? Value::unknown() : Value::none();
  PathId Passed = Solver.Prog.Paths.element(Given.PassedOn, Name);
  if (std::optional<Value> Kept = Options::at(Solver, Before.Mem, Value::symbolic(Given.PassedOn), Passed))
    return *Kept;
  return Passed ? Value::symbolic(Passed) : Value::unknown();
}

/// What a tensor's attribute is that the callee, who did not know that it is a tensor, reads without a call.
Value Instantiation::attribute(const Value &Tensor, llvm::StringRef Name) {
  if (Name == TypeField)
    return Value::options(Tensor.P);
  const knowledge::Callable *C = knowledge::findMethod(knowledge::Receiver::Tensor, {Name.data(), Name.size()});
  switch (C ? C->Kind : knowledge::Action::Pure) {
  case knowledge::Action::QueryDevice:
    return Value::device(Tensor.P);
  case knowledge::Action::QueryIsType: {
    std::optional<knowledge::Device> D = knowledge::parseDevice(C->Canonical);
    return Solver.flags().isOnType(Tensor, D ? D->Type : knowledge::DeviceType::Other).value_or(Value::unknown());
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

/// True if the path is known to hold a device, or is a parameter that is declared as one, or as options.
bool Instantiation::holdsDevice(PathId P) const {
  const Path &Known = Solver.Prog.Paths[P];
  if (Known.IsDevice || Known.Kind != Path::Root::Param || Known.Owner != &Callee)
    return Known.IsDevice;
  ir::TypeKind Declared = Solver.Prog.meaning(Callee.Params[Known.Index].DeclaredType).Kind;
  return Declared == ir::TypeKind::Device || Declared == ir::TypeKind::Options;
}

Placement Instantiation::image(const GuardedTerm &T) {
  auto OnDefault = [&] {
    const Value *It = Before.Mem.find({ObjectId(EnvironmentIndex), DefaultDevice});
    return It && !It->is(Value::Kind::Bottom) ? It->P.withOrigin([&](const Step *) { return T.Origin; })
                                              : Placement::of(Term::defaultDevice(), T.Origin);
  };
  if (T.T.kind() == Term::Kind::Default)
    return OnDefault();
  if (!T.T.isSymbol())
    return Placement::of(T.T, T.Origin);
  Value V = eval(T.T.path());
  // No device is the default one; what is done with no tensor is not done.
  if (V.isNone())
    return holdsDevice(T.T.path()) ? OnDefault() : Placement::bottom();
  if (V.isString()) {
    std::optional<Placement> P = placeOfType(V);
    P = P ? P : deviceOf(V);
    return P ? P->withOrigin([&](const Step *) { return T.Origin; }) : Placement::unknown();
  }
  if (V.isInt() && Solver.Prog.Paths[T.T.path()].IsDevice)
    return Placement::of(Term::device({knowledge::DeviceType::Cuda, static_cast<int16_t>(V.Const.Int)}), T.Origin);
  // as_tensor(2): nothing else makes a tensor of an argument that is a number.
  const Path &Named = Solver.Prog.Paths[T.T.path()];
  if (V.is(Value::Kind::Constant) && Named.Kind == Path::Root::Param && !holdsDevice(T.T.path()))
    return OnDefault().withOrigin([&](const Step *) { return Solver.stepAt(StepKind::Created, Id); });
  if (V.is(Value::Kind::Number) || V.is(Value::Kind::Constant) || V.is(Value::Kind::Bottom))
    return Placement::unknown();
  // x.device of what turns out to be neither tensor nor module.
  if (V.is(Value::Kind::Object) && !Solver.isModuleObject(V.Obj))
    if (const Value *It = Before.Mem.find({V.Obj, "device"}))
      if (std::optional<Placement> P = deviceOf(*It))
        return *P;
  // The callee's symbol is where the rest of a module is, if there are parts with places of their own.
  Placement P = Solver.placementOf(Before, V);
  if (Solver.isModule(V))
    if (Placement Rest = Solver.residence(Before).rest(V.Obj); !Rest.isBottom())
      P = Rest;
  // A device argument says where, not who: the step that used it is the callee's.
  if (V.is(Value::Kind::Device) && T.Origin && T.Origin->I)
    P = P.withOrigin([&](const Step *) { return T.Origin; });
  return P;
}

/// What an operation gives of operands about which the callee knew nothing.
Value Instantiation::meeting(Value A, Value B) {
  // y.to(x.device): the operand is there.
  for (Value *V : {&A, &B})
    if (V->is(Value::Kind::Device) && !V->Partial)
      *V = Value::tensor(V->P);
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
    return Both ? Value::computed(Both) : Value::unknown();
  }
  Demand D{.Rule = knowledge::DeviceRule::Iterator};
  for (const Value *V : {&A, &B}) {
    bool Untyped = !V->isTensor();
    Side X{.P = Solver.placementOf(Before, *V), .Dim = V->rank()};
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
  if (V.isTensor() || V.is(Value::Kind::Symbolic))
    return R.substituted(V.rank());
  // tensor([1, 2])
  if (V.is(Value::Kind::Tuple) || (V.is(Value::Kind::Object) && Solver.object(V.Obj).Class == "list"))
    return R.substituted(Rank::AtLeastOne);
  // A number has no dimension.
  bool Plain = V.is(Value::Kind::Number) || V.isInt();
  return R.substituted(Plain ? Rank::Zero : Rank::Unknown);
}

/// What a model of a library made or moved, its call has.
const Step *Instantiation::origin(const Step *Of) {
  return HidesCallee && Of && Of->M->IsModel ? Solver.stepAt(Of->Kind, Id) : Of;
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
  if (HidesCallee)
    R = R.withOrigin([&](const Step *Of) { return origin(Of); });
  return R;
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
  return Joined.is(Value::Kind::Unknown) ? oneOfSeveral(Parts) : Joined;
}

Value Instantiation::value(const Value &V, unsigned Depth) {
  if (Depth > 4)
    return Value::unknown();
  switch (V.K) {
  case Value::Kind::Symbolic: {
    Value R = eval(V.Path);
    if (!V.IsComputed)
      return unlessMethod(V.Path, R);
    if (R.is(Value::Kind::Constant) || R.is(Value::Kind::Number))
      return Value::number();
    // A deep copy of what is a module this time.
    if (R.is(Value::Kind::Object) && Solver.isModule(R))
      return Solver.fields(S).copied(Id, R, Copies, Sum.Objects.size() + 1);
    R.Identity = 0;
    R.IsComputed |= R.is(Value::Kind::Symbolic);
    if (V.IsReshaped && (R.isTensor() || R.is(Value::Kind::Symbolic))) {
      R.IsReshaped = R.is(Value::Kind::Symbolic);
      R.Dim = rank(V.Dim);
    }
    return R;
  }
  case Value::Kind::Number:
    if (V.Path)
      return eval(V.Path);
    if (V.Cond || V.Obj)
      return V.Cond ? flag(*V.Cond).value_or(Value::number()) : Value::number();
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
    if (R.Cond) // when it is not None
      R.Cond = flag(*V.Cond).value_or(Value()).Cond;
    // Every guard was false: the value is not this one. One of them holds: it is.
    if (R.P.isBottom() && !V.P.isBottom() && V.Partial)
      return Value::none();
    auto Holds = [](const GuardedTerm &T) { return T.Guard.isAlways() && !T.Imprecise; };
    R.Partial &= llvm::any_of(V.P.terms(), Holds) || llvm::none_of(R.P.terms(), Holds);
    if (R.isTensor() && !R.Partial)
      R.P = R.P.certain();
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
  case Value::Kind::Unknown: {
    Value R = V.Path ? eval(V.Path) : alternatives(V, Depth);
    // The callee's call gave something that is as unknown here.
    if (V.Path && R.is(Value::Kind::Symbolic)) {
      R = Value::unknown();
      R.Path = eval(V.Path).Path;
    }
    if (R.is(Value::Kind::Unknown) && V.Cond)
      if (std::optional<Value> Flag = flag(*V.Cond))
        R.Cond = Flag->Cond;
    return R;
  }
  case Value::Kind::Choice:
    return Value::unknown();
  default:
    return V;
  }
}

} // namespace devtidy::dataflow
