//===- Untyped.cpp - Operands that may or may not be tensors --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parameter without a type is a tensor if something is done with it that only tensors allow. `x + y` is not such a
// thing: what it gives, and whether it fails, is for the callers to say.
//
//===----------------------------------------------------------------------===//

#include "dataflow/Positions.h"
#include "dataflow/SideReader.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::DeviceRule;

namespace {

std::string_view view(llvm::StringRef S) { return {S.data(), S.size()}; }

} // namespace

/// Lists that are added: a new one, or the first, has the elements of both.
std::optional<Value> FunctionSolver::concatenated(ir::InstId Id, llvm::ArrayRef<Value> Lists, State &S) {
  auto IsList = [&](const Value &V) { return V.is(Value::Kind::Object) && object(V.Obj).Class == "list"; };
  if (Lists.size() != 2 || !llvm::all_of(Lists, IsList))
    return std::nullopt;
  bool New = inst(Id).Name == "+";
  ObjectId Into = New ? Objects.allocated(Id, 0, "list") : Lists[0].Obj;
  // In a loop the list of the round before is gone.
  if (New)
    for (const auto &[Key, Held] : S.Mem.of(Into))
      S.Mem.erase(Key);
  for (const Value &V : Lists.drop_front(New ? 0 : 1))
    Positions(*this, S, Into).appendAll(V.Obj);
  return Value::object(Into);
}

/// What an operation gives of what Met is: the same place, another value.
Value FunctionSolver::computedFrom(PathId Met, ir::SourceRange Range) {
  bool Several = Prog.Paths[Met].Kind == Path::Root::Meeting;
  Value V = Several ? symbolicValue(Met, {}, StepKind::Member, Range) : Value::symbolic(Met);
  V.IsComputed = V.is(Value::Kind::Symbolic);
  return V;
}

/// What an operation gives of each that the value may be; nothing if it may be something else than tensors.
std::optional<Value> FunctionSolver::eachComputed(const Value &Several, ir::SourceRange Range,
                                                  llvm::function_ref<Value(Value)> Finish) {
  llvm::SmallVector<std::pair<Value, Cube>, 4> Parts;
  for (unsigned N = 0; N < Several.Elements->size(); ++N) {
    const Value &Part = (*Several.Elements)[N];
    if (Part.is(Value::Kind::Symbolic))
      Parts.emplace_back(Finish(computedFrom(Part.Path, Range)), (*Several.Guards)[N]);
    else if (Part.isTensor())
      Parts.emplace_back(Finish(Value::tensor(Part.P, Part.Dim)), (*Several.Guards)[N]);
    else if (!Part.isNone()) // None takes part in nothing
      return std::nullopt;
  }
  return oneOfSeveral(Parts, false);
}

/// The same of an operation with numbers.
std::optional<Value> FunctionSolver::computedFrom(llvm::ArrayRef<Value> Actuals, ir::SourceRange Range) {
  auto IsNumber = [](const Value &V) {
    return V.is(Value::Kind::Number) || (V.is(Value::Kind::Constant) && !V.isString());
  };
  const auto *Open = llvm::find_if(Actuals, [](const Value &V) { return V.isOneOfSeveral(); });
  if (Open == Actuals.end() || llvm::count_if(Actuals, IsNumber) + 1 != static_cast<ptrdiff_t>(Actuals.size()))
    return std::nullopt;
  return eachComputed(*Open, Range, [](Value V) { return V; });
}

/// What a comparison gives if callers give tensors to be compared: a tensor, where they are. Answer is what it gives
/// otherwise.
Value FunctionSolver::comparedTensors(const ir::Inst &I, llvm::ArrayRef<Value> Actuals, Value Answer) {
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
  Value V = computedFrom(Met, I.Range);
  V.Cond = Answer.Cond;
  return V;
}

