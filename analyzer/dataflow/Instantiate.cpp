//===- Instantiate.cpp - Calls of functions with a body -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Containers.h"
#include "dataflow/Decorators.h"
#include "dataflow/FunctionSolver.h"
#include "dataflow/Instantiation.h"
#include "dataflow/Options.h"
#include "dataflow/Scopes.h"
#include "dataflow/domain/Tested.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// The operand X turns out to be a list: its elements meet.
bool Instantiation::spread(const Side &X, const Value &V, llvm::SmallVectorImpl<Side> &Sides) {
  auto Add = [&](const Value &E, int Row) {
    if (!E.isTensor())
      return;
    Side Element = X;
    Element.Row = Row;
    Element.IsList = false;
    Element.P = E.P;
    Element.Dim = E.Dim;
    Element.Partial = E.Partial;
    Element.Untyped = Element.IsPath = false;
    Element.IsElement = true;
    Sides.push_back(std::move(Element));
  };
  if (V.is(Value::Kind::Tuple)) {
    for (unsigned N = 0; N < V.Elements->size(); ++N)
      Add((*V.Elements)[N], static_cast<int>(N));
    return true;
  }
  bool IsList = V.is(Value::Kind::Object) && Solver.object(V.Obj).K == Object::Kind::Allocated &&
                Solver.object(V.Obj).Class == "list";
  if (IsList)
    for (const auto &[Key, Held] : Before.Mem.of(V.Obj))
      Add(Held, Side::rowOf(Before.Mem, V.Obj, Key.second));
  return IsList;
}

std::optional<knowledge::DeviceType> Instantiation::testedType(Literal L, PathId P) const {
  std::optional<DeviceTest> Asked = testOf(L);
  return Asked && P && Asked->Of == P ? std::optional(Asked->Type) : std::nullopt;
}

/// "Normal", "log_prob": the operation of which a model's demand is told.
void Instantiation::tellAsOwn(Demand &D) const {
  D.M = &Solver.M;
  D.F = &Solver.F;
  D.I = &Solver.inst(Id);
  // Its constructor may be a base's.
  const bool Constructs = Callee.Kind == ir::FunctionKind::Constructor;
  const bool Calls = D.I->Kind == ir::InstKind::Apply;
  // What is called may be of a class that has it from another.
  const bool IsObject = Calls && !Actuals.empty() && Actuals[0].is(Value::Kind::Object);
  const llvm::StringRef Called = IsObject ? Solver.object(Actuals[0].Obj).Class : Callee.Class;
  D.Name = (Constructs ? D.I->Name : Calls ? Called : Callee.Name).rsplit('.').second;
}

/// The argument that a model's operand came with stands for it.
void Instantiation::nameSide(Side &X, PathId Was) const {
  const PathTable &Paths = Solver.Prog.Paths;
  const Path *From = Was ? &Paths[Paths.root(Was)] : nullptr;
  bool IsArgument = From && From->Kind == Path::Root::Param && From->Owner == &Callee &&
                    From->Index < Positions.size() && Positions[From->Index] != ActualArguments::Implicit;
  X.Range = {};
  X.IsElement = false;
  if (IsArgument)
    X.Position = Positions[From->Index];
  else
    X.Name = "what it holds";
}

/// True if what comes into question holds tensors only.
bool Instantiation::areTensors(const Placement &P) {
  return !P.isUnknown() && llvm::all_of(P.terms(), [&](const GuardedTerm &T) {
    bool Lost = false;
    if (!T.T.isSymbol() || !cube(T.Guard, Lost))
      return true;
    const Value V = eval(T.T.path());
    return V.isTensor() && !V.Partial && !V.Path;
  });
}

/// True if V is a function or a class of the program, or an object of one that is no module.
bool Instantiation::isCode(const Value &V) const {
  if (V.is(Value::Kind::Function))
    return V.Func != nullptr;
  if (V.is(Value::Kind::Object)) {
    const llvm::StringRef Class = Solver.object(V.Obj).Class;
    return Solver.Prog.findClass(Class) && !Solver.isModule(V) && !Solver.Prog.hasUnknownBase(Class);
  }
  const Path *Global = V.is(Value::Kind::Symbolic) ? &Solver.Prog.Paths[V.Path] : nullptr;
  if (!Global || Global->Kind != Path::Root::Global)
    return false;
  return Solver.Prog.findFunction(Global->Name) || Solver.Prog.findClass(Global->Name);
}

