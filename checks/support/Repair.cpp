//===- Repair.cpp - What a repair may write, and where ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Repair.h"
#include "checks/support/OnlyTensors.h"
#include "checks/support/Spelling.h"
#include "ir/Dominators.h"
#include "ir/Loops.h"
#include "knowledge/MethodNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::checks {

using ir::InstKind;
using ir::ValueId;
using llvm::StringRef;

//===--- By the bytes -----------------------------------------------------===//

static bool isNameCharacter(char C) { return llvm::isAlnum(C) || C == '_'; }

bool isStatement(const SolvedFunction &S, const Sink &Out, ir::SourceRange R) {
  const StringRef Text = R.isValid() ? Out.fileText(*R.File) : StringRef();
  if (R.End > Text.size() || R.Begin >= R.End)
    return false;
  const StringRef Before = Text.take_front(R.Begin), After = Text.drop_front(R.End);
  return Spelling(S).isStatement(Before, After);
}

bool takesMember(StringRef Expression) {
  int Depth = 0;
  for (size_t I = 0; I != Expression.size(); ++I) {
    const char C = Expression[I];
    if (StringRef("([{").contains(C))
      ++Depth;
    else if (StringRef(")]}").contains(C))
      --Depth;
    else if (Depth == 0 && Expression.substr(I).starts_with("->"))
      ++I;
    else if (Depth == 0 && !isNameCharacter(C) && C != '.' && C != ':')
      return false;
    if (Depth < 0)
      return false;
  }
  return !Expression.empty() && Depth == 0 && !llvm::isDigit(Expression[0]);
}

std::vector<report::Edit> callBehind(const Sink &Out, ir::SourceRange Expression, StringRef Call) {
  const report::Place Where = Out.place(Expression);
  if (takesMember(Out.source(Expression)))
    return {{Where.Path, Where.End, Where.End, Call.str()}};
  return {{Where.Path, Where.Begin, Where.Begin, "("}, {Where.Path, Where.End, Where.End, (")" + Call).str()}};
}

/// True if V requires no gradient, as the program says: `x.detach()`, `x.data`, a view of it, what is computed of it
/// alone.
static bool isDetached(const SolvedFunction &S, ir::ValueId V) {
  constexpr unsigned MaxSteps = 16;
  for (unsigned N = 0; N != MaxSteps; ++N) {
    const ir::Inst *D = S.F->definition(V);
    if (!D || D->Args.empty())
      return false;
    if (knowledge::cutsGradient(std::string_view(D->Name)))
      return D->Kind == InstKind::Invoke || D->Kind == InstKind::GetField;
    const Event *E =
        D->Kind == InstKind::Invoke || D->Kind == InstKind::GetItem ? S.eventAt(S.F->value(V).Definition) : nullptr;
    // What is computed of several requires a gradient if one of them does.
    const bool IsOfOne =
        E && E->Result.isTensor() && !E->Operands.empty() && E->Operands[0].V.isTensor() &&
        llvm::none_of(llvm::drop_begin(E->Operands), [](const dataflow::Operand &O) { return O.V.isTensor(); });
    if (!IsOfOne)
      return false;
    V = D->Args[0].Value;
  }
  return false;
}

StringRef copyForArray(const SolvedFunction &S, ValueId V) {
  return isDetached(S, V) ? StringRef(".cpu()") : Spelling(S).copyForArray();
}

uint32_t memberAccess(const SolvedFunction &S, const Sink &Out, const ir::Inst &Invoke) {
  const ir::SourceRange R = Invoke.Range;
  const StringRef Text = R.isValid() ? Out.fileText(*R.File) : StringRef();
  if (Invoke.Kind != InstKind::Invoke || R.Point > Text.size() || R.Begin >= R.Point)
    return 0;
  StringRef Before = Text.slice(R.Begin, R.Point).rtrim();
  if (!Before.consume_back(".") && !Before.consume_back("->"))
    return 0;
  return R.Begin + Before.size();
}

/// True if the block of C++ in which Text begins goes on to its end.
static bool staysInBlock(StringRef Text) {
  int Depth = 0;
  for (char C : Text) {
    Depth += C == '{' ? 1 : C == '}' ? -1 : 0;
    if (Depth < 0)
      return false;
  }
  return true;
}

//===--- By the IR --------------------------------------------------------===//

/// Where what defines V stands; nothing for a parameter.
static std::optional<uint32_t> definedAt(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  return D && D->Range.isValid() ? std::optional(D->Range.Begin) : std::nullopt;
}

/// True if Name is V at At, and nothing else is assigned to it between the two.
static bool isSoleValue(const ir::Function &F, StringRef Name, ir::ValueId V, const ir::Inst &At) {
  const ir::Dominators Order(F);
  const ir::Loops Loops(F);
  const ir::Loop *Around = Loops.around(At.Parent);
  const std::optional<uint32_t> Own = definedAt(F, V);
  for (unsigned N = 0; N != F.Values.size(); ++N) {
    const ir::ValueId Other(N);
    if (Other == V || F.value(Other).Variable != Name)
      continue;
    const std::optional<uint32_t> There = definedAt(F, Other);
    // What comes later has come before in the next round.
    if (There && *There >= At.Range.Begin && !(Around && Around->contains(F.value(Other).Block)))
      continue;
    const bool IsEarlier = Own && (!There || *There < *Own) && Order.dominates(F.value(Other).Block, F.value(V).Block);
    if (!IsEarlier)
      return false;
  }
  return true;
}

