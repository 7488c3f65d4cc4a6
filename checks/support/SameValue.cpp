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
#include "knowledge/Files.h"
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

/// True if V is the object of the method F, or is read from it: `self.names[0]`.
static bool isOfSelf(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  while (D && (D->Kind == InstKind::GetField || D->Kind == InstKind::GetItem || D->Kind == InstKind::Unpack)) {
    V = D->Args[0].Value;
    D = F.definition(V);
  }
  return F.isReceiver(V);
}

static bool keepsObject(const Program &P, const ir::Function &F, unsigned Depth = 0);

/// True if I, of the method F, may change the object: `self.count = 1`, `self.names.append(k)`, `next(self.rounds)`.
static bool mayChangeObject(const Program &P, const ir::Function &F, const ir::Inst &I, unsigned Depth) {
  switch (I.Kind) {
  case InstKind::Yield:
    return true;
  case InstKind::SetField:
  case InstKind::SetItem:
    return isOfSelf(F, I.Args[0].Value);
  case InstKind::Invoke: {
    if (!isOfSelf(F, I.Args[0].Value))
      return false;
    if (const std::optional<Program::Entry> Callee = calleeOf(P, F, I))
      return !keepsObject(P, *Callee->F, Depth + 1);
    const std::string_view Method(I.Name);
    return !(knowledge::givesText(Method) || knowledge::joinsToPath(Method) || knowledge::givesSamePath(Method) ||
             knowledge::asksForFile(Method) || knowledge::namesPath(Method));
  }
  case InstKind::Call:
    return I.Name == "next" && !I.Args.empty() && isOfSelf(F, I.Args[0].Value);
  default:
    return false;
  }
}

static bool keepsObject(const Program &P, const ir::Function &F, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  return Depth < MaxDepth && llvm::none_of(F.Insts, [&](const ir::Inst &I) { return mayChangeObject(P, F, I, Depth); });
}

/// True if a method gives the same whenever it is asked the same: it leaves its object as it is. Of an object that
/// nobody knows it is taken to, if it is asked for a path, `logger.path("best")`.
static bool givesSame(const Program &P, const ir::Function &F, const ir::Inst &Invoke) {
  const std::optional<Program::Entry> Callee = calleeOf(P, F, Invoke);
  return Callee ? keepsObject(P, *Callee->F)
                : Invoke.Args.size() > 1 && knowledge::namesPath(std::string_view(Invoke.Name));
}

bool isSame(const Program &P, const ir::Function &F, ir::ValueId A, ir::ValueId B, unsigned Depth) {
  A = spelledPath(P, F, A);
  B = spelledPath(P, F, B);
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
  case InstKind::Call: // of equal pieces
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
