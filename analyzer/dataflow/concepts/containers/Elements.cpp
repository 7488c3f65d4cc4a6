//===- Elements.cpp - What is put into containers, and taken out ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::Action;

/// map.emplace(key, x), map.insert({key, x}) of C++.
static Value insertEntry(CallFrame &F) {
  Value Key = F.operand(F.I.Args[1]), V = F.operand(F.I.Args.back());
  if (F.I.Args.size() == 2 && V.is(Value::Kind::Tuple) && V.Elements->size() == 2) {
    Key = (*V.Elements)[0];
    V = Value((*V.Elements)[1]);
  } else if (F.I.Args.size() != 3) {
    F.merge(F.Self.Obj, V);
    return F.unknown();
  }
  if (Key.isString())
    F.writeField(F.Self.Obj, Key.Const.Text, V);
  F.writeField(F.Self.Obj, ElementField, V);
  // Where it stands, and whether it is new; an iterator is its container.
  return F.T.Kind == ir::TypeKind::Tuple ? Value::tuple({F.Self, Value::number()}) : F.Self;
}

/// d.update(m, key=v)
static Value update(CallFrame &F) {
  for (const ir::Arg &A : llvm::drop_begin(F.I.Args)) {
    const Value V = F.operand(A);
    if (A.Keyword.empty() || A.Keyword.starts_with("*")) {
      F.merge(F.Self.Obj, V);
      continue;
    }
    F.writeField(F.Self.Obj, A.Keyword, V);
    F.writeField(F.Self.Obj, ElementField, V);
  }
  return Value::none();
}

static Value add(CallFrame &F) {
  if (!F.Self.is(Value::Kind::Object) || F.I.Args.size() < 2)
    return F.unknown();
  if (F.object(F.Self.Obj).Class == "dict")
    return F.C.Kind == Action::Extend || F.C.Canonical == "setdefault" ? update(F) : insertEntry(F);
  const Value Last = F.operand(F.I.Args.back());
  const bool IsMany = F.C.Kind == Action::Extend && Last.is(Value::Kind::Object);
  if (IsMany && F.isModuleObject(F.Self.Obj) && F.isContainer(F.object(Last.Obj).Class))
    F.holdAll(F.Self.Obj, Last);
  else
    F.hold(F.Self.Obj, IsMany ? F.readElement(Last.Obj, std::nullopt) : Last);
  return F.Self;
}

static Value take(CallFrame &F) {
  if (!F.Self.is(Value::Kind::Object))
    return F.unknown();
  const Value Key = F.given("index");
  if (F.isModuleObject(F.Self.Obj) && F.E.Name.starts_with("get_")) {
    const Value V = Key.isString() ? F.memberAt(F.Self, Key.Const.Text) : Value::unknown();
    return V.is(Value::Kind::Unknown) ? F.unknown() : V;
  }
  if (Key.isString())
    if (const Value *Held = F.S.Mem.find({F.Self.Obj, Key.Const.Text}))
      return *Held;
  const Value V = F.readElement(F.Self.Obj, Key.isInt() ? std::optional(Key.Const.Int) : std::nullopt, F.T);
  return V.is(Value::Kind::Unknown) ? F.unknown() : V;
}

static constexpr ActionRule Rules[] = {
    {Action::Append, add},
    {Action::Extend, add},
    {Action::Element, take},
};
REGISTER_CONCEPT(Elements, Rules)

} // namespace devtidy::dataflow
