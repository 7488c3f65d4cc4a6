//===- Calls.cpp - Calls: who is called, and what comes back ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Evidence.h"
#include "dataflow/FunctionSolver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;
using knowledge::DeviceRule;
using knowledge::ResultRule;

namespace {

/// Functions of these never move what they are given, unless the tables say so.
bool isLibraryName(llvm::StringRef Name) {
  for (llvm::StringRef P : {"torch::", "at::", "c10::", "std::", "torch.", "__gnu_cxx::", "pybind11::", "fmt::"})
    if (Name.starts_with(P))
      return true;
  return false;
}

llvm::StringRef ref(std::string_view S) { return {S.data(), S.size()}; }

/// A function that stands for an operator of another name is called as the program calls it: cross_entropy.
llvm::StringRef shownName(const ir::Inst &I, llvm::StringRef Base) {
  llvm::StringRef Called = I.Name.substr(I.Name.find_last_of(".:") + 1);
  bool IsRenamed = I.Kind == InstKind::Call && !Base.ends_with(Called) && !Called.starts_with(Base);
  return IsRenamed ? Called : Base;
}
std::string_view view(llvm::StringRef S) { return {S.data(), S.size()}; }

} // namespace

bool FunctionSolver::comesFromFailure(const Event &E) {
  return llvm::any_of(E.Operands, [](const Operand &O) { return O.V.isTensor() && O.V.P.isBottom(); });
}

Value FunctionSolver::call(ir::InstId Id, State &S) {
  const ir::Inst &I = F.inst(Id);
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
    E.Operands.push_back({&A, V});
    Actuals.push_back(std::move(V));
  }
  if (I.Kind == InstKind::Invoke && knowledge::isTensorMethod(view(I.Name), I.Args.size() - 1))
    noteTensor(Actuals[0]);
  // x.type(torch.cuda.FloatTensor)
  if (I.Kind == InstKind::Invoke && I.Name == "type" && Actuals.size() == 2 && placeOfType(Actuals[1]))
    noteTensor(Actuals[0]);
  if (I.Kind == InstKind::Invoke && AnyTensor && knowledge::comparesTensors(view(I.Name)))
    noteTensor(Actuals[0]);
  Value Result;
  bool IsMethod = I.Kind == InstKind::Invoke || I.Kind == InstKind::Apply || I.Kind == InstKind::GetField;
  if (I.Kind == InstKind::Apply && Actuals[0].is(Value::Kind::Function)) {
    std::vector<Value> All;
    if (Actuals[0].Elements)
      All = *Actuals[0].Elements;
    All.insert(All.end(), Actuals.begin() + 1, Actuals.end());
    Result = instantiate(Id, {&M, Actuals[0].Func}, All, S, E);
  } else if (I.Kind == InstKind::Apply && Actuals[0].is(Value::Kind::Options) && !Actuals[0].P.isBottom()) {
    Result = createOfType(Id, Actuals[0], S, E);
  } else if (std::optional<Value> Type =
                 I.Kind == InstKind::Invoke ? memberType(Actuals[0], I.Name, S) : std::nullopt) {
    Result = createOfType(Id, *Type, S, E);
  } else if (I.Kind == InstKind::Op && I.Name == "<<" && Actuals[0].is(Value::Kind::Object)) {
    // A stream prints what it is given.
    E.Kind = InstKind::HostValue;
    Result = Actuals[0];
  } else if (IsMethod && Actuals[0].is(Value::Kind::Choice) &&
             runsProgramCode(Actuals[0], I.Kind == InstKind::Apply ? "forward" : I.Name)) {
    Result = unknownCall(Id, S);
  } else {
    ReceiverFacts Facts;
    if (IsMethod) {
      Facts.V = &Actuals[0];
      if (Actuals[0].is(Value::Kind::Object))
        Facts.Class = object(Actuals[0].Obj).Class;
      Facts.StaticType = staticType(I.Args[0].Value);
    }
    Resolution R = resolve(Prog, I, Facts, AnyTensor);
    if (R.Callee)
      Result = instantiate(Id, *R.Callee, Actuals, S, E);
    else if (R.Constructed || R.Library)
      Result = construct(Id, R, S, E);
    else if (R.IsForward)
      Result = forward(Id, S, E);
    else if (R.Known)
      Result = known(Id, *R.Known, S, E);
    else if (!R.Operator.empty())
      Result = aten(Id, R, S, E);
    else if (I.Kind == InstKind::Op)
      Result = untyped(Id, Actuals, S);
    else if (I.Kind == InstKind::Apply && (Actuals[0].isTensor() || isGiven(Actuals[0])))
      Result = forward(Id, S, E); // something that was moved, or that a caller gave: a module, if it has a device
    else
      Result = unknownCall(Id, S);
  }
  // What the static type promises and the rules did not say. Options and devices are better as symbols than unknown.
  ir::Type T = staticType(I.Result);
  if (Result.is(Value::Kind::Unknown) && !T.isUnknown())
    Result = unknownOf(Id, T);
  E.Result = Result;
  meetGenerators(Id, E, Result, S);
  meetAutocast(Id, E, S);
  if (E.Known)
    if (const ir::Arg *Example = argumentFor(*E.Known, I, "example"))
      meetExample(Id, Example - I.Args.begin(), E, S);
  if (E.Known)
    if (const ir::Arg *Host = argumentFor(*E.Known, I, "host"))
      meetHost(Id, Host - I.Args.begin(), E, S);
  record(std::move(E));
  return Result;
}

