//===- Caught.cpp - Operations whose failure a function catches ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Caught.h"
#include "knowledge/Exceptions.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::BlockId;
using ir::InstKind;

bool isTriedBy(const ir::Function &F, const ir::Dominators &Order, const ir::Inst &At, const ir::Inst &Fork) {
  const BlockId Normal = Fork.Targets[0].Block, Handler = Fork.Targets[1].Block;
  if (At.Parent == Normal)
    return true;
  if (At.Parent == Fork.Parent && At.Range.isInFileOf(Fork.Range) && Fork.Range.Begin <= At.Range.Begin &&
      At.Range.End <= Fork.Range.End)
    return true;
  // Between two that go there.
  return Order.dominates(Normal, At.Parent) && llvm::any_of(F.Blocks, [&](const ir::Block &B) {
           const ir::Inst &Next = F.inst(B.Insts.back());
           return Next.Kind == InstKind::Fork && Next.Name.empty() && Next.Targets[1].Block == Handler &&
                  Order.dominates(At.Parent, Next.Parent);
         });
}

/// True if the handler that begins at B always goes on behind its `try`: it raises nothing.
static bool goesOnFrom(const ir::Function &F, const ir::Dominators &Order, BlockId B) {
  llvm::SmallVector<BlockId, 8> Work{B};
  llvm::BitVector Seen(F.Blocks.size());
  while (!Work.empty()) {
    const BlockId Next = Work.pop_back_val();
    // What others come to as well is behind the `try`.
    if (Seen.test(Next.index()) || !Order.dominates(B, Next))
      continue;
    Seen.set(Next.index());
    const ir::Inst &T = F.terminator(Next);
    if (T.Kind == InstKind::Raise)
      return false;
    for (const ir::Successor &To : T.Targets)
      Work.push_back(To.Block);
  }
  return true;
}

/// True if one of the handlers that begin at B is for what operands on different devices raise, and goes on.
static bool handlesMismatch(const ir::Function &F, const ir::Dominators &Order, BlockId B) {
  for (unsigned N = 0; N != F.Blocks.size(); ++N) {
    const ir::Inst &T = F.terminator(B);
    if (T.Kind != InstKind::Fork || T.Name.empty())
      return false;
    if (knowledge::catchesMismatch(std::string_view(T.Name)))
      return goesOnFrom(F, Order, T.Targets[0].Block);
    B = T.Targets[1].Block;
  }
  return false;
}

bool catchesMismatch(const ir::Function &F, const ir::Inst &At) {
  // Hardly any function has one.
  const auto IsFor = [&](const ir::Block &B) {
    const ir::Inst &T = F.inst(B.Insts.back());
    return T.Kind == InstKind::Fork && knowledge::catchesMismatch(std::string_view(T.Name));
  };
  if (!F.hasBody() || llvm::none_of(F.Blocks, IsFor))
    return false;
  const ir::Dominators Order(F);
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    const ir::Inst &T = F.inst(B.Insts.back());
    return T.Kind == InstKind::Fork && T.Name.empty() && isTriedBy(F, Order, At, T) &&
           handlesMismatch(F, Order, T.Targets[1].Block);
  });
}

/// True if the function, or one that stands in it, catches that of what it calls.
static bool catchesInside(const Program::Entry &Decorator) {
  constexpr unsigned MaxFunctions = 8;
  llvm::SmallVector<const ir::Function *, 4> Work{Decorator.F};
  for (unsigned N = 0; N < Work.size() && N < MaxFunctions; ++N)
    for (const ir::Inst &I : Work[N]->Insts) {
      if (I.Kind == InstKind::Closure)
        Work.push_back(&Decorator.M->function(I.Callee));
      if ((I.Kind == InstKind::Apply || I.Kind == InstKind::Call) && catchesMismatch(*Work[N], I))
        return true;
    }
  return false;
}

bool isCaughtByDecorator(const Program &Prog, const ir::Function &F) {
  return llvm::any_of(F.Decorators, [&](llvm::StringRef D) {
    std::optional<Program::Entry> Decorator = Prog.Types.findFunction(D);
    if (!Decorator)
      Decorator = Prog.Types.findMethod(D, "__call__");
    return Decorator && catchesInside(*Decorator);
  });
}

} // namespace devtidy::dataflow
