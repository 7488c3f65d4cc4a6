//===- Replaced.cpp - What objects have in place of a base's members -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Replaced.h"
#include "dataflow/program/Overrides.h"
#include "dataflow/state/Program.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

static bool isPublic(llvm::StringRef Class) { return !ir::lastName(Class).starts_with("_"); }

/// None, True or False.
bool isAnswer(const Value &V) {
  return V.isNone() || (V.is(Value::Kind::Constant) && V.Const.K == ir::Constant::Kind::Bool);
}

Value unlessReplaced(Program &Prog, llvm::StringRef Variable, const Value &V, PathId Of) {
  const auto [Class, Name] = Variable.rsplit('.');
  const bool IsReplaced =
      Prog.Links.overrides().contains(Class, Name) || Prog.Members.isWrittenOutsideConstructors(Class, Name);
  if (!IsReplaced && (!isPublic(Class) || !V.is(Value::Kind::Constant)))
    return V;
  // Whoever has made the object knows which class's it is.
  const PathId OfObject = IsReplaced && Of ? Prog.Paths.child(Of, Name) : PathId();
  const PathId Path = OfObject ? OfObject : Prog.Paths.global(Variable);
  // A class that nobody here has seen may have another number: no branch is dead for it, and where no question is
  // asked, it is the one that is written here.
  if (!IsReplaced && !isAnswer(V)) {
    Value Default = V;
    Default.Path = Path;
    Default.IsDefault = true;
    return Default;
  }
  Value Other = Value::symbolic(Path);
  const bool NamesDevice = V.isString() && knowledge::parseDevice(std::string_view(V.Const.Text));
  if (V.is(Value::Kind::Device) || NamesDevice) {
    Prog.Paths.markDevice(Path);
    Other = Value::device(Placement::of(Term::symbol(Path), nullptr));
  } else if (V.is(Value::Kind::Number) || (V.is(Value::Kind::Constant) && !V.isNone())) {
    Other = Value::number();
    Other.Path = Path;
    Other.IsText = V.IsText || V.isString();
  }
  return Other;
}

} // namespace devtidy::dataflow
