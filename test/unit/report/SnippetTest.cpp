//===- SnippetTest.cpp - Source lines with carets -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Snippet.h"
#include "TestFindings.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace devtidy::report;
using namespace devtidy::report::test;
using llvm::StringRef;

static std::string snippet(StringRef Text, const Place &Where) {
  std::string Out;
  llvm::raw_string_ostream Stream(Out);
  writeSnippet(SourceText(llvm::MemoryBuffer::getMemBufferCopy(Text)), Where, Stream);
  return Out;
}

static std::string snippet(StringRef Text, StringRef Part, StringRef Caret) {
  return snippet(Text, placeOf("f", Text, Part, Caret));
}

static std::string edits(StringRef Text, llvm::ArrayRef<Edit> Edits) {
  std::string Out;
  llvm::raw_string_ostream Stream(Out);
  writeEdits(SourceText(llvm::MemoryBuffer::getMemBufferCopy(Text)), Edits, Stream);
  return Out;
}

TEST(SnippetTest, caretInsideItsRange) {
  EXPECT_EQ(snippet("int f();\n  return w + b;\n", "w + b", "+"), "    2 |   return w + b;\n"
                                                                  "      |          ~~^~~\n");
}

TEST(SnippetTest, tabsAdvanceToStops) {
  EXPECT_EQ(snippet("\ty =\tx.to(d)\n", "x.to(d)", "to"), "    1 |         y =     x.to(d)\n"
                                                          "      |                 ~~^~~~~\n");
}

TEST(SnippetTest, wideCharactersTakeTwoColumns) {
  // Two ideographs: six bytes, two characters, four columns.
  EXPECT_EQ(snippet("f(\"\xE7\x81\xAB\xE7\x82\xAC\", x)", "x", "x"), "    1 | f(\"\xE7\x81\xAB\xE7\x82\xAC\", x)\n"
                                                                     "      |           ^\n");
}

TEST(SnippetTest, whatCannotBePrintedIsSpelled) {
  EXPECT_EQ(snippet("a\x07\xFF"
                    "b",
                    "b", "b"),
            "    1 | a<07><FF>b\n"
            "      |          ^\n");
}

TEST(SnippetTest, carriageReturnIsNotPartOfTheLine) {
  EXPECT_EQ(snippet("x.to(d)\r\ny\r\n", "x.to(d)", "to"), "    1 | x.to(d)\n"
                                                          "      | ~~^~~~~\n");
}

TEST(SnippetTest, rangeOverSeveralLinesShowsTheLineOfTheCaret) {
  EXPECT_EQ(snippet("y = f(a,\n  b) + c\n", "f(a,\n  b) + c", "+"), "    2 |   b) + c\n"
                                                                    "      | ~~~~~^~~\n");
}

TEST(SnippetTest, lineWithoutEndAndEmptyFile) {
  EXPECT_EQ(snippet("x", "x", "x"), "    1 | x\n"
                                    "      | ^\n");
  EXPECT_EQ(snippet("", Place{"f", 0, 0, 0}), "    1 | \n"
                                              "      | ^\n");
}

TEST(SnippetTest, placePastTheEndDoesNotCrash) {
  EXPECT_EQ(snippet("x", Place{"f", 50, 60, 55}), "    1 | x\n"
                                                  "      |  ^\n");
}

TEST(SnippetTest, longLineIsCutRoundTheCaret) {
  std::string Line = std::string(5000000, 'a') + "BAD" + std::string(5000000, 'b');
  std::string Shown = snippet(Line, "BAD", "A");
  EXPECT_LT(Shown.size(), 600u);
  EXPECT_NE(Shown.find("aaaBADbbb"), std::string::npos);
  EXPECT_NE(Shown.find("    1 | ...a"), std::string::npos);
  EXPECT_NE(Shown.find("b...\n"), std::string::npos);
  // 79 more bytes, the cut mark and the prefix stand before.
  EXPECT_NE(Shown.find("\n      | " + std::string(3 + 79, ' ') + "~^~\n"), std::string::npos);
}

TEST(SnippetTest, editsShowWhatGoesAndWhatComes) {
  std::string Text = "  auto b = torch::ones({2});\n";
  uint32_t Close = Text.find("})") + 1;
  EXPECT_EQ(edits(Text, {{"f", Close, Close, ", x.device()"}}), "    1 |   auto b = torch::ones({2});\n"
                                                                "      |                           , x.device()\n");
  EXPECT_EQ(edits("x.cuda()\n", {{"f", 2, 8, "to(device)"}}), "    1 | x.cuda()\n"
                                                              "      |   ~~~~~~\n"
                                                              "      |   to(device)\n");
}

TEST(SnippetTest, newLinesAreShownOneBelowTheOther) {
  EXPECT_EQ(edits("a\n  b\n", {{"f", 2, 2, "  c;\r\n  d;\r\n"}}), "    2 |   b\n"
                                                                  "      |   c;\n"
                                                                  "      |   d;\n");
}

TEST(SnippetTest, editsOfSeveralLines) {
  EXPECT_EQ(edits("a\nb\nc\n", {{"f", 0, 0, "x"}, {"f", 4, 5, ""}}), "    1 | a\n"
                                                                     "      | x\n"
                                                                     "    3 | c\n"
                                                                     "      | ~\n");
}

TEST(SnippetTest, whatBracketsAreToldAroundIsShown) {
  EXPECT_EQ(edits("x = [a, b]\n", {{"f", 4, 4, "List("}, {"f", 10, 10, ")"}}), "    1 | x = [a, b]\n"
                                                                               "      | x = List([a, b])\n");
  EXPECT_EQ(edits("x = [\n  a,  # first\n]\n", {{"f", 4, 4, "List("}, {"f", 21, 21, ")"}}), "    1 | x = [\n"
                                                                                            "      | x = List([\n"
                                                                                            "    3 | ]\n"
                                                                                            "      | ])\n");
}

TEST(SnippetTest, editsSideBySideAreShownWithWhatStandsBetween) {
  EXPECT_EQ(edits("f(g(), h())\n", {{"f", 4, 4, "d=1"}, {"f", 9, 9, "d=1"}}), "    1 | f(g(), h())\n"
                                                                              "      |     d=1  d=1\n");
  EXPECT_EQ(edits("f(g(), h())\n", {{"f", 4, 4, "dd=12"}, {"f", 9, 9, "d=1"}}), "    1 | f(g(), h())\n"
                                                                                "      | f(g(dd=12), h(d=1))\n");
}

TEST(SnippetTest, longLineOfEditsIsCutRoundThem) {
  const std::string Line = std::string(1000, 'a') + "BAD" + std::string(1000, 'b');
  EXPECT_NE(edits(Line, {{"f", 1000, 1000, "("}, {"f", 1003, 1003, ")"}}).find("aaa(BAD)bbb"), std::string::npos);
}
