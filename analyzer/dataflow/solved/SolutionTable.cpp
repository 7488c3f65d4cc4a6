//===- SolutionTable.cpp - What is known of functions, and for how long ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/SolutionTable.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

const SolutionTable::Solution *SolutionTable::find(const ir::Function &F) const {
  const auto It = Known.find(&F);
  return It == Known.end() ? nullptr : &It->second;
}

const SolvedFunction *SolutionTable::settled(const ir::Function &F) const {
  const Solution *Of = find(F);
  return Of && Of->Status == Solution::Done ? Of->S.get() : nullptr;
}

bool SolutionTable::isTooEarly(const ir::Function &F) const {
  const Solution *Of = find(F);
  return Of && (Of->Status != Solution::Done || Of->Unready != ~0U);
}

void SolutionTable::add(std::unique_ptr<SolvedFunction> S) {
  const ir::Function *F = S->F;
  Known[F].S = std::move(S);
}

void SolutionTable::finish(const FrameStack::Frame &Frame, unsigned Depth) {
  Solution &Of = Known[Frame.F];
  if (Frame.Unready < Depth) {
    Of.Unready = Frame.Unready;
    Unready.push_back(Frame.F);
  }
  Of.Status = Frame.Low < Depth ? Solution::Provisional : Solution::Done;
  Of.Low = Frame.Low;
  if (Frame.Low < Depth)
    Provisional.push_back(Frame.F);
}

void SolutionTable::forgetUnready(unsigned Depth) {
  llvm::erase_if(Unready, [&](const ir::Function *F) {
    auto It = Known.find(F);
    // Forgotten meanwhile, for a cycle; perhaps it is being solved again.
    if (It == Known.end() || It->second.Unready == ~0U)
      return true;
    if (It->second.Unready < Depth)
      return false;
    llvm::erase(Provisional, F);
    Known.erase(It);
    return true;
  });
}

void SolutionTable::settle(unsigned First, unsigned Depth) {
  Provisional.erase(std::remove_if(Provisional.begin() + First, Provisional.end(),
                                   [&](const ir::Function *F) {
                                     Solution &S = Known[F];
                                     if (S.Low < Depth)
                                       return false;
                                     S.Status = Solution::Done;
                                     return true;
                                   }),
                    Provisional.end());
}

void SolutionTable::forgetProvisional(unsigned First) {
  for (const ir::Function *F : llvm::drop_begin(Provisional, First))
    Known.erase(F);
  Provisional.truncate(First);
}

} // namespace devtidy::dataflow
