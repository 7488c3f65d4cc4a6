//===- FixesTest.cpp - Applying repairs to files --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Fixes.h"
#include "TestFindings.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace devtidy::report;
using namespace devtidy::report::test;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

namespace {

class EditSetTest : public testing::Test {
protected:
  void provide(StringRef Text) { Sources.provide("f", Text); }
  bool add(const std::vector<Edit> &New) { return Edits.add(New); }
  std::string diff() {
    std::string Out;
    llvm::raw_string_ostream Stream(Out);
    Edits.writeDiff("f", "f", Stream);
    return Out;
  }

  SourceCache Sources;
  EditSet Edits{Sources};
};

} // namespace

TEST_F(EditSetTest, editsOfOneFileInAnyOrder) {
  provide("abcdef");
  EXPECT_TRUE(add({{"f", 4, 5, "E"}}));
  EXPECT_TRUE(add({{"f", 0, 1, "A"}, {"f", 2, 2, "--"}}));
  EXPECT_EQ(Edits.newText("f"), "Ab--cdEf");
}

TEST_F(EditSetTest, overlapIsRefusedAsAWhole) {
  provide("abcdef");
  EXPECT_TRUE(add({{"f", 1, 3, "X"}}));
  EXPECT_FALSE(add({{"f", 5, 6, "F"}, {"f", 2, 4, "Y"}}));
  EXPECT_FALSE(add({{"f", 2, 2, "Y"}}));
  EXPECT_EQ(Edits.newText("f"), "aXdef");
}

TEST_F(EditSetTest, editsAtOneAnothersEdgesDoNotOverlap) {
  provide("abcdef");
  EXPECT_TRUE(add({{"f", 2, 4, "X"}}));
  EXPECT_TRUE(add({{"f", 2, 2, "<"}}));
  EXPECT_TRUE(add({{"f", 4, 4, ">"}}));
  EXPECT_EQ(Edits.newText("f"), "ab<X>ef");
}

TEST_F(EditSetTest, twoInsertionsAtOnePlaceOverlapUnlessEqual) {
  provide("abc");
  EXPECT_TRUE(add({{"f", 1, 1, "x"}}));
  EXPECT_TRUE(add({{"f", 1, 1, "x"}}));
  EXPECT_FALSE(add({{"f", 1, 1, "y"}}));
  EXPECT_FALSE(add({{"f", 2, 2, "y"}, {"f", 2, 2, "z"}}));
  EXPECT_EQ(Edits.newText("f"), "axbc");
}

TEST_F(EditSetTest, refusesWhatIsOutside) {
  provide("abc");
  EXPECT_FALSE(add({{"f", 2, 4, ""}}));
  EXPECT_FALSE(add({{"f", 2, 1, ""}}));
  EXPECT_FALSE(add({{"gone", 0, 0, "x"}}));
  EXPECT_TRUE(Edits.paths().empty());
}

TEST_F(EditSetTest, keepsLineEnds) {
  provide("a\r\nb\r\nc");
  EXPECT_TRUE(add({{"f", 3, 3, "x\ny\r\n"}, {"f", 7, 7, "\nd"}}));
  EXPECT_EQ(Edits.newText("f"), "a\r\nx\r\ny\r\nb\r\nc\r\nd");
}

TEST_F(EditSetTest, editsAreInBytesBehindAByteOrderMark) {
  provide("\xEF\xBB\xBFx.to(d)\n");
  EXPECT_TRUE(add({{"f", 3, 3, "x = "}}));
  EXPECT_EQ(Edits.newText("f"), "\xEF\xBB\xBFx = x.to(d)\n");
}

TEST_F(EditSetTest, emptyFile) {
  provide("");
  EXPECT_TRUE(add({{"f", 0, 0, "x\n"}}));
  EXPECT_EQ(Edits.newText("f"), "x\n");
  EXPECT_EQ(diff(), "--- f\n+++ f\n@@ -0,0 +1 @@\n+x\n");
}

//===----------------------------------------------------------------------===//

TEST(AddSureFixesTest, allOrNothingInTheOrderOfFindings) {
  SourceCache Sources;
  Sources.provide("f", "abcdef");
  Finding First = findingAt({"f", 0, 1, 0}), Second = findingAt({"f", 1, 2, 1}), Unsure = findingAt({"f", 2, 3, 2});
  First.Fixes = {{"unsure", {{"f", 0, 6, ""}}, false}, {"sure", {{"f", 1, 3, "X"}}, true}};
  Second.Fixes = {{"sure", {{"f", 5, 5, "Y"}, {"f", 2, 4, "Z"}}, true}};
  Unsure.Fixes = {{"unsure", {{"f", 5, 6, ""}}, false}};
  EditSet Edits(Sources);
  AppliedFixes Result = addFixes({First, Second, Unsure}, Edits);
  EXPECT_EQ(Result.Fixed, std::vector<Finding>{First});
  EXPECT_EQ(Result.Left, (std::vector<Finding>{Second, Unsure}));
  EXPECT_EQ(Edits.newText("f"), "aXdef");
}

