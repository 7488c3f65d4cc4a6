//===- SuppressTest.cpp - Silencing findings from the source --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Suppress.h"
#include "TestFindings.h"
#include "report/Fixes.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace devtidy::report;
using namespace devtidy::report::test;
using llvm::StringRef;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

struct Outcome {
  bool Silenced;
  std::vector<std::string> Useless;
};

} // namespace

/// What happens to a finding at "BUG" in the text.
static Outcome outcome(StringRef Path, StringRef Text, StringRef Check = "device-mixed-operands") {
  SourceCache Sources;
  Sources.provide(Path, Text);
  SuppressionResult R = applySuppressions({findingAt(placeOf(Path, Text, "BUG"), Check)}, {},
                                          {"device-mixed-operands", "device-fixed-index"}, Sources);
  Outcome Out{R.Kept.empty(), {}};
  EXPECT_EQ(R.Kept.size() + R.Silenced.size(), 1u);
  for (const Note &N : R.Useless)
    Out.Useless.push_back(N.Text);
  return Out;
}

static bool silencedCxx(StringRef Text) { return outcome("a.cpp", Text).Silenced; }
static bool silencedPython(StringRef Text) { return outcome("a.py", Text).Silenced; }

TEST(SuppressTest, noLintOnTheLine) {
  EXPECT_TRUE(silencedCxx("BUG; // NOLINT\n"));
  EXPECT_TRUE(silencedCxx("BUG; /* NOLINT */"));
  EXPECT_TRUE(silencedCxx("BUG; // because NOLINT(device-mixed-operands): reasons\n"));
  EXPECT_TRUE(silencedCxx("BUG; // NOLINT(google-*, device-*)\r\n"));
  EXPECT_TRUE(silencedCxx("BUG; // NOLINT( device-fixed-index , device-mixed-operands )\n"));
  EXPECT_FALSE(silencedCxx("BUG; // NOLINT(device-fixed-index)\n"));
  EXPECT_FALSE(silencedCxx("BUG; // NOLINT()\n"));
  EXPECT_FALSE(silencedCxx("BUG; // NOLINTX\n"));
  EXPECT_FALSE(silencedCxx("BUG; // nolint\n"));
  EXPECT_FALSE(silencedCxx("BUG;\n// NOLINT\n"));
  EXPECT_FALSE(silencedCxx("// NOLINT\nBUG;\n"));
}

TEST(SuppressTest, nothingButAsterisksIsSpecial) {
  EXPECT_TRUE(silencedCxx("BUG; // NOLINT(device-*,-device-mixed-operands)\n"));
  EXPECT_TRUE(silencedCxx("BUG; // NOLINT(*-mixed-*)\n"));
  EXPECT_FALSE(silencedCxx("BUG; // NOLINT(device-mixed-operand?)\n"));
  EXPECT_FALSE(silencedCxx("BUG; // NOLINT([, {, \\, device-[a-z]*)\n"));
}

TEST(SuppressTest, noLintNextLine) {
  EXPECT_TRUE(silencedCxx("// NOLINTNEXTLINE\nBUG;\n"));
  EXPECT_TRUE(silencedCxx("// NOLINTNEXTLINE(device-*)\r\nBUG;"));
  EXPECT_FALSE(silencedCxx("BUG; // NOLINTNEXTLINE\n"));
  EXPECT_FALSE(silencedCxx("// NOLINTNEXTLINE\n\nBUG;\n"));
}

// In two pieces, because clang-tidy reads them in literals too.
#define BLOCK_BEGIN                                                                                                    \
  "// NOLINT"                                                                                                          \
  "BEGIN"
#define BLOCK_END                                                                                                      \
  "// NOLINT"                                                                                                          \
  "END"

TEST(SuppressTest, noLintBlocks) {
  EXPECT_TRUE(silencedCxx(BLOCK_BEGIN "\n\nBUG;\n" BLOCK_END "\n"));
  EXPECT_TRUE(silencedCxx(BLOCK_BEGIN "(device-*)\nBUG;\n" BLOCK_END "(device-*)\n"));
  EXPECT_TRUE(silencedCxx(BLOCK_BEGIN "(a)\n" BLOCK_BEGIN "\nBUG;\n" BLOCK_END "\n" BLOCK_END "(a)\n"));
  EXPECT_FALSE(silencedCxx(BLOCK_BEGIN "\n" BLOCK_END "\nBUG;\n"));
  Outcome Open = outcome("a.cpp", BLOCK_BEGIN "(device-*)\nBUG;\n" BLOCK_END "\n");
  EXPECT_FALSE(Open.Silenced);
  EXPECT_THAT(Open.Useless, ElementsAre(HasSubstr("without a matching"), HasSubstr("without a matching")));
}

