//===- CalleePaths.cpp - What a callee's symbols are in its caller -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/CalleePaths.h"
#include "dataflow/judge/MeetingPlace.h"
#include "dataflow/state/Batches.h"
#include "dataflow/state/Callables.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/GlobalReader.h"
#include "dataflow/state/Options.h"
#include "dataflow/state/PartOfEach.h"
#include "dataflow/state/Placing.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

BodyCall::BodyCall(FunctionFrame &Solver, State &S, ir::InstId Id, const Program::Entry &Called, const Summary &Sum,
                   const ActualArguments &Given, unsigned Alternative)
    : Solver(Solver), S(S), Before(S), Id(Id), Alternative(Alternative), Callee(*Called.F), Sum(Sum), Given(Given),
      Actuals(Given.Values), Positions(Given.Positions), IsModel(Called.M->IsModel),
      HidesCallee(IsModel && !Solver.M.IsModel) {}

std::optional<unsigned> BodyCall::positionOf(PathId P) const {
  if (!P)
    return std::nullopt;
  const Path &Root = Solver.Prog.Paths[Solver.Prog.Paths.root(P)];
  const bool IsArgument = Root.Kind == Path::Root::Param && Root.Owner == &Callee && Root.Index < Positions.size() &&
                          Positions[Root.Index] != ActualArguments::Implicit;
  return IsArgument ? std::optional(Positions[Root.Index]) : std::nullopt;
}

CalleePaths::CalleePaths(BodyCall &Call)
    : Call(Call), Solver(Call.Solver), Before(Call.Before), Callee(Call.Callee), Actuals(Call.Actuals) {}

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
bool CalleePaths::isRest(PathId P) const {
  const Path &Of = Solver.Prog.Paths[P];
  return Of.Owner == &Callee && dataflow::isRest(Of);
}

std::optional<PathId> CalleePaths::symbol(PathId P) {
  const Value V = eval(P);
  const GuardedTerm *Only = V.P.single();
  return Only && Only->T.isSymbol() ? std::optional(Only->T.path()) : std::nullopt;
}

void CalleePaths::where(llvm::ArrayRef<std::pair<PathId, Value>> Known, llvm::function_ref<void()> Read) {
  const llvm::DenseMap<uint32_t, Value> Before = std::exchange(Cache, llvm::DenseMap<uint32_t, Value>());
  for (const auto &[P, V] : Known)
    if (P)
      Cache[P.index()] = V;
  Read();
  Cache = Before;
}

Value CalleePaths::eval(PathId P) {
  if (!P)
    return Value::unknown();
  if (auto It = Cache.find(P.index()); It != Cache.end())
    return It->second;
  PathTable &Paths = Solver.Prog.Paths;
  const Path N = Paths[P];
  Value V = Value::unknown();
  switch (N.Kind) {
  case Path::Root::Param:
    V = ofParam(P, N);
    break;
  case Path::Root::Global:
    V = ofGlobal(P);
    break;
  case Path::Root::Meeting:
    V = meeting(eval(N.Parent), eval(N.Other));
    break;
  case Path::Root::Site:
    V = Value::symbolic(N.Owner == &Callee ? Paths.site(Solver.F, Call.Id, P) : P);
    if (N.IsDevice)
      Paths.markDevice(V.Path);
    break;
  case Path::Root::Child:
    V = ofChild(P, N);
    break;
  }
  return Cache[P.index()] = V;
}

Value CalleePaths::ofParam(PathId P, const Path &N) {
  if (N.Owner != &Callee)
    return Value::symbolic(P);
  if (N.Index < Actuals.size() && !Actuals[N.Index].is(Value::Kind::Bottom))
    return Actuals[N.Index];
  if (N.Index >= Callee.Params.size())
    return Value::unknown();
  const ir::Param &Of = Callee.Params[N.Index];
  if (Of.HasDefault && !Of.DefaultUnknown)
    return Value::constant(Of.Default);
  if (Of.DefaultFrom.empty())
    return Value::unknown();
  const Value V = GlobalReader(Solver, Before).ofDefault(Of);
  // A field has an object of its own: `parts: list = field(default_factory=list)`.
  const bool IsField = Callee.Kind == ir::FunctionKind::Constructor &&
                       Of.DefaultFrom == llvm::StringRef((Callee.Class + "." + Of.Name).str());
  return IsField && V.is(Value::Kind::Object) ? Value::unknown() : V;
}

