//===- FactoryFix.cpp - Repairing the factory that forgot its device ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/FactoryFix.h"
#include "checks/support/Bindings.h"
#include "checks/support/Repair.h"
#include "checks/support/Spelling.h"
#include "ir/Dominators.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <tuple>

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
  ir::Type T = S.Owner->Types.meaning(S.F->Params[P.Index].DeclaredType);
  if (!T.isTensor() || T.Optional)
    return "";
  std::string Name = S.F->Params[P.Index].Name.str();
  return Name + Spelling(S).attribute("device");
}

namespace {
/// Where the arguments that Text, all of a call but its last bracket, holds end, if nothing but white space, commas,
/// brackets and comments of Python follows Last, the end of the last one; where its line ends, if that is another one.
struct ArgumentsEnd {
  size_t Arguments = 0;
  bool HasComma = false;
  std::optional<size_t> Line;
};
} // namespace

static std::optional<ArgumentsEnd> endOfArguments(llvm::StringRef Text, size_t Last) {
  ArgumentsEnd Result{Last};
  for (size_t At = Last; At < Text.size(); ++At) {
    const char C = Text[At];
    if (C == '\n' && !Result.Line)
      Result.Line = At;
    if (C == '#') {
      At = Text.find('\n', At);
      if (At == llvm::StringRef::npos)
        return std::nullopt;
      --At;
    } else if (C == ')' || C == ']') {
      if (Result.HasComma || Result.Line)
        return std::nullopt;
      Result.Arguments = At + 1;
    } else if (C == ',') {
      if (Result.HasComma)
        return std::nullopt;
      Result.HasComma = true;
    } else if (!llvm::isSpace(C)) {
      return std::nullopt;
    }
  }
  return Result;
}

/// The same for a call on several lines: on a line of its own, if the last argument has one.
static std::optional<report::Edit> argumentOnOwnLine(const Sink &Out, const ir::Inst &I, llvm::StringRef Argument) {
  const llvm::StringRef Call = Out.source(I.Range).drop_back(1);
  uint32_t Begin = 0, End = 0;
  for (const ir::Arg &A : I.Args)
    if (A.Range.isInFileOf(I.Range) && A.Range.End > End && A.Range.End < I.Range.End)
      std::tie(Begin, End) = std::pair(A.Range.Begin, A.Range.End);
  if (!End || End <= I.Range.Begin)
    return std::nullopt;
  const std::optional<ArgumentsEnd> Last = endOfArguments(Call, End - I.Range.Begin);
  if (!Last)
    return std::nullopt;
  const report::Place Where = Out.place(I.Range);
  const uint32_t Behind = I.Range.Begin + Last->Arguments;
  const llvm::StringRef File = Out.fileText(*I.Range.File);
  llvm::StringRef Line = File.take_front(Begin);
  Line = Line.substr(Line.rfind('\n') + 1);
  // `name=value` and `*values` begin before the value.
  const size_t Indent = Line.find_first_not_of(" \t");
  const llvm::StringRef InFront = Indent == llvm::StringRef::npos ? llvm::StringRef() : Line.substr(Indent);
  const bool HasOwnLine =
      Last->Line &&
      llvm::all_of(
          InFront,
          [](char C) { return llvm::isAlnum(C) || C == '_' || C == '=' || C == '*' || C == '(' || C == ' '; }) &&
      !InFront.contains(", ") && I.Range.Begin < Begin - Line.size();
  const std::string Margin = Line.take_front(std::min(Indent, Line.size())).str();
  if (!HasOwnLine)
    return report::Edit{Where.Path, Behind, Behind, (", " + Argument).str()};
  auto At = static_cast<uint32_t>(I.Range.Begin + *Last->Line);
  const bool HasReturn = File.take_front(At).ends_with("\r");
  const std::string NewLine = (HasReturn ? "\r\n" : "\n") + Margin;
  if (!Last->HasComma)
    return report::Edit{Where.Path, Behind, Behind, "," + NewLine + Argument.str()};
  // Behind the comment of that line.
  At -= HasReturn;
  return report::Edit{Where.Path, At, At, NewLine + Argument.str() + ","};
}

