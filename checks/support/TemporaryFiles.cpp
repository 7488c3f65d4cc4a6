//===- TemporaryFiles.cpp - Files that are made for one run -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/TemporaryFiles.h"
#include "checks/support/Callees.h"
#include "checks/support/PathText.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "knowledge/Contexts.h"
#include "knowledge/Files.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::checks {

using dataflow::Program;
using ir::InstKind;

namespace {

/// Looks for where a path begins. None is no path, and nobody loads it.
class Origins {
public:
  Origins(const Program &P, const NameUses &Names) : P(P), Names(Names) {}

  /// False if V may be any other path.
  bool add(const ir::Function &F, ir::ValueId V, unsigned Depth = 0);
  bool foundTemporary() const { return Found; }

private:
  bool addParameter(const ir::Function &F, unsigned N, unsigned Depth);
  bool addResult(const ir::Function &Callee, std::optional<unsigned> Element, unsigned Depth);
  bool fetchesFile(const ir::Function &F) const;
  bool isBroughtTo(const ir::Function &F, llvm::SmallVector<ir::ValueId, 8> Folder, unsigned Depth = 0);
  bool bringsTo(const ir::Function &F, const ir::Inst &I, llvm::ArrayRef<ir::ValueId> Folder, unsigned Depth);

  const Program &P;
  const NameUses &Names;
  bool Found = false;
  llvm::SmallVector<std::pair<const ir::Function *, ir::ValueId>, 16> Seen;
  llvm::DenseSet<std::pair<const ir::Function *, unsigned>> Asked; ///< parameters that were looked at
};

} // namespace

/// True if F brings something from elsewhere and writes it to a file.
bool Origins::fetchesFile(const ir::Function &F) const {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const bool IsCall = I.Kind == InstKind::Call;
    return (IsCall || I.Kind == InstKind::Invoke) &&
           (knowledge::fetchesFile(std::string_view(ir::lastName(I.Name))) ||
            (IsCall && knowledge::copiesFile(std::string_view(P.Types.canonical(I.Name)))));
  });
}

/// True if I makes something of what it is given that names the same file, or one in the same folder.
static bool givesPart(const Program &P, const ir::Inst &I) {
  switch (I.Kind) {
  case InstKind::Op:
  case InstKind::Opaque:
  case InstKind::MakeTuple:
  case InstKind::MakeList:
  case InstKind::MakeDict:
  case InstKind::GetField:
  case InstKind::GetItem:
  case InstKind::Unpack:
  case InstKind::Enter:
    return true;
  case InstKind::Invoke: // path.joinpath("x"), "-C {}".format(path), stack.enter_context(folder)
    return knowledge::joinsToPath(std::string_view(I.Name)) || knowledge::givesSamePath(std::string_view(I.Name)) ||
           knowledge::givesText(std::string_view(I.Name)) || knowledge::entersContext(std::string_view(I.Name));
  case InstKind::Call: {
    const std::string_view Name(P.Types.canonical(I.Name));
    return knowledge::joinsPaths(Name) || knowledge::givesText(Name) || knowledge::opensFile(Name);
  }
  default:
    return false;
  }
}

/// True if I, which is given one of Folder, may bring something there that the program did not have: it runs another
/// program, or nobody knows what it does.
bool Origins::bringsTo(const ir::Function &F, const ir::Inst &I, llvm::ArrayRef<ir::ValueId> Folder, unsigned Depth) {
  if (const std::optional<Program::Entry> Callee = runBy(P, F, I)) {
    const ir::Function &To = *Callee->F;
    for (unsigned N = 0; N != To.Params.size(); ++N)
      if (const ir::Arg *A = givenFor(To, N, I);
          A && llvm::is_contained(Folder, A->Value) && Asked.insert({&To, N}).second &&
          (fetchesFile(To) || isBroughtTo(To, {To.Blocks[0].Params[N]}, Depth + 1)))
        return true;
    return false;
  }
  if (I.Kind == InstKind::Apply)
    return true;
  const llvm::StringRef Name = I.Kind == InstKind::Call ? P.Types.canonical(I.Name) : I.Name;
  const std::string_view Last(ir::lastName(Name));
  if (knowledge::bringsNothing(Last))
    return false;
  if (I.Kind == InstKind::Invoke)
    return true;
  const std::string_view Called(Name);
  // What is made of the folder is an object of the program, `Trainer(folder)`.
  const bool IsClass = !Last.empty() && llvm::isUpper(Last.front());
  const bool IsOfPython = !Name.contains('.') || knowledge::comesWithPython(std::string_view(Name.split('.').first));
  return knowledge::runsProgram(Called) || !(IsClass || IsOfPython || knowledge::isOfTorch(Called));
}

