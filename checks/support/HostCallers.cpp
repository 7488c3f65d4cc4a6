//===- HostCallers.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/HostCallers.h"

namespace devtidy::checks {

using dataflow::Path;

void doubtIfOnHost(Draft &D, const SolvedFunction &S, dataflow::PathId Of) {
  constexpr unsigned MaxMet = 8;
  llvm::SmallVector<dataflow::PathId, MaxMet> Work{Of};
  for (unsigned N = 0; N < Work.size() && N < MaxMet; ++N) {
    const Path &P = S.Owner->Paths[Work[N]];
    if (P.Kind == Path::Root::Param && P.Owner == S.F)
      D.doubtIf({dataflow::Excuse::Kind::OnHost, S.F, P.Index});
    if (P.Kind == Path::Root::Meeting)
      Work.append({P.Parent, P.Other});
  }
}

} // namespace devtidy::checks