/// True if V is a module of the program whose forward brings an input to where it wants it: `x = x.to("cuda:0")`.
bool Instantiation::placesInputs(const Value &V) const {
  Program &Prog = Solver.Prog;
  const std::optional<Program::Entry> Forward =
      Solver.isModule(V) ? Prog.findMethod(Solver.object(V.Obj).Class, "forward") : std::nullopt;
  if (!Forward)
    return false;
  const std::shared_ptr<const Summary> Sum = Prog.solved(*Forward).Sum;
  auto IsInput = [&](PathId P) {
    return Prog.Paths[P].Kind == Path::Root::Param && Prog.Paths[P].Owner == Forward->F && Prog.Paths[P].Index != 0;
  };
  bool Moves = false;
  Sum->Final.forEach([&](const Memory::Key &Key, const Value &) {
    const Object &O = Sum->Objects[Key.first.index()];
    Moves |= Key.second == DeviceField && O.K == Object::Kind::Symbolic && IsInput(O.Path);
  });
  return Moves && llvm::none_of(Sum->Demands, [&](const Demand &D) {
           return llvm::any_of(D.Sides, [&](const Side &X) {
             return llvm::any_of(X.P.terms(),
                                 [&](const GuardedTerm &T) { return T.T.isSymbol() && IsInput(T.T.path()); });
           });
         });
}

bool Instantiation::misjudges() {
  return llvm::any_of(Sum.Demands, [&](const Demand &D) {
    const GuardedTerm *Only = D.Sides.empty() || !D.Sides[0].IsModule ? nullptr : D.Sides[0].P.single();
    return Only && Only->T.isSymbol() && placesInputs(eval(Only->T.path()));
  });
}

/// True if D is told of a call of something that the callee was given.
static bool appliesUnknown(const Demand &D) {
  return D.I->Kind == ir::InstKind::Apply && !D.Sides.empty() && D.Sides[0].IsModule && D.Sides[0].P.hasSymbol();
}

bool Instantiation::mayReach(const Cube &When) {
  bool Lost = false;
  std::optional<Cube> Path = cube(When, Lost);
  return Path &&
         llvm::all_of(Before.Path.literals(), [&](Literal L) { return Path->size() >= Cube::MaxPath || Path->add(L); });
}

std::optional<Demand> Instantiation::demand(const Demand &D) {
  Demand R = D;
  bool Lost = false; // losing a path literal only widens when the operation runs
  std::optional<Cube> Path = cube(D.Path, Lost);
  if (!Path)
    return std::nullopt;
  R.Path = *Path;
  if (HidesCallee)
    tellAsOwn(R);
  for (Literal L : Before.Path.literals())
    if (R.Path.size() < Cube::MaxPath && !R.Path.add(L))
      return std::nullopt;
  R.Sides.clear();
  for (Side X : D.Sides) {
    const GuardedTerm *Only = X.P.single();
    const PathId Was = Only && Only->T.isSymbol() ? Only->T.path() : PathId();
    if (Was) {
      Value V = eval(Was);
      if (X.IsPath && spread(X, V, R.Sides))
        continue;
      // It is no tensor this time.
      const bool MayBe = V.isTensor() || V.is(Value::Kind::Symbolic) || V.is(Value::Kind::Object) || V.isOneOfSeveral();
      const bool Other = X.Untyped && !MayBe;
      if (Other || (X.IsPath && (V.is(Value::Kind::Constant) || V.is(Value::Kind::Number))))
        continue;
      // What is called is a function of the program: what it demands is its own.
      if (X.IsModule && isCode(V))
        return std::nullopt;
      // Whoever is given a module is none.
      if (X.IsPath && X.Position > 0 && Solver.isModule(V) && appliesUnknown(D))
        return std::nullopt;
      // x.sub(y), and x is an object of a class with a method of that name.
      bool IsReceiver = D.I->Kind == ir::InstKind::Invoke && X.Position == 0;
      if (X.Untyped && IsReceiver && V.is(Value::Kind::Object))
        return std::nullopt;
      const bool WasPath = X.IsPath;
      X.IsPath = X.IsPath && V.Path;
      if (V.isTensor()) {
        // What the caller was given may be something else in its own callers.
        X.Partial = V.Partial || (X.Partial && (V.Path || !(X.Untyped || WasPath)));
        X.Untyped &= V.Partial || V.Path;
      }
      if (V.is(Value::Kind::Number) || V.is(Value::Kind::Constant) || V.isOneOfSeveral())
        X.Partial = true;
    }
    // One of several, all of them tensors this time.
    if (!Was && X.Untyped && areTensors(X.P))
      X.Partial = X.Untyped = false;
    X.P = placement(X.P);
    if (!X.Partial && !X.Untyped)
      X.P = X.P.certain();
    // Of what the callee has tested, only that gets there which passed.
    for (Literal L : D.Path.literals())
      if (std::optional<knowledge::DeviceType> Type = testedType(L, Was); Type && !X.P.isUnknown())
        X.P = X.P.filtered(
            [&](const GuardedTerm &T) { return T.T.isSymbol() || (T.T.device().Type == *Type) == L.isPositive(); });
    X.Dim = rank(X.Dim);
    if (HidesCallee)
      nameSide(X, Was);
    R.Sides.push_back(std::move(X));
  }
  llvm::erase_if(R.Sides, [](const Side &X) { return X.P.isBottom(); });
  if (R.Sides.empty() || (R.Sides.size() == 1 && !R.Sides[0].IsList))
    return std::nullopt;
  return R;
}

