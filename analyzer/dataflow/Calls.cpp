//===- Calls.cpp - Calls: who is called, and what comes back ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/LooseStores.h"
#include "dataflow/OperatorCall.h"
#include "dataflow/PartMoves.h"
#include "dataflow/engine/Rules.h"
#include "knowledge/ClassNames.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;

namespace {

std::string_view view(llvm::StringRef S) { return {S.data(), S.size()}; }

} // namespace

/// `super().forward(x)`, and the base is a class of the library.
static bool callsLibraryForward(const Program &Prog, const ir::Inst &I) {
  llvm::StringRef Class = I.Name;
  if (I.Kind != InstKind::Call || I.Args.empty() || !Class.consume_back(".forward"))
    return false;
  const knowledge::ClassInfo *Base = knowledge::findClass(view(Prog.canonical(Class)));
  return Base && Base->Kind == knowledge::ClassKind::Module && knowledge::isOfNetworks(*Base);
}

/// True if I is the method of a class of the library that Written names: nn.Module.cuda(part).
static bool isOfLibrary(const ir::Inst &Written, const ir::Inst &I) {
  return Written.Kind == InstKind::Call && I.Kind == InstKind::Invoke && Written.Args[0].Value == I.Args[0].Value &&
         Written.Name.ends_with(I.Name);
}

/// True if a call of V runs what nobody follows: hooks, or a function in the place of its `forward`.
static bool isHooked(const Memory &Mem, const Value &V) {
  if (V.is(Value::Kind::Choice))
    return llvm::any_of(*V.Elements, [&](const Value &E) { return isHooked(Mem, E); });
  return V.is(Value::Kind::Object) && (Mem.has({V.Obj, HookedField}) || Mem.has({V.Obj, "forward"}));
}

