//===- PathText.cpp - How a program spells the path of a file ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/PathText.h"
#include "knowledge/Builtins.h"
#include "knowledge/Files.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::checks {

using ir::InstKind;

ir::ValueId pathOf(const Program &P, const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  if (D && D->Kind == InstKind::Enter)
    D = F.definition(D->Args[0].Value);
  const bool Opens = D && D->Kind == InstKind::Call && !D->Args.empty() &&
                     knowledge::opensFile(std::string_view(P.canonical(D->Name)));
  return Opens ? D->Args[0].Value : V;
}

/// Adds what a value is put together from.
class PathText::Reader {
public:
  Reader(const Program &P, PathText &Out) : P(P), Out(Out) {}

  void add(const ir::Function &F, ir::ValueId V, unsigned Depth = 0);

private:
  void text(llvm::StringRef Spelled) {
    Out.Text += Spelled;
    Out.Named += Spelled;
  }
  /// What is computed, or read by that name.
  void computed(llvm::StringRef Name = "*") {
    if (!llvm::StringRef(Out.Text).ends_with("*"))
      Out.Text += '*';
    Out.Named += ("<" + Name + ">").str();
  }
  void fields(llvm::StringRef Format, bool OfPercent);
  void join(const ir::Function &F, llvm::ArrayRef<ir::Arg> Args, llvm::StringRef Between, unsigned Depth);
  bool addStored(InstKind Kind, const ir::Function &F, llvm::StringRef Name, unsigned Depth);

  const Program &P;
  PathText &Out;
};

/// "{}_{:03d}.pt", "%s_%d.pt"
void PathText::Reader::fields(llvm::StringRef Format, bool OfPercent) {
  while (!Format.empty()) {
    const size_t At = Format.find(OfPercent ? '%' : '{');
    text(Format.take_front(At));
    Format = Format.substr(At);
    if (Format.empty())
      return;
    computed();
    const size_t End = OfPercent ? Format.find_first_of("diouxXeEfFgGcrsa%", 1) : Format.find('}');
    Format = End == llvm::StringRef::npos ? llvm::StringRef() : Format.substr(End + 1);
  }
}

void PathText::Reader::join(const ir::Function &F, llvm::ArrayRef<ir::Arg> Args, llvm::StringRef Between,
                            unsigned Depth) {
  for (const ir::Arg &A : Args) {
    if (&A != Args.begin())
      text(Between);
    add(F, A.Value, Depth + 1);
  }
}

/// What the module puts into the variable of that name, or the class of F into the member of self, if that is one
/// value.
bool PathText::Reader::addStored(InstKind Kind, const ir::Function &F, llvm::StringRef Name, unsigned Depth) {
  const ir::Function *Writer = nullptr;
  ir::ValueId Written;
  for (const ir::Module *M : P.modules())
    for (const auto &Other : M->Functions) {
      if (Kind == InstKind::SetGlobal ? Other->Kind != ir::FunctionKind::TopLevel : Other->Class != F.Class)
        continue;
      for (const ir::Inst &I : Other->Insts) {
        if (I.Kind != Kind || I.Name != Name)
          continue;
        if (Writer)
          return false;
        Writer = Other.get();
        Written = I.Args.back().Value;
      }
    }
  if (!Writer)
    return false;
  add(*Writer, Written, Depth + 1);
  return true;
}

void PathText::Reader::add(const ir::Function &F, ir::ValueId V, unsigned Depth) {
  constexpr unsigned MaxDepth = 12;
  const ir::Inst *D = Depth < MaxDepth ? F.definition(V) : nullptr;
  if (!D)
    return computed();
  const ir::Inst *First = D->Args.empty() ? nullptr : F.definition(D->Args[0].Value);
  const bool OfText = First && First->Kind == InstKind::Const && First->Const.K == ir::Constant::Kind::String;
  switch (D->Kind) {
  case InstKind::Const:
    return text(D->Const.Text);
  case InstKind::Op:
    if (D->Name == "%" && OfText)
      return fields(First->Const.Text, /*OfPercent=*/true);
    if (D->Name == "+" || D->Name == "/") // of texts; of a Path and a text
      return join(F, D->Args, D->Name == "/" ? "/" : "", Depth);
    return computed();
  case InstKind::Invoke:
    if (OfText && knowledge::givesText(std::string_view(D->Name)))
      return fields(First->Const.Text, /*OfPercent=*/false);
    return computed();
  case InstKind::Opaque: // f"{epoch}.pt"
    if (F.value(V).StaticType.Kind == ir::TypeKind::String)
      return join(F, D->Args, "", Depth);
    return computed();
  case InstKind::Call:
    if (knowledge::joinsPaths(std::string_view(P.canonical(D->Name))))
      return join(F, D->Args, "/", Depth);
    return computed();
  case InstKind::GetGlobal:
    if (!addStored(InstKind::SetGlobal, F, D->Name, Depth))
      computed(D->Name);
    return;
  case InstKind::GetField: {
    const bool OfSelf = !F.Class.empty() && D->Args[0].Value == F.Blocks[0].Params[0];
    if (!OfSelf || !addStored(InstKind::SetField, F, D->Name, Depth))
      computed(D->Name);
    return;
  }
  default:
    return computed();
  }
}

PathText::PathText(const Program &P, const ir::Function &F, ir::ValueId V) { Reader(P, *this).add(F, pathOf(P, F, V)); }

std::string PathText::end() const {
  llvm::StringRef Last = llvm::StringRef(Text).substr(llvm::StringRef(Text).rfind('/') + 1);
  Last.consume_front("*");
  return Last.str();
}

bool PathText::isPatternOf(const PathText &Other) const { return Named == Other.Named && isNameOfFile(end()); }

bool isNameOfFile(llvm::StringRef End) { return llvm::any_of(End.substr(0, End.rfind('.')), llvm::isAlnum); }

} // namespace devtidy::checks
