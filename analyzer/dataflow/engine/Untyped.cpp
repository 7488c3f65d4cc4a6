//===- Untyped.cpp - Operands that may or may not be tensors --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Untyped.h"
#include "dataflow/engine/Caught.h"
#include "dataflow/engine/OperatorCall.h"
#include "dataflow/engine/Resolve.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/Positions.h"
#include "dataflow/state/SideReader.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::DeviceRule;

UntypedOperation::UntypedOperation(FunctionFrame &In, ir::InstId Id, State &S)
    : In(In), Prog(In.Prog), I(In.inst(Id)), Id(Id), S(S) {}

std::optional<Value> UntypedOperation::concatenated(llvm::ArrayRef<Value> Lists) {
  auto IsList = [&](const Value &V) { return V.is(Value::Kind::Object) && In.object(V.Obj).Class == "list"; };
  if (Lists.size() != 2 || !llvm::all_of(Lists, IsList))
    return std::nullopt;
  bool New = I.Name == "+";
  ObjectId Into = New ? In.Objects.allocated(Id, 0, "list") : Lists[0].Obj;
  // In a loop the list of the round before is gone.
  if (New)
    for (const auto &[Key, Held] : S.Mem.of(Into))
      S.Mem.erase(Key);
  for (const Value &V : Lists.drop_front(New ? 0 : 1))
    Positions(In, S, Into).appendAll(V.Obj);
  return Value::object(Into);
}

Value UntypedOperation::computedFrom(PathId Met) {
  bool Several = Prog.Paths[Met].Kind == Path::Root::Meeting;
  Value V = Several ? symbolicValue(In, Met, {}, StepKind::Member, I.Range) : Value::symbolic(Met);
  V.IsComputed = V.is(Value::Kind::Symbolic);
  return V;
}

std::optional<Value> UntypedOperation::eachComputed(const Value &Several, llvm::function_ref<Value(Value)> Finish) {
  llvm::SmallVector<std::pair<Value, Cube>, 4> Parts;
  for (unsigned N = 0; N < Several.Elements->size(); ++N) {
    const Value &Part = (*Several.Elements)[N];
    if (Part.is(Value::Kind::Symbolic))
      Parts.emplace_back(Finish(computedFrom(Part.Path)), (*Several.Guards)[N]);
    else if (Part.isTensor())
      Parts.emplace_back(Finish(Value::tensor(Part.P, Part.Dim)), (*Several.Guards)[N]);
    else if (!Part.isNone()) // None takes part in nothing
      return std::nullopt;
  }
  return oneOfSeveral(Parts, false);
}

std::optional<Value> UntypedOperation::computedFrom(llvm::ArrayRef<Value> Actuals) {
  auto IsNumber = [](const Value &V) {
    return V.is(Value::Kind::Number) || (V.is(Value::Kind::Constant) && !V.isString());
  };
  const auto *Open = llvm::find_if(Actuals, [](const Value &V) { return V.isOneOfSeveral(); });
  if (Open == Actuals.end() || llvm::count_if(Actuals, IsNumber) + 1 != static_cast<ptrdiff_t>(Actuals.size()))
    return std::nullopt;
  return eachComputed(*Open, [](Value V) { return V; });
}

Value UntypedOperation::comparedTensors(llvm::ArrayRef<Value> Actuals, Value Answer) {
  if (!isElementwiseComparison(I.Name) || Answer.truth())
    return Answer;
  PathId Met;
  for (const Value &V : Actuals) {
    const bool IsNumber = V.is(Value::Kind::Number) || (V.is(Value::Kind::Constant) && !V.isString());
    if (IsNumber)
      continue;
    if (!V.is(Value::Kind::Symbolic))
      return Answer;
    Met = Met ? Prog.Paths.meeting(Met, V.Path) : V.Path;
    if (!Met)
      return Answer;
  }
  if (!Met)
    return Answer;
  Value V = computedFrom(Met);
  V.Cond = Answer.Cond;
  return V;
}

void UntypedOperation::demand() {
  std::span<const knowledge::OperatorOverload> Operator;
  if (std::string_view Base = knowledge::operatorForSyntax(std::string_view(I.Name));
      !Base.empty() && !isOfStream(In.M, I))
    Operator = knowledge::findOperator(Base);
  llvm::SmallVector<Side, 2> Sides;
  for (unsigned N = 0; N < I.Args.size(); ++N)
    if (Value V = In.operand(I.Args[N], S); V.is(Value::Kind::Symbolic) || (V.is(Value::Kind::Unknown) && V.Guards))
      SideReader(In, S, Sides, /*OfTensors=*/true).add(I.Args[N], V, N);
  if (!Operator.empty() && Sides.size() == 2) {
    std::vector<GivenArg> Given(I.Args.size(), GivenArg{{}, true, false});
    OperatorFacts Facts = operatorFacts(Operator, Given);
    Sides[0].IsOutput = Facts.InPlace;
    In.Record.demand(I, I.Name, Facts.Rule, Sides, S);
  }
}

