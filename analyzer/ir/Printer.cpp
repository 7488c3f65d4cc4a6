//===- Printer.cpp - From the IR to its text form -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Canonical.h"
#include "ir/InstInfo.h"
#include "ir/Naming.h"
#include "ir/Spelling.h"
#include "ir/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::ir {

namespace {

class Printer {
public:
  Printer(const Module &M, llvm::raw_ostream &OS, const PrintOptions &O) : M(M), OS(OS), O(O) {}

  void module();
  void function(const Function &F);
  /// The function whose instructions are printed next.
  void of(const Function &F) { Current = &F; }
  void instruction(const Naming &N, const Inst &I);

private:
  void classDefinition(const Class &C);
  void parameter(const Naming &N, const Function &F, unsigned I, bool EntryTakesHeader);
  void attributes(const Function &F);
  void block(const Function &F, const Naming &N, BlockId B, bool EntryTakesHeader);
  void payload(const Inst &I);
  void arguments(const Naming &N, llvm::ArrayRef<Arg> Args);
  void value(const Naming &N, ValueId V);
  void successor(const Naming &N, const Successor &S);
  void constant(const Constant &C);
  void type(const Type &T);
  void typed(const Type &T);
  void symbol(llvm::StringRef Name);
  void bareRange(const SourceRange &R);
  void range(const SourceRange &R);

  const Module &M;
  llvm::raw_ostream &OS;
  const PrintOptions &O;
  const Function *Current = nullptr;
};

} // namespace

void Printer::bareRange(const SourceRange &R) {
  if (!O.Locations || !R.isValid())
    return;
  OS << '@';
  if (R.File.index() != 0)
    OS << R.File.index() << ':';
  OS << R.Begin << ".." << R.End;
  if (R.Point != R.Begin)
    OS << '^' << R.Point;
}

void Printer::range(const SourceRange &R) {
  if (!O.Locations || !R.isValid())
    return;
  OS << ' ';
  bareRange(R);
}

void Printer::symbol(llvm::StringRef Name) {
  OS << '@';
  if (O.Canonical)
    printSymbol(canonicalName(M, Name), OS);
  else
    printSymbol(Name, OS);
}

void Printer::type(const Type &T) {
  OS << typeKindName(T.Kind);
  bool HasElement = T.Kind == TypeKind::List || T.Kind == TypeKind::Dict;
  auto Name = [&] {
    if (T.Name.empty())
      return;
    OS << '<';
    printSymbol(T.Name, OS);
    OS << '>';
  };
  if (T.Kind == TypeKind::Object) {
    Name();
  } else if (HasElement && T.Element != TypeKind::Unknown) {
    OS << '<' << typeKindName(T.Element);
    if (T.Element == TypeKind::Object)
      Name();
    OS << '>';
  }
  if (T.Optional)
    OS << '?';
}

/// ": tensor", or nothing if the type says nothing.
void Printer::typed(const Type &T) {
  if (O.Canonical || (T.isUnknown() && !T.Optional))
    return;
  OS << ": ";
  type(T);
}

void Printer::constant(const Constant &C) {
  switch (C.K) {
  case Constant::Kind::None:
    OS << "None";
    return;
  case Constant::Kind::Bool:
    OS << (C.Int ? "True" : "False");
    return;
  case Constant::Kind::Int:
    OS << C.Int;
    return;
  case Constant::Kind::String:
    printQuoted(C.Text, OS);
    return;
  case Constant::Kind::Float:
    if (!C.Text.empty() && scanFloat(C.Text) == C.Text.size()) {
      OS << C.Text;
      return;
    }
    OS << "float";
    if (!C.Text.empty()) {
      OS << ' ';
      printQuoted(C.Text, OS);
    }
    return;
  }
}

void Printer::module() {
  if (!O.Canonical) {
    static constexpr llvm::StringLiteral Languages[] = {"cpp", "cuda", "python"};
    OS << "module " << Languages[static_cast<unsigned>(M.Lang)] << ' ';
    printQuoted(M.Name, OS);
    OS << '\n';
    for (const SourceFile &F : M.Files) {
      OS << "file ";
      printQuoted(F.Path, OS);
      OS << (F.Checked ? "\n" : " unchecked\n");
    }
    for (const Problem &P : M.Problems) {
      OS << "problem ";
      printQuoted(P.Text, OS);
      range(P.Range);
      OS << '\n';
    }
  }
  std::vector<const Class *> Classes;
  for (const Class &C : M.Classes)
    Classes.push_back(&C);
  std::vector<const Function *> Functions;
  for (const auto &F : M.Functions)
    Functions.push_back(F.get());
  if (O.Canonical) {
    llvm::stable_sort(
        Classes, [&](const Class *A, const Class *B) { return canonicalName(M, A->Name) < canonicalName(M, B->Name); });
    llvm::stable_sort(
        Functions, [&](const Function *A, const Function *B) { return canonicalName(M, *A) < canonicalName(M, *B); });
  }
  for (const Class *C : Classes)
    classDefinition(*C);
  for (const Function *F : Functions)
    function(*F);
}

void Printer::classDefinition(const Class &C) {
  OS << "\nclass ";
  symbol(C.Name);
  llvm::StringRef Separator = " : ";
  for (llvm::StringRef Base : C.Bases) {
    OS << Separator;
    symbol(Base);
    Separator = ", ";
  }
  range(C.Range);
  if (!C.Fields.empty() && !O.Canonical) {
    OS << " {\n";
    for (const Field &F : C.Fields) {
      OS << "  ";
      printWord(F.Name, OS);
      OS << ": ";
      type(F.DeclaredType);
      range(F.Range);
      OS << '\n';
    }
    OS << '}';
  }
  OS << '\n';
}

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
    else
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
  OS << "\nfunc " << Kinds[static_cast<unsigned>(F.Kind)];
  OS << '@';
  printSymbol(O.Canonical ? canonicalName(M, F) : F.Name.str(), OS);
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
      printQuoted(I.Name, OS);
    return;
  case Payload::Const:
    OS << ' ';
    constant(I.Const);
    return;
  case Payload::Func:
    OS << ' ';
    if (I.Callee && I.Callee.index() < M.Functions.size())
      symbol(M.function(I.Callee).Name);
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
  OS << instKindName(I.Kind);
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

void print(const Module &M, llvm::raw_ostream &OS, const PrintOptions &O) { Printer(M, OS, O).module(); }

void print(const Module &M, const Function &F, llvm::raw_ostream &OS, const PrintOptions &O) {
  Printer(M, OS, O).function(F);
}

void print(const Module &M, const Function &F, const Inst &I, llvm::raw_ostream &OS, const PrintOptions &O) {
  Printer P(M, OS, O);
  P.of(F);
  P.instruction(Naming(F, O.Canonical), I);
}

} // namespace devtidy::ir
