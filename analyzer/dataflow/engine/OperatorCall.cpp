//===- OperatorCall.cpp - One call of an operator ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/OperatorCall.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/engine/Rows.h"
#include "dataflow/engine/Rules.h"
#include "dataflow/judge/MeetingPlace.h"
#include "dataflow/state/Evidence.h"
#include "dataflow/state/SelfMembers.h"
#include "dataflow/state/SideReader.h"
#include "knowledge/Arrays.h"
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
  llvm::StringRef Called = ir::lastName(I.Name);
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

bool selectsOne(const ir::Function &F, ir::ValueId Index, Rank Dim) {
  return Dim.isZero() || (!Dim.isPositive() && isElementOfLoop(F, Index));
}

static bool isOne(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  return D && D->Kind == InstKind::Const && D->Const.K == ir::Constant::Kind::Int && D->Const.Int == 1;
}

/// True for a list or a tuple that is written there, `[[0.0]]`, in which there is one thing: most likely a number,
/// where a name stands for it.
static bool holdsOne(const ir::Function &F, ir::ValueId V) {
  bool IsList = false;
  const ir::Inst *D = F.definition(V);
  while (D && (D->Kind == InstKind::MakeList || D->Kind == InstKind::MakeTuple)) {
    if (D->Args.size() != 1 || !D->Args[0].Keyword.empty())
      return false;
    IsList = true;
    D = F.definition(D->Args[0].Value);
  }
  return IsList;
}

/// True for a tensor of one element, as the function itself makes it: `torch.zeros(1, 1)`, `torch.tensor([[0.0]])`.
static bool isOfOneElement(const Program &Prog, const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  const llvm::StringRef Name = D && D->Kind == InstKind::Call ? Prog.Types.canonical(D->Name) : llvm::StringRef();
  const knowledge::Callable *Made = Name.empty() ? nullptr : knowledge::findFunction({Name.data(), Name.size()});
  if (!Made || Made->Kind != knowledge::Action::Create || D->Args.empty() || !D->Args[0].Keyword.empty())
    return false;
  const knowledge::SizedBy By = knowledge::sizedBy(std::string_view(ir::lastName(Name)));
  if (By == knowledge::SizedBy::Data)
    return holdsOne(F, D->Args[0].Value);
  if (By == knowledge::SizedBy::Unknown)
    return false;
  const ir::Inst *Sizes = F.definition(D->Args[0].Value);
  if (Sizes && (Sizes->Kind == InstKind::MakeList || Sizes->Kind == InstKind::MakeTuple))
    return llvm::all_of(Sizes->Args, [&](const ir::Arg &A) { return A.Keyword.empty() && isOne(F, A.Value); });
  return By == knowledge::SizedBy::Arguments &&
         llvm::all_of(D->Args, [&](const ir::Arg &A) { return !A.Keyword.empty() || isOne(F, A.Value); });
}

/// True if I lists one by one the tensors of which the operator takes a list: `meshgrid(x, y)`.
static bool takesApart(std::span<const knowledge::OperatorOverload> Operator, const ir::Inst &I) {
  const auto IsGiven = [](const ir::Arg &A) { return A.Keyword.empty(); };
  const auto IsList = [](const knowledge::OperatorOverload &O) {
    return !O.Params.empty() && O.Params[0].Kind == knowledge::OperandKind::TensorList;
  };
  const auto TakesOne = [](const knowledge::OperatorOverload &O) {
    return llvm::count_if(O.Params, [](const auto &P) { return !P.IsOut && !P.KeywordOnly; }) == 1;
  };
  return I.Kind == InstKind::Call && llvm::count_if(I.Args, IsGiven) > 1 && llvm::any_of(Operator, IsList) &&
         llvm::all_of(Operator, TakesOne);
}

OperatorCall::OperatorCall(FunctionSolver &Solver, ir::InstId Id, Overloads Operator, State &S, Event &E)
    : Solver(Solver), I(Solver.inst(Id)), Id(Id), Operator(Operator), S(S), E(E),
      Indexing(I.Kind == InstKind::GetItem || I.Kind == InstKind::SetItem) {}

Value OperatorCall::run() {
  E.Kind = InstKind::Aten;
  readOperands();
  Facts = operatorFacts(Operator, Given);
  readAsIndex();
  readAsStore();
  dropUnbound();
  markOutputs();
  demand();
  return result();
}