Value FunctionSolver::call(ir::InstId Id, State &S) {
  const ir::Inst &I = inst(Id);
  Event E;
  E.Id = Id;
  E.I = &I;
  E.Kind = I.Kind;
  E.Name = I.Name;
  E.Path = S.Path;
  E.DeviceGuarded = S.Mem.has({ObjectId(EnvironmentIndex), CurrentDevice});
  bool AnyTensor = false;
  std::vector<Value> Actuals;
  for (const ir::Arg &A : I.Args) {
    Value V = operand(A, S);
    AnyTensor |= V.isTensor();
    const Value *Memory = V.is(Value::Kind::Object) ? S.Mem.find({V.Obj, MemoryField}) : nullptr;
    E.Operands.push_back({&A, Memory ? *Memory : V});
    Actuals.push_back(std::move(V));
  }
  if (!Actuals.empty())
    Used.noteApplied(I, Actuals[0], Objects);
  if (std::optional<Value> Result = callNamed(Id, Actuals, S))
    return *Result;
  if (std::optional<Value> Result = constructBase(Id, Actuals, S))
    return *Result;
  if (std::optional<Value> Result = callOfPython(Id, Actuals, S))
    return *Result;
  if (I.Kind == InstKind::Invoke && knowledge::isTensorMethod(view(I.Name), I.Args.size() - 1)) {
    Used.noteTensor(Actuals[0]);
    Used.noteMovedTensor(I.Args[0].Value, reader(S));
    Used.noteCompared(I.Args[0].Value, reader(S));
  }
  // x.type(torch.cuda.FloatTensor)
  if (I.Kind == InstKind::Invoke && I.Name == "type" && Actuals.size() == 2 && placeOfType(Actuals[1]))
    Used.noteTensor(Actuals[0]);
  // a.gather(-1, t): groups of processes gather along no dimension.
  const bool Gathers = I.Name == "gather" || I.Name == "scatter";
  const bool NamesDimension =
      Gathers && Actuals.size() > 2 && (Actuals[1].isInt() || Actuals[1].is(Value::Kind::Number));
  if (I.Kind == InstKind::Invoke && (Gathers ? NamesDimension : AnyTensor) && knowledge::comparesTensors(view(I.Name)))
    Used.noteTensor(Actuals[0]);
  if (std::optional<Value> Options = setOption(Id, Actuals, S))
    return *Options;
  if (appendToGiven(I, Actuals, S))
    return Value::none();
  LooseStores(*this, S).mutate(I, Actuals);
  Value Result;
  bool IsMethod = I.Kind == InstKind::Invoke || I.Kind == InstKind::Apply || I.Kind == InstKind::GetField;
  if (I.Kind == InstKind::Apply && Actuals[0].is(Value::Kind::Function)) {
    std::vector<Value> All;
    if (Actuals[0].Elements)
      All = *Actuals[0].Elements;
    All.insert(All.end(), Actuals.begin() + 1, Actuals.end());
    Result = instantiate(Id, Prog.closure(*Actuals[0].Func), All, S, E);
  } else if (I.Kind == InstKind::Apply && Actuals[0].is(Value::Kind::Options) && !Actuals[0].P.isBottom()) {
    CallFrame Frame(*this, Id, nullptr, Actuals[0], S, E);
    Result = createOfType(Frame, Actuals[0]);
  } else if (std::optional<Value> Type =
                 I.Kind == InstKind::Invoke ? memberType(Actuals[0], I.Name, S) : std::nullopt) {
    CallFrame Frame(*this, Id, nullptr, *Type, S, E);
    Result = createOfType(Frame, *Type);
  } else if (I.Kind == InstKind::Op && I.Name == "<<" && Actuals[0].is(Value::Kind::Object)) {
    // A stream prints what it is given.
    E.Kind = InstKind::HostValue;
    Result = Actuals[0];
  } else if (I.Kind == InstKind::Apply && isHooked(S.Mem, Actuals[0])) {
    Result = unknownCall(Id, S);
  } else if (IsMethod && !isOfLibrary(F.inst(Id), I) &&
             (Actuals[0].is(Value::Kind::Choice) || (I.Kind == InstKind::Apply && Actuals[0].isOneOfSeveral())) &&
             choices().runsProgramCode(Actuals[0], I.Kind == InstKind::Apply ? "forward" : I.Name)) {
    Result = callEach(Id, Actuals, S, E);
  } else {
    ReceiverFacts Facts;
    if (IsMethod) {
      Facts.V = &Actuals[0];
      if (Actuals[0].is(Value::Kind::Object))
        Facts.Class = object(Actuals[0].Obj).Class;
      if (Actuals[0].is(Value::Kind::Choice))
        Facts.Class = choices().classOfAll(Actuals[0], I.Name);
      if (isOfLibrary(F.inst(Id), I))
        Facts.Class = knowledge::ModuleClass;
      else if (!Called)
        Facts.StaticType = staticType(I.Args[0].Value);
    }
    Resolution R = resolve(Prog, I, Facts, AnyTensor && !isOfStream(M, I));
    if (R.TakesContext)
      Actuals.insert(Actuals.begin(), Value::unknown());
    if (!R.Known)
      for (const Value &V : Actuals)
        if (V.is(Value::Kind::Function) && (I.Kind != InstKind::Apply || &V != &Actuals[0]))
          PartMoves(*this, S).handOn(V);
    if (R.Callee && I.Kind == InstKind::Call)
      Record.handOver(Actuals, isToFail(Prog, I, S.Mem));
    if (R.Callee)
      Result = instantiate(Id, *R.Callee, Actuals, S, E);
    else if (R.Constructed || R.Library)
      Result = construct(Id, R, S, E);
    else if (R.IsForward || (callsLibraryForward(Prog, I) && isModule(Actuals[0])))
      Result = forward(Id, S, E);
    else if (R.Known)
      Result = known(Id, *R.Known, S, E);
    else if (!R.Operator.empty())
      Result = OperatorCall(*this, Id, R.Operator, S, E).run();
    else if (I.Kind == InstKind::Op)
      Result = untyped(Id, Actuals, S);
    else if (I.Kind == InstKind::Apply && (Actuals[0].isTensor() || isGiven(Prog, Actuals[0])))
      Result = forward(Id, S, E); // something that was moved, or that a caller gave: a module, if it has a device
    else
      Result = unknownCall(Id, S);
  }
  // What the static type promises and the rules did not say. Options and devices are better as symbols than unknown.
  ir::Type T = staticType(I.Result);
  if (I.Kind == InstKind::Call && isModuleOptions(T) && I.Name == T.Name)
    Result = Value::object(Objects.allocated(Id, 0, T.Name));
  // What an object that is called gives may be a number: a random distribution is no module.
  const bool IsNumber = I.Kind == InstKind::Apply && T.Kind == ir::TypeKind::Number &&
                        !Actuals[0].is(Value::Kind::Function) && !Result.is(Value::Kind::Constant);
  if (IsNumber || (Result.is(Value::Kind::Unknown) && !T.isUnknown()))
    Result = unknownOf(Id, T);
  // The language says what an element of an IValue is taken for: it moves as tensors do.
  if (Result.is(Value::Kind::Symbolic) && T.isTensor()) {
    Used.noteTensor(Result);
    Result = Value::tensor(placementOf(S, Result), Result.rank());
  }
  E.Result = Result;
  meetAround(Id, E, S);
  Record.event(std::move(E));
  return Result;
}

