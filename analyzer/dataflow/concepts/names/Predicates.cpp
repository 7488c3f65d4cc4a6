//===- Predicates.cpp - Calls without a meaning for devices: isinstance, len, size ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"

namespace devtidy::dataflow {

using knowledge::Action;

/// Whether the argument is of the type, if that may be answered.
static std::optional<Value> typeTest(CallFrame &F) {
  if (F.C.Canonical == "isinstance" && F.I.Args.size() == 2)
    return F.isInstance();
  if (F.C.Canonical == "is_tensor" && F.I.Args.size() == 1)
    return F.isTensor(F.operand(F.I.Args[0]));
  if (F.C.Canonical == "is_scalar" && F.I.Args.size() == 1)
    return F.ask(" is bool bytes complex float int str", F.operand(F.I.Args[0]));
  return std::nullopt;
}

static Value pure(CallFrame &F) {
  if (std::optional<Value> Is = typeTest(F))
    return *Is;
  if (F.C.Canonical == "empty" && F.Self.is(Value::Kind::Object) && F.S.Mem.has({F.Self.Obj, HeldField}))
    return Value::boolean(false);
  const llvm::StringRef Name(F.C.Canonical.data(), F.C.Canonical.size());
  if (std::optional<Value> Count = F.counting().countOf(Name, F.I))
    return *Count;
  // As often as it is asked, if nobody changes the list.
  if (Name == "len" && F.I.Args.size() == 1)
    return F.ask(" len", F.operand(F.I.Args[0]));
  // A size, a type, a name.
  if (F.T.isUnknown() && (F.Self.isTensor() || F.Self.is(Value::Kind::Device)))
    return Value::number();
  return F.unknown();
}

static constexpr Rule Rules[] = {
    {Action::Pure, pure},
};
REGISTER_CONCEPT(Predicates, Rules)

} // namespace devtidy::dataflow
