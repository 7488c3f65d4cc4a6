//===- Coverage.h - How much of what meets is known ----------------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_COVERAGE_H
#define DEVTIDY_CHECKS_SUPPORT_COVERAGE_H

#include "checks/Run.h"
#include "dataflow/state/Program.h"

namespace devtidy::checks {

/// Of the places of S where tensors meet, are moved or are read by the host, in code that is reached: how many operands
/// are known to be somewhere, and why others are not. Nothing if there is no such place.
std::optional<FunctionCoverage> coverageOf(const dataflow::SolvedFunction &S);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_COVERAGE_H
