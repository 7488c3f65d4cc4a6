//===- PathText.cpp - How a program spells the path of a file ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/PathText.h"
#include "checks/support/Callees.h"
#include "knowledge/Builtins.h"
#include "knowledge/Contexts.h"
#include "knowledge/Files.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::checks {

using ir::InstKind;

/// True if I gives the path that it is given, spelled in another way: `str(path)`, `path.as_posix()`, `f"{path}"`.
static bool respells(const Program &P, const ir::Function &F, const ir::Inst &I) {
  if (I.Args.size() != 1)
    return false;
  switch (I.Kind) {
  case InstKind::Call:
    return knowledge::respellsPath(std::string_view(P.Types.canonical(I.Name)));
  case InstKind::Invoke:
    return knowledge::givesSamePath(std::string_view(I.Name));
  case InstKind::Opaque:
    return F.value(I.Result).StaticType.Kind == ir::TypeKind::String;
  default:
    return false;
  }
}

ir::ValueId spelledPath(const Program &P, const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  while (D && respells(P, F, *D)) {
    V = D->Args[0].Value;
    D = F.definition(V);
  }
  return V;
}

ir::ValueId pathOf(const Program &P, const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  if (D && D->Kind == InstKind::Enter)
    D = F.definition(D->Args[0].Value);
  const bool IsCall = D && (D->Kind == InstKind::Call || D->Kind == InstKind::Invoke) && !D->Args.empty();
  const bool Opens = IsCall && knowledge::opensFile(
                                   std::string_view(D->Kind == InstKind::Call ? P.Types.canonical(D->Name) : D->Name));
  // `path.open("wb")`, and not `files.open(path, "wb")`.
  const auto IsMode = [&](const ir::Arg &A) {
    const ir::Inst *Mode = F.definition(A.Value);
    return Mode && Mode->Kind == InstKind::Const && Mode->Const.Text.size() <= 3;
  };
  const bool IsOther = Opens && D->Kind == InstKind::Invoke && D->Args.size() > 1 && !IsMode(D->Args[1]);
  return spelledPath(P, F, Opens && !IsOther ? D->Args[0].Value : V);
}

/// What stands behind `%`: a tuple of several, or one.
static llvm::ArrayRef<ir::Arg> valuesOf(const ir::Function &F, const ir::Arg &A) {
  const ir::Inst *D = F.definition(A.Value);
  return D && D->Kind == InstKind::MakeTuple ? llvm::ArrayRef<ir::Arg>(D->Args) : llvm::ArrayRef<ir::Arg>(A);
}

/// Adds what a value is put together from.
class PathText::Reader {
public:
  Reader(const Program &P, PathText &Out) : P(P), Out(Out) {}

  void add(const ir::Function &F, ir::ValueId V, unsigned Depth = 0);

private:
  void text(llvm::StringRef Spelled) {
    if (Out.Pieces.empty() || Out.Pieces.back().IsComputed)
      Out.Pieces.push_back({"", false});
    Out.Pieces.back().Text += Spelled;
  }
  void computed(const ir::Function &F, ir::ValueId V);
  bool isTemporary(const ir::Function &F, ir::ValueId V) const;
  static std::string nameOf(const ir::Function &F, ir::ValueId V);
  void fields(const ir::Function &F, llvm::StringRef Format, bool OfPercent, llvm::ArrayRef<ir::Arg> Given,
              unsigned Depth);
  void join(const ir::Function &F, llvm::ArrayRef<ir::Arg> Args, llvm::StringRef Between, unsigned Depth);
  bool addStored(InstKind Kind, const ir::Function &F, llvm::StringRef Name, unsigned Depth);

  const Program &P;
  PathText &Out;
};

void PathText::Reader::computed(const ir::Function &F, ir::ValueId V) {
  if (Out.Pieces.empty() && isTemporary(F, V))
    Out.Temporary = &F;
  Out.Pieces.push_back({nameOf(F, V), true, &F, V});
}

/// True for a test, or what helps tests, which their framework gives folders.
static bool isOfTests(const ir::Function &F) {
  const llvm::StringRef Owner = F.Class.empty() ? F.Name : F.Class;
  const llvm::StringRef Module = Owner.drop_back(ir::lastName(Owner).size()).rtrim(".:");
  return ir::lastName(F.Name).starts_with("test_") || knowledge::isTestModule(std::string_view(Module));
}

