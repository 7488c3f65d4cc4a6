//===- CurrentDevice.cpp - Which device is the current, or the default one ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/EachIndex.h"
#include "dataflow/engine/Rules.h"

namespace devtidy::dataflow {

using knowledge::Action;
using knowledge::ClassKind;

static Value chosen(CallFrame &F) {
  const ir::Arg *D = F.argument("device");
  if (!D)
    D = F.argument("index");
  return D ? F.operand(*D) : Value::unknown();
}

static Value queryDefault(CallFrame &F) {
  F.E.Kind = ir::InstKind::Query;
  return Value::device(F.defaultDevice());
}

/// True for an accelerator that the program names by its number: 0, "cuda:1".
static bool isNumbered(const Placement &P) {
  const GuardedTerm *Only = P.isUnknown() ? nullptr : P.single();
  return Only && !Only->T.isSymbol() && Only->T.device().isAccelerator() && Only->T.device().Index >= 0;
}

static Value guard(CallFrame &F) {
  const ObjectId O = F.allocate("guard");
  const bool OfCurrent = F.C.Kind == Action::GuardDevice;
  const std::optional<Placement> P = F.acceleratorOf(chosen(F));
  F.S.Mem.set({O, OfCurrent ? CurrentDevice : DefaultDevice}, Value::device(P ? *P : Placement::unknown()));
  if (P && OfCurrent && llvm::StringRef(F.C.Params.data(), F.C.Params.size()).contains("index"))
    F.noteTested(*P);
  // -1, and what is not there, choose nothing.
  if (P && OfCurrent && isNumbered(*P)) {
    F.E.Target = *P;
    F.E.HasTarget = true;
    F.needAccelerator(*P);
  }
  return Value::object(O);
}

static Value guardStream(CallFrame &F) {
  const ObjectId O = F.allocate("guard");
  F.S.Mem.set({O, CurrentDevice}, Value::device(Placement::unknown()));
  return Value::object(O);
}

static Value set(CallFrame &F) {
  const ir::Arg *Index = F.argument("index");
  const bool IsEach = Index && F.counting().isEach(Index->Value);
  std::optional<Placement> P =
      IsEach ? Placement::of(Term::device({knowledge::DeviceType::Cuda, EachIndex})) : F.acceleratorOf(chosen(F));
  if (const ir::Arg *Type = F.argument("type"))
    P = F.placeOfType(F.operand(*Type));
  const bool IsCurrent = F.C.Kind == Action::SetDevice;
  const Placement Where = P ? *P : Placement::unknown();
  if (IsCurrent) {
    F.E.Target = Where;
    F.E.HasTarget = true;
    F.needAccelerator(Where);
  }
  F.S.Mem.set({ObjectId(EnvironmentIndex), IsCurrent ? CurrentDevice : DefaultDevice}, Value::device(Where));
  if (F.argument("type"))
    F.S.Mem.set({ObjectId(EnvironmentIndex), TypeDevice}, Value::device(Where));
  return Value::none();
}

/// The program's word that self is where device is, or says, else on the CPU. What a caller hands in is believed. The
/// result stands for self.
static Value promise(CallFrame &F) {
  Value V = F.Self;
  const Value Of = F.given("device");
  const ir::Arg *Said = F.argument("device");
  if (V.isNone() || V.is(Value::Kind::Object))
    return V;
  std::optional<Placement> There = Placement::of(Term::device({}));
  if (Said && (Of.isTensor() || Of.is(Value::Kind::Symbolic)))
    There = F.placementOf(Of);
  else if (Said)
    There = F.deviceOf(Of);
  if (!There || There->isUnknown() || There->isBottom())
    return V;
  There = There->withOrigin([&](const Step *Of) { return Of ? Of : F.step(StepKind::Named); });
  llvm::SmallVector<Side, 2> Sides;
  F.addSides(*F.SelfArg, V, Sides);
  if (Sides.size() == 1 && !Sides[0].P.isUnknown()) {
    Sides[0].IsTrusted = true;
    Sides[0].Dim = Rank::AtLeastOne;
    Side Promised{.P = *There, .Dim = Rank::AtLeastOne, .Position = 1};
    if (Said)
      Promised.Range = Said->Range;
    else
      Promised = Side::named("the CPU", *There);
    Sides.push_back(Promised);
    const Value To = F.given("to");
    F.demand(To.isString() ? To.Const.Text : F.E.Name, knowledge::DeviceRule::Same, Sides,
             Said ? Meeting::Operands : Meeting::HostArgument);
  }
  return Value::tensor(*There, V.rank());
}

/// at::checkAllSameGPU: the tensors that it is given, also in a list, have their device tested by it.
static Value check(CallFrame &F) {
  if (F.SelfArg)
    return promise(F);
  for (const ir::Arg &A : F.I.Args) {
    Value V = F.operand(A);
    if (V.is(Value::Kind::Object))
      V = F.readElement(V.Obj, std::nullopt, {.Kind = ir::TypeKind::Tensor});
    if (V.isTensor())
      F.noteTested(V.P);
  }
  return Value::none();
}

/// An object that makes an accelerator current while it lives: c10::cuda::CUDAGuard.
static Value makeGuard(CallFrame &F) {
  if (F.E.Operands.empty())
    return F.Self;
  const Value &V = F.E.Operands[0].V;
  const std::optional<Placement> P = V.isTensor() ? std::optional(V.P) : F.acceleratorOf(V);
  F.S.Mem.set({F.Self.Obj, CurrentDevice}, Value::device(P ? *P : Placement::unknown()));
  return F.Self;
}

static Value makeStreamGuard(CallFrame &F) {
  F.S.Mem.set({F.Self.Obj, CurrentDevice}, Value::device(Placement::unknown()));
  return F.Self;
}

static constexpr Rule Rules[] = {
    {Action::QueryDefault, queryDefault}, {Action::GuardDevice, guard},  {Action::GuardDefault, guard},
    {Action::GuardStream, guardStream},   {Action::SetDevice, set},      {Action::SetDefault, set},
    {Action::CheckDevice, check},         {ClassKind::Guard, makeGuard}, {ClassKind::StreamGuard, makeStreamGuard},
};
REGISTER_CONCEPT(CurrentDevice, Rules)

} // namespace devtidy::dataflow
