//===- Simplify.cpp - What the builder does with a finished function ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Simplify.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace devtidy::ir {

std::vector<BlockId> reversePostOrder(const Function &F) {
  std::vector<BlockId> Order;
  if (!F.hasBody())
    return Order;
  struct Visit {
    BlockId Block;
    size_t Remaining; ///< successors still to be visited, last one first
  };
  auto SuccessorsOf = [&](BlockId B) -> llvm::ArrayRef<Successor> {
    if (F.block(B).Insts.empty())
      return {};
    return F.terminator(B).Targets;
  };
  std::vector<bool> Seen(F.Blocks.size());
  std::vector<Visit> Stack;
  auto Enter = [&](BlockId B) {
    Seen[B.index()] = true;
    Stack.push_back({B, SuccessorsOf(B).size()});
  };
  Enter(BlockId(0));
  while (!Stack.empty()) {
    if (Stack.back().Remaining == 0) {
      Order.push_back(Stack.back().Block);
      Stack.pop_back();
      continue;
    }
    BlockId Next = SuccessorsOf(Stack.back().Block)[--Stack.back().Remaining].Block;
    if (Next.isValid() && Next.index() < F.Blocks.size() && !Seen[Next.index()])
      Enter(Next);
  }
  std::reverse(Order.begin(), Order.end());
  return Order;
}

void removeUnreachableBlocks(Function &F) {
  std::vector<BlockId> NewId(F.Blocks.size());
  for (BlockId B : reversePostOrder(F))
    NewId[B.index()] = B;
  unsigned Kept = 0;
  for (unsigned I = 0; I != F.Blocks.size(); ++I) {
    if (!NewId[I])
      continue;
    NewId[I] = BlockId(Kept);
    if (Kept != I)
      F.Blocks[Kept] = std::move(F.Blocks[I]);
    ++Kept;
  }
  F.Blocks.resize(Kept);
  for (unsigned I = 0; I != Kept; ++I) {
    for (ValueId P : F.Blocks[I].Params)
      F.value(P).Block = BlockId(I);
    for (InstId Id : F.Blocks[I].Insts) {
      Inst &In = F.inst(Id);
      In.Parent = BlockId(I);
      if (In.Result)
        F.value(In.Result).Block = BlockId(I);
      for (Successor &S : In.Targets)
        S.Block = NewId[S.Block.index()];
    }
  }
}

namespace {

/// What each value was replaced by.
class Replacements {
public:
  explicit Replacements(size_t Count) : To(Count) {}

  ValueId find(ValueId V) {
    ValueId Root = V;
    while (To[Root.index()])
      Root = To[Root.index()];
    while (To[V.index()]) {
      ValueId Next = To[V.index()];
      To[V.index()] = Root;
      V = Next;
    }
    return Root;
  }
  void replace(ValueId Old, ValueId New) { To[Old.index()] = New; }
  bool isReplaced(ValueId V) const { return To[V.index()].isValid(); }

private:
  std::vector<ValueId> To;
};

struct Incoming {
  ValueId Only; ///< the one value besides the parameter itself, if Trivial
  bool Trivial = true;
};

} // namespace

/// One round over all edges; true if a parameter was replaced.
static bool replaceTrivial(Function &F, Replacements &R) {
  std::vector<Incoming> Facts(F.Values.size());
  for (const Block &B : F.Blocks)
    for (const Successor &S : F.inst(B.Insts.back()).Targets) {
      const Block &To = F.block(S.Block);
      for (unsigned I = 0; I != To.Params.size(); ++I) {
        ValueId V = R.find(S.Args[I]);
        Incoming &Fact = Facts[To.Params[I].index()];
        if (V == To.Params[I] || V == Fact.Only)
          continue;
        if (Fact.Only)
          Fact.Trivial = false;
        Fact.Only = V;
      }
    }
  bool Changed = false;
  for (unsigned I = 1; I < F.Blocks.size(); ++I)
    for (ValueId P : F.Blocks[I].Params) {
      const Incoming &Fact = Facts[P.index()];
      // The value may itself have been replaced in this round, even by P: two parameters that feed each other.
      if (!Fact.Trivial || !Fact.Only || R.isReplaced(P) || R.find(Fact.Only) == P)
        continue;
      R.replace(P, R.find(Fact.Only));
      Changed = true;
    }
  return Changed;
}

void removeTrivialParameters(Function &F) {
  Replacements R(F.Values.size());
  bool Changed = false;
  while (replaceTrivial(F, R))
    Changed = true;
  if (!Changed)
    return;
  for (Block &B : F.Blocks)
    for (InstId Id : B.Insts) {
      for (Arg &A : F.inst(Id).Args)
        A.Value = R.find(A.Value);
      for (Successor &S : F.inst(Id).Targets) {
        const Block &To = F.block(S.Block);
        llvm::SmallVector<ValueId, 2> Kept;
        for (unsigned I = 0; I != S.Args.size(); ++I)
          if (!R.isReplaced(To.Params[I]))
            Kept.push_back(R.find(S.Args[I]));
        S.Args = std::move(Kept);
      }
    }
  for (Block &B : F.Blocks)
    llvm::erase_if(B.Params, [&](ValueId P) { return R.isReplaced(P); });
}

void compact(Function &F) {
  std::vector<Inst> Insts;
  std::vector<ValueInfo> Values;
  std::vector<ValueId> NewId(F.Values.size());
  size_t InstCount = 0, ValueCount = 0;
  for (const Block &B : F.Blocks) {
    InstCount += B.Insts.size();
    ValueCount += B.Params.size() + llvm::count_if(B.Insts, [&](InstId Id) { return F.inst(Id).Result.isValid(); });
  }
  Insts.reserve(InstCount);
  Values.reserve(ValueCount);
  auto Keep = [&](ValueId &V) {
    NewId[V.index()] = ValueId(Values.size());
    Values.push_back(F.value(V));
    V = NewId[V.index()];
  };
  for (Block &B : F.Blocks) {
    for (ValueId &P : B.Params)
      Keep(P);
    for (InstId &Id : B.Insts) {
      Inst &I = F.inst(Id);
      Id = InstId(Insts.size());
      if (I.Result) {
        Keep(I.Result);
        Values.back().Definition = Id;
      }
      Insts.push_back(std::move(I));
    }
  }
  for (Inst &I : Insts) {
    for (Arg &A : I.Args)
      A.Value = NewId[A.Value.index()];
    for (Successor &S : I.Targets)
      for (ValueId &V : S.Args)
        V = NewId[V.index()];
  }
  F.Insts = std::move(Insts);
  F.Values = std::move(Values);
}

} // namespace devtidy::ir
