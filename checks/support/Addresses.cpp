//===- Addresses.cpp - Files that others have published -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Addresses.h"
#include "checks/support/Callees.h"
#include "knowledge/Files.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Program;
using ir::InstKind;

namespace {

/// Looks for the addresses that a value may be.
class Reader {
public:
  Reader(const Program &P, const NameUses &Names) : P(P), Names(Names) {}

  /// False if V may be something that nobody reads here.
  bool add(const ir::Function &F, ir::ValueId V, unsigned Depth = 0);
  bool foundOnlyOfficial() const { return Found && Official; }

private:
  bool addGlobal(const ir::Inst &Read, unsigned Depth);
  bool addParameter(const ir::Function &F, unsigned N, unsigned Depth);
  void text(llvm::StringRef Text) {
    if (!Text.contains("://"))
      return; // a key
    Found = true;
    Official &= knowledge::isAddressOfPyTorch(std::string_view(Text));
  }

  const Program &P;
  const NameUses &Names;
  bool Found = false, Official = true;
};

} // namespace

bool Reader::addGlobal(const ir::Inst &Read, unsigned Depth) {
  const llvm::StringRef Name = P.Types.canonical(Read.Name);
  bool Known = false;
  for (const ir::Module *M : P.modules())
    for (const auto &F : M->Functions)
      for (const ir::Inst &I : F->Insts)
        if (I.Kind == InstKind::SetGlobal && P.Types.canonical(I.Name) == Name) {
          if (!add(*F, I.Args[0].Value, Depth + 1))
            return false;
          Known = true;
        }
  return Known;
}

/// What all callers give: `init(model, model_urls["resnet18"])`. Who gives nothing, or None, loads nothing.
bool Reader::addParameter(const ir::Function &F, unsigned N, unsigned Depth) {
  const ir::Param &Of = F.Params[N];
  if (Of.DefaultUnknown || (Of.HasDefault && Of.Default.K == ir::Constant::Kind::String))
    return false;
  return holdsOfAllGiven(P, Names, F, N, [&](const Given &G) { return !G.A || add(G.Caller, G.A->Value, Depth + 1); });
}

bool Reader::add(const ir::Function &F, ir::ValueId V, unsigned Depth) {
  constexpr unsigned MaxDepth = 6;
  const ir::Inst *D = Depth < MaxDepth ? F.definition(V) : nullptr;
  if (const auto N = Depth < MaxDepth && !D ? parameterOf(F, V) : std::nullopt)
    return addParameter(F, *N, Depth);
  if (!D)
    return false;
  switch (D->Kind) {
  case InstKind::Const:
    text(D->Const.Text);
    return true;
  case InstKind::MakeDict:
  case InstKind::MakeList:
  case InstKind::MakeTuple:
    return llvm::all_of(D->Args, [&](const ir::Arg &A) { return add(F, A.Value, Depth + 1); });
  case InstKind::GetItem:
    return add(F, D->Args[0].Value, Depth + 1);
  case InstKind::GetGlobal:
    return addGlobal(*D, Depth);
  default:
    return false;
  }
}

bool isAddressOfPyTorch(const Program &P, const NameUses &Names, const ir::Function &F, ir::ValueId V) {
  Reader All(P, Names);
  return All.add(F, V) && All.foundOnlyOfficial();
}

} // namespace devtidy::checks
