//===- Options.cpp - Members of what nobody knows -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Options.h"
#include "dataflow/program/Arguments.h"
#include "dataflow/state/FunctionFrame.h"
#include "knowledge/ClassNames.h"

namespace devtidy::dataflow {

static bool isOption(const Value &V) {
  return V.is(Value::Kind::Number) || V.is(Value::Kind::Constant) || V.is(Value::Kind::Device) ||
         V.is(Value::Kind::Symbolic) || (V.is(Value::Kind::Unknown) && (V.Cond || V.Path));
}

Value Options::givenBy(ir::InstId Id) {
  Value Result = unknownOf(In, Id, In.staticType(In.inst(Id).Result));
  if (In.M.declaresTypes() || !Result.is(Value::Kind::Unknown))
    return Result;
  Result.Path = In.Prog.Paths.site(In.F, Id);
  // In a loop it is a new one each time.
  if (const std::optional<ObjectId> Old = In.Objects.known(Result.Path))
    for (const auto &[Key, Held] : S.Mem.of(*Old))
      S.Mem.erase(Key);
  return Result;
}

bool isModuleOptions(const ir::Type &T) { return T.Kind == ir::TypeKind::Object && knowledge::isModuleOptions(T.Name); }

std::optional<Value> Options::set(ir::InstId Id, llvm::ArrayRef<Value> Actuals) {
  const ir::Inst &I = In.inst(Id);
  if (I.Kind != ir::InstKind::Invoke || Actuals.size() != 2 || !Actuals[0].is(Value::Kind::Object) ||
      !isModuleOptions(In.staticType(I.Args[0].Value)))
    return std::nullopt;
  In.fields(S).write(Actuals[0].Obj, I.Name, Actuals[1]);
  return Actuals[0];
}

void Options::keep(PathId Member, const Value &V) {
  if (!Member)
    return;
  const Path Where = In.Prog.Paths[Member];
  ObjectId O = In.Objects.symbolic(Where.Parent, "");
  In.fields(S).write(O, Where.Name, V);
}

std::optional<Value> Options::at(const FunctionFrame &In, const Memory &Mem, const Value &Of, PathId Member) {
  if (!Member)
    return std::nullopt;
  const Path &Where = In.Prog.Paths[Member];
  if (const std::optional<ObjectId> Known = In.Objects.known(Where.Parent))
    if (const Value *Held = Mem.find({*Known, Where.Name}))
      return isOption(*Held) || !Mem.has({*Known, DeviceField}) ? *Held : Value::unknown();
  if (!Of.is(Value::Kind::Unknown))
    return std::nullopt;
  if (Where.IsDevice)
    return Value::device(Placement::of(Term::symbol(Member)));
  Value V = Value::unknown();
  V.Path = Member;
  return V;
}

} // namespace devtidy::dataflow
