//===- FunctionFrame.cpp - Operands and steps of an instruction ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/PartMoves.h"

namespace devtidy::dataflow {

/// The variable that V is stored in, "" if there is none.
static llvm::StringRef variableOf(const ir::Function &F, ir::ValueId V) {
  return V ? F.value(V).Variable.split('#').first : llvm::StringRef(); // "x#2" is the second variable called x
}

const Step *FunctionFrame::stepAt(StepKind K, ir::InstId Id, llvm::StringRef Subject, const Step *Previous) {
  const ir::Inst &I = inst(Id);
  return Prog.Steps.get({.Kind = K,
                         .M = &M,
                         .F = &F,
                         .Range = I.Range,
                         .Subject = Subject.empty() ? variableOf(F, I.Result) : Subject,
                         .I = &I,
                         .Previous = Previous});
}

/// `w = net.weight; net.to(d)`: what holds the place of the parameter V of a module now, as `to` gives it other memory.
/// Null if V is none.
static const Value *movedParameter(const FunctionFrame &In, const State &S, const Value &V, const ir::Inst *Read) {
  if (!V.isTensor() || !V.IsParameter || !Read)
    return nullptr;
  // net.scale = scale
  const Value *Same = nullptr;
  if (V.Identity != 0)
    S.Mem.forEach([&](const Memory::Key &Key, const Value &Held) {
      if (Held.isTensor() && Held.Registered && Held.Identity == V.Identity && In.isModuleObject(Key.first))
        Same = &Held;
    });
  if (Same || Read->Kind != ir::InstKind::GetField)
    return Same;
  const Value &Of = In.Values[Read->Args[0].Value.index()];
  if (!Of.is(Value::Kind::Object) || !In.isModuleObject(Of.Obj))
    return nullptr;
  if (const Value *Held = S.Mem.find({Of.Obj, Read->Name}))
    return Held->isTensor() && Held->IsParameter ? Held : nullptr;
  return V.Registered ? S.Mem.find({Of.Obj, DeviceField}) : nullptr;
}

Value FunctionFrame::operand(const ir::Arg &A, const State &S) {
  if (const Value *Member = Meant.member(A))
    return *Member;
  Value V = Values[A.Value.index()];
  // What was moved in place is as good as the result of a move.
  if (V.is(Value::Kind::Unknown) && mayHaveMembers(V))
    if (const std::optional<ObjectId> Known = Objects.known(V.Path))
      if (const Value *Moved = S.Mem.find({*Known, DeviceField})) {
        V = Value::tensor(Moved->P);
        V.MayBeModule = true;
      }
  // isinstance(x, torch.Tensor)
  if (V.is(Value::Kind::Symbolic) && !V.IsComputed && S.Path.contains(Prog.Conditions.isTensor(V.Path)))
    return symbolicValue(*this, V.Path, {.Kind = ir::TypeKind::Tensor}, StepKind::Member, A.Range);
  // `for d in devices: x = x.to(d)`, where x came in as anything.
  if (V.isOneOfSeveral())
    if (const std::optional<Placement> Left = Rounding.leftBehind(A.Value, Record.here()))
      V = Value::tensor(*Left);
  if (!V.isTensor() && !V.is(Value::Kind::Device))
    return V;
  if (std::optional<Placement> Left = V.isTensor() ? Rounding.leftBehind(A.Value, Record.here()) : std::nullopt)
    V.P = *Left;
  if (const Value *Now = movedParameter(*this, S, V, F.definition(A.Value)); Now && !Now->P.isBottom())
    V.P = Now->P;
  if (const Value *Data = V.isTensor() ? PartMoves::dataOf(*this, S, A.Value) : nullptr) {
    V.P = Data->P;
    V.Dim = Data->Dim == Rank::Unknown ? V.Dim : Data->Dim;
  }
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

} // namespace devtidy::dataflow
