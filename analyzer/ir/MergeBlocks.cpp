//===- MergeBlocks.cpp - A control-flow graph without idle jumps ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Simplify.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::ir {

/// By value: whether it is used anywhere but on the edge of a block that jumps and whose parameter it is.
static std::vector<bool> usedOnTheWay(const Function &F) {
  std::vector<bool> Used(F.Values.size());
  for (unsigned B = 0; B != F.Blocks.size(); ++B)
    for (InstId Id : F.Blocks[B].Insts) {
      const Inst &I = F.inst(Id);
      for (const Arg &A : I.Args)
        Used[A.Value.index()] = true;
      for (const Successor &S : I.Targets)
        for (ValueId V : S.Args)
          if (I.Kind != InstKind::Jump || F.value(V).Block != BlockId(B) || F.value(V).Definition)
            Used[V.index()] = true;
    }
  return Used;
}

/// Where a block that does nothing but jump leads, or null.
static const Successor *onlyJump(const Function &F, BlockId B, const std::vector<bool> &Used) {
  const Block &Bl = F.block(B);
  const Inst &Last = F.terminator(B);
  if (B.index() == 0 || Bl.Insts.size() != 1 || Last.Kind != InstKind::Jump || Last.Targets[0].Block == B)
    return nullptr;
  bool IsUsed = llvm::any_of(Bl.Params, [&](ValueId P) { return Used[P.index()]; });
  return IsUsed ? nullptr : &Last.Targets[0];
}

/// Leads edges past such a block.
static void bypass(Function &F) {
  std::vector<bool> Used = usedOnTheWay(F);
  for (Block &B : F.Blocks)
    for (Successor &S : F.inst(B.Insts.back()).Targets) {
      const Successor *Next = onlyJump(F, S.Block, Used);
      if (!Next || Next == &S)
        continue;
      const llvm::SmallVector<ValueId, 2> &Params = F.block(S.Block).Params;
      Successor New = *Next;
      for (ValueId &V : New.Args)
        if (const ValueId *P = llvm::find(Params, V); P != Params.end())
          V = S.Args[P - Params.begin()];
      S = std::move(New);
    }
}

/// Appends each block to the only one that leads to it, if that one always does.
static void joinChains(Function &F) {
  std::vector<unsigned> Edges(F.Blocks.size());
  for (const Block &B : F.Blocks)
    for (const Successor &S : F.inst(B.Insts.back()).Targets)
      ++Edges[S.Block.index()];
  std::vector<ValueId> NewName(F.Values.size());
  auto Resolve = [&](ValueId &V) {
    while (NewName[V.index()])
      V = NewName[V.index()];
  };
  for (unsigned I = 0; I != F.Blocks.size(); ++I)
    while (F.terminator(BlockId(I)).Kind == InstKind::Jump) {
      InstId Jump = F.Blocks[I].Insts.back();
      Successor To = F.inst(Jump).Targets[0];
      if (To.Block.index() == I || To.Block.index() == 0 || Edges[To.Block.index()] != 1)
        break;
      Block Joined = std::move(F.block(To.Block));
      F.Blocks[I].Insts.pop_back();
      llvm::append_range(F.Blocks[I].Insts, Joined.Insts);
      for (unsigned P = 0; P != Joined.Params.size(); ++P)
        NewName[Joined.Params[P].index()] = To.Args[P];
      // What stays behind is unreachable, and as a block still well formed.
      F.inst(Jump).Targets[0].Args.clear();
      F.block(To.Block) = {{}, {Jump}};
    }
  for (Block &B : F.Blocks)
    for (InstId Id : B.Insts) {
      for (Arg &A : F.inst(Id).Args)
        Resolve(A.Value);
      for (Successor &S : F.inst(Id).Targets)
        for (ValueId &V : S.Args)
          Resolve(V);
    }
}

/// Falls with every step that changes something for good. A ring of empty blocks can be bypassed forever.
static size_t measure(const Function &F) {
  size_t Size = F.Blocks.size();
  for (const Block &B : F.Blocks)
    Size += B.Params.size();
  return Size;
}

void mergeBlocks(Function &F) {
  size_t Before;
  do {
    Before = measure(F);
    bypass(F);
    removeUnreachableBlocks(F);
    joinChains(F);
    removeUnreachableBlocks(F);
    // A block that loses its last parameter may be one that only jumps.
    removeTrivialParameters(F);
  } while (measure(F) < Before);
  compact(F);
}

} // namespace devtidy::ir
