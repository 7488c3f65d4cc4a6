//===- Texts.cpp - Strings, and what holds them ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Texts.h"
#include "dataflow/state/FunctionFrame.h"
#include "knowledge/Builtins.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;

bool isText(const FunctionFrame &In, ir::ValueId V, const State &S, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  const Value &Known = In.Values[V.index()];
  const ir::Type Static = In.staticType(V);
  const auto IsText = [](const Value &X) { return X.isString() || X.IsText; };
  if (IsText(Known) || Static.Kind == TypeKind::String || Static.Element == TypeKind::String)
    return true;
  if (Known.is(Value::Kind::Tuple) && llvm::any_of(*Known.Elements, IsText))
    return true;
  if (Known.is(Value::Kind::Object) && In.Prog.Types.isContainer(In.object(Known.Obj).Class) &&
      (In.object(Known.Obj).Element.Kind == TypeKind::String ||
       llvm::any_of(S.Mem.of(Known.Obj), [&](const auto &Held) { return IsText(Held.second); })))
    return true;
  const ir::Inst *D = Depth < MaxDepth ? In.F.definition(V) : nullptr;
  const auto OfText = [&](const ir::Arg &A) { return isText(In, A.Value, S, Depth + 1); };
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

std::optional<Value> respelled(const FunctionFrame &In, const ir::Inst &I, const Value &V) {
  if (I.Kind != InstKind::Invoke || I.Args.size() != 1)
    return std::nullopt;
  const bool IsLower = I.Name == "lower" || I.Name == "casefold", IsStrip = I.Name == "strip";
  if (!IsLower && !IsStrip && I.Name != "upper")
    return std::nullopt;
  if (V.isString()) {
    const llvm::StringRef Text = V.Const.Text;
    Value Result = V;
    Result.Const.Text = In.Prog.Names.intern(IsStrip ? Text.trim().str() : IsLower ? Text.lower() : Text.upper());
    return Result;
  }
  if (I.Name == "upper" || !V.is(Value::Kind::Symbolic))
    return std::nullopt;
  const bool IsPlace =
      In.Prog.Paths[V.Path].IsDevice || knowledge::namesPlaces(ir::lastName(In.Prog.Paths.describe(V.Path)).str());
  return IsPlace ? std::optional(V) : std::nullopt;
}

llvm::StringRef nameOfSeveral(const FunctionFrame &In, ir::ValueId Text) {
  const ir::Inst *D = In.F.definition(Text);
  const bool Joins = D && D->Args.size() > 1 &&
                     (D->Kind == InstKind::Opaque || (D->Kind == InstKind::Op && (D->Name == "+" || D->Name == "%")) ||
                      (D->Kind == InstKind::Invoke && D->Name == "format"));
  const Value &Start = Joins ? In.Values[D->Args[0].Value.index()] : Value();
  if (!Start.isString())
    return {};
  const llvm::StringRef Known =
      llvm::StringRef(Start.Const.Text).take_until([](char C) { return C == '%' || C == '{'; });
  return Known.empty() ? llvm::StringRef() : In.Prog.Names.intern((Known + "{}").str());
}

} // namespace devtidy::dataflow
