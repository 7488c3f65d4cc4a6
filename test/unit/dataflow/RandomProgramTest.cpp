//===- RandomProgramTest.cpp - Any well-formed program is solved --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Run.h"
#include "ir/Random.h"
#include "gtest/gtest.h"

using namespace devtidy;

/// No crash, no hang, and the same findings twice, whatever the verifier accepts.
TEST(RandomPrograms, AreSolvedTheSameWayTwice) {
  for (uint64_t Seed = 0; Seed < 400; ++Seed) {
    std::unique_ptr<ir::Module> M = ir::randomModule(Seed);
    checks::RunOptions Options;
    Options.Level = 3;
    std::vector<report::Finding> First = checks::runChecks({M.get()}, Options);
    std::vector<report::Finding> Second = checks::runChecks({M.get()}, Options);
    ASSERT_EQ(First, Second) << "seed " << Seed;
  }
}
