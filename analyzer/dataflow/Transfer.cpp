//===- Transfer.cpp - What each instruction does to values and memory ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;

const Step *FunctionSolver::stepAt(StepKind K, ir::InstId Id, llvm::StringRef Subject, const Step *Previous) {
  const ir::Inst &I = F.inst(Id);
  return Prog.step({.Kind = K,
                    .M = &M,
                    .F = &F,
                    .Range = I.Range,
                    .Subject = Subject.empty() ? subjectOf(Id) : Subject,
                    .I = &I,
                    .Previous = Previous});
}

llvm::StringRef FunctionSolver::subjectOf(ir::InstId Id) const {
  ir::ValueId V = F.inst(Id).Result;
  return V ? F.value(V).Variable.split('#').first : llvm::StringRef(); // "x#2" is the second variable called x
}

/// The value of an argument, as the path condition narrows it.
Value FunctionSolver::operand(const ir::Arg &A, const State &S) {
  Value V = Values[A.Value.index()];
  if (!V.isTensor() && !V.is(Value::Kind::Device))
    return V;
  for (Literal L : S.Path.literals()) {
    const Condition &C = Prog.Conditions[L.condition()];
    if (C.K == Condition::Kind::ValueType && C.F == &F && C.V == A.Value)
      V.P = V.P.filtered(
          [&](const GuardedTerm &T) { return T.T.isSymbol() || (T.T.device().Type == C.Type) == L.isPositive(); });
    if (C.K == Condition::Kind::IsNone && V.Path == C.P && !L.isPositive())
      V.Partial = false;
    if (C.K == Condition::Kind::Truth && V.Path == C.P && L.isPositive())
      V.Partial = false;
  }
  return V;
}

