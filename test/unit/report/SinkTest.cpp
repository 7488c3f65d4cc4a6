//===- SinkTest.cpp - What the output formats do at the edges -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// What they print for ordinary findings is in test/report.
//
//===----------------------------------------------------------------------===//

#include "report/Sink.h"
#include "TestFindings.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace devtidy::report;
using namespace devtidy::report::test;
using llvm::StringRef;
using testing::HasSubstr;
using testing::Not;

static std::string print(StringRef Format, llvm::ArrayRef<Finding> Findings, const ReportContext &Context) {
  std::string Out;
  llvm::raw_string_ostream Stream(Out);
  findSink(Format)->Write(Findings, Context, Stream);
  return Out;
}

TEST(SinkTest, namesAreThoseOfTheOption) {
  for (StringRef Name : {"full", "concise", "sarif", "json", "github", "gitlab", "junit"})
    EXPECT_NE(findSink(Name), nullptr) << Name.str();
  EXPECT_EQ(findSink("html"), nullptr);
  EXPECT_EQ(findSink(""), nullptr);
}

TEST(SinkTest, pathsAreRelativeToTheRoot) {
  SourceCache Sources;
  ReportContext Context{.Sources = Sources, .Root = "/src/project"};
  EXPECT_EQ(Context.displayed("/src/project/a/b.cpp"), "a/b.cpp");
  EXPECT_EQ(Context.displayed("/src/projects/b.cpp"), "/src/projects/b.cpp");
  EXPECT_EQ(Context.displayed("./b.cpp"), "b.cpp");
  EXPECT_EQ(Context.displayed("../b.cpp"), "../b.cpp");
  EXPECT_EQ(Context.displayed("a\xFF.cpp"), "a\xEF\xBF\xBD.cpp");
}

TEST(SinkTest, everyFormatSurvivesAVanishedFileAndHostileText) {
  SourceCache Sources;
  Sources.provide("a.py", "x = \xFF + \x01 + y\n");
  Finding Gone = findingAt({"gone.py", 10, 20, 15}), Hostile = findingAt({"a.py", 0, 900, 800});
  Gone.Notes = {{{"also-gone.py", 1, 2, 1}, "'x' created on cpu here"}};
  Gone.Fixes = {{"move 'x'", {{"gone.py", 1, 1, "y"}}, true}};
  Hostile.Headline = "'\xFF' <&\"]]>\n::error::\x01%";
  Hostile.Function = "\xFF";
  Hostile.Fixes = {{"\xFF", {{"a.py", 4, 5, "\xFF"}}, false}, {"nothing", {}, true}};
  Problem Broken{"\xFF.py", "first\nsecond"};
  ReportContext Context{.Sources = Sources, .Problems = Broken, .Root = "/src", .ExitStatus = 2, .Verbose = true};
  for (const Sink &S : allSinks()) {
    std::string Out = print(S.Name, {Hostile, Gone}, Context);
    EXPECT_THAT(Out, HasSubstr("gone.py")) << S.Name.str();
    if (S.Name == "json" || S.Name == "sarif" || S.Name == "gitlab") {
      llvm::Expected<llvm::json::Value> Value = llvm::json::parse(Out);
      EXPECT_TRUE(bool(Value)) << S.Name.str() << llvm::toString(Value.takeError());
    }
  }
}

TEST(SinkTest, noFindings) {
  SourceCache Sources;
  ReportContext Context{.Sources = Sources};
  EXPECT_EQ(print("full", {}, Context), "");
  EXPECT_EQ(print("concise", {}, Context), "");
  EXPECT_EQ(print("github", {}, Context), "");
  EXPECT_EQ(print("gitlab", {}, Context), "[]\n");
  EXPECT_THAT(print("junit", {}, Context), HasSubstr("tests=\"1\" failures=\"0\""));
  EXPECT_THAT(print("sarif", {}, Context), HasSubstr("\"results\": []"));
  EXPECT_THAT(print("json", {}, Context), HasSubstr("\"findings\": []"));
}

TEST(FullSinkTest, fileThatVanishedHasNoLine) {
  SourceCache Sources;
  EXPECT_EQ(print("full", findingAt({"gone.py", 4, 9, 6}), {.Sources = Sources}),
            "gone.py: warning: operands of '+' are on different devices: 'a' on cuda:0, 'b' on cpu "
            "[device-mixed-operands]\n");
}

TEST(FullSinkTest, colorsOnlyWhenAsked) {
  SourceCache Sources;
  Sources.provide("a.py", "y = a + b\n");
  Finding F = findingAt({"a.py", 4, 9, 6});
  EXPECT_THAT(print("full", F, {.Sources = Sources}), Not(HasSubstr("\x1b[")));
  std::string Colored = print("full", F, {.Sources = Sources, .Colors = true});
  EXPECT_THAT(Colored, HasSubstr("\x1b[1m"));
  EXPECT_THAT(Colored, HasSubstr("\x1b[0;1;35mwarning: "));
  EXPECT_THAT(Colored, HasSubstr("\x1b[0;1;32m    ~~^~~\x1b[0m"));
}

TEST(FullSinkTest, verboseTellsWhy) {
  SourceCache Sources;
  Sources.provide("a.py", "y = a + b\n");
  Finding F = findingAt({"a.py", 4, 9, 6});
  F.Worlds = WorldGpu | WorldMulti;
  F.Support = {{"forward-of-module", 3}, {"annotation", 2}};
  EXPECT_THAT(
      print("full", F, {.Sources = Sources, .Verbose = true}),
      HasSubstr("a.py:1:7: note: level 1, on a machine with a GPU, evidence: forward-of-module 3, annotation 2\n"));
}

TEST(FullSinkTest, fixThatIsNotSureIsANote) {
  SourceCache Sources;
  Sources.provide("a.py", "y = a + b\n");
  Finding F = findingAt({"a.py", 4, 9, 6});
  F.Fixes = {{"move 'b' to the device of 'a'", {{"a.py", 9, 9, ".to(a.device)"}}, false}};
  EXPECT_THAT(print("full", F, {.Sources = Sources}),
              HasSubstr("a.py:1:10: note: possible fix: move 'b' to the device of 'a'\n"
                        "    1 | y = a + b\n"
                        "      |          .to(a.device)\n"));
}

TEST(GitHubSinkTest, escapes) {
  SourceCache Sources;
  Sources.provide("a,b:c%.py", "x\n");
  Finding F = findingAt({"a,b:c%.py", 0, 1, 0});
  F.Headline = "100% of 'a:b,c'\nsecond";
  EXPECT_EQ(print("github", F, {.Sources = Sources}),
            "::warning file=a%2Cb%3Ac%25.py,line=1,col=1,title=device-mixed-operands::100%25 of 'a:b,c'%0Asecond\n");
}

TEST(GitLabSinkTest, equalLinesOfTwoFilesHaveTwoFingerprints) {
  SourceCache Sources;
  Sources.provide("a.py", "y = a + b\n");
  Sources.provide("b.py", "y = a + b\n");
  Finding A = findingAt({"a.py", 4, 9, 6}), B = findingAt({"b.py", 4, 9, 6});
  llvm::Expected<llvm::json::Value> Value = llvm::json::parse(print("gitlab", {A, B}, {.Sources = Sources}));
  ASSERT_TRUE(bool(Value));
  const llvm::json::Array &Issues = *Value->getAsArray();
  EXPECT_NE(Issues[0].getAsObject()->getString("fingerprint"), Issues[1].getAsObject()->getString("fingerprint"));
}