Value FunctionSolver::unknownCall(ir::InstId Id, State &S) {
  const ir::Inst &I = F.inst(Id);
  bool Library = I.Kind == InstKind::Call && isLibraryName(Prog.canonical(I.Name));
  if (I.Kind == InstKind::Invoke) {
    Value V = operand(I.Args[0], S);
    if (V.is(Value::Kind::Symbolic) && knowledge::isArrayMethod(view(I.Name)))
      return arrayMethod(Id, S);
    llvm::StringRef Class = V.is(Value::Kind::Object) ? object(V.Obj).Class : staticType(I.Args[0].Value).Name;
    Library = V.isTensor() || Class == "list" || Class == "dict" || isLibraryName(Prog.canonical(Class));
  }
  for (const ir::Arg &A : I.Args) {
    Value V = operand(A, S);
    // multiprocessing.spawn(worker): it will be called.
    const ir::Inst *D = F.definition(A.Value);
    std::optional<Program::Entry> Passed =
        D && D->Kind == InstKind::GetGlobal ? Prog.findFunction(D->Name) : std::nullopt;
    if (Passed)
      Now->Calls.notePassed(*Passed->F, F, S.Path.contains(Literal::available()),
                            S.Mem.has({ObjectId(EnvironmentIndex), CurrentDevice}));
    if (V.is(Value::Kind::Choice) && !Library)
      for (const Value &Module : *V.Elements)
        forgetObject(S, Module.Obj);
    if (!V.is(Value::Kind::Object))
      continue;
    bool IsCell = object(V.Obj).Class == "cell";
    if (IsCell || !Library)
      forgetObject(S, V.Obj);
  }
  return givenBy(Id, S);
}

bool FunctionSolver::isGiven(const Value &V) const {
  return V.is(Value::Kind::Symbolic) && Prog.Paths[V.Path].Kind == Path::Root::Param;
}

