//===- Replaced.cpp - What objects have in place of a base's members -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Replaced.h"
#include "dataflow/FunctionFrame.h"
#include "dataflow/Instantiation.h"
#include "dataflow/program/Overrides.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

static bool isPublic(llvm::StringRef Class) { return !ir::lastName(Class).starts_with("_"); }

/// None, True or False.
static bool isAnswer(const Value &V) {
  return V.isNone() || (V.is(Value::Kind::Constant) && V.Const.K == ir::Constant::Kind::Bool);
}

Value unlessReplaced(Program &Prog, llvm::StringRef Variable, const Value &V) {
  const auto [Class, Name] = Variable.rsplit('.');
  const bool IsReplaced = Prog.Links.overrides().contains(Class, Name) || Prog.Members.isWrittenOutsideConstructors(Class, Name);
  if (!IsReplaced && (!isPublic(Class) || !V.is(Value::Kind::Constant)))
    return V;
  const PathId Path = Prog.Paths.global(Variable);
  // A class that nobody here has seen may have another number: no branch is dead for it, and where no question is
  // asked, it is the one that is written here.
  if (!IsReplaced && !isAnswer(V)) {
    Value Default = V;
    Default.Path = Path;
    Default.IsDefault = true;
    return Default;
  }
  Value Other = Value::symbolic(Path);
  if (V.is(Value::Kind::Number) || (V.is(Value::Kind::Constant) && !V.isNone())) {
    Other = Value::number();
    Other.Path = Path;
    Other.IsText = V.IsText || V.isString();
  } else if (V.is(Value::Kind::Device)) {
    Prog.Paths.markDevice(Path);
    Other = Value::device(Placement::of(Term::symbol(Path), nullptr));
  }
  return Other;
}

bool Instantiation::mayBeReplaced() const {
  const bool IsMethod = Call.Callee.Kind == ir::FunctionKind::Method;
  if (Call.Callee.Class.empty() || (!IsMethod && Call.Callee.Kind != ir::FunctionKind::StaticMethod))
    return false;
  // super().f(x), and an object that was made here.
  const bool IsNamed = IsMethod && Call.Solver.inst(Call.Id).Kind == InstKind::Call;
  const bool IsMade = IsMethod && !Call.Actuals.empty() && Call.Actuals[0].is(Value::Kind::Object) &&
                      Call.Solver.object(Call.Actuals[0].Obj).K == Object::Kind::Allocated;
  const bool IsOverridden =
      !IsNamed && !IsMade && Call.Solver.Prog.Links.overrides().contains(Call.Callee.Class, methodName(Call.Callee));
  return IsOverridden || mayBeAbstract(Call.Callee);
}

/// None and False of a method that others replace may be a tensor and True of theirs.
Value Instantiation::result() {
  Value V = Values.value(Call.Sum.Result);
  const bool IsFlag = V.is(Value::Kind::Number) ? V.Cond.has_value() : isAnswer(V) && !V.isNone();
  if ((!IsFlag && !V.isNone()) || !mayBeReplaced())
    return V;
  return IsFlag ? Value::number() : Value::unknown();
}

} // namespace devtidy::dataflow
