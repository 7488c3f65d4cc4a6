//===- Extension.cpp - What the checks of extensions share --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Extension.h"

namespace devtidy::checks {

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

} // namespace devtidy::checks
