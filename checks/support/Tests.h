//===- Tests.h - What a test framework runs -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_TESTS_H
#define DEVTIDY_CHECKS_SUPPORT_TESTS_H

#include "checks/support/NameUses.h"
#include "dataflow/state/Solved.h"

namespace devtidy::checks {

/// True if the function is a test by its name and that of its class or file, and no function of the program, but for
/// tests, hands it something: `test_dcp.py` whose main() calls `test_one_epoch(model, loader)` is a program.
bool isTest(const dataflow::SolvedFunction &S, const NameUses &All);

/// True if M belongs to tests, as its folder or its name says, and is no program that lies beside them.
bool isOfTests(const dataflow::Program &P, const ir::Module &M);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_TESTS_H
