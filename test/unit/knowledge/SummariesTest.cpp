//===- SummariesTest.cpp ------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Summaries.h"
#include "knowledge/Operators.h"
#include "gmock/gmock.h"
#include <algorithm>

using namespace devtidy::knowledge;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

TEST(Summaries, are_sorted_and_distinct) {
  const auto All = librarySummaries();
  EXPECT_GT(All.size(), 250u);
  EXPECT_TRUE(std::ranges::is_sorted(All, {}, &LibrarySummary::Name));
  EXPECT_EQ(std::ranges::adjacent_find(All, {}, &LibrarySummary::Name), All.end());
}

TEST(Summaries, are_of_a_release_with_a_table) { EXPECT_TRUE(hasOperatorTable(summarizedRelease())); }

TEST(Summaries, spellings) {
  const std::string Expected = describeSummaries("torch.nn.GRUCell");
  EXPECT_THAT(Expected, StartsWith("torch.nn.GRUCell (module)\n  state      the device argument\n"));
  for (const char *Name : {"torch::nn::GRUCell", "nn.GRUCell", "GRUCell"})
    EXPECT_EQ(describeSummaries(Name), Expected) << Name;
  EXPECT_THAT(describeSummaries("F.softmin"), StartsWith("torch.nn.functional.softmin (function)\n"));
}

TEST(Summaries, what_is_not_there) {
  for (const char *Name : {"no such", "Cell", "torch.nn.", "add"})
    EXPECT_EQ(describeSummaries(Name), "") << Name;
  EXPECT_EQ(summariesAsJson("no such"), "");
}

TEST(Summaries, json) {
  const std::string All = summariesAsJson("");
  EXPECT_EQ(std::ranges::count(All, '\n') + 1, static_cast<long>(librarySummaries().size()));
  EXPECT_THAT(summariesAsJson("BCELoss"), HasSubstr("\"state\":\"device of weight\""));
}

} // namespace