bool Origins::isBroughtTo(const ir::Function &F, llvm::SmallVector<ir::ValueId, 8> Folder, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  if (Depth == MaxDepth || !F.hasBody())
    return true;
  const auto Add = [&](ir::ValueId V) {
    if (!llvm::is_contained(Folder, V))
      Folder.push_back(V);
  };
  for (size_t Before = 0; Before != Folder.size();) {
    Before = Folder.size();
    for (const ir::Inst &I : F.Insts) {
      const bool IsGiven = llvm::any_of(I.Args, [&](const ir::Arg &A) { return llvm::is_contained(Folder, A.Value); });
      if (IsGiven && givesPart(P, I))
        Add(I.Result);
      for (const ir::Successor &Next : I.Targets)
        for (unsigned N = 0; N != Next.Args.size(); ++N)
          if (llvm::is_contained(Folder, Next.Args[N]))
            Add(F.block(Next.Block).Params[N]);
    }
  }
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if ((I.Kind != InstKind::Call && I.Kind != InstKind::Invoke && I.Kind != InstKind::Apply) || givesPart(P, I))
      return false;
    // A method of the path itself, or of the file.
    const llvm::ArrayRef<ir::Arg> Given = llvm::ArrayRef(I.Args).drop_front(I.Kind == InstKind::Call ? 0 : 1);
    return llvm::any_of(Given, [&](const ir::Arg &A) { return llvm::is_contained(Folder, A.Value); }) &&
           bringsTo(F, I, Folder, Depth);
  });
}

/// What V, temporary, was taken of: what mkdtemp() has given, the folder that `with` has entered.
static ir::ValueId madeFrom(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  while (D && (D->Kind == InstKind::GetField || D->Kind == InstKind::GetItem || D->Kind == InstKind::Unpack ||
               D->Kind == InstKind::Enter)) {
    V = D->Args[0].Value;
    D = F.definition(V);
  }
  return V;
}

bool Origins::addParameter(const ir::Function &F, unsigned N, unsigned Depth) {
  return holdsOfAllGiven(
      P, Names, F, N, [&](const Given &G) { return isNone(F, N, G) || (G.A && add(G.Caller, G.A->Value, Depth + 1)); });
}

/// What a function gives, or, of a tuple, an element of that: `path, epoch = self.restore()`.
bool Origins::addResult(const ir::Function &Callee, std::optional<unsigned> Element, unsigned Depth) {
  return llvm::all_of(Callee.Insts, [&](const ir::Inst &I) {
    if (I.Kind != InstKind::Return)
      return I.Kind != InstKind::Yield;
    const ir::Inst *D = I.Args.empty() ? nullptr : Callee.definition(I.Args[0].Value);
    if (I.Args.empty() || !Element)
      return I.Args.empty() || add(Callee, I.Args[0].Value, Depth + 1);
    return D && D->Kind == InstKind::MakeTuple && *Element < D->Args.size() &&
           add(Callee, D->Args[*Element].Value, Depth + 1);
  });
}

bool Origins::add(const ir::Function &F, ir::ValueId V, unsigned Depth) {
  constexpr unsigned MaxDepth = 6;
  if (llvm::is_contained(Seen, std::pair(&F, V)))
    return true;
  Seen.push_back({&F, V});
  if (Depth == MaxDepth || fetchesFile(F))
    return false;
  const PathText Text(P, F, V);
  const auto Begins = Text.beginning();
  if (const ir::Function *Made = Text.temporaryOf())
    return Found = (Made == &F || !fetchesFile(*Made)) &&
                   !(Begins && isBroughtTo(*Begins->first, {madeFrom(*Begins->first, Begins->second)}));
  if (!Begins) {
    const ir::Inst *D = F.definition(V);
    return D && D->Kind == InstKind::Const && D->Const.K == ir::Constant::Kind::None;
  }
  const auto [Of, First] = *Begins;
  if (const std::optional<unsigned> N = parameterOf(*Of, First))
    return !isBroughtTo(*Of, {First}) && addParameter(*Of, *N, Depth);
  const ir::Inst *D = Of->definition(First);
  if (!D)
    return llvm::all_of(ir::incoming(*Of, First), [&](ir::ValueId Coming) { return add(*Of, Coming, Depth); });
  std::optional<unsigned> Element;
  if (D->Kind == InstKind::Unpack) {
    Element = D->Index;
    D = Of->definition(D->Args[0].Value);
  }
  const std::optional<Program::Entry> Callee = D ? calleeOf(P, *Of, *D) : std::nullopt;
  return Callee && addResult(*Callee->F, Element, Depth);
}

bool isTemporaryFile(const Program &P, const NameUses &Names, const ir::Function &F, ir::ValueId V) {
  Origins All(P, Names);
  return All.add(F, V) && All.foundTemporary();
}

} // namespace devtidy::checks
