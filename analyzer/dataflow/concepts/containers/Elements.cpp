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
    ContainerFrame(F).merge(F.Self.Obj, V);
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
      ContainerFrame(F).merge(F.Self.Obj, V);
      continue;
    }
    F.writeField(F.Self.Obj, A.Keyword, V);
    F.writeField(F.Self.Obj, ElementField, V);
  }
  return Value::none();
}

/// d.setdefault(key, x): what the dictionary has under the key, else x, which it has from here on.
static Value setDefault(CallFrame &F) {
  const Value Key = F.given("index"), Old = F.readElement(F.Self.Obj, std::nullopt);
  Value V = F.operand(F.I.Args.back());
  if (!Key.isString()) {
    F.writeField(F.Self.Obj, ElementField, V);
  } else if (std::optional<Value> Held = ContainerFrame(F).entryOf(F.Self.Obj, Key.Const.Text)) {
    return *Held;
  } else {
    F.writeField(F.Self.Obj, Key.Const.Text, V);
    F.writeField(F.Self.Obj, ElementField, V);
  }
  if (!Old.is(Value::Kind::Unknown))
    V.joinIn(Old);
  return V;
}

static Value add(CallFrame &F) {
  if (!F.Self.is(Value::Kind::Object) || F.I.Args.size() < 2)
    return F.unknown();
  if (F.object(F.Self.Obj).Class == "dict") {
    if (F.C.Canonical == "setdefault" && F.argument("value"))
      return setDefault(F);
    return F.C.Kind == Action::Extend ? update(F) : insertEntry(F);
  }
  const Value Last = F.operand(F.I.Args.back());
  const bool IsMany = F.C.Kind == Action::Extend && Last.is(Value::Kind::Object);
  const bool ToModule = F.isModuleObject(F.Self.Obj);
  if (ToModule)
    ContainerFrame(F).holdTaken(F.I.Args.back().Value);
  if (IsMany && ToModule && F.isContainer(F.object(Last.Obj).Class))
    ContainerFrame(F).holdAll(F.Self.Obj, Last);
  else if (IsMany && !ToModule && F.object(Last.Obj).Class == "list" &&
           F.object(Last.Obj).K == Object::Kind::Allocated && Last.Obj != F.Self.Obj)
    ContainerFrame(F).appendAll(F.Self.Obj, Last.Obj);
  else
    ContainerFrame(F).hold(F.Self.Obj, IsMany ? F.readElement(Last.Obj, std::nullopt) : Last);
  if (F.C.Kind == Action::Insert)
    ContainerFrame(F).forgetPositions(F.Self.Obj);
  return F.Self;
}

static Value reorder(CallFrame &F) {
  if (F.Self.is(Value::Kind::Object))
    ContainerFrame(F).forgetPositions(F.Self.Obj);
  return F.unknown();
}

static Value clear(CallFrame &F) {
  if (F.Self.is(Value::Kind::Object))
    ContainerFrame(F).clear(F.Self.Obj);
  return F.unknown();
}

/// What a dictionary has under the key, or the default beside it: `d.get("mask", x)`, `d.pop("mask", None)`.
static Value takeOrDefault(CallFrame &F, const ir::Arg &Default) {
  const Value Key = F.given("index");
  if (Key.isString())
    if (std::optional<Value> Held = ContainerFrame(F).entryOf(F.Self.Obj, Key.Const.Text))
      return *Held;
  Value V = F.readElement(F.Self.Obj, std::nullopt, F.T);
  const bool IsKnown = !V.is(Value::Kind::Unknown);
  V.joinIn(F.operand(Default));
  return IsKnown ? V : F.unknown();
}

static Value take(CallFrame &F) {
  if (!F.Self.is(Value::Kind::Object))
    return F.unknown();
  // What is kept for a device is rather there: `cache.get(x.device)`.
  if (F.I.Args.size() > 1 && F.operand(F.I.Args[1]).is(Value::Kind::Device))
    return F.unknown();
  if (const ir::Arg *Default = F.argument("default"); Default && F.object(F.Self.Obj).Class == "dict")
    return takeOrDefault(F, *Default);
  const Value Key = F.given("index");
  if (F.isModuleObject(F.Self.Obj) && F.E.Name.starts_with("get_")) {
    const Value V = Key.isString() ? ContainerFrame(F).memberAt(F.Self, Key.Const.Text) : Value::unknown();
    return V.is(Value::Kind::Unknown) ? F.unknown() : V;
  }
  if (Key.isString())
    if (std::optional<Value> Held = ContainerFrame(F).entryOf(F.Self.Obj, Key.Const.Text))
      return *Held;
  // t.pop(), t.popleft()
  const bool Goes = F.C.Kind != Action::Element && F.object(F.Self.Obj).Class != "dict";
  std::optional<int64_t> Position = Key.isInt() ? std::optional(Key.Const.Int) : std::nullopt;
  if (Goes && !F.argument("index"))
    Position = F.C.Kind == Action::TakesFirst ? 0 : -1;
  if (F.C.Canonical == "heappop") // the least one
    Position.reset();
  const Value V = F.readElement(F.Self.Obj, Position, F.T);
  if (Goes)
    ContainerFrame(F).takeElement(F.Self.Obj, Position);
  return V.is(Value::Kind::Unknown) ? F.unknown() : V;
}

static constexpr Rule Rules[] = {
    {Action::Append, add},   {Action::Insert, add},   {Action::Extend, add},      {Action::Reorders, reorder},
    {Action::Clears, clear}, {Action::Element, take}, {Action::TakesFirst, take}, {Action::TakesLast, take},
};
REGISTER_CONCEPT(Elements, Rules)

} // namespace devtidy::dataflow