void FunctionSolver::noteCall(const ir::Function &Callee, llvm::ArrayRef<Value> Actuals, State &S) {
  Record.now().Calls.noteCall(Callee, F, Prog.Conditions.saysAvailable(S.Path),
                              S.Mem.has({ObjectId(EnvironmentIndex), CurrentDevice}));
  auto IsHost = [](const GuardedTerm &T) { return !T.T.isSymbol() && T.T.device().Type == knowledge::DeviceType::Cpu; };
  auto IsBrought = [](const GuardedTerm &T) {
    return T.Origin && (T.Origin->Kind == StepKind::Moved || T.Origin->Kind == StepKind::CreatedOnHost);
  };
  for (unsigned N = 0; N < Actuals.size(); ++N)
    if (const Value &V = Actuals[N]; V.isTensor() || V.is(Value::Kind::Symbolic) || V.is(Value::Kind::Unknown))
      Record.now().Calls.notePlace(
          Callee, N, V.isTensor() && !V.P.isUnknown() && !V.P.isBottom() && llvm::all_of(V.P.terms(), IsHost),
          V.isTensor() && llvm::all_of(V.P.terms(), IsBrought));
  for (unsigned N = 0; N < Actuals.size(); ++N)
    if (bool IsCell = Actuals[N].is(Value::Kind::Object) && object(Actuals[N].Obj).Class == "cell";
        IsCell || Actuals[N].isTensor())
      Record.now().Calls.noteArgument(Callee, N, isTested(S, fields(S).unboxed(Actuals[N])));
  // What the callee can only use as a tensor is one here, too.
  for (unsigned N = 0; N < Actuals.size() && N < Callee.Params.size(); ++N)
    if (const ir::Param &P = Callee.Params[N]; P.PassMode == ir::Param::Mode::Value && !P.HasDefault &&
                                               Actuals[N].is(Value::Kind::Symbolic) &&
                                               Prog.Paths[Prog.Paths.param(Callee, N)].IsTensor)
      Used.noteTensor(Actuals[N]);
}

/// What every element of a list is that has no elements of their own names; unknown if there is none.
static Value elementOfAll(const Value &List, const State &S) {
  const Value *Each = List.is(Value::Kind::Object) ? S.Mem.find({List.Obj, ElementField}) : nullptr;
  return Each && !S.Mem.has({List.Obj, "0"}) ? *Each : Value::unknown();
}

bool isRest(const Path &P) {
  return P.Kind == Path::Root::Param && P.Owner && P.Index < P.Owner->Params.size() &&
         P.Owner->Params[P.Index].PassMode == ir::Param::Mode::Star;
}

