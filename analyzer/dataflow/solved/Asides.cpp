//===- Asides.cpp - Functions that are solved once more, for a question ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/Asides.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/solved/Solutions.h"

namespace devtidy::dataflow {

const SolvedFunction *Asides::with(const Linker::FunctionEntry &E, const GivenFunctions &Given) {
  constexpr unsigned MaxInstructions = 1500, MaxWork = 60000, MaxDepth = 24;
  FrameStack &Frames = Prog.Frames;
  unsigned &Spent = Given.derived().empty() ? Work : Given.onlySays() ? WorkForMembers : WorkForClasses;
  if (!Prog.isSettled(*E.F) || Frames.depth() > MaxDepth || E.F->Insts.size() > MaxInstructions || Spent > MaxWork)
    return nullptr;
  const Key K{E.F, Given.key()};
  auto [It, New] = With.try_emplace(K);
  if (!New)
    return It->second.get(); // null while it is being solved
  Spent += E.F->Insts.size();
  auto Attempt = std::make_unique<SolvedFunction>(&Prog, E.M, E.F);
  Attempt->Given = Given;
  const unsigned Depth = Frames.depth();
  const FrameStack::Frame Mine = Prog.solveAside(*Attempt);
  Frames.noteLow(Mine.Low);
  Frames.noteUnreadyOrOwn(Mine.Unready);
  // What hangs on functions that are being solved is found out again.
  if (Mine.Low < Depth || Mine.Unready < Depth) {
    With.erase(K);
    return nullptr;
  }
  return (With[K] = std::move(Attempt)).get();
}

const Summary *Asides::alone(const Linker::FunctionEntry &E) {
  constexpr size_t MaxInstructions = 2000;
  if (E.F->Insts.size() > MaxInstructions)
    return nullptr;
  auto [It, New] = Alone.try_emplace(E.F);
  if (New) {
    auto S = std::make_unique<SolvedFunction>(&Prog, E.M, E.F);
    S->OnlyMembers = true;
    FunctionSolver(Prog, *S, /*KeepsEvents=*/false).run();
    It = Alone.find(E.F);
    It->second = std::move(S);
  }
  return It->second ? It->second->Sum.get() : nullptr;
}

} // namespace devtidy::dataflow
