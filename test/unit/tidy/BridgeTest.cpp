//===- BridgeTest.cpp - Findings as clang diagnostics ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Bridge.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "gtest/gtest.h"

using namespace devtidy::frontend;
namespace report = devtidy::report;

namespace {

constexpr llvm::StringLiteral Main = "#include \"model.h\"\nauto a = zeros(n);\nauto b = a + c;\n";
constexpr llvm::StringLiteral Header = "int n = 3;\n";

/// A unit of two files in /src, which is the working folder, beside a third that is not included.
class BridgeTest : public ::testing::Test {
protected:
  BridgeTest() {
    EXPECT_FALSE(FileSystem->setCurrentWorkingDirectory("/src"));
    for (auto [Path, Text] : {std::pair("/src/main.cpp", Main), {"/src/model.h", Header}, {"/src/other.h", Header}})
      FileSystem->addFile(Path, 0, llvm::MemoryBuffer::getMemBuffer(Text));
    Sources.setMainFileID(add("/src/main.cpp"));
    add("/src/model.h");
  }

  clang::FileID add(llvm::StringRef Path) {
    return Sources.createFileID(llvm::cantFail(Files.getFileRef(Path)), clang::SourceLocation(), clang::SrcMgr::C_User);
  }

  /// "main.cpp:2:10", as a person reads it.
  std::string text(clang::SourceLocation Where) const {
    const clang::PresumedLoc L = Sources.getPresumedLoc(Where);
    if (L.isInvalid())
      return "nowhere";
    return llvm::StringRef(L.getFilename()).rsplit('/').second.str() + ":" + std::to_string(L.getLine()) + ":" +
           std::to_string(L.getColumn());
  }

  static report::Place at(std::string Path, llvm::StringRef Text, llvm::StringRef Part) {
    const auto Begin = static_cast<uint32_t>(Text.find(Part));
    return {std::move(Path), Begin, static_cast<uint32_t>(Begin + Part.size()), Begin};
  }

  /// The sum on line 3, whose left operand was created on line 2.
  static report::Finding sum() {
    report::Finding F;
    F.Check = "device-mixed-operands";
    F.Where = at("/src/main.cpp", Main, "a + c");
    F.Where.Point += 2;
    F.Headline = "operands of '+' are on different devices";
    F.Notes = {{at("main.cpp", Main, "zeros(n)"), "'a' created on cpu here, the default device"}};
    return F;
  }

