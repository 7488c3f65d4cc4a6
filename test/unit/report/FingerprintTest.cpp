//===- FingerprintTest.cpp - Names that survive line moves ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Fingerprint.h"
#include "TestFindings.h"
#include "gtest/gtest.h"

using namespace devtidy::report;
using namespace devtidy::report::test;
using llvm::StringRef;

static std::string fingerprintIn(StringRef Text, StringRef Part, StringRef Function = "f") {
  SourceCache Sources;
  Sources.provide("a.py", Text);
  Finding F = findingAt(placeOf("a.py", Text, Part));
  F.Function = Function.str();
  return fingerprint(F, Sources);
}

TEST(FingerprintTest, survivesMovesAndIndentation) {
  std::string Before = fingerprintIn("y = a + b\n", "a + b");
  EXPECT_EQ(Before.size(), 16u);
  EXPECT_EQ(fingerprintIn("import torch\n\n\ty = a+b\r\n", "a+b"), Before);
}

TEST(FingerprintTest, isTheSameOnEveryMachine) {
  // Written into baselines, so it may never change.
  EXPECT_EQ(fingerprintIn("y = a + b\n", "a + b"), "19afc96c6f36c4de");
}

TEST(FingerprintTest, differsByLineFunctionAndCheck) {
  std::string Before = fingerprintIn("y = a + b\n", "a + b");
  EXPECT_NE(fingerprintIn("z = a + b\n", "a + b"), Before);
  EXPECT_NE(fingerprintIn("y = a + b\n", "a + b", "g"), Before);
}

TEST(FingerprintTest, equalLinesAreCounted) {
  StringRef Text = "y = a + b\ny = a + b\n";
  SourceCache Sources;
  Sources.provide("a.py", Text);
  Sources.provide("b.py", Text);
  Finding First = findingAt({"a.py", 4, 9, 6}), Second = findingAt({"a.py", 14, 19, 16}),
          Other = findingAt({"b.py", 4, 9, 6});
  std::vector<std::string> Names = countedFingerprints({First, Second, Other}, Sources);
  std::string Plain = fingerprint(First, Sources);
  EXPECT_EQ(Names, (std::vector<std::string>{Plain + ":1", Plain + ":2", Plain + ":1"}));
}

TEST(FingerprintTest, vanishedFileStillHasOne) {
  SourceCache Sources;
  EXPECT_EQ(fingerprint(findingAt({"gone.py", 4, 9, 6}), Sources).size(), 16u);
}
