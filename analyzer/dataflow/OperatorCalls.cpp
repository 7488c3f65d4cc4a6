//===- OperatorCalls.cpp - Calls of operators ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Evidence.h"
#include "dataflow/FunctionSolver.h"
#include "dataflow/engine/Rules.h"
#include "dataflow/judge/MeetingPlace.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;
using knowledge::DeviceRule;
using knowledge::ResultRule;

namespace {

llvm::StringRef ref(std::string_view S) { return {S.data(), S.size()}; }

/// A function that stands for an operator of another name is called as the program calls it: cross_entropy.
llvm::StringRef shownName(const ir::Inst &I, llvm::StringRef Base) {
  llvm::StringRef Called = I.Name.substr(I.Name.find_last_of(".:") + 1);
  bool IsRenamed = I.Kind == InstKind::Call && !Base.ends_with(Called) && !Called.starts_with(Base);
  return IsRenamed ? Called : Base;
}

} // namespace

/// True for what a loop takes from a sequence, or one of several that it takes at once, perhaps converted.
static bool isElementOfLoop(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  if (D && D->Kind == InstKind::Invoke && D->Args.size() == 1 && llvm::is_contained({"int", "long"}, D->Name))
    D = F.definition(D->Args[0].Value);
  if (D && D->Kind == InstKind::Unpack)
    D = F.definition(D->Args[0].Value);
  return D && D->Kind == InstKind::Next;
}

