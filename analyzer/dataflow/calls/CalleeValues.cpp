//===- CalleeValues.cpp - A callee's values as its caller sees them ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/CalleeValues.h"
#include "dataflow/calls/CalleeAnswers.h"
#include "dataflow/calls/CalleePaths.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/MemberClasses.h"
#include "dataflow/state/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

CalleeValues::CalleeValues(BodyCall &Call, CalleePaths &Paths, CalleeAnswers &Answers)
    : Call(Call), Paths(Paths), Answers(Answers), Solver(Call.Solver), Before(Call.Before) {}

/// True if the path is known to hold a device, or is a parameter that is declared as one, or as options.
bool CalleeValues::holdsDevice(PathId P) const {
  const Path &Known = Solver.Prog.Paths[P];
  if (isDeviceEntry(Known))
    return true;
  if (Known.IsDevice || Known.Kind != Path::Root::Param || Known.Owner != &Call.Callee)
    return Known.IsDevice;
  ir::TypeKind Declared = Solver.Prog.Types.meaning(Call.Callee.Params[Known.Index].DeclaredType).Kind;
  return Declared == ir::TypeKind::Device || Declared == ir::TypeKind::Options;
}

/// Where the caller has what is made without a device.
Placement CalleeValues::onDefault(const GuardedTerm &T) {
  const Value *It = Before.Mem.find({ObjectId(EnvironmentIndex), DefaultDevice});
  return It && !It->is(Value::Kind::Bottom) ? It->P.withOrigin([&](const Step *) { return T.Origin; })
                                            : Placement::of(Term::defaultDevice(), T.Origin);
}

/// True if V, which the caller gives for P, is surely no tensor: of as_tensor(2), as_tensor([0.5, 1.0]) and
/// as_tensor(np.zeros(2)) tensors are made.
bool CalleeValues::isOfHost(const Value &V, PathId P) const {
  if (V.is(Value::Kind::Constant) || V.is(Value::Kind::Tuple))
    return true;
  if (V.is(Value::Kind::Object) && !V.Partial && Solver.object(V.Obj).K == Object::Kind::Allocated)
    return Solver.object(V.Obj).Class == "list";
  const std::optional<unsigned> Position = V.is(Value::Kind::Unknown) ? Call.positionOf(P) : std::nullopt;
  return Position && isHostArray(Solver, Solver.inst(Call.Id).Args[*Position].Value);
}

Placement CalleeValues::image(const GuardedTerm &T) {
  if (T.T.kind() == Term::Kind::Default)
    return onDefault(T);
  // What a helper allocates is on the accelerator that its caller has made current.
  if (isCurrent(T.T) && T.Origin && T.Origin->Kind == StepKind::Allocated)
    return currentAccelerator(Before, T.Origin);
  if (!T.T.isSymbol())
    return Placement::of(T.T, T.Origin);
  Value V = Paths.eval(T.T.path());
  // No device is the default one; what is done with no tensor is not done.
  if (V.isNone())
    return holdsDevice(T.T.path()) ? onDefault(T) : Placement::bottom();
  if (V.isString()) {
    std::optional<Placement> P = placeOfType(V);
    P = P ? P : deviceOf(V);
    return P ? P->withOrigin([&](const Step *) { return T.Origin; }) : Placement::unknown();
  }
  const Path &Named = Solver.Prog.Paths[T.T.path()];
  const bool IsMade = T.Origin && T.Origin->Kind == StepKind::Created;
  // `model.to(rank)`
  if (V.isInt() && (Named.IsDevice || (T.Origin && T.Origin->Kind == StepKind::Moved)))
    return Placement::of(Term::device({knowledge::DeviceType::Cuda, static_cast<int16_t>(V.Const.Int)}), T.Origin);
  if (IsMade && Named.Kind == Path::Root::Param && !holdsDevice(T.T.path()) && isOfHost(V, T.T.path()))
    return onDefault(T).withOrigin([&](const Step *) { return Solver.stepAt(StepKind::Created, Call.Id); });
  // select(device), and select(int i) { cudaSetDevice(i); }: the caller's parameter is a device, too.
  PathTable &All = Solver.Prog.Paths;
  if (V.is(Value::Kind::Number) && V.Path && !V.IsText && All[T.T.path()].IsDevice && Solver.M.declaresTypes() &&
      All[All.root(V.Path)].Owner == &Solver.F) {
    All.markDevice(V.Path);
    return Placement::of(Term::symbol(V.Path), T.Origin);
  }
  if (V.is(Value::Kind::Number) || V.is(Value::Kind::Constant) || V.is(Value::Kind::Bottom))
    return Placement::unknown();
  return imageOf(V, T);
}

