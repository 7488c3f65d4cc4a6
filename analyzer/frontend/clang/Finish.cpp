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

/// Gives a block parameter the type that all values which reach it agree on.
static void typeBlockParameters(ir::Function &F) {
  // A type travels one block a round; chains of joins longer than this stay untyped, which is no error.
  bool Changed = true;
  for (unsigned Round = 0; Changed && Round != 8; ++Round) {
    Changed = false;
    std::vector<ir::Type> Incoming(F.Values.size());
    llvm::BitVector Disagree(F.Values.size());
    for (const ir::Block &Block : F.Blocks)
      for (const ir::Successor &S : F.inst(Block.Insts.back()).Targets)
        for (unsigned I = 0; I != S.Args.size(); ++I) {
          ir::ValueId P = F.block(S.Block).Params[I];
          ir::Type T = F.value(S.Args[I]).StaticType;
          if (T.isUnknown() || S.Args[I] == P)
            continue;
          ir::Type &Known = Incoming[P.index()];
          bool Optional = Known.Optional || T.Optional;
          bool New = Known.isUnknown();
          Known.Optional = T.Optional;
          if (!New && Known != T)
            Disagree.set(P.index());
          Known = T;
          Known.Optional = Optional;
        }
    for (unsigned I = 0; I != Incoming.size(); ++I)
      if (!Incoming[I].isUnknown() && !Disagree.test(I) && F.Values[I].StaticType.isUnknown()) {
        F.Values[I].StaticType = Incoming[I];
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

void FunctionLowering::finish() {
  B.finish();
  typeBlockParameters(F);
  dropUnusedConstants(F);
}

} // namespace devtidy::frontend
