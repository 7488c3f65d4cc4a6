//===- Extension.cpp - What the checks of extensions share --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Extension.h"

namespace devtidy::checks {

using dataflow::Condition;
using dataflow::PathId;

std::optional<PathId> parameterOf(const SolvedFunction &S, const Placement &P) {
  const dataflow::GuardedTerm *Only = P.single();
  if (!Only || !Only->T.isSymbol())
    return std::nullopt;
  const dataflow::PathTable &Paths = S.Owner->Paths;
  const dataflow::Path &Root = Paths[Paths.root(Only->T.path())];
  if (Root.Kind != dataflow::Path::Root::Param || Root.Owner != S.F)
    return std::nullopt;
  return Only->T.path();
}

bool isTested(const SolvedFunction &S, PathId Symbol, const dataflow::Cube &Path) {
  for (dataflow::Literal L : Path.literals()) {
    const Condition &C = S.Owner->Conditions[L.condition()];
    if ((C.K == Condition::Kind::TypeIs || C.K == Condition::Kind::OnDevice) && (C.P == Symbol || C.Q == Symbol))
      return true;
  }
  return false;
}

} // namespace devtidy::checks