/// True for what mkdtemp() gives, for what `with` leaves of a TemporaryDirectory(), for the name of either.
bool PathText::Reader::isTemporary(const ir::Function &F, ir::ValueId V) const {
  if (const std::optional<unsigned> N = parameterOf(F, V))
    return knowledge::namesTemporary(std::string_view(F.Params[*N].Name)) && isOfTests(F);
  const ir::Inst *D = F.definition(V);
  if (D && (D->Kind == InstKind::GetField || D->Kind == InstKind::GetItem || D->Kind == InstKind::Unpack))
    D = F.definition(D->Args[0].Value);
  if (D && D->Kind == InstKind::Enter)
    D = F.definition(D->Args[0].Value);
  else if (D && D->Kind == InstKind::Invoke && knowledge::entersContext(std::string_view(D->Name)) &&
           D->Args.size() == 2)
    D = F.definition(D->Args[1].Value);
  return D && D->Kind == InstKind::Call && knowledge::makesTemporary(std::string_view(P.Types.canonical(D->Name)));
}

/// The same for each read of `args.out`, another one for other values.
std::string PathText::Reader::nameOf(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  if (D && D->Kind == InstKind::GetGlobal)
    return D->Name.str();
  if (D && D->Kind == InstKind::GetField)
    return nameOf(F, D->Args[0].Value) + "." + D->Name.str();
  return F.Name.str() + "%" + std::to_string(V.index());
}