Value UntypedOperation::run(llvm::ArrayRef<Value> Actuals) {
  if (I.Name == "+" || I.Name == "+=")
    if (std::optional<Value> List = concatenated(Actuals))
      return *List;
  if (I.Name == "*")
    if (std::optional<Value> List = Containers(In, S).repeated(Id, Actuals))
      return *List;
  demand();
  In.Used.noteTypeAsked(I, In.reader(S));
  if (isComparison(I.Name))
    return comparedTensors(Actuals, In.questions(S).compare(I));
  if (knowledge::isArithmetic(std::string_view(I.Name)))
    for (const Value &V : Actuals)
      In.Used.noteOperand(V);
  // p + n points into the same memory, and so does p & ~127, which is aligned; p - q is a number.
  auto IsPointer = [](const Value &V) { return V.is(Value::Kind::Pointer); };
  if (llvm::count_if(Actuals, IsPointer) == 1 && I.Name.find_first_of("+-&|") == 0)
    return *llvm::find_if(Actuals, IsPointer);
  // What is scaled by a number stays where it is.
  if (std::optional<Value> Each = computedFrom(Actuals))
    return *Each;
  return arithmetic(Actuals);
}

Value UntypedOperation::arithmetic(llvm::ArrayRef<Value> Actuals) {
  PathId Met;
  Value Number = Value::number();
  countOperands(Number, I.Name, Actuals);
  for (const Value &V : Actuals) {
    // rank % torch.cuda.device_count()
    bool IsGiven = V.is(Value::Kind::Number) && V.Path && !V.IsText && Prog.Paths[V.Path].Kind == Path::Root::Param;
    Number.IsIndex |= V.IsIndex || (V.IsCount && I.Name != "+") || IsGiven;
    if (V.is(Value::Kind::Number) || V.is(Value::Kind::Constant))
      continue;
    // Nobody knows what it is: a number, or where the others are.
    if (V.is(Value::Kind::Unknown) && knowledge::isArithmetic(std::string_view(I.Name)))
      continue;
    if (!V.is(Value::Kind::Symbolic))
      return Value::unknown();
    Met = Met ? Prog.Paths.meeting(Met, V.Path) : V.Path;
    if (!Met)
      return Value::unknown();
  }
  if (!Met)
    return llvm::any_of(Actuals, [](const Value &V) { return V.is(Value::Kind::Unknown); }) ? Value::unknown() : Number;
  return computedFrom(Met);
}

Value UntypedOperation::method() {
  std::span<const knowledge::OperatorOverload> Operator = knowledge::findOperator(std::string_view(I.Name));
  // A type may say a device.
  if (I.Name == "type" && I.Args.size() > 1 && !In.operand(I.Args[1], S).is(Value::Kind::Number))
    return Value::unknown();
  Value Self = In.operand(I.Args[0], S);
  // In place: what comes out is what went in.
  if (I.Name == "requires_grad_")
    return Self;
  // The name of the type: text, and no tensor.
  if (I.Name == "type" && I.Args.size() == 1) {
    const PathId Type = Prog.Paths.child(Self.Path, TypeField);
    return Type ? Value::symbolic(Type) : Value::unknown();
  }
  llvm::SmallVector<Side, 2> Sides;
  SideReader(In, S, Sides).add(I.Args[0], Self, 0);
  llvm::SmallVector<Operand, 4> Operands;
  for (const ir::Arg &A : I.Args)
    Operands.push_back({&A, In.operand(A, S)});
  auto Reshaped = [&](Value V) {
    if (Ranks::keeps(I.Name) || V.isNone())
      return V;
    V.Dim = In.ranks().ofResult(I.Name, I, Operands, Sides, DeviceRule::Iterator);
    V.IsReshaped = V.is(Value::Kind::Symbolic);
    return V;
  };
  PathId Met = Self.Path;
  bool MeetsTensors = false;
  for (unsigned N = 1; N < I.Args.size(); ++N) {
    const Value &V = Operands[N].V;
    MeetsTensors |= V.isTensor() || V.isOneOfSeveral();
    if (!V.is(Value::Kind::Symbolic) || !knowledge::mayTakeTensor(Operator, N, std::string_view(I.Args[N].Keyword)))
      continue;
    SideReader(In, S, Sides).add(I.Args[N], V, N);
    MeetsTensors = true;
    Met = Met ? Prog.Paths.meeting(Met, V.Path) : Met;
  }
  if (Self.isOneOfSeveral()) {
    std::optional<Value> Each = MeetsTensors ? std::nullopt : eachComputed(Self, Reshaped);
    return Each ? *Each : Value::unknown();
  }
  if (Sides.size() > 1) {
    OperatorFacts Facts = operatorFacts(Operator, std::vector<GivenArg>(I.Args.size(), GivenArg{{}, true, false}));
    Sides[0].IsOutput = Facts.InPlace;
    In.Record.demand(I, I.Name, Facts.Rule, Sides, S);
  }
  return Met ? Reshaped(computedFrom(Met)) : Value::unknown();
}

void UntypedOperation::index() {
  llvm::SmallVector<Side, 2> Sides;
  if (isTried(In.Prog, In.F, I))
    return;
  for (unsigned N = 0; N < I.Args.size(); ++N) {
    const Value V = In.operand(I.Args[N], S);
    const bool MayMeet = V.is(Value::Kind::Symbolic) || V.isTensor();
    if (MayMeet && (N == 0 || !selectsOne(In.F, I.Args[N].Value, V.rank())))
      SideReader(In, S, Sides, /*OfTensors=*/true).add(I.Args[N], V, N);
  }
  if (Sides.size() > 1 && Sides[0].Position == 0)
    In.Record.demand(I, "[]", DeviceRule::Index, Sides, S);
}

} // namespace devtidy::dataflow
