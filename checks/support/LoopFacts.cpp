//===- LoopFacts.cpp - What stays the same in a loop --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/LoopFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::Inst;
using ir::InstKind;

static bool uses(const Inst &I, ir::ValueId V) {
  return llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == V; });
}

/// True if some instruction of the loop satisfies Pred.
static bool anyInLoop(const SolvedFunction &S, const ir::Loop &L, llvm::function_ref<bool(const Inst &)> Pred) {
  return llvm::any_of(S.F->Insts, [&](const Inst &I) { return L.contains(I.Parent) && Pred(I); });
}

static bool isCallLike(const Inst &I) {
  return I.Kind == InstKind::Call || I.Kind == InstKind::Invoke || I.Kind == InstKind::Apply;
}

static bool isInvariant(const SolvedFunction &S, const ir::Loop &L, ir::ValueId V, unsigned Depth) {
  if (!L.contains(S.F->value(V).Block))
    return true;
  const Inst *D = S.F->definition(V);
  if (!D || Depth == 4)
    return false;
  bool SameOperands = llvm::all_of(D->Args, [&](const ir::Arg &A) { return isInvariant(S, L, A.Value, Depth + 1); });
  switch (D->Kind) {
  case InstKind::Const:
    return true;
  case InstKind::GetCell:
    return SameOperands &&
           !anyInLoop(S, L, [&](const Inst &I) { return I.Kind != InstKind::GetCell && uses(I, D->Args[0].Value); });
  case InstKind::GetField:
    // A method of the object, or a function that gets it, can assign its members.
    return SameOperands && !anyInLoop(S, L, [&](const Inst &I) {
             return (I.Kind == InstKind::SetField && I.Name == D->Name) || (isCallLike(I) && uses(I, D->Args[0].Value));
           });
  case InstKind::GetGlobal:
    return !anyInLoop(S, L, [&](const Inst &I) { return I.Kind == InstKind::SetGlobal && I.Name == D->Name; });
  default:
    return false;
  }
}

bool isInvariant(const SolvedFunction &S, const ir::Loop &L, ir::ValueId V) { return isInvariant(S, L, V, 0); }

bool mayChangeIn(const SolvedFunction &S, const ir::Loop &L, ir::ValueId V) {
  for (const Event &E : S.Events) {
    if (!uses(*E.I, V))
      continue;
    // A pointer that was taken before the loop may be written through inside.
    if (E.Kind == InstKind::HostAccess)
      return true;
    if (!L.contains(E.I->Parent))
      continue;
    bool Reads = E.Kind == InstKind::Move || E.Kind == InstKind::Query || E.Kind == InstKind::HostValue ||
                 E.Kind == InstKind::Forward || (E.Kind == InstKind::Aten && !E.Name.ends_with("_"));
    if (!Reads || E.I->Kind == InstKind::GetItem)
      return true;
  }
  return false;
}

} // namespace devtidy::checks
