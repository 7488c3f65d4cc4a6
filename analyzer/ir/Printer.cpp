//===- Printer.cpp - From the IR to its text form -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Printer.h"
#include "ir/Spelling.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::ir {

void Printer::bareRange(const SourceRange &R) {
  if (!O.Locations || !R.isValid())
    return;
  OS << '@';
  if (R.File->Id.index() != 0)
    OS << R.File->Id.index() << ':';
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
    printSymbol(Canonical->symbol(Name), OS);
  else
    printSymbol(Name, OS);
}

void Printer::functionName(const Function &F) {
  OS << '@';
  if (O.Canonical)
    printSymbol(Canonical->function(F), OS);
  else
    printSymbol(F.Name, OS);
}

/// An empty line between definitions.
void Printer::separate() {
  if (!IsFirst || !O.Canonical)
    OS << '\n';
  IsFirst = false;
}

void Printer::type(const Type &T) {
  OS << typeKindName(T.Kind);
  bool HasElement = T.Kind == TypeKind::List || T.Kind == TypeKind::Tuple || T.Kind == TypeKind::Dict || T.isUnknown();
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
  if (O.Canonical || (T.isUnknown() && !T.Optional && T.Element == TypeKind::Unknown))
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
    for (const Alias &A : M.Aliases) {
      OS << "alias ";
      symbol(A.Name);
      OS << " = ";
      symbol(A.Target);
      OS << '\n';
    }
  }
  std::vector<const Class *> Classes;
  Classes.reserve(M.Classes.size());
  for (const Class &C : M.Classes)
    Classes.push_back(&C);
  std::vector<const Function *> Functions;
  Functions.reserve(M.Functions.size());
  for (const auto &F : M.Functions)
    Functions.push_back(F.get());
  if (O.Canonical) {
    llvm::stable_sort(Classes, [&](const Class *A, const Class *B) {
      return Canonical->symbol(A->Name) < Canonical->symbol(B->Name);
    });
    llvm::stable_sort(Functions, [&](const Function *A, const Function *B) {
      return Canonical->function(*A) < Canonical->function(*B);
    });
  }
  for (const Class *C : Classes)
    classDefinition(*C);
  for (const Function *F : Functions) {
    if (IsSound)
      function(canonicalFunction(*F));
    else
      function(*F);
  }
}

void Printer::classDefinition(const Class &C) {
  separate();
  OS << "class ";
  symbol(C.Name);
  llvm::StringRef Separator = " : ";
  for (llvm::StringRef Base : C.Bases) {
    OS << Separator;
    symbol(Base);
    Separator = ", ";
  }
  for (llvm::StringRef Decorator : C.Decorators) {
    OS << " decorator ";
    symbol(Decorator);
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
