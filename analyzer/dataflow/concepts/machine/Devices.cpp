//===- Devices.cpp - Devices as values: what makes them, and what asks for them ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/EachIndex.h"
#include "dataflow/engine/Rules.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;
using knowledge::Device;
using knowledge::DeviceType;

static int16_t indexOf(CallFrame &F, const ir::Arg &A) {
  // In its first round, a loop has reached a certain one.
  if (F.counting().isEach(A.Value))
    return EachIndex;
  const Value V = F.operand(A);
  return V.isInt() ? static_cast<int16_t>(V.Const.Int) : UnknownIndex;
}

static Value makeDevice(CallFrame &F) {
  F.E.Kind = InstKind::MakeDevice;
  const ir::Arg *TypeArg = F.argument("device");
  if (!TypeArg && !F.I.Args.empty())
    TypeArg = &F.I.Args[0];
  if (!TypeArg)
    return Value::options(Placement::bottom());
  const Value Type = F.operand(*TypeArg);
  // torch.device(local_rank): who has a number has accelerators.
  const bool IsNumber = Type.is(Value::Kind::Number) && !Type.IsText && !F.argument("index");
  if (IsNumber && !Type.IsCounted)
    F.suppose(Literal::available());
  std::optional<Placement> P = Type.isInt() || IsNumber
                                   ? Placement::of(Term::device({DeviceType::Cuda, indexOf(F, *TypeArg)}))
                                   : F.deviceOf(Type);
  if (!P)
    return F.symbol(F.site(), StepKind::Named, {.Kind = ir::TypeKind::Device});
  const Step *Origin = F.step(StepKind::Named);
  if (const ir::Arg *IndexArg = F.argument("index")) {
    const Value Index = F.operand(*IndexArg);
    if (Index.is(Value::Kind::Device))
      return Value::device(Index.P);
    // So has who gives one with the type.
    const GuardedTerm *Named = P->single();
    const bool IsGiven = Index.Path && F.paths()[F.paths().root(Index.Path)].Kind == Path::Root::Param;
    if (IsGiven && !Index.isInt() && Named && !Named->T.isSymbol() && Named->T.device().isAccelerator())
      F.suppose(Literal::available());
    P = P->substituted([&](const GuardedTerm &T) {
      if (T.T.isSymbol() || T.T.isHost())
        return Placement::of(T.T, T.Origin);
      return Placement::of(Term::device({T.T.device().Type, indexOf(F, *IndexArg)}), T.Origin);
    });
  }
  return Value::device(P->withOrigin([&](const Step *) { return Origin; }));
}

static Value makeOptions(CallFrame &F) {
  F.E.Kind = InstKind::MakeOptions;
  const Value Of = F.argument("self") ? F.Self : Value::bottom();
  Placement P = Of.is(Value::Kind::Options) || Of.isTensor() ? Of.P : Placement::bottom();
  // o.device() and o.dtype() are questions.
  if (Of.is(Value::Kind::Options) && F.I.Args.size() == 1)
    return F.C.Canonical == "device" ? Value::device(P.isBottom() ? Placement::of(Term::defaultDevice()) : P)
                                     : Value::number();
  if (F.argument("device")) {
    const Value D = F.given("device");
    if (std::optional<Placement> New = F.deviceOf(D))
      P = *New;
    else if (D.is(Value::Kind::Options))
      P = D.P;
    else if (!D.isNone())
      P = Placement::unknown();
  } else if (const ir::Arg *IndexArg = F.argument("index")) {
    const Value V = F.operand(*IndexArg);
    P = V.is(Value::Kind::Device) ? V.P : Placement::of(Term::device({DeviceType::Cuda, indexOf(F, *IndexArg)}));
  }
  return Value::options(P);
}

/// Where self is, which somebody wants to know.
static Placement asked(CallFrame &F) {
  F.E.Kind = InstKind::Query;
  Placement P = F.placementOf(F.Self);
  F.noteAsked(P);
  return P;
}

static Value device(CallFrame &F) {
  const Placement P = asked(F);
  return P.isBottom() && !F.Self.isTensor() ? F.unknownOf({.Kind = ir::TypeKind::Device})
                                            : Value::device(P.isBottom() ? Placement::unknown() : P); // settles
}

static Value isOnType(CallFrame &F) {
  const std::optional<Device> D = knowledge::parseDevice(F.C.Canonical);
  Value Place = F.Self;
  Place.P = asked(F);
  return F.isOnType(Place, F.SelfArg->Value, D ? D->Type : DeviceType::Other);
}

static Value typeOrIndex(CallFrame &F) {
  const Placement P = asked(F);
  return F.Self.is(Value::Kind::Unknown) ? Value::number() : Value::device(P);
}

static Value options(CallFrame &F) { return Value::options(asked(F)); }

static constexpr Rule Rules[] = {
    {Action::MakeDevice, makeDevice}, {Action::MakeOptions, makeOptions}, {Action::QueryDevice, device},
    {Action::QueryIsType, isOnType},  {Action::QueryType, typeOrIndex},   {Action::QueryIndex, typeOrIndex},
    {Action::QueryOptions, options},
};
REGISTER_CONCEPT(Devices, Rules)

} // namespace devtidy::dataflow