TEST(SuppressTest, commentInALiteralIsNone) {
  EXPECT_FALSE(silencedCxx("BUG(\"// NOLINT\");\n"));
  EXPECT_FALSE(silencedPython("BUG('# noqa')\n"));
  EXPECT_FALSE(silencedPython("'''\n# device-tidy: ignore-file\n'''\nBUG\n"));
}

TEST(SuppressTest, noqa) {
  EXPECT_TRUE(silencedPython("BUG  # noqa\n"));
  EXPECT_TRUE(silencedPython("BUG  #NOQA\n"));
  EXPECT_TRUE(silencedPython("BUG  # noqa: device-mixed-operands\n"));
  EXPECT_TRUE(silencedPython("BUG  # noqa:E501,device-mixed-operands\n"));
  EXPECT_TRUE(silencedPython("BUG  # noqa: E501 device-* since\n"));
  EXPECT_TRUE(silencedPython("BUG  # type: ignore  # noqa: device-mixed-operands\n"));
  EXPECT_FALSE(silencedPython("BUG  # noqa: E501\n"));
  EXPECT_FALSE(silencedPython("BUG  # noqa: reasons\n"));
  EXPECT_FALSE(silencedPython("BUG  # noqas\n"));
  EXPECT_FALSE(silencedPython("BUG  # flake8: noqa\n"));
}

TEST(SuppressTest, ignore) {
  EXPECT_TRUE(silencedPython("BUG  # device-tidy: ignore\n"));
  EXPECT_TRUE(silencedPython("BUG  # device-tidy: ignore[device-mixed-operands, device-fixed-index] why\n"));
  EXPECT_FALSE(silencedPython("BUG  # device-tidy: ignore[device-fixed-index]\n"));
  EXPECT_TRUE(silencedPython("# device-tidy: ignore\n# more\n\nBUG\n"));
  EXPECT_FALSE(silencedPython("x = 1  # device-tidy: ignore\nBUG\n"));
  EXPECT_TRUE(silencedPython("# device-tidy: ignore-file\n\nBUG"));
  EXPECT_TRUE(silencedPython("BUG\n# device-tidy: ignore-file[device-*]\n"));
  EXPECT_FALSE(silencedPython("# device-tidy: ignore-files\nBUG\n"));
}

TEST(SuppressTest, lastLineOfAPythonExpressionCounts) {
  StringRef Text = "y = BUG(\n    a,\n)  # noqa\n";
  SourceCache Sources;
  Sources.provide("a.py", Text);
  Finding F = findingAt(placeOf("a.py", Text, "BUG(\n    a,\n)"));
  EXPECT_TRUE(applySuppressions({F}, {}, {}, Sources).Kept.empty());
}

TEST(SuppressTest, reportsWhatSilencesNothing) {
  EXPECT_THAT(outcome("a.cpp", "BUG; // NOLINT(device-mixed-operands,device-fixed-index)\n").Useless,
              ElementsAre("'NOLINT' silences no 'device-fixed-index' here"));
  EXPECT_THAT(outcome("a.py", "BUG\nx  # noqa: device-fixed-index, E501\n").Useless,
              ElementsAre("'noqa' silences no 'device-fixed-index' here"));
  EXPECT_THAT(outcome("a.py", "BUG\nx  # device-tidy: ignore\n").Useless,
              ElementsAre("'device-tidy: ignore' silences nothing"));
  // Of another tool, of a check that did not run, bare, used.
  EXPECT_THAT(outcome("a.cpp", "BUG;\nx; // NOLINT(google-x)\n").Useless, IsEmpty());
  EXPECT_THAT(outcome("a.cpp", "BUG;\nx; // NOLINT(device-moved-loss)\n").Useless, IsEmpty());
  EXPECT_THAT(outcome("a.cpp", "BUG;\nx; // NOLINT\n").Useless, IsEmpty());
  EXPECT_THAT(outcome("a.cpp", "BUG; // NOLINT(device-mixed-*)\n").Useless, IsEmpty());
}

TEST(SuppressTest, reportsInFilesWithoutFindings) {
  SourceCache Sources;
  Sources.provide("a.py", "x  # noqa: device-fixed-index\n");
  SuppressionResult R = applySuppressions({}, {"a.py", "gone.py"}, {"device-fixed-index"}, Sources);
  ASSERT_EQ(R.Useless.size(), 1u);
  EXPECT_EQ(R.Useless[0].Where, (Place{"a.py", 11, 29, 11}));
}