Value CalleePaths::ofGlobal(PathId P) {
  const ObjectId Holder = Solver.Objects.symbolic(P, "");
  const Value *It = Before.Mem.find({Holder, CellField});
  return It ? *It : Value::symbolic(P);
}

Value CalleePaths::ofChild(PathId P, Path N) {
  PathTable &Paths = Solver.Prog.Paths;
  const bool IsOfKeywords = Paths[N.Parent].isKeywords() && Paths[N.Parent].Owner == &Callee;
  if (llvm::StringRef Keyword = N.Name; IsOfKeywords && Keyword.consume_front(" in "))
    return hasKeyword(Keyword);
  if (IsOfKeywords && N.Name.consume_front("[")) {
    Value V = keyword(N.Name.drop_back());
    if (N.IsDevice && V.is(Value::Kind::Symbolic))
      Paths.markDevice(V.Path);
    return V;
  }
  Value Base = unlessNone(eval(N.Parent));
  if (Paths.isQuestion(P))
    return Solver.questions(Call.S).ask(N.Name, Base);
  // A global variable is what it holds.
  if (N.Name == CellField && Paths[N.Parent].Kind == Path::Root::Global && !Base.is(Value::Kind::Symbolic))
    return Base;
  const bool IsElement = N.Name.starts_with("[");
  if (Base.is(Value::Kind::Object)) {
    if (IsElement)
      return elementOf(Base.Obj, N.Name);
    // What a method gives of what is there, is there.
    if (Solver.isModule(Base) && isBoundMethod(Base.Obj, N.Name))
      return Base;
    if (const std::optional<Value> Place = saidPlace(Solver, Before, Base.Obj, N.Name))
      return *Place;
    const Value Member = Solver.fields(Before).read(Base.Obj, N.Name);
    // What a method of a module takes for a device is one for the others: `self.device`.
    if (N.IsDevice && Solver.isModule(Base))
      Solver.Used.noteDevice(Member);
    return Member;
  }
  if (Base.is(Value::Kind::Choice))
    return partOfEach(Solver, Before.Mem, Base, N.Name).value_or(Value::unknown());
  return Base.is(Value::Kind::Tuple) && IsElement ? elementOfTuple(Base, N.Parent, N.Name) : memberOf(Base, N.Name);
}

/// "3" of "[3]"; nothing if Name says no position.
static std::optional<unsigned> positionIn(llvm::StringRef Name) {
  const llvm::StringRef Key = Name.drop_front().drop_back();
  unsigned Position = 0;
  return !Key.empty() && !Key.getAsInteger(10, Position) ? std::optional(Position) : std::nullopt;
}

Value CalleePaths::elementOf(ObjectId O, llvm::StringRef Name) {
  const llvm::StringRef Key = Name.drop_front().drop_back();
  const knowledge::ClassInfo *Library = Solver.Prog.Types.libraryClass(Solver.object(O).Class);
  if (Library && Library->Kind == knowledge::ClassKind::DataLoader)
    return Batches(Solver, Before).of(O, Call.Id);
  const std::optional<unsigned> Position = positionIn(Name);
  // What a list holds at a position, it may hold elsewhere.
  if (const Value *ByName = Before.Mem.find({O, Key}); ByName && !Key.empty() && !Position)
    return *ByName;
  // What the callee unpacks leaves the default.
  if (!Key.empty() && !Position && lacksKey(Solver, Before.Mem, O, Key))
    return Value::none();
  return Solver.fields(Before).element(O, Position ? std::optional<int64_t>(*Position) : std::nullopt, {});
}

Value CalleePaths::elementOfTuple(const Value &Tuple, PathId Of, llvm::StringRef Name) const {
  if (const std::optional<unsigned> Position = positionIn(Name)) {
    if (*Position < Tuple.Elements->size())
      return (*Tuple.Elements)[*Position];
    return isRest(Of) ? Value::none() : Value::unknown();
  }
  if (Name != "[]" || Tuple.Elements->empty())
    return Value::unknown();
  Value V = Value::bottom();
  for (const Value &E : *Tuple.Elements)
    V.joinIn(E);
  return V;
}