/// `f(*args)` gives the parameters of the callee from Next on what the caller's own `*args` hold, one after the other.
/// Of one with a default nobody knows whether it is given.
static void bindRest(const Value &Rest, unsigned Next, const ir::Function &Callee, PathTable &Paths,
                     ActualArguments &Bound) {
  for (unsigned N = Next; N < Callee.Params.size(); ++N) {
    const ir::Param &P = Callee.Params[N];
    if (P.PassMode == ir::Param::Mode::Star)
      Bound.bind(N, N == Next ? Rest : Value::unknown(), ActualArguments::Implicit);
    // What comes behind it is given by name.
    if (P.PassMode != ir::Param::Mode::Value)
      return;
    if (const PathId Given = P.HasDefault ? PathId() : Paths.element(Rest.Path, std::to_string(N - Next)))
      Bound.bind(N, Value::symbolic(Given), ActualArguments::Implicit);
  }
}

/// The path of V if it is one of the caller's own `*args`.
static PathId elementOfRest(const Value &V, const PathTable &Paths) {
  const bool IsElement = V.is(Value::Kind::Symbolic) && Paths[V.Path].Kind == Path::Root::Child;
  return IsElement && isRest(Paths[Paths[V.Path].Parent]) ? V.Path : PathId();
}

/// Keyword arguments go to the parameter of their name.
ActualArguments FunctionSolver::bindArguments(const ir::Inst &I, const ir::Function &Callee,
                                              llvm::ArrayRef<Value> Given, const State &S) {
  ActualArguments Bound;
  llvm::SmallVector<Value, 1> Merged;
  Value Each = Value::unknown();
  bool Starred = false;
  std::vector<Value> Rest;
  unsigned RestAt = 0;
  unsigned Extra = Given.size() - std::min<size_t>(Given.size(), I.Args.size());
  auto BindNext = [&](const Value &V, unsigned Position) {
    // What comes from there on is one of `*args`.
    const unsigned Next = Bound.Values.size();
    if (Rest.empty()) {
      Bound.bind(Next, V, Position);
      RestAt = Next;
    }
    if (RestAt < Callee.Params.size() && Callee.Params[RestAt].PassMode == ir::Param::Mode::Star)
      Rest.push_back(V);
  };
  // x.f(y) gives y alone to a static method.
  const bool IsStatic = I.Kind == ir::InstKind::Invoke && Callee.Kind == ir::FunctionKind::StaticMethod;
  for (unsigned N = IsStatic && !Given.empty(); N < Given.size(); ++N) {
    bool IsExplicit = N >= Extra && N - Extra < I.Args.size();
    llvm::StringRef Keyword = IsExplicit ? I.Args[N - Extra].Keyword : llvm::StringRef();
    unsigned Position = IsExplicit ? N - Extra : ActualArguments::Implicit;
    if (Keyword.empty()) {
      if (!Starred)
        BindNext(Given[N], Position);
    } else if (Keyword == "**") {
      Merged.push_back(Given[N]);
    } else if (Keyword == "*" && Given[N].is(Value::Kind::Tuple) && !Starred) {
      for (const Value &Element : *Given[N].Elements)
        BindNext(Element, ActualArguments::Implicit);
    } else if (Keyword == "*" && !Starred && Given[N].is(Value::Kind::Symbolic) && isRest(Prog.Paths[Given[N].Path])) {
      Starred = true;
      bindRest(Given[N], Bound.Values.size(), Callee, Prog.Paths, Bound);
    } else if (Keyword == "*") {
      // Of what comes behind, nobody knows which parameter it is for. Of zip(*Rows) each is a list.
      Each = Starred ? Value::unknown() : elementOfAll(Given[N], S);
      Starred = true;
    } else if (auto P = llvm::find_if(Callee.Params, [&](const ir::Param &X) { return X.Name == Keyword; });
               P != Callee.Params.end()) {
      Bound.bind(P - Callee.Params.begin(), Given[N], Position);
    } else {
      Bound.Others.emplace_back(Keyword, Given[N]);
    }
  }
  if (const auto Star =
          llvm::find_if(Callee.Params, [](const ir::Param &P) { return P.PassMode == ir::Param::Mode::Star; });
      Star != Callee.Params.end() && (!Starred || !Rest.empty()))
    Bound.bind(Star - Callee.Params.begin(), Starred ? Value::unknown() : Value::tuple(Rest),
               Rest.empty() ? ActualArguments::Implicit : Bound.Positions[RestAt]);
  for (const Value &V : Merged)
    bindMerged(V, Callee, S, Bound);
  for (unsigned N = 0; Starred && N < Callee.Params.size(); ++N)
    if (N >= Bound.Values.size() || Bound.Values[N].is(Value::Kind::Bottom))
      Bound.bind(N, Callee.Params[N].HasDefault ? Value::unknown() : Each, ActualArguments::Implicit);
  return Bound;
}