  static report::Fix insertion(llvm::StringRef Before, std::string Text, bool Sure) {
    const uint32_t Offset = at("", Main, Before).Begin;
    return {"title", {{"/src/main.cpp", Offset, Offset, std::move(Text)}}, Sure};
  }

  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> FileSystem =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  clang::FileManager Files{clang::FileSystemOptions(), FileSystem};
  clang::DiagnosticOptions Options;
  clang::DiagnosticsEngine Diagnostics{clang::DiagnosticIDs::create(), Options};
  clang::SourceManager Sources{Diagnostics, Files};
};

TEST_F(BridgeTest, PutsTheCaretOnThePointAndUnderlinesTheRange) {
  const auto B = bridge(sum(), Sources, SureFix::OnWarning);
  ASSERT_TRUE(B);
  EXPECT_EQ(text(B->Warning.Location), "main.cpp:3:12");
  EXPECT_EQ(text(B->Warning.Range.getBegin()), "main.cpp:3:10");
  EXPECT_EQ(text(B->Warning.Range.getEnd()), "main.cpp:3:15");
  EXPECT_TRUE(B->Warning.Range.isCharRange());
  EXPECT_EQ(B->Warning.Text, "operands of '+' are on different devices");
}

TEST_F(BridgeTest, ResolvesRelativePathsFromTheWorkingFolder) {
  const auto B = bridge(sum(), Sources, SureFix::OnWarning);
  ASSERT_TRUE(B);
  ASSERT_EQ(B->Notes.size(), 1U);
  EXPECT_EQ(text(B->Notes[0].Location), "main.cpp:2:10");
}

TEST_F(BridgeTest, LeavesOutNotesOutsideTheUnit) {
  report::Finding F = sum();
  F.Notes.push_back({at("/src/other.h", Header, "n"), "not included"});
  F.Notes.push_back({at("/src/absent.h", Header, "n"), "not there"});
  F.Notes.push_back({at("/src/model.h", Header, "n ="), "included"});
  const auto B = bridge(F, Sources, SureFix::OnWarning);
  ASSERT_TRUE(B);
  ASSERT_EQ(B->Notes.size(), 2U);
  EXPECT_EQ(text(B->Notes[1].Location), "model.h:1:5");
}

TEST_F(BridgeTest, DropsFindingsOutsideTheUnitOrBeyondTheFile) {
  report::Finding F = sum();
  F.Where.Path = "/src/other.h";
  EXPECT_FALSE(bridge(F, Sources, SureFix::OnWarning));
  F = sum();
  F.Where.Point = Main.size() + 1;
  EXPECT_FALSE(bridge(F, Sources, SureFix::OnWarning));
}

TEST_F(BridgeTest, ReachesTheEndOfTheFile) {
  EXPECT_EQ(text(locationOf("/src/main.cpp", Main.size(), Sources)), "main.cpp:4:1");
  EXPECT_TRUE(locationOf("/src/main.cpp", Main.size() + 1, Sources).isInvalid());
}

TEST_F(BridgeTest, HangsASureFixOnTheWarningAndOthersOnNotes) {
  report::Finding F = sum();
  F.Fixes = {insertion(");", ", cuda", false), insertion("c;", "to", true), insertion("a +", "or", true)};
  const auto B = bridge(F, Sources, SureFix::OnWarning);
  ASSERT_TRUE(B);
  ASSERT_EQ(B->Warning.Edits.size(), 1U);
  EXPECT_EQ(B->Warning.Edits[0].CodeToInsert, "to");
  EXPECT_TRUE(B->Warning.Edits[0].RemoveRange.getBegin() == B->Warning.Edits[0].RemoveRange.getEnd());
  ASSERT_EQ(B->Notes.size(), 3U);
  EXPECT_EQ(B->Notes[1].Text, "title");
  EXPECT_EQ(text(B->Notes[1].Location), "main.cpp:2:17");
  EXPECT_EQ(B->Notes[1].Edits[0].CodeToInsert, ", cuda");
  EXPECT_EQ(B->Notes[2].Edits[0].CodeToInsert, "or");
}

TEST_F(BridgeTest, GivesEditorsATitleForEachFix) {
  report::Finding F = sum();
  F.Fixes = {insertion("c;", "to", true)};
  const auto B = bridge(F, Sources, SureFix::OnNote);
  ASSERT_TRUE(B);
  EXPECT_TRUE(B->Warning.Edits.empty());
  ASSERT_EQ(B->Notes.size(), 2U);
  EXPECT_EQ(B->Notes[1].Text, "title");
}

TEST_F(BridgeTest, OffersNoHalfOfARepair) {
  report::Finding F = sum();
  F.Fixes = {insertion("c;", "to", true)};
  F.Fixes[0].Edits.push_back({"/src/other.h", 0, 3, "long"});
  const auto B = bridge(F, Sources, SureFix::OnWarning);
  ASSERT_TRUE(B);
  EXPECT_TRUE(B->Warning.Edits.empty());
  EXPECT_EQ(B->Notes.size(), 1U);
}

TEST_F(BridgeTest, ReplacesARange) {
  report::Finding F = sum();
  const report::Place Creation = at("/src/main.cpp", Main, "zeros(n)");
  F.Fixes = {{"title", {{Creation.Path, Creation.Begin, Creation.End, "zeros_like(c)"}}, true}};
  const auto B = bridge(F, Sources, SureFix::OnWarning);
  ASSERT_TRUE(B);
  ASSERT_EQ(B->Warning.Edits.size(), 1U);
  EXPECT_EQ(text(B->Warning.Edits[0].RemoveRange.getBegin()), "main.cpp:2:10");
  EXPECT_EQ(text(B->Warning.Edits[0].RemoveRange.getEnd()), "main.cpp:2:18");
}

} // namespace