/// True if V, what the variable Name holds, is so on every path to At, and the name can be said there.
static bool isBoundAt(const SolvedFunction &S, const Sink &Out, StringRef Name, ir::ValueId V, const ir::Inst &At) {
  const ir::Function &F = *S.F;
  if (!ir::Dominators(F).dominates(F.value(V).Block, At.Parent))
    return false;
  if (const ir::Inst *D = F.definition(V)) {
    if (!D->Range.isValid() || !D->Range.isInFileOf(At.Range) || D->Range.End > At.Range.Begin)
      return false;
    const StringRef Text = Out.fileText(*At.Range.File);
    if (!Spelling(S).keepsNamesBehindBlocks() && At.Range.Begin <= Text.size() &&
        !staysInBlock(Text.slice(D->Range.End, At.Range.Begin)))
      return false;
  }
  return isSoleValue(F, Name, V, At);
}

bool isUnchanged(const SolvedFunction &S, unsigned Param, const ir::Inst &At) {
  const ir::Function &F = *S.F;
  return F.hasBody() && Param < F.Params.size() && Param < F.block(ir::BlockId(0)).Params.size() &&
         isSoleValue(F, F.Params[Param].Name, F.block(ir::BlockId(0)).Params[Param], At);
}

/// True if the function, when it comes to At, has assigned the global of that name, or others do.
static bool isGlobalSet(const ir::Function &F, StringRef Name, const ir::Inst &At) {
  const ir::Dominators Order(F);
  bool Before = F.Kind != ir::FunctionKind::TopLevel;
  for (const ir::Inst &I : F.Insts)
    if (I.Kind == InstKind::SetGlobal && I.Name == Name) {
      if (Before || I.Range.Begin >= At.Range.Begin || !Order.dominates(I.Parent, At.Parent))
        return false;
      Before = true;
    }
  return Before;
}

static bool isKnownAt(const SolvedFunction &S, const Sink &Out, ir::ValueId V, StringRef Text, const ir::Inst &At) {
  const ir::Function &F = *S.F;
  const ir::ValueInfo &Info = F.value(V);
  const ir::Inst *D = F.definition(V);
  if (!D) {
    if (Info.Block != ir::BlockId(0))
      return false;
    const unsigned Param = llvm::find(F.block(Info.Block).Params, V) - F.block(Info.Block).Params.begin();
    return F.Params[Param].Name == Text && isUnchanged(S, Param, At);
  }
  if (!Info.Variable.empty() && Info.Variable == Text)
    return isBoundAt(S, Out, Text, V, At);
  if (D->Kind == InstKind::GetGlobal)
    return isGlobalSet(F, D->Name, At);
  if (D->Kind != InstKind::GetField ||
      llvm::any_of(F.Insts, [&](const ir::Inst &I) { return I.Kind == InstKind::SetField && I.Name == D->Name; }))
    return false;
  // A member of the receiver is said without it in C++.
  if (Text == D->Name)
    return F.hasBody() && !F.Class.empty() && D->Args[0].Value == F.block(ir::BlockId(0)).Params[0];
  if (!Text.consume_back(D->Name) || (!Text.consume_back(".") && !Text.consume_back("->")))
    return false;
  return isKnownAt(S, Out, D->Args[0].Value, Text, At);
}

bool isKnownAt(const SolvedFunction &S, const Sink &Out, const ir::Arg &A, const ir::Inst &At) {
  return isKnownAt(S, Out, A.Value, Out.source(A.Range), At);
}

StringRef deviceInScope(const SolvedFunction &S, const Sink &Out, const ir::Inst &At) {
  StringRef Found;
  auto Add = [&](StringRef Name, ir::ValueId V) {
    if (Name == Found || Name.empty() || !isBoundAt(S, Out, Name, V, At))
      return true;
    const bool IsFirst = Found.empty();
    Found = Name;
    return IsFirst;
  };
  for (unsigned N = 0; N < S.F->Values.size(); ++N) {
    const ir::ValueInfo &V = S.F->Values[N];
    if (V.StaticType.Kind == ir::TypeKind::Device && !Add(V.Variable, ir::ValueId(N)))
      return {};
  }
  for (unsigned N = 0; S.F->hasBody() && N < S.F->Params.size(); ++N)
    if (S.F->Params[N].DeclaredType.Kind == ir::TypeKind::Device &&
        !Add(S.F->Params[N].Name, S.F->block(ir::BlockId(0)).Params[N]))
      return {};
  return Found;
}

bool isTensorEachTime(const SolvedFunction &S, const Sink &Out, const ir::Inst &At, unsigned Operand) {
  bool IsSeen = false;
  for (const Event &E : S.Events) {
    if (E.I->Kind != At.Kind || !(E.I->Range == At.Range) || E.Operands.size() <= Operand)
      continue;
    IsSeen |= E.I == &At;
    if (!E.Operands[Operand].V.isTensor() || E.Operands[Operand].V.Partial)
      return false;
  }
  return IsSeen && Operand < At.Args.size() && !mayBeNoTensor(S, Out, At.Args[Operand].Value, At);
}

} // namespace devtidy::checks
