//===- CommentsTest.cpp - Telling comments from literals ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Comments.h"
#include "gtest/gtest.h"

using namespace devtidy::report;
using llvm::StringRef;

/// The comments of a text, each followed by a bar.
static std::string comments(StringRef Text, Language L) {
  std::string Out;
  for (const Span &S : findCommentsAndLiterals(Text, L))
    if (S.What == Span::Kind::Comment)
      Out += Text.slice(S.Begin, S.End).str() + "|";
  return Out;
}

static std::string cxx(StringRef Text) { return comments(Text, Language::Cxx); }
static std::string python(StringRef Text) { return comments(Text, Language::Python); }

TEST(CommentsTest, languages) {
  EXPECT_EQ(languageOf("a/b.py"), Language::Python);
  EXPECT_EQ(languageOf("b.pyi"), Language::Python);
  EXPECT_EQ(languageOf("b.cu"), Language::Cxx);
  EXPECT_EQ(languageOf("py"), Language::Cxx);
}

TEST(CommentsTest, cxxComments) {
  EXPECT_EQ(cxx("a // b\nc /* d\ne */ f // g"), "// b|/* d\ne */|// g|");
  EXPECT_EQ(cxx("a // b\r\nc"), "// b|");
  EXPECT_EQ(cxx("// a \\\n b\nc"), "// a \\\n b|");
  EXPECT_EQ(cxx("/* open"), "/* open|");
}

TEST(CommentsTest, cxxLiterals) {
  EXPECT_EQ(cxx("\"// a\" // b"), "// b|");
  EXPECT_EQ(cxx("\"\\\"// a\" // b"), "// b|");
  EXPECT_EQ(cxx("'\"' // b"), "// b|");
  EXPECT_EQ(cxx("R\"x(\" // a\n)\" )x\" // b"), "// b|");
  EXPECT_EQ(cxx("u8R\"(// a)\" // b"), "// b|");
  EXPECT_EQ(cxx("FOOR\"(// a)\" // b"), "// b|");
  EXPECT_EQ(cxx("1'000'000 // b"), "// b|");
  EXPECT_EQ(cxx("0x'ff // b"), "// b|");
  EXPECT_EQ(cxx("f('a') // b"), "// b|");
}

TEST(CommentsTest, literalWithoutEndStopsAtItsLine) {
  EXPECT_EQ(cxx("#error don't\n// b"), "// b|");
  EXPECT_EQ(cxx("\"abc\n// b"), "// b|");
  EXPECT_EQ(python("x = 'abc\n# b"), "# b|");
  EXPECT_EQ(cxx("\""), "");
  EXPECT_EQ(cxx("R\"(// a"), "");
  EXPECT_EQ(cxx("\"\\"), "");
}

TEST(CommentsTest, pythonComments) {
  EXPECT_EQ(python("x = 1 # a\n# b\r\n"), "# a|# b|");
  EXPECT_EQ(python("x = '# a' # b"), "# b|");
  EXPECT_EQ(python("x = '\\'# a' # b"), "# b|");
  EXPECT_EQ(python("'''\n# a\n''' # b"), "# b|");
  EXPECT_EQ(python("\"\"\" \" # a \"\"\" # b"), "# b|");
  EXPECT_EQ(python("rb'\\' # a' # b"), "# b|");
  EXPECT_EQ(python("x = '' # b"), "# b|");
  EXPECT_EQ(python("'''open\n# a"), "");
  EXPECT_EQ(python("x = 5 // 2 # b"), "# b|");
}
