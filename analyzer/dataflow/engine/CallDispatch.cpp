//===- CallDispatch.cpp - One call: who is called, and what runs ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/CallDispatch.h"
#include "dataflow/engine/CallMeaning.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/engine/OperatorCall.h"
#include "dataflow/engine/PythonCalls.h"
#include "dataflow/engine/Rules.h"
#include "dataflow/engine/SeveralObjects.h"
#include "dataflow/engine/Untyped.h"
#include "dataflow/state/Callables.h"
#include "dataflow/state/Evidence.h"
#include "dataflow/state/LooseStores.h"
#include "dataflow/state/Options.h"
#include "dataflow/state/PartMoves.h"
#include "dataflow/state/Scopes.h"
#include "dataflow/state/TensorTypes.h"
#include "knowledge/Arrays.h"
#include "knowledge/Builtins.h"
#include "knowledge/ClassNames.h"
#include "knowledge/MethodNames.h"
#include "knowledge/Packages.h"
#include "knowledge/Tokenizers.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// `super().forward(x)`, and the base is a class of the library.
static bool callsLibraryForward(const Program &Prog, const ir::Inst &I) {
  llvm::StringRef Class = I.Name;
  if (I.Kind != InstKind::Call || I.Args.empty() || !Class.consume_back(".forward"))
    return false;
  const knowledge::ClassInfo *Base = knowledge::findClass(std::string_view(Prog.Types.canonical(Class)));
  return Base && Base->Kind == knowledge::ClassKind::Module && knowledge::isOfNetworks(*Base);
}

/// What the call of Type, a type of tensors, gives: `Tensor(2, 3)`.
static Value createOfType(CallFrame &F, const Value &Type) {
  F.E.HasTarget = true;
  F.E.Target = Type.P;
  Value V = Value::tensor(placeAtTarget(F, StepKind::Created));
  V.Identity = F.Id.index() + 1;
  return V;
}

/// True if a call of V runs what nobody follows: hooks, or a function in the place of its `forward`.
static bool isHooked(const Memory &Mem, const Value &V) {
  if (V.is(Value::Kind::Choice))
    return llvm::any_of(*V.Elements, [&](const Value &E) { return isHooked(Mem, E); });
  return V.is(Value::Kind::Object) && (Mem.has({V.Obj, HookedField}) || Mem.has({V.Obj, "forward"}));
}

/// True if somebody has put another function in the place of the method Name of V, `net.sample = safe(net.sample)`.
static bool hasOtherMethod(const FunctionFrame &In, const Memory &Mem, const Value &V, llvm::StringRef Name) {
  if (V.is(Value::Kind::Choice))
    return llvm::any_of(*V.Elements, [&](const Value &Part) { return hasOtherMethod(In, Mem, Part, Name); });
  const Value *Held = V.is(Value::Kind::Object) ? Mem.find({V.Obj, Name}) : nullptr;
  const std::optional<Program::Entry> Own =
      Held ? In.Prog.Types.findMethod(In.object(V.Obj).Class, Name) : std::nullopt;
  // What is read of an object stands there as well, and is its own.
  const bool IsOwn = Held && Held->Path && In.Prog.Paths[Held->Path].Name == Name;
  return Own && !IsOwn && !llvm::is_contained(Own->F->Decorators, "property");
}

CallDispatch::CallDispatch(FunctionSolver &Solver, ir::InstId Id, State &S)
    : Solver(Solver), I(Solver.inst(Id)), Id(Id), S(S) {
  E.Id = Id;
  E.I = &I;
  E.Kind = I.Kind;
  E.Name = I.Name;
  E.Path = S.Path;
  E.DeviceGuarded = S.Mem.has({ObjectId(EnvironmentIndex), CurrentDevice});
}

bool CallDispatch::isMethod() const {
  return I.Kind == InstKind::Invoke || I.Kind == InstKind::Apply || I.Kind == InstKind::GetField;
}

bool CallDispatch::isOfLibrary() const {
  const ir::Inst &Written = Solver.F.inst(Id);
  return Written.Kind == InstKind::Call && I.Kind == InstKind::Invoke && Written.Args[0].Value == I.Args[0].Value &&
         Written.Name.ends_with(I.Name) &&
         !knowledge::isMethodOfTensors(std::string_view(Solver.Prog.Types.canonical(Written.Name)));
}

