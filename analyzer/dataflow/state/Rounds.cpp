//===- Rounds.cpp - What the rounds of a loop do -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Rounds.h"
#include "dataflow/state/Positions.h"
#include "ir/Edges.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::BlockId;
using ir::InstKind;

const ir::Loop *Rounds::around(BlockId B) {
  if (!Loops)
    Loops.emplace(F);
  return Loops->around(B);
}

bool Rounds::isHeadOfFor(BlockId B) const {
  const ir::Inst &Branch = F.terminator(B);
  const ir::Inst *Asks = Branch.Kind == InstKind::Branch ? F.definition(Branch.Args[0].Value) : nullptr;
  return Asks && Asks->Kind == InstKind::HasNext && Asks->Parent == B && F.block(B).Insts.size() == 2;
}

bool Rounds::findRoundless(llvm::function_ref<bool(BlockId, unsigned)> Goes) {
  const size_t Before = Roundless.size();
  for (BlockId B : In.Blocks)
    if (isHeadOfFor(B) && Goes(B, 0) && !Goes(B, 1) && !isRoundless(B))
      Roundless.push_back(B);
  return Roundless.size() != Before;
}

bool Rounds::isOfLoop(Literal L, BlockId Header) const {
  const Condition &C = Prog.Conditions[L.condition()];
  if (C.K == Condition::Kind::Either)
    return llvm::any_of(Prog.Conditions.cases(L)->all(), [&](const Cube &Way) {
      return llvm::any_of(Way.literals(), [&](Literal X) { return isOfLoop(X, Header); });
    });
  // What a call of the loop gave holds a flag.
  bool AsksValue = C.K == Condition::Kind::Truth || C.K == Condition::Kind::IsNone ||
                   C.K == Condition::Kind::IsTensor || C.K == Condition::Kind::Equals;
  if (AsksValue)
    return isSiteOfLoop(C.P, Header);
  if ((C.K != Condition::Kind::Opaque && C.K != Condition::Kind::ValueType) || C.F != &F)
    return false;
  return In.Order[F.value(C.V).Block.index()] >= In.Order[Header.index()];
}

bool Rounds::isSiteOfLoop(PathId P, BlockId Header) const {
  const Path &Root = Prog.Paths[Prog.Paths.root(P)];
  return Root.Kind == Path::Root::Site && Root.Owner == &F &&
         In.Order[F.Insts[Root.Index].Parent.index()] >= In.Order[Header.index()];
}

Value Rounds::dropLiterals(const Value &V, BlockId Header) const {
  auto Drop = [&](Literal L) { return isOfLoop(L, Header); };
  Value R = V.mapped([&](const Placement &P) { return P.withoutLiterals(Drop); });
  // What a call gave in the iteration before.
  if (R.is(Value::Kind::Unknown) && R.Path && isSiteOfLoop(R.Path, Header))
    R.Path = PathId();
  return R;
}

bool Rounds::goesOverAll(ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  while (D && D->Kind == ir::InstKind::Unpack)
    D = F.definition(D->Args[0].Value);
  if (!D || D->Kind != ir::InstKind::Next)
    return false;
  // for part in m[:2]
  const ir::Inst *Iterator = F.definition(D->Args[0].Value);
  const ir::Inst *Over =
      Iterator && Iterator->Kind == ir::InstKind::Iterate ? F.definition(Iterator->Args[0].Value) : nullptr;
  if (Over && Over->Kind == ir::InstKind::GetItem && takesSlice(F, *Over))
    return false;
  const ir::Loop *Around = around(D->Parent);
  if (!Around)
    return false;
  auto IsRaise = [&](ir::BlockId B) {
    return F.terminator(B).Targets.empty() && F.terminator(B).Kind != ir::InstKind::Return;
  };
  for (unsigned N = 0; N < F.Blocks.size(); ++N)
    if (const ir::BlockId B(N); Around->contains(B) && B != Around->Header)
      for (const ir::Successor &Next : F.terminator(B).Targets)
        if (!Around->contains(Next.Block) && !IsRaise(Next.Block))
          return false;
  return true;
}

std::optional<Placement> Rounds::leftBehind(ir::ValueId V, BlockId Here) {
  const auto It = Left.find(V.index());
  if (It == Left.end())
    return std::nullopt;
  const BlockId Header = F.value(V).Block;
  const ir::Loop *L = around(Header);
  return L && L->Header == Header && !L->contains(Here) ? std::optional(It->second) : std::nullopt;
}

void Rounds::noteLeft(ir::ValueId V, llvm::ArrayRef<Value> Rounds, llvm::ArrayRef<Value> Before) {
  Left.erase(V.index());
  if (Rounds.empty() || !llvm::all_of(Rounds, [](const Value &Round) { return Round.isTensor(); }))
    return;
  Placement P;
  for (const Value &Round : Rounds)
    P.joinIn(Round.P);
  if (P.isBottom())
    return;
  for (const Value &Old : Before)
    if (Old.isTensor())
      P.joinIn(Old.P.imprecise());
  Left[V.index()] = P;
}

bool Rounds::isOfRound(Literal L, BlockId Here) {
  const ir::Loop *Around = around(Here);
  return Around && isOfLoop(L, Around->Header);
}

bool Rounds::isOfRounds(const Object &Made, BlockId Here) {
  if (Made.K != Object::Kind::Allocated || !Made.Site || Made.Class == "cell")
    return false;
  const ir::Loop *L = around(F.inst(Made.Site).Parent);
  return Made.OfRounds || (L && !L->contains(Here));
}

} // namespace devtidy::dataflow
