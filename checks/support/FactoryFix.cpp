//===- FactoryFix.cpp - Repairing the factory that forgot its device ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/FactoryFix.h"
#include "checks/support/Repair.h"
#include "checks/support/Spelling.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::StepKind;

/// True if the variable named the device that Good speaks of.
static bool speaksOf(const SolvedFunction &S, llvm::StringRef Variable, const dataflow::GuardedTerm &Good) {
  const dataflow::PathTable &Paths = S.Owner->Paths;
  if (Good.T.isSymbol() && Paths[Good.T.path()].IsDevice)
    return Paths.describe(Good.T.path()) == Variable;
  const Step *Origin = Good.Origin;
  if (!Origin || !Origin->I || Origin->F != S.F)
    return false;
  for (const ir::Arg &A : Origin->I->Args)
    if (S.F->value(A.Value).Variable == Variable)
      return true;
  return false;
}

std::string deviceExpression(const SolvedFunction &S, const Sink &Out, const ir::Inst &At,
                             const dataflow::GuardedTerm *Good) {
  if (llvm::StringRef Variable = deviceInScope(S, Out, At);
      !Variable.empty() && (!Good || speaksOf(S, Variable, *Good)))
    return Variable.str();
  if (!Good || !Good->T.isSymbol())
    return "";
  const dataflow::PathTable &Paths = S.Owner->Paths;
  const dataflow::Path &P = Paths[Good->T.path()];
  if (P.Kind != dataflow::Path::Root::Param || P.Owner != S.F || !isUnchanged(S, P.Index, At))
    return "";
  ir::Type T = S.Owner->meaning(S.F->Params[P.Index].DeclaredType);
  if (!T.isTensor() || T.Optional)
    return "";
  std::string Name = S.F->Params[P.Index].Name.str();
  return Name + Spelling(S).attribute("device");
}

std::optional<report::Edit> lastArgument(const SolvedFunction &S, const Sink &Out, const ir::Inst &I,
                                         llvm::StringRef Argument) {
  llvm::StringRef Text = Out.source(I.Range);
  if (!Text.consume_back(")") || Text.contains('\n'))
    return std::nullopt;
  report::Place Where = Out.place(I.Range);
  uint32_t End = I.Range.End - 1;
  // Python allows a comma behind the last argument.
  llvm::StringRef Given = Text.rtrim();
  if (Given.ends_with(","))
    return report::Edit{Where.Path, End - static_cast<uint32_t>(Text.size() - Given.size()), End,
                        (" " + Argument).str()};
  return report::Edit{Where.Path, End, End, ((Given.ends_with("(") ? "" : ", ") + Argument).str()};
}

std::optional<report::Edit> keywordArgument(const SolvedFunction &S, const Sink &Out, const ir::Inst &I,
                                            llvm::StringRef Keyword, llvm::StringRef Value) {
  if (llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Keyword == Keyword || A.Keyword == "**"; }))
    return std::nullopt;
  return lastArgument(S, Out, I, (Keyword + "=" + Value).str());
}

std::optional<report::Edit> deviceArgument(const SolvedFunction &S, const Sink &Out, const ir::Inst &I,
                                           llvm::StringRef Device) {
  const bool HasKeywords = Spelling(S).hasKeywords();
  const ir::Arg *Dtype = nullptr;
  for (const ir::Arg &A : I.Args) {
    if (A.Keyword == "device" || A.Keyword == "options" || A.Keyword.starts_with("*"))
      return std::nullopt;
    if (!A.Keyword.empty() && A.Keyword != "dtype" && !HasKeywords)
      return std::nullopt;
    if (A.Keyword == "dtype")
      Dtype = &A;
  }
  if (HasKeywords)
    return keywordArgument(S, Out, I, "device", Device);
  std::optional<report::Edit> Last = lastArgument(S, Out, I, Device);
  if (Last && Dtype) {
    // A bare scalar type becomes options; options that are spelled out take one more link.
    llvm::StringRef Old = Out.source(Dtype->Range);
    if (Old.empty() || Old.contains('('))
      return std::nullopt;
    return report::Edit{Last->Path, Dtype->Range.Begin, Dtype->Range.End,
                        ("torch::dtype(" + Old + ").device(" + Device + ")").str()};
  }
  return Last;
}

/// What the call that put Good there was told, if it says the same at At: `"cuda"`, a parameter.
static std::string targetOf(const SolvedFunction &S, const Sink &Out, const ir::Inst &At,
                            const dataflow::GuardedTerm &Good) {
  const Step *Origin = Good.Origin;
  if (!Spelling(S).hasTextForDevices() || !Origin || !Origin->I || Origin->F != S.F || Good.Guard.size())
    return "";
  const auto Moved = llvm::find_if(S.Events, [&](const Event &E) { return E.I == Origin->I; });
  if (Moved == S.Events.end())
    return "";
  if (!Moved->TargetArg) {
    bool IsCuda = Moved->Kind == ir::InstKind::Move && Moved->Name == "cuda" && Moved->I->Args.size() == 1;
    return IsCuda ? Spelling(S).accelerator().str() : "";
  }
  const ir::Arg &Target = *Moved->TargetArg;
  const ir::Inst *Definition = S.F->definition(Target.Value);
  bool IsLiteral = Definition && Definition->Kind == ir::InstKind::Const && !Good.T.isSymbol();
  const auto &Entry = S.F->Blocks.front().Params;
  const auto *const Given = llvm::find(Entry, Target.Value);
  const bool IsParameter = Given != Entry.end() && !S.F->Params[Given - Entry.begin()].HasDefault;
  llvm::StringRef Text = Out.source(Target.Range);
  if (IsLiteral && (Text.starts_with("'") || Text.starts_with("\"")))
    return Text.str();
  // x.to(y) follows a tensor.
  const bool Says = IsParameter && Good.T.isSymbol() && S.Owner->Paths[Good.T.path()].IsDevice;
  return Says && isKnownAt(S, Out, Target, At) ? Text.str() : "";
}

void addFactoryFix(Draft &D, const SolvedFunction &S, const Sink &Out, const dataflow::GuardedTerm &Odd,
                   const dataflow::GuardedTerm &Good, const std::string &OddText) {
  const Step *Origin = Odd.Origin;
  if (!Origin || Origin->Kind != StepKind::Defaulted || Origin->F != S.F || !Origin->I)
    return;
  std::string Device = deviceExpression(S, Out, *Origin->I, &Good);
  if (Device.empty())
    Device = targetOf(S, Out, *Origin->I, Good);
  if (Device.empty())
    return;
  if (std::optional<report::Edit> E = deviceArgument(S, Out, *Origin->I, Device))
    D.fix("create " + OddText + " on " + report::wording::quotedDevice(Device), std::move(*E));
}

} // namespace devtidy::checks
