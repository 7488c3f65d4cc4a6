//===- Finish.cpp - What remains to be done with a lowered function -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/FunctionLowering.h"
#include "ir/Simplify.h"
#include "llvm/ADT/BitVector.h"

namespace devtidy::frontend {

/// What is known of a value that is of type A or of type B; unknown if they have nothing in common.
static ir::Type joined(ir::Type A, ir::Type B) {
  if (A.Kind == ir::TypeKind::None)
    std::swap(A, B);
  bool Optional = A.Optional || B.Optional || (B.Kind == ir::TypeKind::None && A.Kind != ir::TypeKind::None);
  if (B.Kind == ir::TypeKind::None)
    B = A;
  A.Optional = B.Optional = Optional;
  return A == B ? A : ir::Type();
}

/// Gives a block parameter the type that all values which reach it agree on.
static void typeBlockParameters(ir::Function &F) {
  // A type travels one block a round; chains of joins longer than this stay untyped, which is no error.
  bool Changed = true;
  for (unsigned Round = 0; Changed && Round != 8; ++Round) {
    Changed = false;
    std::vector<ir::Type> Incoming(F.Values.size());
    llvm::BitVector Seen(F.Values.size()), Unknown(F.Values.size());
    for (const ir::Block &Block : F.Blocks)
      for (const ir::Successor &S : F.inst(Block.Insts.back()).Targets)
        for (unsigned I = 0; I != S.Args.size(); ++I) {
          unsigned P = F.block(S.Block).Params[I].index();
          const ir::ValueInfo &Value = F.value(S.Args[I]);
          bool Parameter = !Value.Definition;
          if (S.Args[I].index() == P || (Value.StaticType.isUnknown() && Parameter))
            continue;
          Incoming[P] = Seen.test(P) ? joined(Incoming[P], Value.StaticType) : Value.StaticType;
          Seen.set(P);
          if (Incoming[P].isUnknown())
            Unknown.set(P);
        }
    for (unsigned P : Seen.set_bits())
      if (!Unknown.test(P) && F.Values[P].StaticType.isUnknown()) {
        F.Values[P].StaticType = Incoming[P];
        Changed = true;
      }
  }
}

/// A statement such as `0;`, which macros leave behind.
static void dropUnusedConstants(ir::Function &F) {
  llvm::BitVector Used(F.Values.size());
  for (const ir::Inst &I : F.Insts) {
    for (const ir::Arg &A : I.Args)
      Used.set(A.Value.index());
    for (const ir::Successor &S : I.Targets)
      for (ir::ValueId V : S.Args)
        Used.set(V.index());
  }
  for (ir::Block &Block : F.Blocks)
    llvm::erase_if(Block.Insts, [&](ir::InstId Id) {
      const ir::Inst &I = F.inst(Id);
      return I.Kind == ir::InstKind::Const && !Used.test(I.Result.index());
    });
  ir::compact(F);
}

void FunctionLowering::giveUp() {
  F.Incomplete = true;
  F.Blocks.clear();
  F.Insts.clear();
  F.Values.clear();
}

void FunctionLowering::finish() {
  B.finish();
  typeBlockParameters(F);
  dropUnusedConstants(F);
}

} // namespace devtidy::frontend
