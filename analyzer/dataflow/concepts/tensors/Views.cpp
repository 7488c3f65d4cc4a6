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

/// The fields of a record by name, as its class makes it; none if that does more, or something else is given than
/// fields.
static llvm::SmallVector<llvm::StringRef, 8> fieldsOfRecord(CallFrame &F) {
  llvm::SmallVector<llvm::StringRef, 8> Fields;
  const Hierarchy &Types = F.program().Types;
  const llvm::StringRef Class =
      F.Self.is(Value::Kind::Object) && !F.Self.Partial ? F.object(F.Self.Obj).Class : llvm::StringRef();
  if (Class.empty() || F.isModuleObject(F.Self.Obj) || Types.findMethod(Class, "__post_init__"))
    return Fields;
  const std::vector<Program::Entry> Makers = Types.makers(Class);
  if (Makers.size() != 1)
    return Fields;
  for (const ir::Param &P : llvm::drop_begin(Makers[0].F->Params))
    Fields.push_back(P.PassMode == ir::Param::Mode::Value ? P.Name : llvm::StringRef());
  const auto IsNoField = [&](const ir::Arg &A) { return &A != F.SelfArg && !llvm::is_contained(Fields, A.Keyword); };
  if (llvm::is_contained(Fields, "") || llvm::any_of(F.I.Args, IsNoField))
    Fields.clear();
  return Fields;
}

/// `dataclasses.replace(batch, x=y)`, `pair._replace(x=y)`: another record, with what self has in all other fields.
static Value replaceFields(CallFrame &F) {
  const llvm::SmallVector<llvm::StringRef, 8> Fields = fieldsOfRecord(F);
  if (Fields.empty())
    return F.unknownCall();
  llvm::SmallVector<Value, 8> Held;
  for (llvm::StringRef Name : Fields) {
    const ir::Arg *Given = F.I.findKeyword(Name);
    Held.push_back(Given ? F.operand(*Given) : F.readField(F.Self.Obj, Name));
  }
  // In a loop, what was made in the round before is gone, of which it may be made.
  const ObjectId O = F.allocate(F.object(F.Self.Obj).Class);
  for (const auto &[Key, Old] : F.S.Mem.of(O))
    F.S.Mem.erase(Key);
  for (unsigned N = 0; N < Fields.size(); ++N)
    F.writeField(O, Fields[N], Held[N]);
  return Value::object(O);
}

static Value deepCopy(CallFrame &F) {
  if (F.C.Canonical == "replace")
    return replaceFields(F);
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
