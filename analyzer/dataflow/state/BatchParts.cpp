//===- BatchParts.cpp - What a function does with parts of a batch --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/BatchParts.h"
#include "dataflow/program/MovedParts.h"
#include "knowledge/Names.h"
#include "knowledge/Operators.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// True if Move brings what it is called on to a device that is not the CPU by its spelling.
static bool isMoveAway(const ir::Function &F, const ir::Inst &Move) {
  if (Move.Kind != InstKind::Invoke || (Move.Name != "to" && Move.Name != "cuda"))
    return false;
  if (Move.Name == "cuda")
    return true;
  const ir::Inst *To = Move.Args.size() > 1 ? F.definition(Move.Args[1].Value) : nullptr;
  const bool IsHost = To && To->Kind == InstKind::Const && To->Const.Text == "cpu";
  const llvm::StringRef Keyword = Move.Args.size() > 1 ? Move.Args[1].Keyword : llvm::StringRef();
  return Move.Args.size() > 1 && !onlyChangesType(F, Move) && !IsHost && (Keyword.empty() || Keyword == "device");
}

/// The position or the name by which I takes a part out of its first argument; nothing if it takes no part.
static const ir::Constant *keyOf(const ir::Function &F, const ir::Inst &I) {
  const ir::Inst *Key = I.Kind == InstKind::GetItem && I.Args.size() == 2 ? F.definition(I.Args[1].Value) : nullptr;
  const bool IsKey =
      Key && Key->Kind == InstKind::Const &&
      (Key->Const.K == ir::Constant::Kind::String || (Key->Const.K == ir::Constant::Kind::Int && Key->Const.Int >= 0));
  return IsKey ? &Key->Const : nullptr;
}

/// True for `batch.labels`, which tensors do not have.
static bool isMember(const ir::Inst &I) {
  return I.Kind == InstKind::GetField && !knowledge::isTensorMember(std::string_view(I.Name)) &&
         !knowledge::isOutputAttribute(std::string_view(I.Name));
}

/// True if I takes a part out of its first argument.
static bool takesPart(const ir::Function &F, const ir::Inst &I) {
  return I.Kind == InstKind::Unpack || keyOf(F, I) || isMember(I);
}

/// x.float().view(-1) and Variable(x) are where x is.
static ir::ValueId sourceOf(const ir::Function &F, ir::ValueId V) {
  constexpr unsigned MaxSteps = 6;
  for (unsigned N = 0; N < MaxSteps; ++N) {
    const ir::Inst *D = F.definition(V);
    const bool IsMethod = D && D->Kind == InstKind::Invoke && D->Name != "to" && D->Name != "cuda" &&
                          knowledge::isTensorMember(std::string_view(D->Name));
    const knowledge::Callable *Known = D && D->Kind == InstKind::Call && !D->Args.empty()
                                           ? knowledge::findFunction(std::string_view(D->Name))
                                           : nullptr;
    if (!IsMethod && !(Known && Known->Kind == knowledge::Action::Identity))
      break;
    V = D->Args[0].Value;
  }
  return V;
}

BatchParts::BatchParts(const ir::Function &F, ir::ValueId Of, llvm::ArrayRef<unsigned> Within) : F(F) {
  Part At;
  addValue(At, Of);
  for (const unsigned Position : Within) {
    Part Inner;
    for (const ir::Inst &I : F.Insts) {
      const ir::Constant *Key = !I.Args.empty() && At.has(I.Args[0].Value) ? keyOf(F, I) : nullptr;
      const bool IsUnpacked = I.Kind == InstKind::Unpack && At.has(I.Args[0].Value);
      if ((IsUnpacked && I.Index == Position) ||
          (Key && Key->K == ir::Constant::Kind::Int && Key->Int == static_cast<int64_t>(Position)))
        addValue(Inner, I.Result);
    }
    At = std::move(Inner);
  }
  Whole = std::move(At);
  fill(Whole, 0);
}