/// What a module of the program, or of a library, that was given itself has under Name: `build(torch)`,
/// `Net(settings)`.
std::optional<Value> CalleePaths::memberOfModule(const Value &Base, llvm::StringRef Name) {
  Program &Prog = Solver.Prog;
  const bool IsGlobal = Base.is(Value::Kind::Symbolic) && !Base.IsComputed &&
                        Prog.Paths[Base.Path].Kind == Path::Root::Global && !Name.empty() && !Name.starts_with("[");
  if (!IsGlobal || isOwnField(Name) || Prog.Paths[Base.Path].Name.empty())
    return std::nullopt;
  const llvm::StringRef Variable =
      Prog.Types.canonical(Prog.Names.intern((Prog.Paths[Base.Path].Name + "." + Name).str()));
  if (Prog.Types.isCallable(Variable))
    return Value::symbolic(Prog.Paths.global(Variable));
  return Prog.Links.globalWriter(Variable) ? std::optional(GlobalReader(Solver, Before).value(Variable, {}, {}))
                                           : std::nullopt;
}

/// True for a batch as its loader has put it together: each of its parts has the dimension of the batch.
static bool isBatch(const Value &V) {
  return !V.P.isUnknown() && llvm::all_of(V.P.terms(), [](const GuardedTerm &T) {
    return T.Origin && T.Origin->Kind == StepKind::Batched;
  });
}

Value CalleePaths::memberOf(const Value &Base, llvm::StringRef Name) {
  if (const llvm::StringRef Method = methodOfClass(Solver.Prog, Base, Name); !Method.empty())
    return Value::symbolic(Solver.Prog.Paths.global(Method));
  if (std::optional<Value> Global = memberOfModule(Base, Name))
    return *Global;
  if (Base.is(Value::Kind::Symbolic) || mayHaveMembers(Base)) {
    const PathId Child = Solver.Prog.Paths.child(Base.Path, Name);
    const std::optional<Value> Kept = Options::at(Solver, Before.Mem, Base, Child);
    return Kept ? *Kept : Child ? Value::symbolic(Child) : Value::unknown();
  }
  // A temporary bound to a reference.
  if (Name == CellField)
    return Base;
  if (Base.isTensor())
    return Name.starts_with("[") ? Value::tensor(Base.P, isBatch(Base) ? Base.Dim.plus(-1) : Rank::Unknown)
                                 : attribute(Base, Name);
  if (Base.is(Value::Kind::Device) && Name == "type")
    return Base;
  // A library makes tensors of the numbers that it is given.
  if (Call.IsModel && Name == "device" && (Base.is(Value::Kind::Number) || Base.is(Value::Kind::Constant)))
    return Value::device(defaultDevice(Solver, Before, Call.Id));
  return Value::unknown();
}

bool CalleePaths::isBoundMethod(ObjectId O, llvm::StringRef Name) const {
  const std::optional<Program::Entry> E = Solver.Prog.Types.findMethod(Solver.object(O).Class, Name);
  return E && !llvm::is_contained(E->F->Decorators, "property") && !Before.Mem.has({O, Name});
}

Value CalleePaths::keyword(llvm::StringRef Name) const {
  for (const auto &[Keyword, V] : Call.Given.Others)
    if (Keyword == Name)
      return V;
  if (Call.Given.Merged || !Call.Given.PassedOn)
    return Call.Given.Merged ? Value::unknown() : Value::none();
  PathId Passed = Solver.Prog.Paths.element(Call.Given.PassedOn, Name);
  if (std::optional<Value> Kept = Options::at(Solver, Before.Mem, Value::symbolic(Call.Given.PassedOn), Passed))
    return *Kept;
  return Passed ? Value::symbolic(Passed) : Value::unknown();
}

/// Whether the callee's `**kwargs` have that keyword.
Value CalleePaths::hasKeyword(llvm::StringRef Name) const {
  if (llvm::any_of(Call.Given.Others, [&](const auto &Other) { return Other.first == Name; }))
    return Value::boolean(true);
  if (Call.Given.Merged || !Call.Given.PassedOn)
    return Call.Given.Merged ? Value::number() : Value::boolean(false);
  return Solver.questions(Call.S).ask((" in " + Name).str(), Value::symbolic(Call.Given.PassedOn));
}

/// What a tensor's attribute is that the callee, who did not know that it is a tensor, reads without a call.
Value CalleePaths::attribute(const Value &Tensor, llvm::StringRef Name) {
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

/// What an operation gives of operands about which the callee knew nothing.
Value CalleePaths::meeting(Value A, Value B) {
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

Value CalleePaths::unlessMethod(PathId P, const Value &V) {
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

Placement CalleePaths::askedPlace(PathId P) {
  const Value V = eval(P);
  const std::optional<Placement> Named = V.isString() ? deviceOf(V) : std::nullopt;
  return Named ? *Named : Solver.placementOf(Before, V);
}

} // namespace devtidy::dataflow