Value CallDispatch::run() {
  readOperands();
  if (std::optional<Value> Result = asOther())
    return *Result;
  LooseStores(Solver, S).mutate(I, Actuals);
  // `del self.net`
  if (I.Kind == InstKind::Invoke && I.Name == "__delattr__" && Actuals.size() == 2 &&
      Actuals[0].is(Value::Kind::Object) && Actuals[1].isString())
    S.Mem.erase({Actuals[0].Obj, Actuals[1].Const.Text});
  std::optional<Value> Result = callValue();
  Value Given = promised(Result ? std::move(*Result) : resolveAndRun());
  E.Result = Given;
  Solver.meetAround(Id, E, S);
  Solver.Record.event(std::move(E));
  return Given;
}

void CallDispatch::readOperands() {
  for (const ir::Arg &A : I.Args) {
    Value V = Solver.operand(A, S);
    AnyTensor |= V.isTensor();
    const Value *Memory = V.is(Value::Kind::Object) ? S.Mem.find({V.Obj, MemoryField}) : nullptr;
    E.Operands.push_back({&A, Memory ? *Memory : V});
    Actuals.push_back(std::move(V));
  }
}

std::optional<Value> CallDispatch::asOther() {
  if (!Actuals.empty())
    Solver.Used.noteApplied(I, Actuals[0], Solver.Objects);
  if (std::optional<Value> Result = Actuals.empty() ? std::nullopt : callNamed(Solver, Id, Actuals[0], S))
    return Result;
  if (std::optional<Value> Result = asMeant())
    return Result;
  if (std::optional<Value> Result = Solver.constructBase(Id, Actuals, S))
    return Result;
  if (std::optional<Value> Result = callOfPython(Solver, Id, Actuals, S))
    return Result;
  noteReceiver();
  if (std::optional<Value> Options = dataflow::Options(Solver, S).set(Id, Actuals))
    return Options;
  if (appendToGiven())
    return Value::none();
  return std::nullopt;
}

std::optional<Value> CallDispatch::asMeant() {
  if (Solver.Meant.isOther())
    return std::nullopt;
  const CallMeaning Meaning(Solver, Id, Actuals, S);
  if (const ir::Inst *Closure = Meaning.closure()) {
    const MeantCall::Scope As(Solver.Meant, *Closure, Id);
    Solver.call(Id, S);
  }
  if (const ir::Inst *Started = Meaning.started()) {
    // What it does to memory, and when, nobody follows. Each thread starts with the first accelerator.
    State Own = S;
    Own.Mem.set({ObjectId(EnvironmentIndex), CurrentDevice},
                Value::device(Placement::of(Term::device({knowledge::DeviceType::Cuda, 0}))));
    const MeantCall::Scope As(Solver.Meant, *Started, Id, std::nullopt, Meaning.isStartedByUnknown());
    Solver.call(Id, Own);
  }
  const std::optional<CallMeaning::Other> Other = Meaning.other();
  if (!Other)
    return std::nullopt;
  const MeantCall::Scope As(Solver.Meant, *Other->Call, Id, Other->Member);
  return Solver.call(Id, S);
}

/// rows.append(x), and nobody says what rows is: what has that method is nearly always a list.
bool CallDispatch::appendToGiven() {
  if (I.Kind != InstKind::Invoke || I.Name != "append" || Actuals.size() != 2 ||
      !Actuals[0].is(Value::Kind::Symbolic) || Actuals[0].IsComputed)
    return false;
  Solver.fields(S).append(Solver.Objects.symbolic(Actuals[0].Path, "list"), Actuals[1]);
  return true;
}

void CallDispatch::noteReceiver() {
  if (I.Kind != InstKind::Invoke)
    return;
  if (knowledge::isTensorMethod(std::string_view(I.Name), I.Args.size() - 1)) {
    Solver.Used.noteTensor(Actuals[0]);
    Solver.Used.noteMovedTensor(I.Args[0].Value, Solver.reader(S));
    Solver.Used.noteCompared(I.Args[0].Value, Solver.reader(S));
  }
  if (knowledge::takesTensorType(std::string_view(I.Name)) && Actuals.size() == 2 && placeOfType(Actuals[1]))
    Solver.Used.noteTensor(Actuals[0]);
  const bool NamesDimension = Actuals.size() > 2 && (Actuals[1].isInt() || Actuals[1].is(Value::Kind::Number));
  if (knowledge::comparesTensors(std::string_view(I.Name)) &&
      (knowledge::takesDimensionFirst(std::string_view(I.Name)) ? NamesDimension : AnyTensor))
    Solver.Used.noteTensor(Actuals[0]);
}