/// The tensors and modules of one argument that an operator wants on one device.
void FunctionSolver::addSides(State &S, const ir::Arg &A, const Value &V, unsigned Position,
                              llvm::SmallVectorImpl<Side> &Sides) {
  auto Add = [&](const Value &E) {
    Placement P = placementOf(S, E);
    if (P.isBottom())
      return;
    bool Module = E.is(Value::Kind::Choice) || (E.is(Value::Kind::Object) && isModuleObject(E.Obj));
    const GuardedTerm *Only = P.single();
    bool IsPath = E.Path && Only && Only->T == Term::symbol(E.Path);
    Sides.push_back({std::move(P), Module ? Rank::AtLeastOne : E.Dim, Module, E.Partial, false, A.Range, Position});
    Sides.back().IsPath = IsPath;
    // A tensor or a number, for all that is known.
    if (E.is(Value::Kind::Symbolic)) {
      Sides.back().Partial = Sides.back().Untyped = true;
      Sides.back().Dim = Rank::of(E.Path);
    }
  };
  if (V.isTensor() || V.is(Value::Kind::Symbolic)) {
    Add(V);
    return;
  }
  if (V.is(Value::Kind::Unknown) && V.Elements && V.Guards) {
    Placement P;
    for (unsigned N = 0; N < V.Elements->size(); ++N)
      P.joinIn(placementOf(S, (*V.Elements)[N]).guardedBy((*V.Guards)[N]));
    if (P.isUnknown() || P.isBottom())
      return;
    Sides.push_back({std::move(P), Rank::Unknown, false, true, false, A.Range, Position});
    Sides.back().Untyped = true;
    return;
  }
  if (V.is(Value::Kind::Choice)) {
    unsigned Before = Sides.size();
    Add(V);
    // One that has no state meets nothing.
    if (Sides.size() != Before)
      Sides.back().Partial =
          llvm::any_of(*V.Elements, [&](const Value &E) { return moduleDevice(S, E.Obj).isBottom(); });
    return;
  }
  if (V.is(Value::Kind::Tuple)) {
    for (const Value &E : *V.Elements)
      if (E.isTensor() || E.is(Value::Kind::Symbolic)) {
        unsigned Before = Sides.size();
        Add(E);
        if (Sides.size() != Before)
          Sides.back().Row = static_cast<int>(&E - V.Elements->data());
      }
    return;
  }
  if (!V.is(Value::Kind::Object))
    return;
  if (isModuleObject(V.Obj)) {
    Add(V);
    return;
  }
  llvm::StringRef Class = object(V.Obj).Class;
  // model(**batch), and batch is of a class of dictionaries.
  if (A.Keyword == "**" && Prog.isDictionary(Class))
    Class = "dict";
  if (Class != "list" && Class != "dict")
    return;
  bool Any = false;
  const ir::Inst *Made = F.definition(A.Value);
  auto IsNamed = [](const auto &Entry) { return Entry.first.second != ElementField; };
  bool Named = Class == "dict" && llvm::any_of(S.Mem.of(V.Obj), IsNamed);
  for (const auto &[Key, Held] : S.Mem.of(V.Obj))
    if (Named && Key.second == ElementField)
      continue; // the members that have names are all of it
    else if (Held.isTensor() || Held.is(Value::Kind::Symbolic)) {
      Any = true;
      unsigned Before = Sides.size();
      Add(Held);
      if (Sides.size() == Before)
        continue;
      Sides.back().IsElement = true;
      Sides.back().Row = rowOf(S.Mem, V.Obj, Key.second);
      // An element of a list that is written in the call has a text of its own.
      unsigned Index = 0;
      if (Made && Made->Kind == InstKind::MakeList && !Key.second.getAsInteger(10, Index) &&
          Index < Made->Args.size() && Made->Args[Index].Range.isValid()) {
        Sides.back().Range = Made->Args[Index].Range;
        Sides.back().IsElement = false;
      }
    }
  if (!Any && object(V.Obj).K == Object::Kind::Symbolic)
    Add(readElement(S, V.Obj, std::nullopt, {.Kind = TypeKind::Tensor}));
}

/// True if an operation may fail with a device error.
bool FunctionSolver::mayFail(const Demand &D) const {
  return llvm::any_of(AllWorlds, [&](World W) {
    Verdict V = judge(D, W, Prog.Conditions);
    return V.Result == Outcome::Fails || V.Result == Outcome::MayFail || V.SymbolAgainstCpu;
  });
}