//===----------------------------------------------------------------------===//

TEST_F(EditSetTest, diffOfOneLine) {
  provide("1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  EXPECT_TRUE(add({{"f", 8, 9, "five"}}));
  EXPECT_EQ(diff(), "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST_F(EditSetTest, insertedLinesLeaveTheirNeighboursAlone) {
  provide("1\n2\n3\n");
  EXPECT_TRUE(add({{"f", 2, 2, "new\n"}}));
  EXPECT_EQ(diff(), "--- f\n+++ f\n@@ -1,3 +1,4 @@\n 1\n+new\n 2\n 3\n");
}

TEST_F(EditSetTest, nearChangesShareAHunkAndFarOnesDoNot) {
  std::string Text;
  for (int I = 0; I < 30; ++I)
    Text += "x\n";
  provide(Text);
  EXPECT_TRUE(add({{"f", 0, 0, "a"}, {"f", 12, 13, ""}, {"f", 50, 50, "new\n"}}));
  EXPECT_EQ(diff(), "--- f\n+++ f\n@@ -1,10 +1,10 @@\n-x\n+ax\n x\n x\n x\n x\n x\n-x\n+\n x\n x\n x\n"
                    "@@ -23,6 +23,7 @@\n x\n x\n x\n+new\n x\n x\n x\n");
}

TEST_F(EditSetTest, editsOfOneLineAreOneChange) {
  provide("abc\nd\n");
  EXPECT_TRUE(add({{"f", 0, 1, "A"}, {"f", 2, 3, "C"}}));
  EXPECT_EQ(diff(), "--- f\n+++ f\n@@ -1,2 +1,2 @@\n-abc\n+AbC\n d\n");
}

TEST_F(EditSetTest, removedLineEnd) {
  provide("a\nb\nc\n");
  EXPECT_TRUE(add({{"f", 1, 2, ""}}));
  EXPECT_EQ(diff(), "--- f\n+++ f\n@@ -1,3 +1,2 @@\n-a\n-b\n+ab\n c\n");
}

TEST_F(EditSetTest, diffWithoutALastLineEnd) {
  provide("a\nb");
  EXPECT_TRUE(add({{"f", 3, 3, "c"}}));
  EXPECT_EQ(diff(), "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+bc\n\\ No newline at end of "
                    "file\n");
}

TEST_F(EditSetTest, editThatChangesNothingHasNoDiff) {
  provide("a\nb\n");
  EXPECT_TRUE(add({{"f", 0, 1, "a"}}));
  EXPECT_EQ(diff(), "");
}

//===----------------------------------------------------------------------===//

namespace {

class ReplaceFileTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("report", Folder));
    File = Folder;
    llvm::sys::path::append(File, "f.py");
    write("old\n");
  }
  void TearDown() override { EXPECT_FALSE(fs::remove_directories(Folder)); }

  void write(StringRef Text) {
    std::error_code Failed;
    llvm::raw_fd_ostream Out(File, Failed);
    Out << Text;
  }
  std::string read() {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }

  llvm::SmallString<128> Folder, File;
};

} // namespace

TEST_F(ReplaceFileTest, keepsTheMode) {
  ASSERT_FALSE(fs::setPermissions(File, fs::perms(0750)));
  ASSERT_FALSE(bool(replaceFile(File, "new\r\n")));
  EXPECT_EQ(read(), "new\r\n");
  EXPECT_EQ(fs::getPermissions(File).get(), fs::perms(0750));
}

TEST_F(ReplaceFileTest, followsSymbolicLinks) {
  llvm::SmallString<128> Link(Folder);
  llvm::sys::path::append(Link, "link.py");
  ASSERT_FALSE(fs::create_link(File, Link));
  ASSERT_FALSE(bool(replaceFile(Link, "new\n")));
  EXPECT_EQ(read(), "new\n");
  EXPECT_TRUE(fs::is_symlink_file(Link));
}

TEST_F(ReplaceFileTest, leavesNothingBehind) {
  ASSERT_FALSE(bool(replaceFile(File, "new\n")));
  std::error_code Failed;
  unsigned Count = 0;
  for (fs::directory_iterator I(Folder, Failed), End; I != End && !Failed; I.increment(Failed))
    ++Count;
  EXPECT_EQ(Count, 1u);
}

TEST_F(ReplaceFileTest, vanishedFileIsAnError) {
  ASSERT_FALSE(fs::remove(File));
  EXPECT_EQ(llvm::toString(replaceFile(File, "new\n")),
            ("cannot write '" + File + "': No such file or directory").str());
}
