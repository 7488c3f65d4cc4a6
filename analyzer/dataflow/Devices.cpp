//===- Devices.cpp - Values that are devices and options ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::TypeKind;
using knowledge::Device;
using knowledge::DeviceType;

/// The placement that V names if it is used as a device; nothing if it is none.
std::optional<Placement> FunctionSolver::deviceOf(const Value &V) const {
  switch (V.K) {
  case Value::Kind::Device:
    return V.P;
  case Value::Kind::Constant:
    if (V.isString())
      if (std::optional<Device> D = knowledge::parseDevice({V.Const.Text.data(), V.Const.Text.size()}))
        return Placement::of(Term::device(*D));
    return std::nullopt;
  case Value::Kind::Symbolic:
    return Placement::of(Term::symbol(V.Path));
  case Value::Kind::Number:
    return V.IsGiven ? std::optional(Placement::of(Term::symbol(V.Path))) : std::nullopt;
  default:
    return std::nullopt;
  }
}

Value FunctionSolver::makeDevice(const knowledge::Callable &C, const ir::Inst &I, State &S) {
  ir::InstId Id = F.value(I.Result).Definition;
  const ir::Arg *TypeArg = argumentFor(C, I, "device");
  if (!TypeArg && !I.Args.empty())
    TypeArg = &I.Args[0];
  if (!TypeArg)
    return Value::options(Placement::bottom());
  Value Type = operand(*TypeArg, S);
  const ir::Arg *IndexArg = argumentFor(C, I, "index");
  std::optional<Placement> P =
      Type.isInt() ? Placement::of(Term::device({DeviceType::Cuda, int16_t(Type.Const.Int)})) : deviceOf(Type);
  if (!P)
    return symbolicValue(Prog.Paths.site(F, Id), {.Kind = TypeKind::Device}, StepKind::Named, I.Range);
  const Step *Origin = stepAt(StepKind::Named, Id);
  if (IndexArg) {
    Value Index = operand(*IndexArg, S);
    int16_t K = Index.isInt() ? static_cast<int16_t>(Index.Const.Int) : UnknownIndex;
    if (Index.is(Value::Kind::Device))
      return Value::device(Index.P);
    P = P->substituted([&](const GuardedTerm &T) {
      if (T.T.isSymbol() || T.T.device().Type == DeviceType::Cpu)
        return Placement::of(T.T, T.Origin);
      return Placement::of(Term::device({T.T.device().Type, K}), T.Origin);
    });
  }
  return Value::device(P->withOrigin([&](const Step *) { return Origin; }));
}

Value FunctionSolver::makeOptions(const knowledge::Callable &C, const ir::Inst &I, State &S) {
  Placement P;
  const ir::Arg *SelfArg = argumentFor(C, I, "self");
  Value Self = SelfArg ? operand(*SelfArg, S) : Value::bottom();
  if (Self.is(Value::Kind::Options) || Self.isTensor())
    P = Self.P;
  const ir::Arg *DeviceArg = argumentFor(C, I, "device");
  // o.device() and o.dtype() are questions.
  if (Self.is(Value::Kind::Options) && I.Args.size() == 1)
    return C.Canonical == "device" ? Value::device(P.isBottom() ? Placement::of(Term::defaultDevice()) : P)
                                   : Value::number();
  if (DeviceArg) {
    Value D = operand(*DeviceArg, S);
    if (std::optional<Placement> New = deviceOf(D))
      P = *New;
    else if (D.is(Value::Kind::Options))
      P = D.P;
    else if (!D.isNone())
      P = Placement::unknown();
  }
  if (const ir::Arg *Index = argumentFor(C, I, "index"); Index && !DeviceArg) {
    Value V = operand(*Index, S);
    int16_t K = V.isInt() ? static_cast<int16_t>(V.Const.Int) : UnknownIndex;
    P = V.is(Value::Kind::Device) ? V.P : Placement::of(Term::device({DeviceType::Cuda, K}));
  }
  return Value::options(P);
}

} // namespace devtidy::dataflow