Value FunctionSolver::transfer(ir::InstId Id, State &S) {
  const ir::Inst &I = F.inst(Id);
  auto Arg = [&](unsigned N) { return operand(I.Args[N], S); };
  switch (I.Kind) {
  case InstKind::Const:
    return Value::constant(I.Const);
  case InstKind::Opaque:
    return unknownOf(Id, staticType(I.Result));
  case InstKind::Call:
  case InstKind::Invoke:
  case InstKind::Apply:
  case InstKind::Op:
    return call(Id, S);
  case InstKind::GetGlobal: {
    ObjectId Globals = symbolicObject(Prog.Paths.global(Prog.canonical(I.Name)), "");
    if (auto It = S.Mem.find({Globals, CellField}); It != S.Mem.end())
      return It->second;
    return symbolicValue(Prog.Paths.global(Prog.canonical(I.Name)), staticType(I.Result), StepKind::Member, I.Range);
  }
  case InstKind::SetGlobal:
    writeField(S, symbolicObject(Prog.Paths.global(Prog.canonical(I.Name)), ""), CellField, Arg(0));
    return {};
  case InstKind::Cell: {
    ObjectId O = allocate(Id, 0, "cell");
    writeField(S, O, CellField, Arg(0));
    return Value::object(O);
  }
  case InstKind::GetCell: {
    Value C = Arg(0);
    return C.is(Value::Kind::Object) ? readField(S, C.Obj, CellField, staticType(I.Result)) : Value::unknown();
  }
  case InstKind::SetCell:
    if (Value C = Arg(0); C.is(Value::Kind::Object))
      writeField(S, C.Obj, CellField, Arg(1));
    return {};
  case InstKind::GetField:
    return getField(I, S);
  case InstKind::SetField:
    if (Value O = Arg(0); O.is(Value::Kind::Object)) {
      Value V = Arg(1);
      if (V.is(Value::Kind::Object) && S.Mem.count({V.Obj, "$registered"}))
        V.Registered = true;
      if (!V.is(Value::Kind::Symbolic)) // a symbol is its path
        V.Path = PathId();
      writeField(S, O.Obj, I.Name, V);
      if (Recording) {
        Event E;
        E.Id = Id;
        E.I = &I;
        E.Kind = I.Kind;
        E.Name = I.Name;
        E.Path = S.Path;
        E.Operands = {{&I.Args[0], O}, {&I.Args[1], V}};
        record(std::move(E));
      }
    }
    return {};
  case InstKind::GetItem:
    return getItem(Id, S);
  case InstKind::SetItem:
    setItem(Id, S);
    return {};
  case InstKind::Closure: {
    Value V;
    V.K = Value::Kind::Function;
    V.Func = &M.function(I.Callee);
    std::vector<Value> Captures;
    for (unsigned N = 0; N < I.Args.size(); ++N)
      Captures.push_back(Arg(N));
    V.Elements = std::make_shared<const std::vector<Value>>(Captures);
    // Whoever calls it, it is made under what holds here.
    noteCall(*V.Func, Captures, S);
    return V;
  }
  case InstKind::MakeTuple: {
    std::vector<Value> E;
    for (unsigned N = 0; N < I.Args.size(); ++N)
      E.push_back(Arg(N));
    return Value::tuple(std::move(E));
  }
  case InstKind::MakeList:
  case InstKind::MakeDict:
    return makeContainer(Id, S);
  case InstKind::Unpack: {
    Value T = Arg(0);
    if (T.is(Value::Kind::Tuple) && I.Index < T.Elements->size())
      return (*T.Elements)[I.Index];
    if (T.is(Value::Kind::Object))
      return readElement(S, T.Obj, I.Index, staticType(I.Result));
    if (T.isTensor())
      return Value::tensor(T.P);
    if (T.is(Value::Kind::Symbolic)) {
      PathId Child = Prog.Paths.child(T.Path, ElementField);
      return symbolicValue(Child, staticType(I.Result), StepKind::Member, I.Range);
    }
    return unknownOf(Id, staticType(I.Result));
  }
  case InstKind::Iterate:
    return Arg(0);
  case InstKind::HasNext:
    return Value::number();
  case InstKind::Next:
    return next(I, S);
  case InstKind::Yield:
    if (!I.Args.empty())
      ReturnValue.joinIn(Arg(0));
    return Value::unknown();
  case InstKind::Enter:
    enterScope(I, S);
    return Arg(0);
  case InstKind::Exit:
    exitScope(I, S);
    return {};
  case InstKind::Assume:
    S.Reachable = assume(S, I.Args[0].Value, true);
    return {};
  default:
    return unknownOf(Id, staticType(I.Result));
  }
}

Value FunctionSolver::getField(const ir::Inst &I, State &S) {
  Value O = operand(I.Args[0], S);
  ir::Type T = staticType(I.Result);
  if (O.is(Value::Kind::Object))
    return readField(S, O.Obj, I.Name, T);
  if (O.is(Value::Kind::Symbolic))
    return symbolicValue(Prog.Paths.child(O.Path, I.Name), T, StepKind::Member, I.Range);
  if (O.is(Value::Kind::Tuple) && (I.Name == "first" || I.Name == "second")) {
    unsigned Index = I.Name == "second";
    if (Index < O.Elements->size())
      return (*O.Elements)[Index];
  }
  if (O.isTensor() || O.is(Value::Kind::Device))
    if (std::optional<Value> V = attribute(I, O, S))
      return *V;
  return T.isTensor() || T.isUnknown() ? Value::unknown() : unknownOf(F.value(I.Result).Definition, T);
}

/// An attribute that is a question or a view in the tables: x.device, x.is_cuda, x.T.
std::optional<Value> FunctionSolver::attribute(const ir::Inst &I, const Value &Owner, State &S) {
  using knowledge::Action;
  const knowledge::Callable *C = knowledge::findMethod(
      Owner.isTensor() ? knowledge::Receiver::Tensor : knowledge::Receiver::Device, {I.Name.data(), I.Name.size()});
  if (!C || (C->Kind != Action::QueryDevice && C->Kind != Action::QueryIsType && C->Kind != Action::QueryType &&
             C->Kind != Action::QueryIndex && C->Kind != Action::View))
    return std::nullopt;
  Event E;
  E.Id = F.value(I.Result).Definition;
  E.I = &I;
  E.Path = S.Path;
  E.Operands.push_back({&I.Args[0], Owner});
  Value V = known(E.Id, *C, S, E);
  E.Result = V;
  record(std::move(E));
  return V;
}

