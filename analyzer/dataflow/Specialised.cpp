//===- Specialised.cpp - Functions that are given functions -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Specialised.h"
#include "dataflow/Callables.h"
#include "dataflow/FunctionSolver.h"
#include "dataflow/Instantiation.h"

namespace devtidy::dataflow {

GivenFunctions::Key GivenFunctions::key() const {
  Key K;
  for (const auto &[P, V] : Given)
    K.emplace_back(P.index(), V.Func, V.Func ? 0 : V.Path.index());
  return K;
}

GivenFunctions Instantiation::givenFunctions(llvm::ArrayRef<PathId> Applied) {
  GivenFunctions Given;
  for (PathId P : Applied) {
    Value V = Paths.eval(P);
    if (V.is(Value::Kind::Symbolic) && !isFunction(Call.Solver.Prog, V))
      Call.Solver.Used.noteApplied(V.Path);
    if (!isFunction(Call.Solver.Prog, V))
      continue;
    // What a closure has from around it is not known there.
    if (V.Elements)
      V.Elements = std::make_shared<const std::vector<Value>>(V.Elements->size(), Value::unknown());
    Given.add(P, std::move(V));
  }
  return Given;
}

const SolvedFunction *Program::solvedWith(const Entry &E, const GivenFunctions &Given) {
  constexpr unsigned MaxInstructions = 1500, MaxWork = 60000, MaxDepth = 24;
  auto Known = Solutions.find(E.F);
  const bool IsSettled =
      (Base && Base->settled(*E.F)) || (Known != Solutions.end() && Known->second.Status == Solution::Done);
  if (!IsSettled || Stack.size() > MaxDepth || E.F->Insts.size() > MaxInstructions || SpecialWork > MaxWork)
    return nullptr;
  const SpecialKey Key{E.F, Given.key()};
  auto [It, New] = Specialised.try_emplace(Key);
  if (!New)
    return It->second.get(); // null while it is being solved
  SpecialWork += E.F->Insts.size();
  auto Attempt = std::make_unique<SolvedFunction>();
  Attempt->Owner = this;
  Attempt->M = E.M;
  Attempt->F = E.F;
  Attempt->Given = Given;
  const unsigned Depth = Stack.size();
  Stack.push_back({E.F, Depth});
  FunctionSolver(*this, *Attempt, /*KeepsEvents=*/false).run();
  const Frame Mine = Stack.back();
  Stack.pop_back();
  const bool IsFinal = Mine.Low >= Depth && Mine.Unready >= Depth;
  if (!Stack.empty()) {
    Stack.back().Low = std::min(Stack.back().Low, Mine.Low);
    if (Mine.Unready < Depth)
      Stack.back().Unready = std::min(Stack.back().Unready, Mine.Unready);
  }
  // What hangs on functions that are being solved is found out again.
  if (!IsFinal) {
    Specialised.erase(Key);
    return nullptr;
  }
  return (Specialised[Key] = std::move(Attempt)).get();
}

} // namespace devtidy::dataflow