/// An operator between values that are no tensors, as far as is known. If callers give some, they meet.
Value FunctionSolver::untyped(ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S) {
  const ir::Inst &I = inst(Id);
  if (I.Name == "+" || I.Name == "+=")
    if (std::optional<Value> List = concatenated(Id, Actuals, S))
      return *List;
  std::span<const knowledge::OperatorOverload> Operator;
  if (std::string_view Base = knowledge::operatorForSyntax(view(I.Name)); !Base.empty() && !isOfStream(M, I))
    Operator = knowledge::findOperator(Base);
  llvm::SmallVector<Side, 2> Sides;
  for (unsigned N = 0; N < I.Args.size(); ++N)
    if (Value V = operand(I.Args[N], S); V.is(Value::Kind::Symbolic) || (V.is(Value::Kind::Unknown) && V.Guards))
      SideReader(*this, S, Sides).add(I.Args[N], V, N);
  if (!Operator.empty() && Sides.size() == 2) {
    std::vector<GivenArg> Given(I.Args.size(), GivenArg{{}, true, false});
    OperatorFacts Facts = operatorFacts(Operator, Given);
    Sides[0].IsOutput = Facts.InPlace;
    Record.demand(I, I.Name, Facts.Rule, Sides, S);
  }
  Used.noteTypeAsked(I, reader(S));
  if (isComparison(I.Name))
    return comparedTensors(I, Actuals, questions(S).compare(I));
  if (knowledge::isArithmetic(view(I.Name)))
    for (const Value &V : Actuals)
      Used.noteOperand(V);
  // p + n points into the same memory; p - q is a number.
  auto IsPointer = [](const Value &V) { return V.is(Value::Kind::Pointer); };
  if (llvm::count_if(Actuals, IsPointer) == 1 && I.Name.find_first_of("+-") == 0)
    return *llvm::find_if(Actuals, IsPointer);
  // What is scaled by a number stays where it is.
  if (std::optional<Value> Each = computedFrom(Actuals, I.Range))
    return *Each;
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
    if (V.is(Value::Kind::Unknown) && knowledge::isArithmetic(view(I.Name)))
      continue;
    if (!V.is(Value::Kind::Symbolic))
      return Value::unknown();
    Met = Met ? Prog.Paths.meeting(Met, V.Path) : V.Path;
    if (!Met)
      return Value::unknown();
  }
  if (!Met)
    return llvm::any_of(Actuals, [](const Value &V) { return V.is(Value::Kind::Unknown); }) ? Value::unknown() : Number;
  return computedFrom(Met, I.Range);
}

/// A method that tensors and other arrays have, of a value that may be either. What it is given may be tensors where
/// the operator of that name takes some.
Value FunctionSolver::arrayMethod(ir::InstId Id, State &S) {
  const ir::Inst &I = inst(Id);
  std::span<const knowledge::OperatorOverload> Operator = knowledge::findOperator(view(I.Name));
  // A type may say a device.
  if (I.Name == "type" && I.Args.size() > 1 && !operand(I.Args[1], S).is(Value::Kind::Number))
    return Value::unknown();
  Value Self = operand(I.Args[0], S);
  // In place: what comes out is what went in.
  if (I.Name == "requires_grad_")
    return Self;
  // The name of the type: text, and no tensor.
  if (I.Name == "type" && I.Args.size() == 1) {
    const PathId Type = Prog.Paths.child(Self.Path, TypeField);
    return Type ? Value::symbolic(Type) : Value::unknown();
  }
  llvm::SmallVector<Side, 2> Sides;
  SideReader(*this, S, Sides).add(I.Args[0], Self, 0);
  llvm::SmallVector<Operand, 4> Operands;
  for (const ir::Arg &A : I.Args)
    Operands.push_back({&A, operand(A, S)});
  auto Reshaped = [&](Value V) {
    if (Ranks::keeps(I.Name) || V.isNone())
      return V;
    V.Dim = ranks().ofResult(I.Name, I, Operands, Sides, DeviceRule::Iterator);
    V.IsReshaped = V.is(Value::Kind::Symbolic);
    return V;
  };
  PathId Met = Self.Path;
  bool MeetsTensors = false;
  for (unsigned N = 1; N < I.Args.size(); ++N) {
    const Value &V = Operands[N].V;
    MeetsTensors |= V.isTensor() || V.isOneOfSeveral();
    if (!V.is(Value::Kind::Symbolic) || !knowledge::mayTakeTensor(Operator, N, view(I.Args[N].Keyword)))
      continue;
    SideReader(*this, S, Sides).add(I.Args[N], V, N);
    MeetsTensors = true;
    Met = Met ? Prog.Paths.meeting(Met, V.Path) : Met;
  }
  if (Self.isOneOfSeveral()) {
    std::optional<Value> Each = MeetsTensors ? std::nullopt : eachComputed(Self, I.Range, Reshaped);
    return Each ? *Each : Value::unknown();
  }
  if (Sides.size() > 1) {
    OperatorFacts Facts = operatorFacts(Operator, std::vector<GivenArg>(I.Args.size(), GivenArg{{}, true, false}));
    Sides[0].IsOutput = Facts.InPlace;
    Record.demand(I, I.Name, Facts.Rule, Sides, S);
  }
  return Met ? Reshaped(computedFrom(Met, I.Range)) : Value::unknown();
}

} // namespace devtidy::dataflow