Value FunctionSolver::aten(ir::InstId Id, const Resolution &R, State &S, Event &E) {
  const ir::Inst &I = inst(Id);
  E.Kind = InstKind::Aten;
  llvm::SmallVector<GivenArg, 4> Given;
  llvm::SmallVector<Side, 4> Sides;
  Used.noteOperands(I, R.Operator, S.Mem, reader(S));
  for (unsigned N = 0; N < I.Args.size(); ++N) {
    const ir::Arg &A = I.Args[N];
    const Value &V = E.Operands[N].V;
    unsigned Before = Sides.size();
    // The receiver is a tensor wherever the operator has it: polygamma(n, self).
    const bool IsReceiver = I.Kind == ir::InstKind::Invoke && N == 0;
    if (A.Keyword != "device" && A.Keyword != "options" && A.Keyword != "dtype" &&
        (IsReceiver || !takesNoTensor(R.Operator, N, A.Keyword)))
      addSides(S, A, V, N, Sides);
    const bool TakesLists = knowledge::takesOnly(knowledge::OperandKind::TensorList, R.Operator, N);
    if (V.is(Value::Kind::Symbolic) && Sides.size() > Before && A.Keyword.empty())
      Sides.back().IsList = TakesLists;
    // The elements of a tensor that stands for several; foreach operators take lists where they take tensors, too. What
    // einsum(equation, x, y) takes is no list.
    const bool IsOnly = llvm::count_if(E.Operands, [](const Operand &O) { return O.V.isTensor(); }) == 1;
    if (V.isTensor() && Sides.size() > Before &&
        ((TakesLists && IsOnly) || R.Operator[0].Rule == DeviceRule::Elementwise))
      Sides.back().Dim = V.Dim.plus(-1);
    // Generators are named arguments of the table's signatures; C++ gives them by position.
    const bool IsGiven = A.Keyword.empty() && V.is(Value::Kind::Object) && isGenerator(Prog, object(V.Obj));
    bool IsList = V.is(Value::Kind::Tuple) || (V.is(Value::Kind::Object) && !IsGiven && !isModuleObject(V.Obj));
    Given.push_back({.Keyword = IsGiven ? llvm::StringRef("generator") : A.Keyword,
                     .IsTensor = V.isTensor() || Sides.size() > Before,
                     .IsOther = V.is(Value::Kind::Number) || V.is(Value::Kind::Constant),
                     .IsSingle = V.isTensor() && !V.Partial,
                     .IsList = IsList,
                     .Dim = V.rank(),
                     .Flag = V.truth()});
    if (A.Keyword == "out" && Sides.size() > Before)
      Sides.back().IsOutput = true;
  }
  OperatorFacts Facts = operatorFacts(R.Operator, Given);
  // x[i] takes an index list in the table; here the indices are arguments.
  bool Indexing = I.Kind == InstKind::GetItem || I.Kind == InstKind::SetItem;
  if (Indexing || ref(R.Operator[0].Base) == "index") {
    Facts.Rule = DeviceRule::Index;
    Facts.Result = ResultRule::First;
    // One integer is read, wherever it is, and selects as a number does.
    auto IsOne = [&](unsigned N, Rank Dim) {
      return Dim.isZero() || (!Dim.isPositive() && isElementOfLoop(F, I.Args[N].Value));
    };
    llvm::erase_if(Sides, [&](const Side &X) {
      const bool IsStored = I.Kind == InstKind::SetItem && X.Position + 1 == I.Args.size();
      return Indexing && X.Position != 0 && !IsStored && IsOne(X.Position, X.Dim);
    });
    // A store takes indices from anywhere. What is stored crosses devices, too, unless an index is a tensor: then it
    // goes through index_put_ (TensorAdvancedIndexing.cpp, python_variable_indexing.cpp).
    if (I.Kind == InstKind::SetItem) {
      bool TensorIndex = false;
      for (unsigned N = 1; N + 1 < I.Args.size(); ++N)
        TensorIndex |= E.Operands[N].V.isTensor() && !IsOne(N, E.Operands[N].V.Dim);
      Facts.Rule = TensorIndex ? DeviceRule::Iterator : DeviceRule::Any;
      llvm::erase_if(Sides, [&](const Side &X) { return X.Position != 0 && X.Position + 1 != I.Args.size(); });
    }
  }
  // x.index_put(indices, values): the values meet x, and indices come from anywhere.
  bool Stores = !Indexing && Facts.Rule == DeviceRule::Index && ref(R.Operator[0].Base).contains("index_put");
  if (Stores)
    Facts.Rule = DeviceRule::Iterator;
  // A 0-dim value is copied to where x is.
  if (Stores || I.Kind == InstKind::SetItem)
    llvm::erase_if(Sides, [&](const Side &X) { return X.Position + 1 == I.Args.size() && X.Dim.isZero(); });
  // What is only read is no operand of the result.
  llvm::SmallVector<Side, 1> Copied;
  for (const Side &X : Sides)
    if (!Indexing && X.Position < Facts.Copied.size() && Facts.Copied[X.Position]) {
      Copied.push_back(X);
      Copied.back().IsCopied = true;
    }
  if (!Indexing)
    llvm::erase_if(Sides, [&](const Side &X) { return X.Position < Facts.Binds.size() && !Facts.Binds[X.Position]; });
  if (Facts.InPlace || Stores)
    for (Side &X : Sides)
      X.IsOutput |= X.Position == 0 && (&X == Sides.begin() || Facts.Rule == DeviceRule::Elementwise);
  for (Side &X : Sides)
    X.IsOutput |= !Indexing && X.Position < Facts.Exempts.size() && !Facts.Exempts[X.Position];
  // What takes nothing but tensors there has got one.
  for (Side &X : Sides)
    X.Partial &= I.Kind == InstKind::Op || X.Position >= I.Args.size() || !I.Args[X.Position].Keyword.empty() ||
                 !knowledge::takesOnly(knowledge::OperandKind::Tensor, R.Operator, X.Position);
  E.Name = ref(R.Operator[0].Base);
  llvm::StringRef Shown = I.Kind == InstKind::Op ? I.Name : Indexing ? llvm::StringRef("[]") : shownName(I, E.Name);
  llvm::SmallVector<Side, 4> Demanded(Sides.begin(), Sides.end());
  Demanded.append(Copied.begin(), Copied.end());
  Record.demand(I, Shown, Facts.Rule, Demanded, S);
  if (!Indexing)
    for (unsigned N = 0; N < I.Args.size(); ++N)
      if (E.Operands[N].V.isTensor() && isHostOperand(R.Operator, N, I.Args[N].Keyword))
        CallFrame(*this, Id, nullptr, Value(), S, E).meetHost(N, Meeting::HostArgument);

  Demand D{.M = &M, .F = &F, .I = &I, .Name = Shown, .Rule = Facts.Rule, .Path = S.Path};
  D.Sides.assign(Sides.begin(), Sides.end());
  Rank Dim = ranks().ofResult(E.Name, I, E.Operands, Sides, Facts.Rule);
  // What comes out is where a tensor with dimensions is: what nobody knows to be a tensor is a number, or there as
  // well.
  if (Facts.Rule != DeviceRule::Any &&
      llvm::any_of(Sides, [](const Side &X) { return !X.Untyped && X.Dim.isPositive(); })) {
    auto IsNothing = [&](const Side &X) {
      return X.Untyped && !X.P.isUnknown() && llvm::all_of(X.P.terms(), [&](const GuardedTerm &T) {
               return T.T.isSymbol() && evidenceFor(Out, T.T.path()).Strength < 2;
             });
    };
    llvm::erase_if(Sides, IsNothing);
    llvm::erase_if(D.Sides, IsNothing);
  }
  // What meets something that its class does not register is spoken of by the class's own check; two such are where
  // both were left.
  auto IsLeft = [&](const Side &X) {
    const GuardedTerm *Only = X.P.single();
    return Only && Only->T.isSymbol() && Prog.isUnregisteredMember(F, Only->T.path());
  };
  if (!llvm::all_of(D.Sides, IsLeft))
    llvm::erase_if(D.Sides, IsLeft);
  auto Common = [&]() -> Placement {
    if (Sides.empty())
      return Placement::unknown();
    // A number in a tensor on the CPU gives way to a tensor. What a caller gives has its rank, and comes out with it.
    auto GivesWay = [](const GuardedTerm &T) { return !T.T.isSymbol() && !T.T.device().isAccelerator(); };
    if (llvm::any_of(E.Operands, [](const Operand &O) { return O.V.is(Value::Kind::Unknown); }) &&
        llvm::none_of(Sides, [](const Side &X) { return X.Dim.isPositive(); }) &&
        llvm::any_of(Sides, [&](const Side &X) { return X.P.isUnknown() || llvm::any_of(X.P.terms(), GivesWay); }))
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
  if (E.comesFromFailure())
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
  case ResultRule::Second:
    return Sides.size() < 2 ? unknownOf(Id, staticType(I.Result)) : Value::tensor(Sides[1].P, Dim);
  case ResultRule::Factory: {
    // torch.normal(mean=0.0, std=1.0, size=(2,), device=d)
    const knowledge::Callable &Factory = knowledge::factoryOfSizes();
    E.Known = &Factory;
    CallFrame Frame(*this, Id, Factory, S, E);
    return findRule(Factory.Kind)(Frame);
  }
  case ResultRule::Cpu:
    return Value::tensor(Placement::of(Term::device({}), stepAt(StepKind::CreatedOnHost, Id)), Dim);
  case ResultRule::HostValue:
    return Value::number();
  case ResultRule::Each:
    return each(Id, Sides, S);
  case ResultRule::None:
    break;
  }
  ir::Type T = staticType(I.Result);
  if (T.Kind == TypeKind::Tuple || T.Kind == TypeKind::List) {
    ObjectId O = Objects.allocated(Id, 0, "list");
    S.Mem.set({O, ElementField}, Value::tensor(Common()));
    return Value::object(O);
  }
  return unknownOf(Id, T);
}

} // namespace devtidy::dataflow