/// V holds it, and what blocks are entered with that may be V.
void BatchParts::addValue(Part &P, ir::ValueId V) const {
  llvm::SmallVector<ir::ValueId, 8> Work{V};
  while (!Work.empty()) {
    const ir::ValueId Now = Work.pop_back_val();
    if (!P.Values.insert(Now.index()).second)
      continue;
    for (const ir::Inst &I : F.Insts)
      for (const ir::Successor &Next : I.Targets)
        for (const auto &[N, Given] : llvm::enumerate(Next.Args))
          if (Given == Now && N < F.block(Next.Block).Params.size())
            Work.push_back(F.block(Next.Block).Params[N]);
  }
}

BatchParts::Part &BatchParts::partOf(Part &P, const ir::Inst &Taken) const {
  Part New;
  const ir::Constant *Key = keyOf(F, Taken);
  New.IsMember = Taken.Kind == InstKind::GetField;
  if (New.IsMember)
    New.Name = Taken.Name.str();
  else if (Key && Key->K == ir::Constant::Kind::String)
    New.Name = Key->Text.str();
  else
    New.Position = Key ? static_cast<unsigned>(Key->Int) : Taken.Index;
  const auto It = llvm::find_if(P.Parts, [&](const Part &Old) {
    return Old.Name == New.Name && Old.Position == New.Position && Old.IsMember == New.IsMember;
  });
  return It == P.Parts.end() ? P.Parts.emplace_back(std::move(New)) : *It;
}

void BatchParts::fill(Part &P, unsigned Depth) const {
  constexpr unsigned MaxDepth = 2;
  for (const ir::Inst &I : F.Insts) {
    if (I.Args.empty())
      continue;
    if (P.has(I.Args[0].Value) && takesPart(F, I))
      addValue(partOf(P, I), I.Result);
    else
      noteUse(P, I);
  }
  if (Depth < MaxDepth)
    for (Part &Inner : P.Parts)
      fill(Inner, Depth + 1);
}

/// True if somebody reads V. A module moves in place, and nobody reads what that gives.
bool BatchParts::isTaken(ir::ValueId V) const {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    auto Gives = [&](const ir::Successor &Next) { return llvm::is_contained(Next.Args, V); };
    return llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == V; }) || llvm::any_of(I.Targets, Gives);
  });
}

/// Notes what I, which takes no part of P, does with it.
void BatchParts::noteUse(Part &P, const ir::Inst &I) const {
  if (isMoveAway(F, I)) {
    P.IsMoved |= P.has(sourceOf(F, I.Args[0].Value)) && isTaken(I.Result);
    P.IsShared |= P.has(I.Args[0].Value);
    return;
  }
  for (unsigned N = 0; N < I.Args.size(); ++N) {
    if (!P.has(I.Args[N].Value))
      continue;
    const bool IsEntry = I.Kind == InstKind::SetItem && N == 0 && I.Args.size() == 3 && F.definition(I.Args[1].Value) &&
                         F.definition(I.Args[1].Value)->Kind == InstKind::Const;
    const bool IsCounted = I.Kind == InstKind::Call && (I.Name == "len" || I.Name == "print");
    P.IsShared |= !IsEntry && !IsCounted;
    const bool IsOther = I.Kind == InstKind::Invoke && !knowledge::isTensorMember(std::string_view(I.Name));
    P.IsObject |= N == 0 && (IsOther || I.Kind == InstKind::Apply);
  }
}

bool BatchParts::areMovedOneByOne() const {
  unsigned Moved = 0, Left = 0;
  bool IsUnpacked = !Whole.Parts.empty();
  const auto Count = [&](const Part &P, const auto &Recurse) -> void {
    const bool IsLeaf = P.Parts.empty() || P.IsMoved;
    if (IsLeaf)
      ++(P.IsMoved ? Moved : Left);
    else
      for (const Part &Inner : P.Parts)
        Recurse(Inner, Recurse);
  };
  for (const Part &P : Whole.Parts)
    Count(P, Count);
  for (const Part &P : Whole.Parts)
    IsUnpacked &= P.Name.empty();
  // A dictionary or a list may be changed by whoever has it.
  return Moved > 0 && Left > 0 && !Whole.IsMoved && !Whole.IsObject && (IsUnpacked || !Whole.IsShared);
}

bool BatchParts::Part::isObject() const {
  const auto IsNamed = [](const Part &Inner) { return !Inner.Name.empty(); };
  return IsObject || (!IsMoved && llvm::any_of(Parts, IsNamed));
}

} // namespace devtidy::dataflow