void OperatorCall::readOperands() {
  Solver.Used.noteOperands(I, Operator, S.Mem, Solver.reader(S));
  TakesApart = takesApart(Operator, I);
  for (unsigned N = 0; N < I.Args.size(); ++N)
    readOperand(N);
  if (!TakesApart)
    return;
  // For the operator they are one list.
  llvm::erase_if(Given, [](const GivenArg &A) { return A.Keyword.empty(); });
  Given.push_back({.IsTensor = true, .IsList = true});
}

void OperatorCall::readOperand(unsigned N) {
  const ir::Arg &A = I.Args[N];
  const Value &V = E.Operands[N].V;
  const unsigned Before = Sides.size();
  // The receiver is a tensor wherever the operator has it: polygamma(n, self).
  const bool IsReceiver = I.Kind == InstKind::Invoke && N == 0;
  if (A.Keyword != "device" && A.Keyword != "options" && A.Keyword != "dtype" &&
      (IsReceiver || !takesNoTensor(Operator, N, A.Keyword)))
    SideReader(Solver, S, Sides, /*OfTensors=*/true).add(A, V, N);
  const bool HasSide = Sides.size() > Before;
  if (TakesApart && A.Keyword.empty())
    Solver.Used.noteTensor(V);
  const bool TakesLists = !TakesApart && knowledge::takesOnly(knowledge::OperandKind::TensorList, Operator, N);
  if (V.is(Value::Kind::Symbolic) && HasSide && A.Keyword.empty())
    Sides.back().IsList = TakesLists;
  // The elements of a tensor that stands for several; foreach operators take lists where they take tensors, too. What
  // einsum(equation, x, y) takes is no list.
  const bool IsOnly = llvm::count_if(E.Operands, [](const Operand &O) { return O.V.isTensor(); }) == 1;
  if (V.isTensor() && HasSide && ((TakesLists && IsOnly) || Operator[0].Rule == DeviceRule::Elementwise))
    Sides.back().Dim = V.Dim.plus(-1);
  // Generators are named arguments of the table's signatures; C++ gives them by position.
  const bool IsObject = V.is(Value::Kind::Object);
  const bool IsGenerator = A.Keyword.empty() && IsObject && Solver.Prog.Types.isGenerator(Solver.object(V.Obj).Class);
  const bool IsList = V.is(Value::Kind::Tuple) || (IsObject && !IsGenerator && !Solver.isModuleObject(V.Obj));
  Given.push_back({.Keyword = IsGenerator ? llvm::StringRef("generator") : A.Keyword,
                   .IsTensor = V.isTensor() || HasSide,
                   .IsOther = V.is(Value::Kind::Number) || V.is(Value::Kind::Constant),
                   .IsSingle = V.isTensor() && !V.Partial,
                   .IsList = IsList,
                   .Dim = V.rank(),
                   .Flag = V.truth()});
  if (A.Keyword == "out" && HasSide)
    Sides.back().IsOutput = true;
}

void OperatorCall::readAsIndex() {
  if (!Indexing && ref(Operator[0].Base) != "index")
    return;
  Facts.Rule = DeviceRule::Index;
  Facts.Result = ResultRule::First;
  const bool Puts = I.Kind == InstKind::SetItem;
  llvm::erase_if(Sides, [&](const Side &X) {
    const bool IsStored = Puts && X.Position + 1 == I.Args.size();
    return Indexing && X.Position != 0 && !IsStored && selectsOne(Solver.F, I.Args[X.Position].Value, X.Dim);
  });
  if (!Puts)
    return;
  // A store takes indices from anywhere. What is stored crosses devices, too, unless an index is a tensor: then it
  // goes through index_put_ (TensorAdvancedIndexing.cpp, python_variable_indexing.cpp).
  bool TensorIndex = false;
  for (unsigned N = 1; N + 1 < I.Args.size(); ++N)
    TensorIndex |= E.Operands[N].V.isTensor() && !selectsOne(Solver.F, I.Args[N].Value, E.Operands[N].V.Dim);
  Facts.Rule = TensorIndex ? DeviceRule::Iterator : DeviceRule::Any;
  llvm::erase_if(Sides, [&](const Side &X) { return X.Position != 0 && X.Position + 1 != I.Args.size(); });
}

void OperatorCall::readAsStore() {
  // x.index_put(indices, values): the values meet x, and indices come from anywhere.
  const bool Stores = !Indexing && Facts.Rule == DeviceRule::Index && ref(Operator[0].Base).contains("index_put");
  if (Stores)
    Facts.Rule = DeviceRule::Iterator;
  // A 0-dim value is copied to where x is. An assignment takes the leading dimensions of size 1 off the value, so that
  // nothing is left of those of one element (slicePrefix1sSize in python_variable_indexing.cpp).
  const bool Puts = I.Kind == InstKind::SetItem;
  if (Stores || Puts)
    llvm::erase_if(Sides, [&](const Side &X) {
      return X.Position + 1 == I.Args.size() &&
             (X.Dim.isZero() || (Puts && isOfOneElement(Solver.Prog, Solver.F, I.Args[X.Position].Value)));
    });
  Writes = Facts.InPlace || Stores;
}