Value FunctionSolver::getItem(ir::InstId Id, State &S) {
  const ir::Inst &I = F.inst(Id);
  Value O = operand(I.Args[0], S);
  ir::Type T = staticType(I.Result);
  if (O.isTensor())
    return call(Id, S);
  Value Index = I.Args.size() > 1 ? operand(I.Args[1], S) : Value::unknown();
  if (O.is(Value::Kind::Object)) {
    std::optional<int64_t> Position;
    if (Index.isInt())
      Position = Index.Const.Int;
    if (Index.isString())
      if (auto It = S.Mem.find({O.Obj, Index.Const.Text}); It != S.Mem.end())
        return It->second;
    return readElement(S, O.Obj, Position, T);
  }
  if (O.is(Value::Kind::Tuple) && Index.isInt() && Index.Const.Int >= 0 &&
      static_cast<uint64_t>(Index.Const.Int) < O.Elements->size())
    return (*O.Elements)[Index.Const.Int];
  if (O.is(Value::Kind::Symbolic))
    return symbolicValue(Prog.Paths.child(O.Path, ElementField), T, StepKind::Member, I.Range);
  return unknownOf(Id, T);
}

void FunctionSolver::setItem(ir::InstId Id, State &S) {
  const ir::Inst &I = F.inst(Id);
  Value O = operand(I.Args[0], S);
  if (O.isTensor()) {
    call(Id, S);
    return;
  }
  if (!O.is(Value::Kind::Object))
    return;
  Value V = operand(I.Args.back(), S);
  Value Index = I.Args.size() > 2 ? operand(I.Args[1], S) : Value::unknown();
  if (Index.isString())
    writeField(S, O.Obj, Index.Const.Text, V);
  if (Index.isInt() && writeIndex(S, O.Obj, Index.Const.Int, V))
    return;
  writeField(S, O.Obj, ElementField, V);
}

Value FunctionSolver::makeContainer(ir::InstId Id, State &S) {
  const ir::Inst &I = F.inst(Id);
  bool Dict = I.Kind == InstKind::MakeDict;
  ObjectId O = allocate(Id, 0, Dict ? "dict" : "list");
  static constexpr llvm::StringLiteral Positions[] = {"0", "1", "2", "3", "4", "5", "6", "7"};
  for (unsigned N = 0; N < I.Args.size(); ++N) {
    Value V = operand(I.Args[N], S);
    if (!Dict && I.Args.size() <= 8) {
      writeField(S, O, Positions[N], V);
    } else if (!Dict) {
      writeField(S, O, ElementField, V);
    } else if (N % 2 == 1) {
      Value Key = operand(I.Args[N - 1], S);
      if (Key.isString())
        writeField(S, O, Key.Const.Text, V);
      writeField(S, O, ElementField, V);
    }
  }
  return Value::object(O);
}

