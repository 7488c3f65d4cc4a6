//===- Views.cpp - What keeps the place of its argument: views, copies, wrappers ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;

static Value view(CallFrame &F) {
  if (F.I.Kind == InstKind::Call)
    F.noteTensor(F.Self);
  F.E.Kind = InstKind::View;
  if (!F.Self.isTensor())
    return F.Self.is(Value::Kind::Symbolic) ? F.Self : F.unknown();
  // In place: what comes out is what went in, a parameter, too.
  if (F.E.Name.ends_with("_"))
    return F.Self;
  Value V = F.Self;
  V.Path = PathId();
  V.Identity = 0;
  V.IsParameter = false;
  if (F.I.Kind == InstKind::GetField)
    V.Dim = F.rankOfAttribute(V.Dim);
  return V;
}

static Value copyInto(CallFrame &F) {
  F.E.Kind = InstKind::Copy;
  return F.Self;
}

static Value deepCopy(CallFrame &F) {
  if (F.Self.is(Value::Kind::Symbolic))
    return Value::copyOf(F.Self.Path);
  return F.Self.is(Value::Kind::Object) || F.Self.isTensor() ? F.copied(F.Self) : F.unknownCall();
}

static Value identity(CallFrame &F) {
  // seq->ptr(0) is a part of it.
  if (F.argument("index") && F.Self.is(Value::Kind::Object) && F.isContainer(F.object(F.Self.Obj).Class)) {
    const Value Index = F.given("index");
    return F.readElement(F.Self.Obj, Index.isInt() ? std::optional(Index.Const.Int) : std::nullopt, F.T);
  }
  // pool.map(f, parts)
  if (F.SelfArg && F.I.Args.size() > 1 && (F.Self.is(Value::Kind::Unknown) || F.Self.is(Value::Kind::Symbolic)) &&
      llvm::any_of(F.E.Operands, [](const Operand &O) { return O.V.is(Value::Kind::Function); }))
    return F.unknownCall();
  Value V = F.SelfArg ? F.Self : F.I.Args.empty() ? F.unknown() : F.operand(F.I.Args[0]);
  if (F.E.Name == "Parameter" || F.E.Name == "Buffer") {
    F.noteTensor(V);
    if (V.is(Value::Kind::Symbolic))
      V = Value::tensor(F.placementOf(V), V.rank());
    V.IsParameter = V.isTensor();
  }
  return V.is(Value::Kind::Unknown) ? F.unknown() : V;
}

static constexpr Rule Rules[] = {
    {Action::View, view},
    {Action::Copy, copyInto},
    {Action::DeepCopy, deepCopy},
    {Action::Identity, identity},
};
REGISTER_CONCEPT(Views, Rules)

} // namespace devtidy::dataflow
