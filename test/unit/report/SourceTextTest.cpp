//===- SourceTextTest.cpp - Lines and columns -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/SourceText.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace devtidy::report;
using llvm::StringRef;

static SourceText textOf(StringRef Text) { return SourceText(llvm::MemoryBuffer::getMemBufferCopy(Text)); }

TEST(SourceTextTest, emptyFileHasOneEmptyLine) {
  SourceText Text = textOf("");
  EXPECT_EQ(Text.lineCount(), 1u);
  EXPECT_EQ(Text.line(1), "");
  EXPECT_EQ(Text.inBytes(0), (LineColumn{1, 1}));
  EXPECT_EQ(Text.inBytes(99), (LineColumn{1, 1}));
}

TEST(SourceTextTest, everyKindOfLineEnd) {
  SourceText Text = textOf("a\nbb\r\nccc\rdddd");
  ASSERT_EQ(Text.lineCount(), 4u);
  EXPECT_EQ(Text.line(1), "a");
  EXPECT_EQ(Text.line(2), "bb");
  EXPECT_EQ(Text.line(3), "ccc");
  EXPECT_EQ(Text.line(4), "dddd");
  EXPECT_EQ(Text.lineEnding(1), "\n");
  EXPECT_EQ(Text.lineEnding(2), "\r\n");
  EXPECT_EQ(Text.lineEnding(3), "\r");
  EXPECT_EQ(Text.lineEnding(4), "");
  // The second byte of a line end still belongs to its line.
  EXPECT_EQ(Text.inBytes(5), (LineColumn{2, 3}));
  EXPECT_EQ(Text.inBytes(6), (LineColumn{3, 1}));
}

TEST(SourceTextTest, lastLineWithAndWithoutLineEnd) {
  EXPECT_EQ(textOf("x = 1").inBytes(5), (LineColumn{1, 6}));
  EXPECT_EQ(textOf("x = 1\n").inBytes(6), (LineColumn{2, 1}));
}

TEST(SourceTextTest, byteOrderMarkBelongsToNoLine) {
  SourceText Text = textOf("\xEF\xBB\xBFx.to(d)");
  EXPECT_EQ(Text.line(1), "x.to(d)");
  EXPECT_EQ(Text.inBytes(3), (LineColumn{1, 1}));
  EXPECT_EQ(Text.inUtf16(5), (LineColumn{1, 3}));
  EXPECT_EQ(Text.inBytes(0), (LineColumn{1, 1}));
}

TEST(SourceTextTest, columnsOfCharactersBeyondAscii) {
  // One character of two bytes, one of four (a surrogate pair in UTF-16), one invalid byte.
  SourceText Text = textOf("\xC3\xA9\xF0\x9F\x94\xA5\xFFx");
  EXPECT_EQ(Text.inBytes(2), (LineColumn{1, 3}));
  EXPECT_EQ(Text.inUtf16(2), (LineColumn{1, 2}));
  EXPECT_EQ(Text.inUtf16(6), (LineColumn{1, 4}));
  EXPECT_EQ(Text.inUtf16(7), (LineColumn{1, 5}));
}

TEST(SourceCacheTest, givenTextWinsOverTheDisk) {
  SourceCache Sources;
  Sources.provide("no/such/file.py", "x = 1\n");
  ASSERT_NE(Sources.get("no/such/file.py"), nullptr);
  EXPECT_EQ(Sources.get("no/such/file.py")->line(1), "x = 1");
}

TEST(SourceCacheTest, whatCannotBeReadIsNull) {
  SourceCache Sources;
  EXPECT_EQ(Sources.get("no/such/file.py"), nullptr);
  EXPECT_EQ(Sources.get("no/such/file.py"), nullptr);
  EXPECT_EQ(Sources.get("/"), nullptr);
}

TEST(ValidUtf8Test, replacesOnlyWhatIsInvalid) {
  EXPECT_EQ(validUtf8("caf\xC3\xA9"), "caf\xC3\xA9");
  EXPECT_EQ(validUtf8("a\xFFz"), "a\xEF\xBF\xBDz");
}
