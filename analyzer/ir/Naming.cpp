//===- Naming.cpp - What values and blocks are called in text -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Naming.h"
#include "ir/Simplify.h"
#include "ir/Spelling.h"

namespace devtidy::ir {

static constexpr uint32_t Unnamed = ~0U;

Naming::Naming(const Function &F, bool Canonical) : F(F), Canonical(Canonical), Names(F.Values.size()) {
  if (Canonical)
    Order = reversePostOrder(F);
  else
    for (unsigned I = 0; I != F.Blocks.size(); ++I)
      Order.push_back(BlockId(I));
  BlockNumber.assign(F.Blocks.size(), Unnamed);
  for (unsigned I = 0; I != Order.size(); ++I)
    BlockNumber[Order[I].index()] = I;
  for (BlockId B : Order) {
    for (ValueId P : F.block(B).Params)
      name(P, !Canonical || B.index() == 0);
    for (InstId I : F.block(B).Insts)
      if (I.isValid() && I.index() < F.Insts.size() && F.inst(I).Result && !isInline(F.inst(I).Result))
        name(F.inst(I).Result, !Canonical);
  }
}

bool Naming::isInline(ValueId V) const {
  if (!Canonical || !V || V.index() >= F.Values.size())
    return false;
  InstId D = F.value(V).Definition;
  return D && D.index() < F.Insts.size() && F.inst(D).Kind == InstKind::Const;
}

void Naming::name(ValueId V, bool KeepVariable) {
  if (!V || V.index() >= Names.size() || Names[V.index()].Number != Unnamed)
    return;
  llvm::StringRef Variable = KeepVariable ? F.value(V).Variable : llvm::StringRef("");
  Names[V.index()] = {Variable, Seen[Variable]++};
}

void Naming::printValue(ValueId V, llvm::raw_ostream &OS) const {
  if (!V)
    OS << "%!";
  else if (V.index() >= Names.size() || Names[V.index()].Number == Unnamed)
    OS << "%!" << V.index();
  else
    printValueName(Names[V.index()].Variable, Names[V.index()].Number, OS);
}

void Naming::printBlock(BlockId B, llvm::raw_ostream &OS) const {
  if (!B)
    OS << "^!";
  else if (B.index() >= BlockNumber.size() || BlockNumber[B.index()] == Unnamed)
    OS << "^!" << B.index();
  else
    OS << '^' << BlockNumber[B.index()];
}

void printValueName(llvm::StringRef Variable, uint32_t Number, llvm::raw_ostream &OS) {
  OS << '%';
  if (Variable.empty()) {
    OS << Number;
    return;
  }
  printWord(Variable, OS);
  if (Number != 0)
    OS << '.' << Number;
}

} // namespace devtidy::ir