std::optional<report::Edit> lastArgument(const SolvedFunction &S, const Sink &Out, const ir::Inst &I,
                                         llvm::StringRef Argument) {
  llvm::StringRef Text = Out.source(I.Range);
  if (!Text.consume_back(")"))
    return std::nullopt;
  if (Text.contains('\n'))
    return Spelling(S).hasKeywords() ? argumentOnOwnLine(Out, I, Argument) : std::nullopt;
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
    if (A.Keyword == "device" || A.Keyword == "options" || A.Keyword == "generator" || A.Keyword == "**" ||
        (A.Keyword == "*" && !HasKeywords))
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

/// The variable that holds the device which Moved was told, if it holds that at At, too: whatever it is there.
static std::string targetVariable(const SolvedFunction &S, const Sink &Out, const ir::Inst &At, const Event &Moved) {
  const auto *const Told = llvm::find_if(Moved.Operands, [&](const dataflow::Operand &O) {
    return Moved.TargetArg && O.A && O.A->Value == Moved.TargetArg->Value && O.V.is(dataflow::Value::Kind::Device);
  });
  const llvm::StringRef Text = Told != Moved.Operands.end() ? Out.source(Moved.TargetArg->Range) : llvm::StringRef();
  return takesMember(Text) && !Text.contains('(') && isKnownAt(S, Out, *Moved.TargetArg, At) ? Text.str() : "";
}

/// True if control comes to Put only where there is an accelerator, and to At elsewhere, too.
static bool needsAccelerator(const SolvedFunction &S, const Event &Put, const ir::Inst &At) {
  const auto Beside = llvm::find_if(S.Events, [&](const Event &E) { return E.I == &At; });
  const auto IsKnown = [](const Event &E) { return E.Path.contains(dataflow::Literal::available()); };
  return IsKnown(Put) && (Beside == S.Events.end() || !IsKnown(*Beside));
}

/// What is written at Moved, in the same function: nothing that a variable holds.
static std::string writtenTarget(const SolvedFunction &S, const Sink &Out, const ir::Inst &At, const Event &Moved,
                                 const dataflow::GuardedTerm &Good) {
  if (!Moved.TargetArg) {
    bool IsCuda = Moved.Kind == ir::InstKind::Move && Moved.Name == "cuda" && Moved.I->Args.size() == 1;
    return IsCuda ? Spelling(S).accelerator().str() : "";
  }
  const ir::Arg &Target = *Moved.TargetArg;
  const ir::Inst *Definition = S.F->definition(Target.Value);
  auto IsConst = [&](const ir::Arg &A) {
    const ir::Inst *D = S.F->definition(A.Value);
    return D && D->Kind == ir::InstKind::Const;
  };
  // torch.device("cuda:0"), where it is written
  const bool IsMadeHere = Definition && Definition->Kind == ir::InstKind::Call &&
                          llvm::all_of(Definition->Args, IsConst) && Definition->Range == Target.Range;
  if (IsMadeHere && !Good.T.isSymbol())
    return Out.source(Target.Range).str();
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

NamedDevice targetOf(const SolvedFunction &S, const Sink &Out, const ir::Inst &At, const dataflow::GuardedTerm &Good) {
  const Step *Origin = Good.Origin;
  if (!Spelling(S).hasTextForDevices() || !Origin || !Origin->I || Origin->F != S.F)
    return {};
  const auto Moved = llvm::find_if(S.Events, [&](const Event &E) { return E.I == Origin->I; });
  if (Moved == S.Events.end())
    return {};
  if (std::string Name = targetVariable(S, Out, At, *Moved); !Name.empty() || Good.Guard.size())
    return {Name};
  // `if torch.cuda.is_available(): x = x.cuda()`: where there is none, that line is not come to.
  const bool IsBeside =
      ir::Dominators(*S.F).dominates(Origin->I->Parent, At.Parent) || isAlwaysFollowedBy(*S.F, At, *Origin->I);
  if (!IsBeside && needsAccelerator(S, *Moved, At))
    return {};
  return {writtenTarget(S, Out, At, *Moved, Good), IsBeside};
}

static bool takesGenerator(llvm::StringRef Name) {
  for (const knowledge::OperatorOverload &O : knowledge::findOperator(std::string_view(Name)))
    for (const knowledge::OperatorParam &P : O.Params)
      if (P.Kind == knowledge::OperandKind::Generator)
        return true;
  return false;
}

bool isRandomFactory(const Event &Made) { return takesGenerator(Made.Name); }

const ir::Inst *drawnInto(const SolvedFunction &S, const Event &Made) {
  for (const ir::Inst &I : S.F->Insts)
    if (I.Kind == ir::InstKind::Invoke && Made.I->Result && I.Args[0].Value == Made.I->Result &&
        I.Name.ends_with("_") && takesGenerator(I.Name))
      return &I;
  return nullptr;
}

bool isAcceleratorIfAny(const SolvedFunction &S, llvm::StringRef Name) {
  const auto Says = [&](ir::ValueId V, const dataflow::Value &Known) {
    const ir::Inst *D = S.F->definition(V);
    const bool IsNamed = D && (S.F->value(V).Variable == Name ||
                               (D->Kind == ir::InstKind::GetGlobal && D->Name == (S.M->Name + "." + Name).str()));
    return IsNamed && Known.is(dataflow::Value::Kind::Device) && !Known.P.isUnknown() &&
           llvm::all_of(Known.P.terms(), [](const dataflow::GuardedTerm &T) {
             return !T.T.isSymbol() &&
                    ((T.T.device().isAccelerator() && T.T.device().Index <= 0 && T.T.device().Index >= -1) ||
                     T.Guard.contains(~dataflow::Literal::available()));
           });
  };
  return llvm::any_of(S.Events, [&](const Event &E) {
    return (E.I->Result && Says(E.I->Result, E.Result)) ||
           llvm::any_of(E.Operands, [&](const dataflow::Operand &O) { return O.A && Says(O.A->Value, O.V); });
  });
}

bool takesDevice(const Event &Made) {
  const bool Knows = Made.Known && (Made.Known->Kind == knowledge::Action::Create ||
                                    Made.Known->Kind == knowledge::Action::CreateLike);
  return Knows && llvm::none_of(Made.I->Args, [](const ir::Arg &A) {
           return A.Keyword == "pin_memory" || A.Keyword == "pinned_memory" || A.Keyword == "generator";
         });
}

std::optional<report::Edit> otherDevice(const SolvedFunction &S, const Sink &Out, const ir::Arg &Given,
                                        llvm::StringRef Device) {
  const ir::Inst *Said = S.F->definition(Given.Value);
  auto IsLiteral = [&](const ir::Arg &A) {
    const ir::Inst *Of = S.F->definition(A.Value);
    return Of && Of->Kind == ir::InstKind::Const;
  };
  const bool IsHere = Said && Said->Range.isInFileOf(Given.Range) && Said->Range.Begin == Given.Range.Begin;
  if (!IsHere || (Said->Kind != ir::InstKind::Const && !llvm::all_of(Said->Args, IsLiteral)))
    return std::nullopt;
  const report::Place Where = Out.place(Given.Range);
  return report::Edit{Where.Path, Where.Begin, Where.End, Device.str()};
}

void addFactoryFix(Draft &D, const SolvedFunction &S, const Sink &Out, const dataflow::GuardedTerm &Odd,
                   const dataflow::GuardedTerm &Good, const std::string &OddText) {
  const Step *Origin = Odd.Origin;
  if (!Origin || Origin->Kind != StepKind::Defaulted || Origin->F != S.F || !Origin->I)
    return;
  NamedDevice Device{deviceExpression(S, Out, *Origin->I, &Good)};
  if (Device.Text.empty())
    Device = targetOf(S, Out, *Origin->I, Good);
  if (Device.Text.empty())
    return;
  if (std::optional<report::Edit> E = deviceArgument(S, Out, *Origin->I, Device.Text))
    D.fix("create " + OddText + " on " + report::wording::quotedDevice(Device.Text), std::move(*E), Device.Sure);
}

} // namespace devtidy::checks