Value CallDispatch::callClosure() {
  std::vector<Value> All;
  if (Actuals[0].Elements)
    All = *Actuals[0].Elements;
  All.insert(All.end(), Actuals.begin() + 1, Actuals.end());
  return Solver.instantiate(Id, Solver.Prog.Links.closure(*Actuals[0].Func), All, S, E);
}

std::optional<Value> CallDispatch::callValue() {
  const bool Applies = I.Kind == InstKind::Apply;
  auto OfType = [&](const Value &Type) {
    CallFrame Frame(Solver, Id, nullptr, Type, S, E);
    return createOfType(Frame, Type);
  };
  if (Applies && Actuals[0].is(Value::Kind::Function))
    return callClosure();
  if (Applies && Actuals[0].is(Value::Kind::Options) && !Actuals[0].P.isBottom())
    return OfType(Actuals[0]);
  if (I.Kind == InstKind::Invoke)
    if (std::optional<Value> Type = memberType(Solver, Actuals[0], I.Name, S))
      return OfType(*Type);
  if (I.Kind == InstKind::Op && I.Name == "<<" && Actuals[0].is(Value::Kind::Object)) {
    // A stream prints what it is given.
    E.Kind = InstKind::HostValue;
    return Actuals[0];
  }
  if ((Applies && isHooked(S.Mem, Actuals[0])) ||
      (I.Kind == InstKind::Invoke && !isOfLibrary() && hasOtherMethod(Solver, S.Mem, Actuals[0], I.Name)))
    return Solver.unknownCall(Id, S);
  const bool IsSeveral = isMethod() && (Actuals[0].is(Value::Kind::Choice) || (Applies && Actuals[0].isOneOfSeveral()));
  if (IsSeveral && !isOfLibrary() &&
      Solver.choices().runsProgramCode(Actuals[0], Applies ? llvm::StringRef("forward") : I.Name))
    return Solver.callEach(Id, Actuals, S, E);
  if (callsOneOfObjects(Solver, S, I, isMethod() ? Actuals[0] : Value()))
    return Solver.callEach(Id, Actuals, S, E, /*IsBelieved=*/true);
  if (isMethod())
    forgetSeveral(Solver, S, Actuals[0]);
  return isMethod() ? callOfClasses(Solver, Id, Actuals, S, E) : std::nullopt;
}

ReceiverFacts CallDispatch::receiver() const {
  ReceiverFacts Facts;
  if (!isMethod())
    return Facts;
  Facts.V = &Actuals[0];
  if (Actuals[0].is(Value::Kind::Object))
    Facts.Class = Solver.object(Actuals[0].Obj).Class;
  if (Actuals[0].is(Value::Kind::Choice))
    Facts.Class = Solver.choices().classOfAll(Actuals[0], I.Name);
  if (isOfLibrary())
    Facts.Class = knowledge::ModuleClass;
  else if (!Solver.Meant.member())
    Facts.StaticType = Solver.staticType(I.Args[0].Value);
  return Facts;
}

/// `x == None`: no tensor is, and no element of one is asked.
static bool asksForNone(const ir::Inst &I, llvm::ArrayRef<Value> Actuals) {
  return I.Kind == InstKind::Op && (I.Name == "==" || I.Name == "!=") &&
         llvm::any_of(Actuals, [](const Value &V) { return V.isNone(); });
}

/// `max(results, key=score)`
static bool givesElement(const ir::Inst &I) {
  return I.Kind == InstKind::Call && knowledge::picksElement(std::string_view(I.Name)) && I.findKeyword("key") &&
         llvm::count_if(I.Args, [](const ir::Arg &A) { return A.Keyword.empty(); }) == 1;
}