/// True if what goes there is a device, by all that is known of it.
static bool takesDevice(const ir::Param &P) {
  return P.DeclaredType.Kind == ir::TypeKind::Device || P.Name == "device";
}

static bool isNoneByDefault(const ir::Param &P) {
  return P.HasDefault && !P.DefaultUnknown && P.Default.K == ir::Constant::Kind::None;
}

/// What `**From` gives the parameters of the callee that have no value, and its own keywords.
void FunctionSolver::bindMerged(const Value &From, const ir::Function &Callee, const State &S, ActualArguments &Bound) {
  const bool IsOwn = From.is(Value::Kind::Symbolic) && Prog.Paths[From.Path].isKeywords();
  bool TakesMore = false;
  for (unsigned N = 0; N < Callee.Params.size(); ++N) {
    const ir::Param &P = Callee.Params[N];
    TakesMore |= P.PassMode == ir::Param::Mode::StarStar;
    const bool IsBound = N < Bound.Values.size() && !Bound.Values[N].is(Value::Kind::Bottom);
    // kwargs["mask"] = mask
    if (PathId Stored = IsOwn && !IsBound ? Prog.Paths.element(From.Path, P.Name) : PathId())
      if (std::optional<Value> Kept = Options::at(*this, S.Mem, From, Stored)) {
        Bound.bind(N, *Kept, ActualArguments::Implicit);
        continue;
      }
    // `f(*args, **kwargs)` hands it on by its position or by its name.
    if (PathId ByPosition = IsBound && IsOwn ? elementOfRest(Bound.Values[N], Prog.Paths) : PathId())
      if (PathId ByName = Prog.Paths.element(From.Path, P.Name))
        if (PathId Either = Prog.Paths.meeting(ByPosition, ByName))
          Bound.bind(N, Value::symbolic(Either), ActualArguments::Implicit);
    if (IsBound || P.PassMode != ir::Param::Mode::Value)
      continue;
    // What the caller passes on and was not given itself is None, as it is without it.
    // What has no default was given: otherwise the call fails.
    const bool IsNamed = IsOwn && (isNoneByDefault(P) || !P.HasDefault);
    if (PathId Passed = IsNamed ? Prog.Paths.element(From.Path, P.Name) : PathId(); Passed && !takesDevice(P))
      Bound.bind(N, Value::symbolic(Passed), ActualArguments::Implicit);
    else if (std::optional<Value> Held = takesDevice(P) ? dataflow::mergedDevice(Prog, Objects, S.Mem, From, P.Name)
                                                        : dataflow::mergedKeyword(Objects, S.Mem, From, P.Name))
      Bound.bind(N, *Held, ActualArguments::Implicit);
    else if (std::optional<Value> Any = P.HasDefault ? std::nullopt : dataflow::mergedAny(Objects, S.Mem, From))
      Bound.bind(N, *Any, ActualArguments::Implicit);
  }
  if (!TakesMore)
    return;
  if (IsOwn)
    Bound.PassedOn = From.Path;
  else if (dataflow::mergedKeyword(Objects, S.Mem, From, "").has_value())
    Bound.Merged = true;
  if (From.is(Value::Kind::Object))
    for (const auto &[Key, Held] : S.Mem.of(From.Obj))
      Bound.Others.emplace_back(Key.second, Held);
}

/// Notes which of the operations of Callee a call may reach.
static void noteReached(Instantiation &Inst, const Summary &Sum, const ir::Function &Callee, Callers &Calls) {
  for (const auto &[At, When] : Sum.DecidedHere)
    if (Inst.mayReach(When))
      Calls.noteReached(Callee, At);
  for (const Demand &D : Sum.Demands)
    if (Inst.mayReach(D.Path))
      Calls.noteReached(Callee, D.I);
}