/// What meets beside the operands of an operator.
void FunctionSolver::meetAround(ir::InstId Id, Event &E, State &S) {
  if (E.Known) {
    CallFrame F(*this, Id, *E.Known, S, E);
    return meet(Occasion::Called, F, Value(E.Result), E.Result.P);
  }
  CallFrame F(*this, Id, nullptr, Value(), S, E);
  meet(Occasion::Called, F, Value(E.Result), E.Result.P);
}

/// True for a call of a function of Python or numpy that gives a number.
static bool givesNumber(llvm::StringRef Name, const ir::Inst &I, llvm::ArrayRef<Value> Given) {
  if (knowledge::givesNumber(view(Name)))
    return true;
  if (!knowledge::keepsNumbers(view(Name), Given.size()))
    return false;
  return llvm::all_of(I.Args, [](const ir::Arg &A) { return A.Keyword.empty(); }) &&
         llvm::all_of(Given, [](const Value &V) {
           return V.is(Value::Kind::Number) || (V.is(Value::Kind::Constant) && !V.isNone());
         });
}

Value FunctionSolver::unknownCall(ir::InstId Id, State &S) {
  const ir::Inst &I = inst(Id);
  std::vector<Value> Given;
  for (const ir::Arg &A : I.Args)
    Given.push_back(operand(A, S));
  Record.handOver(Given, isToFail(Prog, I, S.Mem));
  if (I.Kind == InstKind::Call) {
    if (std::optional<Value> Count = counting(S).countOf(Prog.canonical(I.Name), I))
      return *Count;
    if (givesNumber(Prog.canonical(I.Name), I, Given))
      return Value::number();
    // What is reported is what happens when the program runs.
    if (knowledge::asksForTracing(view(Prog.canonical(I.Name))))
      return Value::boolean(false);
  }
  bool Library = I.Kind == InstKind::Call && knowledge::keepsArguments(view(Prog.canonical(I.Name))),
       IsModelled = false;
  if (I.Kind == InstKind::Invoke) {
    Value V = operand(I.Args[0], S);
    // d.values(): who goes over them goes over d, if that is a dictionary; those of a sparse tensor are where it is.
    const knowledge::Callable *Of = knowledge::findMethod(knowledge::Receiver::Container, view(I.Name));
    if (V.is(Value::Kind::Symbolic) && I.Args.size() == 1 && Of && Of->Kind == knowledge::Action::Identity)
      return V;
    if ((V.is(Value::Kind::Symbolic) || V.isOneOfSeveral()) && knowledge::isArrayMethod(view(I.Name)))
      return arrayMethod(Id, S);
    llvm::StringRef Class = V.is(Value::Kind::Object) ? object(V.Obj).Class : staticType(I.Args[0].Value).Name;
    Library =
        V.isTensor() || Class == "list" || Class == "dict" || knowledge::keepsArguments(view(Prog.canonical(Class)));
    // A model has the methods that move what it holds; accelerator.backward(loss) does not.
    if (const std::optional<Program::ClassEntry> C = Class.empty() ? std::nullopt : Prog.findClass(Class))
      IsModelled = C->M->IsModel;
  }
  for (const ir::Arg &A : I.Args) {
    Value V = operand(A, S);
    // multiprocessing.spawn(worker): it will be called.
    const ir::Inst *D = F.definition(A.Value);
    std::optional<Program::Entry> Passed =
        D && D->Kind == InstKind::GetGlobal ? Prog.findFunction(D->Name) : std::nullopt;
    if (Passed)
      Record.now().Calls.notePassed(*Passed->F, F, Prog.Conditions.saysAvailable(S.Path),
                                    S.Mem.has({ObjectId(EnvironmentIndex), CurrentDevice}));
    if (!Library)
      PartMoves(*this, S).noteHanded(V);
    if (V.is(Value::Kind::Choice) && !Library)
      for (const Value &Module : *V.Elements)
        residence(S).forget(Module.Obj);
    if (!V.is(Value::Kind::Object))
      continue;
    bool IsCell = object(V.Obj).Class == "cell";
    if (IsCell || (!Library && !(IsModelled && &A == &I.Args[0])))
      residence(S).forget(V.Obj);
  }
  return givenBy(Id, S);
}

} // namespace devtidy::dataflow