/// What is only read is no operand of the result.
void OperatorCall::dropUnbound() {
  if (Indexing)
    return;
  for (const Side &X : Sides)
    if (X.Position < Facts.Copied.size() && Facts.Copied[X.Position]) {
      Copied.push_back(X);
      Copied.back().IsCopied = true;
    }
  llvm::erase_if(Sides, [&](const Side &X) { return X.Position < Facts.Binds.size() && !Facts.Binds[X.Position]; });
}

void OperatorCall::markOutputs() {
  for (Side &X : Sides) {
    if (Writes && X.Position == 0 && (&X == Sides.begin() || Facts.Rule == DeviceRule::Elementwise))
      X.IsOutput = true;
    X.IsOutput |= !Indexing && X.Position < Facts.Exempts.size() && !Facts.Exempts[X.Position];
    // What takes nothing but tensors there has got one.
    X.Partial &= I.Kind == InstKind::Op || X.Position >= I.Args.size() || !I.Args[X.Position].Keyword.empty() ||
                 !knowledge::takesOnly(knowledge::OperandKind::Tensor, Operator, X.Position);
  }
}

void OperatorCall::demand() {
  E.Name = ref(Operator[0].Base);
  const bool IsWritten = I.Kind == InstKind::Op || (Indexing && !I.Name.empty());
  const llvm::StringRef Shown = IsWritten ? I.Name : Indexing ? llvm::StringRef("[]") : shownName(I, E.Name);
  llvm::SmallVector<Side, 4> Demanded(Sides.begin(), Sides.end());
  Demanded.append(Copied.begin(), Copied.end());
  Solver.Record.demand(I, Shown, Facts.Rule, Demanded, S);
  for (unsigned N = 0; N < I.Args.size() && !Indexing; ++N)
    if (E.Operands[N].V.isTensor() && isHostOperand(Operator, N, I.Args[N].Keyword))
      CallFrame(Solver, Id, nullptr, Value(), S, E).meetHost(N, Meeting::HostArgument);
  D = {.M = &Solver.M, .F = &Solver.F, .I = &I, .Name = Shown, .Rule = Facts.Rule, .Path = S.Path};
  D.Sides.assign(Sides.begin(), Sides.end());
}

/// Takes out what says nothing of where the result is.
void OperatorCall::dropWeak() {
  // What comes out is where a tensor with dimensions is: what nobody knows to be a tensor is a number, or there as
  // well.
  if (Facts.Rule != DeviceRule::Any &&
      llvm::any_of(Sides, [](const Side &X) { return !X.Untyped && X.Dim.isPositive(); })) {
    auto IsNothing = [&](const Side &X) {
      return X.Untyped && !X.P.isUnknown() && llvm::all_of(X.P.terms(), [&](const GuardedTerm &T) {
               return T.T.isSymbol() && evidenceFor(Solver.Out, T.T.path()).Strength < 2;
             });
    };
    llvm::erase_if(Sides, IsNothing);
    llvm::erase_if(D.Sides, IsNothing);
  }
  // What meets something that its class does not register is spoken of by the class's own check; two such are where
  // both were left.
  auto IsLeft = [&](const Side &X) { return isOfUnregisteredMember(Solver.Prog, Solver.F, X.P); };
  if (!llvm::all_of(D.Sides, IsLeft))
    llvm::erase_if(D.Sides, IsLeft);
}

static bool isOnHost(const GuardedTerm &T) { return !T.T.isSymbol() && !T.T.device().isAccelerator(); }

/// Where X is if it is one: elements of a list that meet are in one place, and those on the CPU are not where somebody
/// else's are.
static Placement together(const Side &X) {
  if (!X.IsElement || X.P.isUnknown() || X.P.isExclusive())
    return X.P;
  const Placement Others = X.P.filtered([](const GuardedTerm &T) { return !isOnHost(T); });
  return Others.isBottom() ? X.P : Others;
}