Value FunctionSolver::aten(ir::InstId Id, const Resolution &R, State &S, Event &E) {
  const ir::Inst &I = F.inst(Id);
  E.Kind = InstKind::Aten;
  llvm::SmallVector<GivenArg, 4> Given;
  llvm::SmallVector<Side, 4> Sides;
  noteOperands(I, R.Operator, S);
  for (unsigned N = 0; N < I.Args.size(); ++N) {
    const ir::Arg &A = I.Args[N];
    const Value &V = E.Operands[N].V;
    unsigned Before = Sides.size();
    if (A.Keyword != "device" && A.Keyword != "options" && A.Keyword != "dtype")
      addSides(S, A, V, N, Sides);
    if (V.is(Value::Kind::Symbolic) && Sides.size() > Before && A.Keyword.empty())
      Sides.back().IsList = knowledge::takesOnly(knowledge::OperandKind::TensorList, R.Operator, N);
    Given.push_back(
        {A.Keyword, V.isTensor() || Sides.size() > Before, V.is(Value::Kind::Number) || V.is(Value::Kind::Constant)});
    if (A.Keyword == "out" && Sides.size() > Before)
      Sides.back().IsOutput = true;
  }
  OperatorFacts Facts = operatorFacts(R.Operator, Given);
  // x[i] takes an index list in the table; here the indices are arguments.
  bool Indexing = I.Kind == InstKind::GetItem || I.Kind == InstKind::SetItem;
  if (Indexing || ref(R.Operator[0].Base) == "index") {
    Facts.Rule = DeviceRule::Index;
    Facts.Result = ResultRule::First;
    // A store takes indices from anywhere. What is stored crosses devices, too, unless an index is a tensor: then it
    // goes through index_put_ (TensorAdvancedIndexing.cpp, python_variable_indexing.cpp).
    if (I.Kind == InstKind::SetItem) {
      bool TensorIndex = false;
      for (unsigned N = 1; N + 1 < I.Args.size(); ++N)
        TensorIndex |= E.Operands[N].V.isTensor();
      Facts.Rule = TensorIndex ? DeviceRule::Iterator : DeviceRule::Any;
      llvm::erase_if(Sides, [&](const Side &X) { return X.Position != 0 && X.Position + 1 != I.Args.size(); });
    }
  }
  if (!Indexing)
    llvm::erase_if(Sides, [&](const Side &X) { return X.Position < Facts.Binds.size() && !Facts.Binds[X.Position]; });
  if (Facts.InPlace)
    for (Side &X : Sides)
      X.IsOutput |= X.Position == 0 && (&X == Sides.begin() || Facts.Rule == DeviceRule::Elementwise);
  // What takes nothing but tensors there has got one.
  for (Side &X : Sides)
    X.Partial &= I.Kind == InstKind::Op || X.Position >= I.Args.size() || !I.Args[X.Position].Keyword.empty() ||
                 !knowledge::takesOnly(knowledge::OperandKind::Tensor, R.Operator, X.Position);
  E.Name = ref(R.Operator[0].Base);
  llvm::StringRef Shown = I.Kind == InstKind::Op ? I.Name : Indexing ? llvm::StringRef("[]") : shownName(I, E.Name);
  recordDemand(Id, Shown, Facts.Rule, Sides, S);
  if (!Indexing)
    for (unsigned N = 0; N < I.Args.size(); ++N)
      if (E.Operands[N].V.isTensor() && isHostOperand(R.Operator, N, I.Args[N].Keyword))
        meetHost(Id, N, E, S);

  Demand D{.M = &M, .F = &F, .I = &I, .Name = Shown, .Rule = Facts.Rule, .Path = S.Path};
  D.Sides.assign(Sides.begin(), Sides.end());
  Rank Dim = rankOfResult(E.Name, I, E.Operands, Sides, Facts.Rule);
  // What comes out is where a tensor with dimensions is: what nobody knows to be a tensor is a number, or there as
  // well.
  if (Facts.Rule != DeviceRule::Any &&
      llvm::any_of(Sides, [](const Side &X) { return !X.Untyped && X.Dim.isPositive(); })) {
    auto IsNothing = [&](const Side &X) {
      const GuardedTerm *Only = X.P.single();
      return X.Untyped && Only && Only->T.isSymbol() && evidenceFor(Out, Only->T.path()).Strength < 2;
    };
    llvm::erase_if(Sides, IsNothing);
    llvm::erase_if(D.Sides, IsNothing);
  }
  // What meets something that its class does not register is spoken of by the class's own check.
  llvm::erase_if(D.Sides, [&](const Side &X) {
    const GuardedTerm *Only = X.P.single();
    return D.Sides.size() > 1 && Only && Only->T.isSymbol() && Prog.isUnregisteredMember(F, Only->T.path());
  });
  auto Common = [&]() -> Placement {
    if (Sides.empty())
      return Placement::unknown();
    // A number in a tensor gives way to a tensor.
    if (llvm::any_of(E.Operands, [](const Operand &O) { return O.V.is(Value::Kind::Unknown); }) &&
        llvm::none_of(Sides, [](const Side &X) { return X.Dim.isPositive(); }))
      return Placement::unknown();
    bool AllEqual = llvm::all_of(Sides, [&](const Side &X) { return X.P == Sides[0].P; });
    if (AllEqual || Sides.size() == 1)
      return Sides[0].P;
    if (Facts.Rule != DeviceRule::Any && Facts.Rule != DeviceRule::Special && Facts.Rule != DeviceRule::Elementwise &&
        Facts.Rule != DeviceRule::Index)
      return meetingPlace(D, Prog.Conditions, Prog.Paths);
    const Side *Best = nullptr;
    for (const Side &X : Sides) {
      if (X.P.isUnknown())
        return Placement::unknown();
      if (X.Dim.isZero() && Sides.size() > 1)
        continue;
      // Somebody on the CPU beside a symbol: which of the two gave way is not known.
      const GuardedTerm *Only = X.P.single();
      if (Best && Best->P.hasSymbol() && Only && !Only->T.isSymbol() && !Only->T.device().isAccelerator())
        return Placement::unknown();
      if (!Best || (Best->P.hasSymbol() && !X.P.hasSymbol()))
        Best = &X;
    }
    return Best ? Best->P : Sides[0].P;
  };
  if (comesFromFailure(E))
    return Value::tensor(Placement::bottom(), Dim);
  if (Facts.InPlace && !Sides.empty())
    return Value::tensor(Sides[0].P, Sides[0].Dim);
  if (Facts.Rule == DeviceRule::Elementwise)
    return rows(Id, D, Facts.Result, S);
  switch (Facts.Result) {
  case ResultRule::Out: // operatorFacts takes no overload with out=
  case ResultRule::Common:
    return Value::tensor(Common(), Dim);
  case ResultRule::First:
  case ResultRule::Like:
    return Sides.empty() ? unknownOf(Id, staticType(I.Result)) : Value::tensor(Sides[0].P, Dim);
  case ResultRule::Factory:
    return Value::tensor(defaultDevice(S, Id), Dim);
  case ResultRule::Cpu:
    return Value::tensor(Placement::of(Term::device({}), stepAt(StepKind::CreatedOnHost, Id)), Dim);
  case ResultRule::HostValue:
    return Value::number();
  case ResultRule::None:
    break;
  }
  ir::Type T = staticType(I.Result);
  if (T.Kind == TypeKind::Tuple || T.Kind == TypeKind::List) {
    ObjectId O = allocate(Id, 0, "list");
    S.Mem.set({O, ElementField}, Value::tensor(Common()));
    return Value::object(O);
  }
  return unknownOf(Id, T);
}

} // namespace devtidy::dataflow
