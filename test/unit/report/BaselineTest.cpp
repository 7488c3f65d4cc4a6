//===- BaselineTest.cpp - The findings that were there before -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Baseline.h"
#include "TestFindings.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace devtidy::report;
using namespace devtidy::report::test;
using llvm::StringRef;

static std::string written(const Baseline &B) {
  std::string Out;
  llvm::raw_string_ostream Stream(Out);
  B.write(Stream);
  return Out;
}

static std::string errorOf(StringRef Text) {
  llvm::Expected<Baseline> B = Baseline::parse(Text);
  return B ? "" : llvm::toString(B.takeError());
}

TEST(BaselineTest, keepsOldFindingsOutAfterLinesMoved) {
  SourceCache Before, After;
  Before.provide("a.py", "y = a + b\n");
  After.provide("a.py", "import torch\n\n  y = a + b\nz = a + b\n");
  ReportContext Old{.Sources = Before}, New{.Sources = After};
  llvm::Expected<Baseline> B = Baseline::parse(written(Baseline::of({findingAt({"a.py", 4, 9, 6})}, Old)));
  ASSERT_TRUE(bool(B));
  Finding Moved = findingAt({"a.py", 20, 25, 22}), Added = findingAt({"a.py", 30, 35, 32});
  EXPECT_EQ(B->onlyNew({Moved, Added}, New), std::vector<Finding>{Added});
}

TEST(BaselineTest, countsEqualLines) {
  SourceCache Sources;
  Sources.provide("a.py", "y = a + b\ny = a + b\ny = a + b\n");
  ReportContext Context{.Sources = Sources};
  std::vector<Finding> All = {findingAt({"a.py", 4, 9, 6}), findingAt({"a.py", 14, 19, 16}),
                              findingAt({"a.py", 24, 29, 26})};
  Baseline B = Baseline::of({All[0], All[1]}, Context);
  EXPECT_NE(written(B).find("\"count\": 2"), std::string::npos);
  EXPECT_EQ(B.onlyNew(All, Context), std::vector<Finding>{All[2]});
}

TEST(BaselineTest, pathsAreThoseThatAreDisplayed) {
  SourceCache Sources;
  Sources.provide("/src/a.py", "y = a + b\n");
  ReportContext Context{.Sources = Sources, .Root = "/src"};
  EXPECT_NE(written(Baseline::of({findingAt({"/src/a.py", 4, 9, 6})}, Context)).find("\"path\": \"a.py\""),
            std::string::npos);
}

TEST(BaselineTest, emptyOneKeepsAll) {
  SourceCache Sources;
  ReportContext Context{.Sources = Sources};
  llvm::Expected<Baseline> B = Baseline::parse(written(Baseline::of({}, Context)));
  ASSERT_TRUE(bool(B));
  EXPECT_EQ(B->onlyNew({findingAt({"a.py", 0, 1, 0})}, Context).size(), 1u);
}

TEST(BaselineTest, malformedTextIsOneLine) {
  for (StringRef Text :
       {"", "{", "[]", R"({"findings": 1})", R"({"schema": 2, "findings": []})", R"({"schema": 1, "findings": [1]})",
        R"({"schema": 1, "findings": [{"path": "a"}]})",
        R"({"schema": 1, "findings": [{"path": "a", "check": "b", "fingerprint": "c", "count": -1}]})"}) {
    std::string Error = errorOf(Text);
    EXPECT_TRUE(StringRef(Error).starts_with("malformed baseline: ")) << Text.str();
    EXPECT_FALSE(StringRef(Error).contains('\n')) << Error;
  }
  EXPECT_EQ(errorOf("{\"schema\": 1, \"findings\": [1]}"), "malformed baseline: findings[0] is not an object");
}