Value CallDispatch::resolveAndRun() {
  const bool IsOfTensors = AnyTensor && !isOfStream(Solver.M, I) && !asksForNone(I, Actuals);
  Resolution R = resolve(Solver.Prog, I, receiver(), IsOfTensors);
  if (R.Known && R.Known->Kind == knowledge::Action::View && Solver.M.declaresTypes() &&
      Solver.staticType(I.Result).isUnknown())
    if (const std::string_view Pointer = knowledge::pointerMethod(std::string_view(I.Name)); !Pointer.empty())
      R.Known = knowledge::findMethod(knowledge::Receiver::Tensor, Pointer);
  if (givesElement(I))
    R.Known = knowledge::findFunction("next");
  if (R.TakesContext)
    Actuals.insert(Actuals.begin(), Value::unknown());
  if (!R.Known)
    for (const Value &V : Actuals)
      if (V.is(Value::Kind::Function) && (I.Kind != InstKind::Apply || &V != &Actuals[0]))
        PartMoves(Solver, S).handOn(V);
  using knowledge::Action;
  if (R.Known && I.Kind == InstKind::Invoke &&
      llvm::is_contained({Action::Append, Action::Insert, Action::Extend}, R.Known->Kind))
    for (const Value &V : llvm::drop_begin(Actuals))
      PartMoves(Solver, S).keepForMover(I.Args[0].Value, Actuals[0], V);
  if (R.Callee && I.Kind == InstKind::Call)
    Solver.Record.handOver(Actuals, isToFail(Solver.Prog, I, S.Mem));
  return runResolved(R);
}

/// True for `self.encoder` in a method of a module, and for what it holds: what nobody reads, and is a module rather.
static bool isUnreadPart(const FunctionFrame &In, const Value &V) {
  const PathId P = V.is(Value::Kind::Object) ? In.object(V.Obj).Path : V.is(Value::Kind::Symbolic) ? V.Path : PathId();
  if (!P || V.IsComputed || !In.Prog.Types.isModuleClass(In.F.Class))
    return false;
  const Path &Root = In.Prog.Paths[In.Prog.Paths.root(P)];
  return Root.Kind == Path::Root::Param && Root.Owner == &In.F && Root.Index == 0 &&
         In.Prog.Paths[P].Kind == Path::Root::Child && !knowledge::readsTexts(std::string_view(In.Prog.Paths[P].Name));
}

/// Where Given is that an unknown call takes, with its step; nowhere if nobody knows. What forward is called with is a
/// tensor rather.
static Placement placeOfGiven(FunctionFrame &In, const Value &Given) {
  if (Given.isTensor() && !Given.P.isUnknown() && Given.P.single() && Given.P.single()->Origin)
    return Given.P;
  if (!Given.is(Value::Kind::Symbolic) || Given.IsComputed || !isForward(In.F))
    return {};
  const Path &Root = In.Prog.Paths[In.Prog.Paths.root(Given.Path)];
  if (Root.Kind != Path::Root::Param || Root.Index == 0 || Root.Index >= In.F.Params.size())
    return {};
  return Placement::of(Term::symbol(Given.Path), In.Prog.Steps.get({.Kind = StepKind::Parameter,
                                                                    .M = &In.M,
                                                                    .F = &In.F,
                                                                    .Range = In.F.Params[Root.Index].Range,
                                                                    .Subject = In.F.Params[Root.Index].Name}));
}

/// True for a function of a package that nobody reads, which rather computes with what it is given: `warp(x, flow)`.
static bool isUnreadFunction(const Program &Prog, const ir::Inst &I) {
  if (I.Kind != InstKind::Call)
    return false;
  const llvm::StringRef Name = Prog.Types.canonical(I.Name);
  return Name.contains('.') && !knowledge::worksOnHost(std::string_view(Name)) &&
         !knowledge::keepsArguments(std::string_view(Name)) &&
         knowledge::mayCompute(std::string_view(Name.rsplit('.').second));
}

/// What a method of a part of a module that nobody reads gives, or an unread function, Result:
/// `z = self.encoder.encode(x)` is where x is, as nearly always it is. Its step has the call.
static Value followed(FunctionFrame &In, const ir::Inst &I, llvm::ArrayRef<Value> Actuals, Value Result) {
  const bool IsMethod = I.Kind == InstKind::Invoke;
  if (In.M.declaresTypes() || !Result.is(Value::Kind::Unknown) || Result.Elements ||
      !(IsMethod ? isUnreadPart(In, Actuals[0]) && knowledge::mayCompute(std::string_view(I.Name))
                 : isUnreadFunction(In.Prog, I)))
    return Result;
  for (unsigned N = IsMethod; N < Actuals.size(); ++N) {
    const Placement There = placeOfGiven(In, Actuals[N]);
    if (!There.single() || !There.single()->T.isSymbol())
      continue;
    Value V = Value::tensor(There.withOrigin([&](const Step *O) {
      Step Follows = *O;
      Follows.Kind = O->Kind == StepKind::Member ? StepKind::Member : StepKind::Parameter;
      Follows.I = &I;
      Follows.Previous = O;
      return In.Prog.Steps.get(Follows);
    }));
    V.Partial = V.MayBeModule = true;
    return V;
  }
  return Result;
}

