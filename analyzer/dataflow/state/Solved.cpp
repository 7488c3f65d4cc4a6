//===- Solved.cpp - What is known of a function and of a class ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Solved.h"

namespace devtidy::dataflow {

const Event *SolvedFunction::eventAt(ir::InstId I) const {
  for (const Event &E : Events)
    if (E.Id == I)
      return &E;
  return nullptr;
}

bool SolvedFunction::isUsed(ir::InstId I) const {
  ir::ValueId V = F->inst(I).Result;
  if (!V)
    return false;
  for (const ir::Inst &Inst : F->Insts) {
    for (const ir::Arg &A : Inst.Args)
      if (A.Value == V)
        return true;
    for (const ir::Successor &S : Inst.Targets)
      if (llvm::is_contained(S.Args, V))
        return true;
  }
  return false;
}

} // namespace devtidy::dataflow
