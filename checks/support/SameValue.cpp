//===- SameValue.cpp - Values that a function computes twice ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/SameValue.h"
#include "checks/support/Callees.h"
#include "checks/support/PathText.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Program;
using ir::InstKind;

bool mayBe(const ir::Function &F, ir::ValueId V, ir::ValueId Of) {
  constexpr unsigned MaxSteps = 32;
  llvm::SmallVector<ir::ValueId, 16> Work{V};
  for (unsigned N = 0; N < Work.size() && N < MaxSteps; ++N) {
    if (Work[N] == Of)
      return true;
    for (const ir::ValueId Coming : ir::incoming(F, Work[N]))
      if (!llvm::is_contained(Work, Coming))
        Work.push_back(Coming);
  }
  return false;
}

/// True if a method gives the same whenever it is asked the same: it leaves its object as it is. Of an object that
/// nobody knows it is taken to, if it is asked for something, `logger.path("best")`.
static bool givesSame(const Program &P, const ir::Function &F, const ir::Inst &Invoke) {
  const std::optional<Program::Entry> Callee = calleeOf(P, F, Invoke);
  if (!Callee)
    return Invoke.Args.size() > 1;
  return llvm::none_of(Callee->F->Insts, [&](const ir::Inst &I) {
    return I.Kind == InstKind::Yield || (I.Kind == InstKind::SetField && isSelf(*Callee->F, I.Args[0].Value));
  });
}

bool isSame(const Program &P, const ir::Function &F, ir::ValueId A, ir::ValueId B, unsigned Depth) {
  if (mayBe(F, B, A))
    return true;
  constexpr unsigned MaxDepth = 4;
  const ir::Inst *First = F.definition(A), *Second = F.definition(B);
  if (Depth == MaxDepth || !First || !Second || First->Kind != Second->Kind || First->Name != Second->Name ||
      First->Const != Second->Const || First->Args.size() != Second->Args.size())
    return false;
  switch (First->Kind) {
  case InstKind::Const:
  case InstKind::GetGlobal:
  case InstKind::GetField:
  case InstKind::GetCell:
  case InstKind::Op:
  case InstKind::Call: // join(folder, "best.pt")
    break;
  case InstKind::Invoke: // "{}.pt".format(epoch)
    if (!knowledge::givesText(std::string_view(First->Name)) && !givesSame(P, F, *First))
      return false;
    break;
  case InstKind::Opaque: // f"{epoch}.pt"
    if (F.value(A).StaticType.Kind != ir::TypeKind::String)
      return false;
    break;
  default:
    return false;
  }
  for (unsigned I = 0; I != First->Args.size(); ++I)
    if (First->Args[I].Keyword != Second->Args[I].Keyword ||
        !isSame(P, F, First->Args[I].Value, Second->Args[I].Value, Depth + 1))
      return false;
  return true;
}

} // namespace devtidy::checks