TEST(SuppressTest, vanishedFileKeepsItsFinding) {
  SourceCache Sources;
  EXPECT_EQ(applySuppressions({findingAt({"gone.py", 0, 1, 0})}, {}, {}, Sources).Kept.size(), 1u);
}

//===----------------------------------------------------------------------===//

/// The text after --add-noqa for findings at "BUG", which is silent then; "" if no comment can stand.
static std::string added(StringRef Path, StringRef Text,
                         const std::vector<std::string> &Checks = {"device-mixed-operands"}) {
  SourceCache Sources;
  Sources.provide(Path, Text);
  std::vector<Finding> Findings;
  Findings.reserve(Checks.size());
  for (const std::string &Check : Checks)
    Findings.push_back(findingAt(placeOf(Path, Text, "BUG"), Check));
  AddedSuppressions Result = addSuppressions(Findings, Sources);
  if (!Result.Untouched.empty())
    return "";
  EditSet Edits(Sources);
  EXPECT_TRUE(Edits.add(Result.Edits));
  std::string New = Edits.newText(Path);
  for (const std::string &Check : Checks)
    EXPECT_TRUE(outcome(Path, New, Check).Silenced) << New;
  return New;
}

TEST(AddSuppressionsTest, appendsAComment) {
  EXPECT_EQ(added("a.cpp", "BUG;\r\n"), "BUG; // NOLINT(device-mixed-operands)\r\n");
  EXPECT_EQ(added("a.py", "BUG"), "BUG  # noqa: device-mixed-operands");
  EXPECT_EQ(added("a.py", "BUG\n", {"device-mixed-operands", "device-fixed-index"}),
            "BUG  # noqa: device-fixed-index, device-mixed-operands\n");
}

TEST(AddSuppressionsTest, extendsAList) {
  EXPECT_EQ(added("a.cpp", "BUG; // NOLINT(google-x) y\n"), "BUG; // NOLINT(google-x, device-mixed-operands) y\n");
  EXPECT_EQ(added("a.cpp", "BUG; // NOLINT()\n"), "BUG; // NOLINT(device-mixed-operands)\n");
  EXPECT_EQ(added("a.py", "BUG  # noqa: E501 why\n"), "BUG  # noqa: E501, device-mixed-operands why\n");
}

TEST(AddSuppressionsTest, joinsAComment) {
  EXPECT_EQ(added("a.cpp", "BUG; // y\n"), "BUG; // y NOLINT(device-mixed-operands)\n");
  EXPECT_EQ(added("a.cpp", "BUG; /* y */\n"), "BUG; /* y */ // NOLINT(device-mixed-operands)\n");
  EXPECT_EQ(added("a.cpp", "BUG; /* y\n*/\n"), "BUG; /* y NOLINT(device-mixed-operands)\n*/\n");
  EXPECT_EQ(added("a.py", "BUG  # y\n"), "BUG  # y  # noqa: device-mixed-operands\n");
}

TEST(AddSuppressionsTest, continuedLines) {
  EXPECT_EQ(added("a.cpp", "#define F \\\n  BUG; \\\n  x\n"),
            "#define F \\\n  BUG; /* NOLINT(device-mixed-operands) */ \\\n  x\n");
  EXPECT_EQ(added("a.py", "x = BUG + \\\n  1\n"), "");
}

TEST(AddSuppressionsTest, notInsideALiteral) {
  EXPECT_EQ(added("a.cpp", "BUG(R\"(\n)\");\n"), "");
  EXPECT_EQ(added("a.py", "BUG('''\n''')\n"), "");
}

TEST(AddSuppressionsTest, lastLineOfAPythonExpression) {
  StringRef Text = "y = BUG('''\n''')\n";
  SourceCache Sources;
  Sources.provide("a.py", Text);
  AddedSuppressions Result = addSuppressions({findingAt(placeOf("a.py", Text, "BUG('''\n''')"))}, Sources);
  ASSERT_EQ(Result.Edits.size(), 1u);
  EXPECT_EQ(Result.Edits[0].Begin, Text.size() - 1);
}

TEST(AddSuppressionsTest, vanishedFile) {
  SourceCache Sources;
  EXPECT_EQ(addSuppressions({findingAt({"gone.py", 0, 1, 0})}, Sources).Untouched.size(), 1u);
}
