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

/// True if the answer is another one in each round of L, and says nothing of places: what is asked is computed of what
/// the loop takes in its turn, or of what the round before left. `use_gpu()` is the same in all of them.
bool Rounds::variesByRound(const Condition &C, const ir::Loop &L, llvm::ArrayRef<Value> Values) const {
  using Kind = Condition::Kind;
  if (C.askedType() || !llvm::is_contained({Kind::Opaque, Kind::Truth, Kind::Equals, Kind::IsNone}, C.K))
    return false;
  const auto IsOfTaken = [&](const ir::Inst &I) {
    const Value *Taken = I.Kind == InstKind::Next && L.contains(I.Parent) ? &Values[I.Result.index()] : nullptr;
    const GuardedTerm *Only = Taken && Taken->isTensor() && !Taken->P.isUnknown() ? Taken->P.single() : nullptr;
    const PathId P = Only && Only->T.isSymbol()      ? Only->T.path()
                     : Taken && Taken->isPlainPath() ? Taken->Path
                                                     : PathId();
    return P && Prog.Paths.isWithin(C.P, P);
  };
  if (C.K != Kind::Opaque && llvm::any_of(F.Insts, IsOfTaken))
    return true;
  llvm::SmallVector<ir::ValueId, 8> Work;
  llvm::SmallDenseSet<unsigned, 16> Seen;
  if (C.K == Kind::Opaque)
    Work.push_back(C.V);
  else if (isSiteOfLoop(C.P, L.Header))
    Work.push_back(F.Insts[Prog.Paths[Prog.Paths.root(C.P)].Index].Result);
  while (!Work.empty()) {
    const ir::ValueId V = Work.pop_back_val();
    if (!Seen.insert(V.index()).second || !L.contains(F.value(V).Block))
      continue;
    const ir::Inst *D = F.definition(V);
    if (!D ? F.value(V).Block == L.Header : D->Kind == InstKind::Next)
      return true;
    if (D)
      for (const ir::Arg &A : D->Args)
        Work.push_back(A.Value);
  }
  return false;
}

llvm::SmallVector<Value, 2> Rounds::eachOfRounds(const Value &V, BlockId Here, llvm::ArrayRef<Value> Values) {
  if (!V.isTensor() || V.P.isUnknown() || V.P.terms().size() < 2 || !around(Here))
    return {};
  auto IsChosen = [&](Literal L) { return variesByRound(Prog.Conditions[L.condition()], *around(Here), Values); };
  llvm::SmallVector<Value, 2> Each;
  for (const GuardedTerm &T : V.P.terms()) {
    Cube Rest;
    for (Literal L : T.Guard.literals())
      if (!IsChosen(L))
        Rest.add(L);
    if (Rest == T.Guard)
      return {};
    Placement P = Placement::of(T.T, T.Origin).guardedBy(Rest);
    if (T.Imprecise)
      P = P.imprecise();
    auto *It = llvm::find_if(Each, [&](const Value &E) { return E.P.terms()[0].T == T.T; });
    if (It != Each.end()) {
      It->P.joinIn(P);
      continue;
    }
    Each.push_back(V);
    Each.back().P = T.Dim ? P.withRank(*T.Dim) : P;
  }
  return Each.size() > 1 ? Each : llvm::SmallVector<Value, 2>();
}

bool Rounds::isOfRounds(const Object &Made, BlockId Here) {
  if (Made.K != Object::Kind::Allocated || !Made.Site || Made.Class == "cell")
    return false;
  const ir::Loop *L = around(F.inst(Made.Site).Parent);
  return Made.OfRounds || (L && !L->contains(Here));
}

} // namespace devtidy::dataflow
