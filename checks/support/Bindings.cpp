//===- Bindings.cpp - What variables hold at a place --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Bindings.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::BlockId;
using ir::InstKind;
using ir::ValueId;
using llvm::StringRef;

Bindings::Bindings(const ir::Function &F) : F(F), Predecessors(F.Blocks.size()) {
  for (unsigned N = 0; N != F.Values.size(); ++N)
    if (!F.Values[N].Variable.empty())
      ByName[F.Values[N].Variable].push_back(ValueId(N));
  for (unsigned N = 0; F.hasBody() && N != F.Params.size() && N < F.Blocks[0].Params.size(); ++N) {
    const ValueId V = F.Blocks[0].Params[N];
    if (F.value(V).Variable.empty() && !F.Params[N].Name.empty())
      ByName[F.Params[N].Name].push_back(V);
  }
  for (unsigned N = 0; N != F.Blocks.size(); ++N)
    if (!F.Blocks[N].Insts.empty())
      for (const ir::Successor &To : F.terminator(BlockId(N)).Targets)
        Predecessors[To.Block.index()].push_back(BlockId(N));
  // A captured variable is a cell, and what writes to that is not seen here.
  for (const ir::Inst &I : F.Insts)
    if (I.Kind == InstKind::Cell && I.Result)
      ByName.erase(F.value(I.Result).Variable);
}

bool Bindings::mayBeUnbound(ValueId V, unsigned Depth) const {
  constexpr unsigned MaxDepth = 8;
  if (!V || Depth > MaxDepth)
    return true;
  if (const ir::Inst *D = F.definition(V))
    return D->Kind == InstKind::Opaque && D->Name == ir::UnboundWord;
  const BlockId Joined = F.value(V).Block;
  if (Joined == BlockId(0))
    return false;
  const auto &Params = F.block(Joined).Params;
  const size_t At = llvm::find(Params, V) - Params.begin();
  return llvm::any_of(Predecessors[Joined.index()], [&](BlockId From) {
    return llvm::any_of(F.terminator(From).Targets, [&](const ir::Successor &To) {
      return To.Block == Joined && (At >= To.Args.size() || (To.Args[At] != V && mayBeUnbound(To.Args[At], Depth + 1)));
    });
  });
}

ValueId Bindings::heldAt(llvm::ArrayRef<ValueId> Values, const ir::Inst &At) const {
  auto IsHeld = [&](ValueId V) { return llvm::is_contained(Values, V); };
  /// The last of them that the block defines, before At if it is At's own; invalid if there is none.
  auto LastIn = [&](BlockId B, bool UpToAt) {
    ValueId Last;
    for (const ValueId V : F.block(B).Params)
      if (IsHeld(V))
        Last = V;
    for (const ir::InstId I : F.block(B).Insts) {
      if (UpToAt && &F.inst(I) == &At)
        break;
      if (F.inst(I).Result && IsHeld(F.inst(I).Result))
        Last = F.inst(I).Result;
    }
    return Last;
  };
  ValueId Found = LastIn(At.Parent, /*UpToAt=*/true);
  if (Found)
    return Found;
  std::vector<BlockId> Work = Predecessors[At.Parent.index()];
  std::vector<bool> Seen(F.Blocks.size());
  bool IsSole = At.Parent != BlockId(0);
  while (!Work.empty() && IsSole) {
    const BlockId B = Work.back();
    Work.pop_back();
    if (Seen[B.index()])
      continue;
    Seen[B.index()] = true;
    if (const ValueId V = LastIn(B, /*UpToAt=*/false)) {
      IsSole = !Found || Found == V;
      Found = V;
    } else {
      IsSole = B != BlockId(0);
      llvm::append_range(Work, Predecessors[B.index()]);
    }
  }
  return IsSole ? Found : ValueId();
}

ValueId Bindings::at(StringRef Name, const ir::Inst &At) const {
  const auto *It = ByName.find(Name);
  const ValueId V = It == ByName.end() ? ValueId() : heldAt(It->second, At);
  return V && !mayBeUnbound(V) ? V : ValueId();
}

std::vector<Bindings::Bound> Bindings::at(const ir::Inst &At) const {
  std::vector<Bound> Result;
  for (const auto &[Name, Values] : ByName)
    if (const ValueId V = at(Name, At))
      Result.push_back({Name, V});
  return Result;
}

bool isAlwaysFollowedBy(const ir::Function &F, const ir::Inst &Earlier, const ir::Inst &Later) {
  if (Earlier.Parent == Later.Parent) {
    for (const ir::InstId I : F.block(Earlier.Parent).Insts) {
      if (&F.inst(I) == &Earlier)
        return true;
      if (&F.inst(I) == &Later)
        break;
    }
  }
  llvm::SmallVector<BlockId, 16> Work{Earlier.Parent};
  std::vector<bool> Seen(F.Blocks.size());
  while (!Work.empty()) {
    const BlockId B = Work.pop_back_val();
    if (Seen[B.index()])
      continue;
    Seen[B.index()] = true;
    const ir::Inst &End = F.terminator(B);
    if (End.Kind == InstKind::Return)
      return false;
    for (const ir::Successor &To : End.Targets)
      if (To.Block != Later.Parent)
        Work.push_back(To.Block);
  }
  return true;
}

} // namespace devtidy::checks