Value FunctionSolver::instantiate(ir::InstId Id, const Program::Entry &Callee, llvm::ArrayRef<Value> Given, State &S,
                                  Event &E) {
  const ir::Inst &I = inst(Id);
  E.Kind = I.Kind;
  const ActualArguments Actuals = bindArguments(I, *Callee.F, Given, S);
  if (Out.OnlyGlobals && Prog.mayReadGlobals(*Callee.F))
    return unknownCall(Id, S);
  const SolvedFunction &Solved = Prog.solved(Callee);
  std::shared_ptr<const Summary> Special;
  if (!Solved.Applied.empty() && Solved.Sum->Known) {
    const std::shared_ptr<const Summary> Any = Solved.Sum;
    const GivenFunctions Functions =
        Instantiation(*this, S, Id, Callee, *Any, Actuals)
            .givenFunctions(std::vector<PathId>(Solved.Applied.begin(), Solved.Applied.end()));
    if (const SolvedFunction *With = Functions.empty() ? nullptr : Prog.solvedWith(Callee, Functions);
        With && With->Sum->Known)
      Special = With->Sum;
  }
  noteCall(*Callee.F, Actuals.Values, S);
  Record.now().Calls.noteFailure(*Callee.F, F, isFailureWanted(S.Mem));
  std::shared_ptr<const Summary> Held = Special ? Special : Solved.Sum; // solving more functions may replace it
  const Summary &Sum = *Held;
  // What a function is given in a list is hardly ever known; of a constructor it is rarely asked.
  const bool Unpacks = llvm::any_of(I.Args, [&](const ir::Arg &A) {
    const Value V = A.Keyword == "*" ? operand(A, S) : Value();
    return A.Keyword == "*" && !V.is(Value::Kind::Tuple) &&
           !(V.is(Value::Kind::Symbolic) && isRest(Prog.Paths[V.Path]));
  });
  if (!Sum.Known || (Unpacks && Callee.F->Kind != ir::FunctionKind::Constructor)) {
    Record.now().Calls.noteReached(*Callee.F, nullptr);
    return unknownCall(Id, S);
  }
  Instantiation Inst(*this, S, Id, Callee, Sum, Actuals, Alternative);
  const Wrapping Wrapped = Callee.F->Decorators.empty() ? Wrapping() : wrappingOf(Prog, *Callee.F);
  S.Reachable = Sum.Returns || !Wrapped.KeepsResult || Inst.mayBeReplaced() || goesOnBehind(Prog, F, Id, *Callee.F);
  noteReached(Inst, Sum, *Callee.F, Record.now().Calls);
  if (!Sum.Returns)
    return S.Reachable ? unknownCall(Id, S) : Value::bottom();
  const bool MayFail = isFailureWanted(S.Mem) || !Wrapped.KeepsArguments;
  const bool Misjudges = Inst.misjudges();
  for (const Demand &D : Sum.Demands)
    if (std::optional<Demand> Mine = MayFail || Misjudges ? std::nullopt : Inst.demand(D))
      Record.now().Demands.push_back({std::move(*Mine), {}, &I, !Inst.hidesCallee()});
  Value Result = Misjudges ? unknownOf(*this, Id, staticType(I.Result)) : Inst.result();
  for (PathId Symbol : Sum.Tested)
    if (std::optional<PathId> Mine = Inst.symbol(Symbol))
      addTested(S, *Mine);
  // What holds whenever the callee returns holds here: a helper that throws unless x is on the CPU.
  std::optional<Cube> After = Inst.returnPath();
  Inst.applyEffects();
  for (Literal L : After ? After->literals() : llvm::ArrayRef<Literal>())
    if (addTested(S, L, Prog.Conditions); !S.hold(L)) {
      S.Reachable = false;
      return Value::bottom();
    }
  const bool IsLost = Result.is(Value::Kind::Bottom) ||
                      (!Wrapped.KeepsResult && !Result.isTensor() && !Result.is(Value::Kind::Tuple)) ||
                      (Result.is(Value::Kind::Object) && (Wrapped.SharesResult || !Wrapped.KeepsResult));
  if (IsLost)
    return unknownOf(*this, Id, staticType(I.Result));
  return Wrapped.KeepsResult ? Result : Result.mapped([](const Placement &P) { return P.imprecise(); });
}

} // namespace devtidy::dataflow
