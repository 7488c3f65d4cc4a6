//===- FunctionPrinter.cpp - Functions, blocks, instructions as text ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/InstInfo.h"
#include "ir/Printer.h"
#include "ir/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::ir {

/// True if the entry block's parameters say nothing beyond the header's.
static bool entryTakesHeader(const Function &F) {
  if (!F.hasBody() || F.Blocks[0].Params.size() != F.Params.size())
    return false;
  for (unsigned I = 0; I != F.Params.size(); ++I) {
    ValueId V = F.Blocks[0].Params[I];
    if (!V || V.index() >= F.Values.size() || F.value(V).Variable != F.Params[I].Name ||
        F.value(V).StaticType != F.Params[I].DeclaredType)
      return false;
  }
  return true;
}

void Printer::parameter(const Naming &N, const Function &F, unsigned I, bool EntryTakesHeader) {
  static constexpr llvm::StringLiteral Modes[] = {"", "cell ", "*", "**"};
  const Param &P = F.Params[I];
  OS << Modes[static_cast<unsigned>(P.PassMode)];
  if (EntryTakesHeader) {
    N.printValue(F.Blocks[0].Params[I], OS);
  } else {
    auto SameName = [&](const Param &Other) { return Other.Name == P.Name; };
    printValueName(P.Name, std::count_if(F.Params.begin(), F.Params.begin() + I, SameName), OS);
  }
  typed(P.DeclaredType);
  if (P.HasDefault) {
    OS << " = ";
    if (P.DefaultUnknown)
      OS << '?';
    if (!P.DefaultFrom.empty()) {
      OS << " from ";
      symbol(P.DefaultFrom);
    }
    if (!P.DefaultUnknown)
      constant(P.Default);
  }
  range(P.Range);
}

void Printer::attributes(const Function &F) {
  if (F.ReturnType != Type() && !O.Canonical) {
    OS << " -> ";
    type(F.ReturnType);
  }
  if (!F.Class.empty()) {
    OS << " of ";
    symbol(F.Class);
  }
  if (F.CaptureCount != 0)
    OS << " captures " << F.CaptureCount;
  for (llvm::StringRef D : F.Decorators) {
    OS << " decorator ";
    symbol(D);
  }
  if (!O.Canonical && !F.InCheckedFile)
    OS << " unchecked";
  if (!O.Canonical && F.IsLocal)
    OS << " local";
  if (F.IsCoroutine)
    OS << " coroutine";
  if (F.Incomplete)
    OS << " incomplete";
}

void Printer::function(const Function &F) {
  static constexpr llvm::StringLiteral Kinds[] = {"",        "method ",   "constructor ", "static ",
                                                  "lambda ", "toplevel ", "kernel "};
  Naming N(F, O.Canonical);
  of(F);
  bool EntryTakesHeader =
      entryTakesHeader(F) || (O.Canonical && F.hasBody() && F.Blocks[0].Params.size() == F.Params.size());
  separate();
  OS << "func " << Kinds[static_cast<unsigned>(F.Kind)];
  functionName(F);
  OS << '(';
  for (unsigned I = 0; I != F.Params.size(); ++I) {
    if (I != 0)
      OS << ", ";
    parameter(N, F, I, EntryTakesHeader);
  }
  OS << ')';
  attributes(F);
  range(F.Range);
  if (F.hasBody()) {
    OS << " {\n";
    for (BlockId B : N.blocks())
      block(F, N, B, EntryTakesHeader);
    OS << '}';
  }
  OS << '\n';
}

void Printer::block(const Function &F, const Naming &N, BlockId B, bool EntryTakesHeader) {
  N.printBlock(B, OS);
  const Block &Bl = F.block(B);
  bool IsEntry = B.index() == 0;
  if (IsEntry ? !EntryTakesHeader && !(Bl.Params.empty() && F.Params.empty()) : !Bl.Params.empty()) {
    OS << '(';
    llvm::ListSeparator Comma;
    for (ValueId P : Bl.Params) {
      OS << Comma;
      N.printValue(P, OS);
      if (P && P.index() < F.Values.size())
        typed(F.value(P).StaticType);
    }
    OS << ')';
  }
  OS << ":\n";
  for (InstId Id : Bl.Insts) {
    if (!Id || Id.index() >= F.Insts.size())
      continue;
    const Inst &I = F.inst(Id);
    if (N.isInline(I.Result))
      continue;
    OS << "  ";
    instruction(N, I);
    OS << '\n';
  }
}

void Printer::payload(const Inst &I) {
  switch (instInfo(I.Kind).Data) {
  case Payload::None:
    return;
  case Payload::Name:
    OS << ' ';
    if (isSymbolName(I.Kind))
      symbol(I.Name);
    else
      printQuoted(O.Canonical ? canonicalMethod(I.Name) : I.Name, OS);
    return;
  case Payload::Word:
    // Languages name exceptions in their own ways, and how a store is written says nothing of what it does.
    if (!I.Name.empty() && !(O.Canonical && (I.Kind == InstKind::Fork || I.Kind == InstKind::SetItem)))
      printQuoted(I.Name, OS << ' ');
    return;
  case Payload::Const:
    OS << ' ';
    constant(I.Const);
    return;
  case Payload::Func:
    OS << ' ';
    if (I.Callee && I.Callee.index() < M.Functions.size())
      functionName(M.function(I.Callee));
    else
      OS << "@!";
    return;
  case Payload::Index:
    OS << ' ' << I.Index << " of " << I.Count;
    return;
  }
}

void Printer::instruction(const Naming &N, const Inst &I) {
  if (I.Result) {
    N.printValue(I.Result, OS);
    if (Current && I.Result.index() < Current->Values.size())
      typed(Current->value(I.Result).StaticType);
    OS << " = ";
  }
  bool IsProperty = O.Canonical && I.Kind == InstKind::Invoke && I.Args.size() == 1 && isPropertyName(I.Name);
  OS << instKindName(IsProperty ? InstKind::GetField : I.Kind);
  payload(I);
  bool OmitsEmptyList = isTerminator(I.Kind) || I.Kind == InstKind::Const || I.Kind == InstKind::GetGlobal;
  if (!I.Args.empty() || !OmitsEmptyList)
    arguments(N, I.Args);
  llvm::StringRef Separator = " ";
  for (const Successor &S : I.Targets) {
    OS << Separator;
    successor(N, S);
    Separator = ", ";
  }
  range(I.Range);
}

void Printer::arguments(const Naming &N, llvm::ArrayRef<Arg> Args) {
  OS << '(';
  llvm::ListSeparator Comma;
  for (const Arg &A : Args) {
    OS << Comma;
    if (A.Keyword == "*" || A.Keyword == "**") {
      OS << A.Keyword;
    } else if (!A.Keyword.empty()) {
      printWord(A.Keyword, OS);
      OS << '=';
    }
    value(N, A.Value);
    bareRange(A.Range);
  }
  OS << ')';
}

void Printer::value(const Naming &N, ValueId V) {
  if (N.isInline(V))
    constant(Current->definition(V)->Const);
  else
    N.printValue(V, OS);
}

void Printer::successor(const Naming &N, const Successor &S) {
  N.printBlock(S.Block, OS);
  if (S.Args.empty())
    return;
  OS << '(';
  llvm::ListSeparator Comma;
  for (ValueId V : S.Args) {
    OS << Comma;
    value(N, V);
  }
  OS << ')';
}

} // namespace devtidy::ir
