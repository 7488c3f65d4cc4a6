//===- LinkerTest.cpp -----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/Linker.h"
#include "checks/Run.h"
#include "ir/Text.h"
#include "ir/Verifier.h"
#include "gtest/gtest.h"

using namespace devtidy;

namespace {

/// Modules parsed from their text forms.
class LinkerTest : public testing::Test {
protected:
  void add(llvm::StringRef Text) {
    llvm::Expected<std::unique_ptr<ir::Module>> M = ir::parse(Text);
    ASSERT_TRUE(bool(M)) << llvm::toString(M.takeError());
    ASSERT_TRUE(ir::verify(**M).empty()) << ir::verify(**M).front();
    Owned.push_back(std::move(*M));
    Modules.push_back(Owned.back().get());
  }

  std::string canonical(llvm::StringRef Name, unsigned Own = 0) {
    return dataflow::Linker(Modules).canonical(Name, *Modules[Own]);
  }

  std::vector<std::unique_ptr<ir::Module>> Owned;
  std::vector<const ir::Module *> Modules;
};

TEST_F(LinkerTest, aliasRenamesWhatIsBelow) {
  add("module python \"common\" alias @common.nn = @torch.nn");
  EXPECT_EQ(canonical("common.nn"), "torch.nn");
  EXPECT_EQ(canonical("common.nn.Linear"), "torch.nn.Linear");
  EXPECT_EQ(canonical("common.nnx.Linear"), "common.nnx.Linear");
  EXPECT_EQ(canonical("other.nn.Linear"), "other.nn.Linear");
}

TEST_F(LinkerTest, longestPrefixWins) {
  add("alias @pkg.a = @x alias @pkg.a.b = @y");
  EXPECT_EQ(canonical("pkg.a.b.c"), "y.c");
  EXPECT_EQ(canonical("pkg.a.c"), "x.c");
}

TEST_F(LinkerTest, chainsEnd) {
  add("module python \"a\" alias @a.f = @b.f");
  add("module python \"b\" alias @b.f = @c.g func @b.h() { ^0: return }");
  EXPECT_EQ(canonical("a.f"), "c.g");
}

TEST_F(LinkerTest, circlesEnd) {
  add("alias @a = @b alias @b = @a alias @c = @c.d alias @e.* = @f.* alias @f.* = @e.* alias @g = @g");
  EXPECT_EQ(canonical("a.x"), "a.x");
  EXPECT_EQ(canonical("c.x"), "c.x");
  EXPECT_EQ(canonical("g.x"), "g.x");
  EXPECT_FALSE(canonical("e.x").empty());
}

TEST_F(LinkerTest, definitionHidesAlias) {
  add("alias @pkg.f = @torch.zeros alias @pkg.* = @torch.* func @pkg.f() { ^0: return } func @pkg.ones() { ^0: return "
      "}");
  EXPECT_EQ(canonical("pkg.f"), "pkg.f");
  EXPECT_EQ(canonical("pkg.ones"), "pkg.ones");
  EXPECT_EQ(canonical("pkg.zeros"), "torch.zeros");
}

TEST_F(LinkerTest, lastWildcardThatHasTheNameWins) {
  add("module python \"m\" alias @m.* = @torch.* alias @m.* = @util.* alias @m.* = @torch.nn.*");
  add("module python \"util\" func @util.zeros() { ^0: return } func @util.own() { ^0: return }");
  EXPECT_EQ(canonical("m.zeros"), "util.zeros");
  EXPECT_EQ(canonical("m.own"), "util.own");
  EXPECT_EQ(canonical("m.Linear"), "torch.nn.Linear");
  EXPECT_EQ(canonical("m.ones"), "torch.ones");
}

/// Each asks all others; a name that nobody has is looked for once in each, and does not grow.
TEST_F(LinkerTest, manyWildcardsEnd) {
  std::string Package = "module python \"a\"";
  for (unsigned I = 0; I != 100; ++I) {
    std::string Name = "a.m" + std::to_string(I);
    Package += " alias @a.* = @" + Name + ".*";
    add("module python \"" + Name + "\" alias @" + Name + ".* = @a.* alias @" + Name + ".* = @a.gone.*");
  }
  add(Package);
  EXPECT_FALSE(canonical("a.unknown").empty());
  EXPECT_FALSE(canonical("a.gone.unknown").empty());
}

TEST_F(LinkerTest, whatNobodyKnowsIsTheLastLibrarys) {
  add("module python \"m\" alias @m.* = @torch.* alias @m.* = @util.*");
  add("module python \"util\"");
  EXPECT_EQ(canonical("m.float32"), "torch.float32");
}

/// What a package of the run lacks holds nothing, however deep the package is.
TEST_F(LinkerTest, missingModulesHoldNothing) {
  add("module python \"folder.m\" alias @folder.m.* = @torch.* alias @folder.m.* = @folder.m.gone.*");
  EXPECT_EQ(canonical("folder.m.ones"), "torch.ones");
  EXPECT_EQ(canonical("folder.m.unknown"), "torch.unknown");
  add("module python \"n\" alias @n.* = @torch.* alias @n.* = @n.other.* alias @n.other = @util");
  EXPECT_EQ(canonical("n.unknown"), "util.unknown");
}

TEST_F(LinkerTest, ownDefinitionComesFirst) {
  add("module python \"train\" func @train.main() { ^0: return }");
  add("module python \"train\" func @train.main() { ^0: return }");
  dataflow::Linker L(Modules);
  EXPECT_EQ(L.findFunction("train.main", *Modules[0])->M, Modules[0]);
  EXPECT_EQ(L.findFunction("train.main", *Modules[1])->M, Modules[1]);
}

/// A finding needs both functions and both library names behind aliases.
TEST_F(LinkerTest, callsGoThroughAliases) {
  add(R"(module python "main" file "main.py"
func @main.f() {
^0:
  %a = call @common.make(5) @10..20
  %b = call @common.torch.zeros(5, device="cuda") @30..40
  %c = op "+"(%a@50..51, %b@54..55) @50..55
  return(%c)
})");
  add("module python \"common\" file \"common.py\" alias @common.make = @common.impl.make alias @common.torch = "
      "@torch");
  add(R"(module python "common.impl" file "common/impl.py" alias @common.impl.* = @torch.*
func @common.impl.make(%n) {
^0:
  %a = call @common.impl.ones(%n) @10..20
  return(%a)
})");
  std::vector<report::Finding> Found = checks::runChecks(Modules, {});
  unsigned Mixed = 0;
  for (const report::Finding &F : Found)
    Mixed += F.Check == "device-mixed-operands";
  EXPECT_EQ(Mixed, 1U);
}

} // namespace