/// An element of what is iterated over. Data loaders collate on the CPU (torch/data/transforms/stack.h: torch::stack of
/// what the data set returns; torch/utils/data/_utils/collate.py).
Value FunctionSolver::next(const ir::Inst &I, State &S) {
  Value O = operand(I.Args[0], S);
  ir::Type T = staticType(I.Result);
  ir::InstId Id = F.value(I.Result).Definition;
  if (O.isTensor())
    return Value::tensor(O.P);
  if (O.is(Value::Kind::Tuple)) {
    Value Joined;
    for (const Value &E : *O.Elements)
      Joined.joinIn(E);
    return Joined;
  }
  if (!O.is(Value::Kind::Object)) {
    if (O.is(Value::Kind::Symbolic))
      return symbolicValue(Prog.Paths.child(O.Path, ElementField), T, StepKind::Member, I.Range);
    return unknownOf(Id, T);
  }
  const knowledge::ClassInfo *Library = Prog.libraryClass(Objects[O.Obj.index()].Class);
  if (!Library || Library->Kind != knowledge::ClassKind::DataLoader)
    return readElement(S, O.Obj, std::nullopt, T);
  auto OnCpu = [&](llvm::StringRef Field) {
    Value V = Value::tensor(Placement::of(Term::device({}), stepAt(StepKind::Batched, Id, Field)), Rank::AtLeastOne);
    return V;
  };
  if (T.isTensor() || T.isUnknown())
    return OnCpu({});
  ObjectId Batch = allocate(Id, 0, T.Kind == TypeKind::Object ? T.Name : "list", true);
  // The batch is new in each iteration: what an earlier one stored is gone.
  for (auto It = S.Mem.lower_bound({Batch, ""}); It != S.Mem.end() && It->first.first == Batch;)
    It = S.Mem.erase(It);
  Objects[Batch.index()].Weak = false;
  if (T.Kind == TypeKind::Object)
    for (llvm::StringRef Field : {"data", "target"})
      writeField(S, Batch, Field,
                 OnCpu(Prog.intern((F.value(I.Result).Variable.split('#').first + "." + Field).str())));
  else if (T.Element == TypeKind::Tensor)
    writeField(S, Batch, ElementField, OnCpu({}));
  return Value::object(Batch);
}

void FunctionSolver::enterScope(const ir::Inst &I, State &S) {
  Value Ctx = operand(I.Args[0], S);
  if (!Ctx.is(Value::Kind::Object))
    return;
  ObjectId Environment{EnvironmentIndex};
  for (llvm::StringRef Which : {CurrentDevice, DefaultDevice, AutocastDevice}) {
    auto Target = S.Mem.find({Ctx.Obj, Which});
    if (Target == S.Mem.end())
      continue;
    auto Old = S.Mem.find({Environment, Which});
    S.Mem[{Ctx.Obj, SavedField}] = Old == S.Mem.end() ? Value::none() : Old->second;
    S.Mem[{Environment, Which}] = Target->second;
  }
}

void FunctionSolver::exitScope(const ir::Inst &I, State &S) {
  Value Ctx = operand(I.Args[0], S);
  if (!Ctx.is(Value::Kind::Object))
    return;
  ObjectId Environment{EnvironmentIndex};
  auto Saved = S.Mem.find({Ctx.Obj, SavedField});
  if (Saved == S.Mem.end())
    return;
  for (llvm::StringRef Which : {CurrentDevice, DefaultDevice, AutocastDevice}) {
    if (!S.Mem.count({Ctx.Obj, Which}))
      continue;
    if (Saved->second.isNone())
      S.Mem.erase({Environment, Which});
    else
      S.Mem[{Environment, Which}] = Saved->second;
  }
}

Placement FunctionSolver::defaultDevice(State &S, ir::InstId Id) {
  auto It = S.Mem.find({ObjectId(EnvironmentIndex), DefaultDevice});
  if (It == S.Mem.end() || It->second.is(Value::Kind::Bottom))
    return Placement::of(Term::defaultDevice(), stepAt(StepKind::Defaulted, Id));
  const Step *Origin = stepAt(StepKind::Created, Id);
  return It->second.P.withOrigin([&](const Step *) { return Origin; });
}

Placement FunctionSolver::currentAccelerator(State &S, const Step *Origin) {
  auto It = S.Mem.find({ObjectId(EnvironmentIndex), CurrentDevice});
  if (It != S.Mem.end() && It->second.is(Value::Kind::Device))
    return It->second.P.withOrigin([&](const Step *) { return Origin; });
  return Placement::of(Term::device({knowledge::DeviceType::Cuda, -1}), Origin);
}

} // namespace devtidy::dataflow