/// Where all operands are together.
Placement OperatorCall::common() const {
  if (Sides.empty())
    return Placement::unknown();
  // A number in a tensor on the CPU gives way to a tensor, where that can be elsewhere. What a caller gives has its
  // rank, and comes out with it.
  const auto GivesWay = [](const GuardedTerm &T) {
    return isOnHost(T) && (T.Guard.holdsIn(World::Gpu) || T.Guard.holdsIn(World::Multi));
  };
  const bool IsAlone = Sides.size() == 1; // what is one of several says of each what that is
  if (llvm::any_of(E.Operands,
                   [&](const Operand &O) { return O.V.is(Value::Kind::Unknown) && !(IsAlone && O.V.Guards); }) &&
      llvm::none_of(Sides, [](const Side &X) { return X.Dim.isPositive(); }) &&
      llvm::any_of(Sides, [&](const Side &X) { return X.P.isUnknown() || llvm::any_of(X.P.terms(), GivesWay); }))
    return Placement::unknown();
  if (llvm::all_of(Sides, [&](const Side &X) { return X.P == Sides[0].P; }))
    return together(Sides[0]);
  const bool IsLoose = Facts.Rule == DeviceRule::Any || Facts.Rule == DeviceRule::Special ||
                       Facts.Rule == DeviceRule::Elementwise || Facts.Rule == DeviceRule::Index;
  if (IsLoose)
    return best();
  const Placement P = meetingPlace(D, Solver.Prog.Conditions, Solver.Prog.Paths);
  // It is told where they meet that one may be elsewhere, and not once more of the result.
  const auto IsDoubted = [&](const Side &X) {
    return (X.Untyped || X.Partial) && llvm::any_of(X.P.terms(), [&](const GuardedTerm &T) {
             return T.T.isSymbol() && isRatherTensor(Solver.Out, T.T.path());
           });
  };
  const bool MayBeOnHost = !P.isUnknown() && llvm::any_of(P.terms(), isOnHost);
  return MayBeOnHost && llvm::any_of(Sides, IsDoubted) ? Placement::unknown() : P;
}

/// Where one of several operands is that need not be together.
Placement OperatorCall::best() const {
  const Side *Best = nullptr;
  for (const Side &X : Sides) {
    if (X.P.isUnknown())
      return Placement::unknown();
    if (X.Dim.isZero())
      continue;
    // Somebody on the CPU beside a symbol: which of the two gave way is not known.
    const GuardedTerm *Only = X.P.single();
    if (Best && Best->P.hasSymbol() && Only && isOnHost(*Only))
      return Placement::unknown();
    if (!Best || (Best->P.hasSymbol() && !X.P.hasSymbol()))
      Best = &X;
  }
  return Best ? Best->P : Sides[0].P;
}

Value OperatorCall::result() {
  const Rank Dim = Solver.ranks().ofResult(E.Name, I, E.Operands, Sides, Facts.Rule);
  dropWeak();
  if (E.comesFromFailure())
    return Value::tensor(Placement::bottom(), Dim);
  if (Facts.InPlace && !Sides.empty())
    return Value::tensor(Sides[0].P, Sides[0].Dim);
  if (Facts.Rule == DeviceRule::Elementwise)
    return RowResult(Solver, Id, S).met(D, Facts.Result);
  const ir::Type T = Solver.staticType(I.Result);
  switch (Facts.Result) {
  case ResultRule::Out: // operatorFacts takes no overload with out=
  case ResultRule::Common:
    return Value::tensor(common(), Dim);
  case ResultRule::First:
  case ResultRule::Like:
    return Sides.empty() ? unknownOf(Solver, Id, T) : Value::tensor(Sides[0].P, Dim);
  case ResultRule::Second:
    return Sides.size() < 2 ? unknownOf(Solver, Id, T) : Value::tensor(Sides[1].P, Dim);
  case ResultRule::Factory: {
    // torch.normal(mean=0.0, std=1.0, size=(2,), device=d)
    const knowledge::Callable &Factory = knowledge::factoryOfSizes();
    E.Known = &Factory;
    CallFrame Frame(Solver, Id, Factory, S, E);
    return findRule(Factory.Kind)(Frame);
  }
  case ResultRule::Cpu:
    return Value::tensor(Placement::of(Term::device({}), Solver.stepAt(StepKind::CreatedOnHost, Id)), Dim);
  case ResultRule::HostValue:
    return Value::number();
  case ResultRule::Each:
    return RowResult(Solver, Id, S).each(Sides);
  case ResultRule::None:
    break;
  }
  if (T.Kind != TypeKind::Tuple && T.Kind != TypeKind::List)
    return unknownOf(Solver, Id, T);
  const ObjectId O = Solver.Objects.allocated(Id, 0, "list");
  S.Mem.set({O, ElementField}, Value::tensor(common()));
  return Value::object(O);
}

} // namespace devtidy::dataflow