/// What a tokenizer does of which nobody knows the class: `self.tokenizer(text, return_tensors="pt")`. Nothing if the
/// run has no tokenizers, or something else is called.
static std::optional<Program::Entry> tokenizerOf(const Program &Prog, const ir::Inst &I,
                                                 llvm::ArrayRef<Value> Actuals) {
  const auto *Asks =
      llvm::find_if(I.Args, [](const ir::Arg &A) { return knowledge::asksForTensors(std::string_view(A.Keyword)); });
  if (Asks == I.Args.end() || !Actuals[Asks - I.Args.begin()].isString() || I.findKeyword("device"))
    return std::nullopt;
  if (const Value &Given = Actuals[0]; I.Kind != InstKind::Apply && I.Kind != InstKind::Invoke)
    return std::nullopt;
  else if (Given.isTensor() || Given.is(Value::Kind::Function) || Given.is(Value::Kind::Choice))
    return std::nullopt;
  const llvm::StringRef Class(knowledge::TokenizerClass.data(), knowledge::TokenizerClass.size());
  if (I.Kind == InstKind::Invoke)
    if (std::optional<Program::Entry> Method = Prog.Types.findMethod(Class, I.Name))
      return Method;
  return I.Kind == InstKind::Apply || knowledge::isTokenizer(std::string_view(I.Name))
             ? Prog.Types.findMethod(Class, "__call__")
             : std::nullopt;
}

Value CallDispatch::runResolved(const Resolution &R) {
  // `loss.centers(x)` calls what the property gives.
  if (R.Callee && I.Kind == InstKind::Invoke && llvm::is_contained(R.Callee->F->Decorators, "property"))
    return Solver.unknownCall(Id, S);
  if (R.Callee)
    return Solver.instantiate(Id, *R.Callee, Actuals, S, E);
  if (R.Constructed || R.Library)
    return Solver.construct(Id, R, S, E);
  if (const std::optional<Program::Entry> Tokenizer = tokenizerOf(Solver.Prog, I, Actuals))
    return Solver.instantiate(Id, *Tokenizer, Actuals, S, E);
  if (R.IsForward || (callsLibraryForward(Solver.Prog, I) && Solver.isModule(Actuals[0])))
    return followed(Solver, I, Actuals, Solver.forward(Id, S, E));
  if (R.Known)
    return Solver.known(Id, *R.Known, S, E);
  if (!R.Operator.empty())
    return OperatorCall(Solver, Id, R.Operator, S, E).run();
  if (I.Kind == InstKind::Op)
    return UntypedOperation(Solver, Id, S).run(Actuals);
  // Something that was moved, or that a caller gave: a module, if it has a device.
  if (I.Kind == InstKind::Apply && (Actuals[0].isTensor() || isGiven(Solver.Prog, Actuals[0])))
    return Solver.forward(Id, S, E);
  return followed(Solver, I, Actuals, Solver.unknownCall(Id, S));
}

Value CallDispatch::promised(Value Result) {
  // Options and devices are better as symbols than unknown.
  const ir::Type T = Solver.staticType(I.Result);
  if (I.Kind == InstKind::Call && isModuleOptions(T) && I.Name == T.Name)
    Result = Value::object(Solver.Objects.allocated(Id, 0, T.Name));
  // What an object that is called gives may be a number: a random distribution is no module.
  const bool IsNumber = I.Kind == InstKind::Apply && T.Kind == ir::TypeKind::Number &&
                        !Actuals[0].is(Value::Kind::Function) && !Result.is(Value::Kind::Constant);
  if (IsNumber || (Result.is(Value::Kind::Unknown) && !T.isUnknown()))
    Result = unknownOf(Solver, Id, T);
  // `device = choose(args)`, which makes one of what nobody knows.
  if (I.Kind == InstKind::Call && Result.is(Value::Kind::Device) && Result.P.isUnknown() && !Result.Partial)
    Result = unknownOf(Solver, Id, {.Kind = ir::TypeKind::Device});
  // The language says what an element of an IValue is taken for: it moves as tensors do.
  if (Result.is(Value::Kind::Symbolic) && T.isTensor()) {
    Solver.Used.noteTensor(Result);
    Result = Value::tensor(Solver.placementOf(S, Result), Result.rank());
  }
  return Result;
}

} // namespace devtidy::dataflow
