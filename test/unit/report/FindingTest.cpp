//===- FindingTest.cpp - Order and equality of findings -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFindings.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace devtidy::report;
using namespace devtidy::report::test;

TEST(FindingTest, orderIsFileLineColumnCheck) {
  std::vector<Finding> Sorted = {
      findingAt({"a.cpp", 0, 9, 5}, "device-z"),
      findingAt({"a.cpp", 6, 9, 7}, "device-a"),
      findingAt({"a.cpp", 6, 9, 7}, "device-b"),
      findingAt({"b.cpp", 0, 1, 0}, "device-a"),
  };
  std::vector<Finding> Findings(Sorted.rbegin(), Sorted.rend());
  sortAndDeduplicate(Findings);
  EXPECT_EQ(Findings, Sorted);
}

TEST(FindingTest, equalFindingsAreOne) {
  Finding A = findingAt({"a.h", 0, 9, 5}), B = A;
  B.Notes.push_back({{"b.cpp", 1, 2, 1}, "called from 'main' here"});
  std::vector<Finding> Findings = {B, A, B, A};
  sortAndDeduplicate(Findings);
  EXPECT_EQ(Findings, (std::vector<Finding>{A, B}));
}

TEST(FindingTest, everyMemberDecidesTheOrder) {
  Finding F = findingAt({"a.h", 0, 9, 5});
  auto Differs = [&](auto Change) {
    Finding G = F;
    Change(G);
    return (F < G) != (G < F);
  };
  EXPECT_TRUE(Differs([](Finding &G) { G.Where.End = 10; }));
  EXPECT_TRUE(Differs([](Finding &G) { G.Headline += "x"; }));
  EXPECT_TRUE(Differs([](Finding &G) { G.Level = 2; }));
  EXPECT_TRUE(Differs([](Finding &G) { G.Worlds = WorldCpu; }));
  EXPECT_TRUE(Differs([](Finding &G) { G.Certain = false; }));
  EXPECT_TRUE(Differs([](Finding &G) { G.Function = "f"; }));
  EXPECT_TRUE(Differs([](Finding &G) { G.Fixes.push_back({"x", {}, false}); }));
  EXPECT_TRUE(Differs([](Finding &G) { G.Support.push_back({"annotation", 1}); }));
  EXPECT_FALSE(Differs([](Finding &) {}));
}