/// "{}_{:03d}.pt", "%s_%d.pt", "%(name)s.pt"
void PathText::Reader::fields(const ir::Function &F, llvm::StringRef Format, bool OfPercent,
                              llvm::ArrayRef<ir::Arg> Given, unsigned Depth) {
  const char Mark = OfPercent ? '%' : '{';
  for (unsigned N = 0; !Format.empty();) {
    const size_t At = std::min(Format.find(Mark), Format.size());
    text(Format.take_front(At));
    Format = Format.substr(At);
    if (Format.size() > 1 && Format[1] == Mark) {
      text(Format.take_front(1));
      Format = Format.drop_front(2);
    } else if (!Format.empty()) {
      const size_t Named =
          OfPercent && Format.substr(1).starts_with("(") ? std::min(Format.find(')'), Format.size()) : 0;
      const size_t End = OfPercent ? Format.find_first_of("diouxXeEfFgGcrsa", Named + 1) : Format.find('}');
      if (Named == 0 && N < Given.size() && Given[N].Keyword.empty())
        add(F, Given[N].Value, Depth + 1);
      else
        Out.Pieces.push_back({Format.substr(0, End).str(), true});
      ++N;
      Format = End == llvm::StringRef::npos ? llvm::StringRef() : Format.substr(End + 1);
    }
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

/// What the program puts into the variable of that name, or the class of F into the member of self, if that is one
/// value.
bool PathText::Reader::addStored(InstKind Kind, const ir::Function &F, llvm::StringRef Name, unsigned Depth) {
  const ir::Function *Writer = nullptr;
  ir::ValueId Written;
  bool IsOne = true;
  const auto Look = [&](const ir::Function &In) {
    for (const ir::Inst &I : In.Insts) {
      if (I.Kind != Kind || I.Name != Name || (Kind == InstKind::SetField && !In.isReceiver(I.Args[0].Value)))
        continue;
      IsOne &= !Writer;
      Writer = &In;
      Written = I.Args.back().Value;
    }
  };
  if (Kind == InstKind::SetField) {
    for (const Program::Entry &E : P.Links.methods(F.Class))
      Look(*E.F);
    for (const Program::Entry &E : P.Types.constructors(F.Class))
      Look(*E.F);
  } else {
    for (const ir::Module *M : P.modules())
      for (const auto &Other : M->Functions)
        Look(*Other);
  }
  if (!Writer || !IsOne)
    return false;
  add(*Writer, Written, Depth + 1);
  return true;
}

void PathText::Reader::add(const ir::Function &F, ir::ValueId V, unsigned Depth) {
  constexpr unsigned MaxDepth = 12;
  const ir::Inst *D = Depth < MaxDepth ? F.definition(V) : nullptr;
  if (!D)
    return computed(F, V);
  const ir::Inst *First = D->Args.empty() ? nullptr : F.definition(D->Args[0].Value);
  const bool OfText = First && First->Kind == InstKind::Const && First->Const.K == ir::Constant::Kind::String;
  switch (D->Kind) {
  case InstKind::Const:
    return text(D->Const.K == ir::Constant::Kind::Int ? std::to_string(D->Const.Int) : D->Const.Text.str());
  case InstKind::Op:
    if (D->Name == "%" && OfText)
      return fields(F, First->Const.Text, /*OfPercent=*/true, valuesOf(F, D->Args.back()), Depth);
    if (D->Name == "+" || D->Name == "/") // of texts; of a Path and a text
      return join(F, D->Args, D->Name == "/" ? "/" : "", Depth);
    return computed(F, V);
  case InstKind::Invoke:
    if (OfText && knowledge::givesText(std::string_view(D->Name)))
      return fields(F, First->Const.Text, /*OfPercent=*/false, llvm::ArrayRef(D->Args).drop_front(), Depth);
    if (knowledge::joinsToPath(std::string_view(D->Name)))
      return join(F, D->Args, "/", Depth);
    if (respells(P, F, *D))
      return add(F, D->Args[0].Value, Depth + 1);
    return computed(F, V);
  case InstKind::Opaque: // f"{epoch}.pt"
    if (F.value(V).StaticType.Kind == ir::TypeKind::String)
      return join(F, D->Args, "", Depth);
    return computed(F, V);
  case InstKind::Call:
    if (knowledge::joinsPaths(std::string_view(P.Types.canonical(D->Name))))
      return join(F, D->Args, "/", Depth);
    if (knowledge::givesText(std::string_view(P.Types.canonical(D->Name))) && D->Args.size() == 1) // str(path)
      return add(F, D->Args[0].Value, Depth + 1);
    return computed(F, V);
  case InstKind::GetGlobal:
    if (!addStored(InstKind::SetGlobal, F, D->Name, Depth))
      computed(F, V);
    return;
  case InstKind::GetField:
    if (!F.isReceiver(D->Args[0].Value) || !addStored(InstKind::SetField, F, D->Name, Depth))
      computed(F, V);
    return;
  default:
    return computed(F, V);
  }
}

PathText::PathText(const Program &P, const ir::Function &F, ir::ValueId V) { Reader(P, *this).add(F, pathOf(P, F, V)); }

std::optional<std::pair<const ir::Function *, ir::ValueId>> PathText::beginning() const {
  if (Pieces.empty() || !Pieces[0].IsComputed || !Pieces[0].F)
    return std::nullopt;
  return std::pair(Pieces[0].F, Pieces[0].V);
}

std::string PathText::end() const {
  std::string Text;
  for (const Piece &X : Pieces)
    if (!X.IsComputed)
      Text += X.Text;
    else if (!llvm::StringRef(Text).ends_with("*"))
      Text += '*';
  llvm::StringRef Last = llvm::StringRef(Text).substr(llvm::StringRef(Text).rfind('/') + 1);
  Last.consume_front("*");
  return Last.str();
}

bool PathText::isPatternOf(const PathText &Other) const {
  if (Pieces.size() != Other.Pieces.size() || !isNameOfFile(end()))
    return false;
  bool IsFolder = false; // going back from the end, behind a slash
  for (size_t N = Pieces.size(); N-- > 0;) {
    const Piece &Mine = Pieces[N], &Theirs = Other.Pieces[N];
    const bool MustBeSame = !Mine.IsComputed || IsFolder || N == 0;
    if (Mine.IsComputed != Theirs.IsComputed || (MustBeSame && Mine.Text != Theirs.Text))
      return false;
    IsFolder |= !Mine.IsComputed && llvm::StringRef(Mine.Text).contains('/');
  }
  return true;
}

bool isNameOfFile(llvm::StringRef End) { return llvm::any_of(End.substr(0, End.rfind('.')), llvm::isAlnum); }

} // namespace devtidy::checks
