//===- Finding.cpp - Order and equality of findings -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Finding.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace devtidy::report;

static auto key(const Finding &F) {
  return std::tie(F.Where.Path, F.Where.Point, F.Check, F.Where.Begin, F.Where.End, F.Headline, F.Notes, F.Level,
                  F.Worlds, F.Certain, F.Function, F.Fixes, F.Support, F.Operation, F.Operands);
}

bool devtidy::report::operator<(const Finding &A, const Finding &B) { return key(A) < key(B); }

void devtidy::report::sortAndDeduplicate(std::vector<Finding> &Findings) {
  llvm::sort(Findings);
  Findings.erase(llvm::unique(Findings), Findings.end());
}
