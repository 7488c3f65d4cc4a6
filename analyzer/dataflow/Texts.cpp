//===- Texts.cpp - Strings, and what holds them ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No module of tensors is called with text: `processor(f"a photo of {name}")`, `tokenizer(["a", "b"])`.
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;

/// True if V is a string, or a container of strings: by its value, by its type, or by what makes it.
bool FunctionSolver::isText(ir::ValueId V, const State &S, unsigned Depth) const {
  constexpr unsigned MaxDepth = 4;
  const Value &Known = Values[V.index()];
  const ir::Type Static = staticType(V);
  const auto IsText = [](const Value &X) { return X.isString() || X.IsText; };
  if (IsText(Known) || Static.Kind == TypeKind::String || Static.Element == TypeKind::String)
    return true;
  if (Known.is(Value::Kind::Tuple) && llvm::any_of(*Known.Elements, IsText))
    return true;
  if (Known.is(Value::Kind::Object) && Prog.isContainer(object(Known.Obj).Class) &&
      (object(Known.Obj).Element.Kind == TypeKind::String ||
       llvm::any_of(S.Mem.of(Known.Obj), [&](const auto &Held) { return IsText(Held.second); })))
    return true;
  const ir::Inst *D = Depth < MaxDepth ? F.definition(V) : nullptr;
  const auto OfText = [&](const ir::Arg &A) { return isText(A.Value, S, Depth + 1); };
  switch (D ? D->Kind : InstKind::Unreachable) {
  case InstKind::Op: // "a photo of " + name, "%s" % name
    return (D->Name == "+" || D->Name == "%") && llvm::any_of(D->Args, OfText);
  case InstKind::Invoke: // ", ".join(names)
    return OfText(D->Args[0]);
  case InstKind::Call:
    return knowledge::givesText({D->Name.data(), D->Name.size()});
  case InstKind::MakeList:
  case InstKind::MakeTuple:
    return llvm::any_of(D->Args, OfText);
  default:
    return false;
  }
}

} // namespace devtidy::dataflow
