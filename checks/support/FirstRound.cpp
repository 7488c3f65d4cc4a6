//===- FirstRound.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/FirstRound.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace devtidy::checks {

using ir::InstKind;

FirstRound::FirstRound(const ir::Function &F, const ir::Inst &At)
    : F(F), At(At), Loops(F), L(Loops.around(At.Parent)) {}

llvm::SmallVector<ir::ValueId, 4> FirstRound::carried(ir::ValueId Of) const {
  constexpr unsigned MaxSteps = 32;
  llvm::SmallVector<ir::ValueId, 4> Found;
  llvm::SmallVector<ir::ValueId, 8> Work = {Of};
  for (unsigned Steps = 0; L && !Work.empty() && Steps < MaxSteps; ++Steps) {
    const ir::ValueId V = Work.pop_back_val();
    const ir::BlockId Block = F.value(V).Block;
    if (const ir::Inst *D = F.definition(V); D && isInLoop(Block))
      for (const ir::Arg &A : D->Args)
        Work.push_back(A.Value);
    else if (!D && Block == L->Header)
      Found.push_back(V);
  }
  return Found;
}

llvm::SmallVector<ir::ValueId, 4> FirstRound::before(ir::ValueId Carried) const {
  return ir::incoming(F, Carried, [&](ir::BlockId From) { return !isInLoop(From); });
}

/// The answer to the comparison Op.
static std::optional<int64_t> compared(llvm::StringRef Op, int64_t A, int64_t B) {
  return llvm::StringSwitch<std::optional<int64_t>>(Op)
      .Cases({"==", "is"}, A == B)
      .Cases({"!=", "is not"}, A != B)
      .Case("<", A < B)
      .Case("<=", A <= B)
      .Case(">", A > B)
      .Case(">=", A >= B)
      .Default(std::nullopt);
}

std::optional<int64_t> FirstRound::valueOf(ir::ValueId V, unsigned Depth) const {
  constexpr unsigned MaxDepth = 8;
  if (Depth == MaxDepth)
    return std::nullopt;
  if (const ir::Inst *D = F.definition(V))
    return resultOf(*D, Depth + 1);
  const llvm::SmallVector<ir::ValueId, 4> Before =
      F.value(V).Block == L->Header ? before(V) : llvm::SmallVector<ir::ValueId, 4>();
  return Before.size() == 1 ? valueOf(Before.front(), Depth + 1) : std::nullopt;
}

std::optional<int64_t> FirstRound::resultOf(const ir::Inst &D, unsigned Depth) const {
  switch (D.Kind) {
  case InstKind::Const:
    if (D.Const.K == ir::Constant::Kind::Int || D.Const.K == ir::Constant::Kind::Bool)
      return D.Const.Int;
    return std::nullopt;
  case InstKind::Op: {
    const std::optional<int64_t> A = valueOf(D.Args[0].Value, Depth);
    if (A && D.Args.size() == 1 && (D.Name == "not" || D.Name == "!"))
      return *A == 0;
    const std::optional<int64_t> B = D.Args.size() == 2 ? valueOf(D.Args[1].Value, Depth) : std::nullopt;
    return A && B ? compared(D.Name, *A, *B) : std::nullopt;
  }
  case InstKind::Unpack: // i of `for i, x in enumerate(xs)`
  case InstKind::Next: { // i of `for i in range(n)`
    const bool IsPart = D.Kind == InstKind::Unpack;
    const ir::Inst *Next = IsPart ? F.definition(D.Args[0].Value) : &D;
    if (!Next || Next->Kind != InstKind::Next || Loops.around(Next->Parent) != L || (IsPart && D.Index != 0))
      return std::nullopt;
    const ir::Inst *Over = F.definition(Next->Args[0].Value);
    const ir::Inst *Made = Over && Over->Kind == InstKind::Iterate ? F.definition(Over->Args[0].Value) : nullptr;
    const std::string_view Name = Made && Made->Kind == InstKind::Call ? std::string_view(Made->Name) : "";
    if (!Made || !(IsPart ? knowledge::numbersElements(Name) : knowledge::countsUp(Name, Made->Args.size())))
      return std::nullopt;
    if (Made->Args.size() == 1)
      return 0;
    return valueOf(Made->Args[IsPart ? 1 : 0].Value, Depth);
  }
  default:
    return std::nullopt;
  }
}

bool FirstRound::skips(ir::BlockId Block) const {
  if (!L)
    return false;
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    const ir::Inst &Last = F.inst(B.Insts.back());
    if (Last.Kind != InstKind::Branch || !isInLoop(Last.Parent) || Last.Parent == L->Header ||
        !Loops.dominators().dominates(Last.Parent, Block))
      return false;
    auto LeadsThere = [&](const ir::Successor &To) {
      return To.Block != L->Header && Loops.dominators().dominates(To.Block, Block);
    };
    const bool IfTrue = LeadsThere(Last.Targets[0]), IfFalse = LeadsThere(Last.Targets[1]);
    const std::optional<int64_t> Answer = IfTrue != IfFalse ? valueOf(Last.Args[0].Value) : std::nullopt;
    return Answer && (*Answer != 0) != IfTrue;
  });
}

bool FirstRound::replaces(ir::ValueId Carried) const {
  auto Runs = [&](ir::BlockId From) { return isInLoop(From) && !skips(From); };
  llvm::SmallVector<ir::ValueId, 8> Work = ir::incoming(F, Carried, Runs);
  auto Add = [&](ir::ValueId V) {
    if (!llvm::is_contained(Work, V))
      Work.push_back(V);
  };
  for (unsigned N = 0; N < Work.size(); ++N) {
    const ir::ValueId V = Work[N];
    if (V == Carried)
      return false;
    if (!isInLoop(F.value(V).Block))
      continue;
    if (const ir::Inst *D = F.definition(V))
      for (const ir::Arg &A : D->Args)
        Add(A.Value);
    else if (F.value(V).Block != L->Header)
      llvm::for_each(ir::incoming(F, V, Runs), Add);
  }
  return true;
}

} // namespace devtidy::checks