/// Where V is, the caller's value of the symbol T.
Placement CalleeValues::imageOf(const Value &V, const GuardedTerm &T) {
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
  if (V.is(Value::Kind::Symbolic) && V.IsCopied)
    P = asCopied(Solver, Call.Id, P);
  if (T.Origin && T.Origin->Kind == StepKind::Copied)
    P = P.withOrigin([&](const Step *Of) {
      Step Here = *T.Origin;
      Here.Previous = Of;
      return Solver.Prog.Steps.get(Here);
    });
  // devices[i]: one of several, and nobody knows which. Where the machine says it, all are in one place.
  const Path &Named = Solver.Prog.Paths[T.T.path()];
  const bool IsOneOfSeveral = !P.isUnknown() && !P.isExclusive();
  return Named.Kind == Path::Root::Child && Named.Name == ElementField && IsOneOfSeveral ? P.imprecise() : P;
}

Rank CalleeValues::rank(Rank R) {
  if (!R.symbol())
    return R;
  Value V = Paths.eval(R.symbol());
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
const Step *CalleeValues::origin(const Step *Of) {
  return Call.HidesCallee && Of && Of->M->IsModel ? Solver.stepAt(Of->Kind, Call.Id) : Of;
}

Placement CalleeValues::placement(const Placement &P) {
  if (P.isUnknown())
    return P;
  Placement R;
  for (const GuardedTerm &T : P.terms()) {
    bool Lost = T.Imprecise;
    std::optional<Cube> G = Answers.cube(T.Guard, Lost);
    if (!G)
      continue;
    Placement Part = image(T).guardedBy(*G);
    if (T.Dim)
      Part = Part.withoutRanks().withRank(rank(*T.Dim));
    if (T.Origin && T.Origin->OfSeveral)
      Part = Part.withOrigin([&](const Step *Of) { return Solver.Prog.Steps.ofSeveral(Of); });
    R.joinIn(Lost ? Part.imprecise() : Part);
  }
  if (Call.HidesCallee)
    R = R.withOrigin([&](const Step *Of) { return origin(Of); });
  return R;
}

/// Values that are one of several modules, which only the callee knows: each under an answer of its own, so that what
/// happens to one of them from here on happens to the one that there is.
static void answerHere(FunctionFrame &In, ir::InstId Call, std::vector<std::pair<Value, Cube>> &Parts) {
  const PathId Site = In.Prog.Paths.site(In.F, Call);
  Cube Others;
  for (unsigned N = 0; N != Parts.size(); ++N) {
    Parts[N].second = Others;
    if (N + 1 == Parts.size())
      return;
    const PathId Asked = In.Prog.Paths.question(Site, (" is part " + llvm::Twine(N)).str());
    if (!Asked)
      return;
    Parts[N].second.add(In.Prog.Conditions.truth(Asked));
    Others.add(~In.Prog.Conditions.truth(Asked));
  }
}

/// One of several modules, or objects of the program; nothing if one of Parts is something else. IsLost: nobody here
/// knows which.
std::optional<Value> CalleeValues::oneObject(std::vector<std::pair<Value, Cube>> Parts, bool IsLost) {
  if (Parts.size() > 1 && arePlainObjects(Solver, Parts)) {
    if (IsLost)
      answerHere(Solver, Call.Id, Parts);
    return oneOfSeveral(Parts, /*OfSummary=*/true);
  }
  if (!llvm::all_of(Parts, [&](const auto &Part) { return Solver.isModule(Part.first) && !Part.first.Partial; }))
    return std::nullopt;
  if (IsLost)
    answerHere(Solver, Call.Id, Parts);
  return Solver.choices().choiceOf(Parts);
}

Value CalleeValues::alternatives(const Value &V, unsigned Depth) {
  if (!V.Elements || !V.Guards)
    return Value::unknown();
  Value Joined;
  std::vector<std::pair<Value, Cube>> Parts;
  bool LosesObject = false;
  for (unsigned N = 0; N < V.Elements->size(); ++N) {
    bool Lost = false;
    std::optional<Cube> Guard = Answers.cube((*V.Guards)[N], Lost);
    if (!Guard)
      continue;
    Value Part = value((*V.Elements)[N], Depth + 1);
    // Which of them it is only the callee knows. What calls itself would give another one in each round.
    if (Lost && Part.is(Value::Kind::Function)) {
      Parts.emplace_back(std::move(Part), Cube());
      continue;
    }
    if (Lost && Depth == 0 && (Solver.isModule(Part) || isPlainObject(Solver, Part))) {
      LosesObject = true;
      Parts.emplace_back(std::move(Part), *Guard);
      continue;
    }
    if (Lost && Depth == 0 && !Answers.isOfAllRounds((*V.Guards)[N]))
      return Value::unknown();
    if (Lost && !Part.isTensor() && !Part.is(Value::Kind::Symbolic) && !Part.isNone())
      return Value::unknown();
    if (Lost)
      Part = Part.mapped([](const Placement &P) { return P.imprecise(); });
    Joined.joinIn(Part.guardedBy(*Guard));
    Parts.emplace_back(std::move(Part), *Guard);
  }
  if (Parts.size() == 1)
    return Parts[0].first;
  if (std::optional<Value> One = oneObject(Parts, LosesObject))
    return *One;
  if (LosesObject)
    return Value::unknown();
  if (llvm::all_of(Parts, [](const auto &Part) { return Part.first.is(Value::Kind::Function); }))
    return oneOfSeveral(Parts);
  return Joined.is(Value::Kind::Unknown) ? oneOfSeveral(Parts) : Joined;
}

Value CalleeValues::ofSymbol(const Value &V) {
  Value R = Paths.eval(V.Path);
  if (!V.IsComputed)
    return Paths.unlessMethod(V.Path, R);
  if (R.is(Value::Kind::Constant) || R.is(Value::Kind::Number))
    return Value::number();
  // A deep copy of what is a module this time.
  if (R.is(Value::Kind::Object) && Solver.isModule(R))
    return Solver.fields(Call.S).copied(Call.Id, R, Copies, Call.Sum.Objects.size() + 1);
  R.Identity = 0;
  R.IsComputed |= R.is(Value::Kind::Symbolic);
  R.IsCopied |= V.IsCopied && R.is(Value::Kind::Symbolic);
  if (V.IsReshaped && (R.isTensor() || R.is(Value::Kind::Symbolic))) {
    R.IsReshaped = R.is(Value::Kind::Symbolic);
    R.Dim = rank(V.Dim);
  }
  return R;
}

Value CalleeValues::placed(const Value &V) {
  // What came in goes out unchanged: `return x`.
  if (V.Path)
    if (Value A = Paths.eval(V.Path); A.K == V.K && V.P.single() && V.P.single()->T.isSymbol())
      return A;
  Value R = V;
  R.Path = PathId();
  R.Identity = 0;
  R.P = placement(V.P);
  R.Dim = rank(V.Dim);
  if (R.Cond) // when it is not None
    R.Cond = Answers.flag(*V.Cond).value_or(Value()).Cond;
  // Every guard was false: the value is not this one. One of them holds: it is.
  if (R.P.isBottom() && !V.P.isBottom() && V.Partial)
    return Value::none();
  auto Holds = [](const GuardedTerm &T) { return T.Guard.isAlways() && !T.Imprecise; };
  R.Partial &= llvm::any_of(V.P.terms(), Holds) || llvm::none_of(R.P.terms(), Holds);
  // What the caller does not know for sure of the tensor that it gave stays so.
  if (const GuardedTerm *Only = V.P.single(); R.isTensor() && !R.Partial && !(Only && Only->T.isSymbol()))
    R.P = R.P.certain();
  return R;
}

Value CalleeValues::ofUnknown(const Value &V, unsigned Depth) {
  Value R = V.Path ? Paths.eval(V.Path) : alternatives(V, Depth);
  // The callee's call gave something that is as unknown here.
  if (V.Path && R.is(Value::Kind::Symbolic)) {
    R = Value::unknown();
    R.Path = Paths.eval(V.Path).Path;
  }
  if (R.is(Value::Kind::Unknown) && V.Cond)
    if (std::optional<Value> Flag = Answers.flag(*V.Cond))
      R.Cond = Flag->Cond;
  return R;
}

Value CalleeValues::withElements(const Value &V, unsigned Depth) {
  Value R = V;
  if (V.Elements) {
    std::vector<Value> E;
    for (const Value &X : *V.Elements)
      E.push_back(value(X, Depth + 1));
    R.Elements = std::make_shared<const std::vector<Value>>(std::move(E));
  }
  return R;
}

Value CalleeValues::value(const Value &V, unsigned Depth) {
  if (Depth > 4)
    return Value::unknown();
  switch (V.K) {
  case Value::Kind::Symbolic:
    return ofSymbol(V);
  case Value::Kind::Number:
    if (V.Path)
      return Paths.eval(V.Path);
    if (V.Cond || V.Obj)
      return V.Cond ? Answers.flag(*V.Cond).value_or(Value::number()) : Value::number();
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
    return placed(V);
  case Value::Kind::Pointer: {
    Value R = placed(V);
    R.Path = PathId();
    return R;
  }
  case Value::Kind::Tuple:
  case Value::Kind::Function:
    return withElements(V, Depth);
  case Value::Kind::Unknown:
    return ofUnknown(V, Depth);
  case Value::Kind::Choice:
    return choice(V, Depth);
  default:
    return V;
  }
}

/// One of several modules that the callee made, or was given: `net = A() if deep else B()`. What comes beside others
/// may go with one of them, `return net.cuda(), "cuda"`.
Value CalleeValues::choice(const Value &V, unsigned Depth) {
  std::vector<std::pair<Value, Cube>> Parts;
  bool Lost = false;
  for (const auto &[Part, Guard] : llvm::zip(*V.Elements, *V.Guards))
    if (const std::optional<Cube> Mine = Answers.cube(Guard, Lost))
      Parts.emplace_back(Value::object(object(Part.Obj)), *Mine);
  Value Mine = Parts.size() == 1 ? Parts[0].first
               : Lost && Depth   ? Value::unknown()
                                 : oneObject(Parts, Lost).value_or(Value::unknown());
  Mine.Registered = V.Registered;
  return Mine;
}

ObjectId CalleeValues::object(ObjectId O) {
  const Object &Info = Call.Sum.Objects[O.index()];
  switch (Info.K) {
  case Object::Kind::Environment:
    return O;
  case Object::Kind::Symbolic: {
    Value V = Paths.eval(Info.Path);
    if (V.is(Value::Kind::Object))
      return V.Obj;
    if (V.is(Value::Kind::Symbolic) || mayHaveMembers(V))
      return Solver.Objects.symbolic(V.Path, Info.Class);
    break;
  }
  case Object::Kind::Allocated:
    break;
  }
  constexpr unsigned MaxInner = 1U << 20;
  const ObjectId Mine =
      Solver.Objects.allocated(Call.Id, Call.Alternative * MaxInner + O.index() + 1, Info.Class, Info.Weak);
  Solver.Objects[Mine].OfRounds |= Info.OfRounds;
  Solver.Objects[Mine].OfSeveral |= Info.OfSeveral;
  return Mine;
}

} // namespace devtidy::dataflow
