//===- VerifierTest.cpp - One malformed program per rule ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Verifier.h"
#include "ir/Dominators.h"
#include "ir/Text.h"
#include "gmock/gmock.h"

using namespace devtidy::ir;
using testing::ElementsAre;

static std::unique_ptr<Module> parsed(llvm::StringRef Text) {
  llvm::Expected<std::unique_ptr<Module>> M = parse(Text);
  if (!M) {
    ADD_FAILURE() << llvm::toString(M.takeError());
    return std::make_unique<Module>();
  }
  return std::move(*M);
}

static std::vector<std::string> defectsOf(llvm::StringRef Text) { return verify(*parsed(Text)); }

/// A well-formed function whose parts a test then breaks.
static std::unique_ptr<Module> sound() {
  return parsed("func @f(%x) {\n^0:\n  %y = op \"+\"(%x, %x)\n  jump ^1(%y)\n^1(%z):\n  return(%z)\n}");
}

TEST(Verifier, AcceptsASoundFunction) { EXPECT_THAT(verify(*sound()), ElementsAre()); }

TEST(Verifier, BlockEndsInItsOnlyTerminator) {
  EXPECT_THAT(defectsOf("func @f() {\n^0:\n}"), ElementsAre("func @f, ^0: block has no terminator"));
  EXPECT_THAT(defectsOf("func @f() {\n^0:\n  %x = opaque()\n}"),
              ElementsAre("func @f, ^0, opaque: block does not end in a terminator"));
  EXPECT_THAT(defectsOf("func @f() {\n^0:\n  return\n  return\n}"),
              ElementsAre("func @f, ^0, return: terminator before the end of its block"));
}

TEST(Verifier, IdsAreInRange) {
  auto M = sound();
  M->function(FunctionId(0)).Insts[0].Args[1].Value = ValueId(17);
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0, op: argument's value id out of range"));
  M = sound();
  M->function(FunctionId(0)).Insts[0].Args[1].Value = ValueId();
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0, op: argument's value id out of range"));
  M = sound();
  M->function(FunctionId(0)).Insts[0].Result = ValueId(17);
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0, op: result's value id out of range"));
  M = sound();
  M->function(FunctionId(0)).Insts[1].Targets[0].Args[0] = ValueId(17);
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0, jump: edge argument's value id out of range"));
  M = sound();
  M->function(FunctionId(0)).Insts[1].Targets[0].Block = BlockId(17);
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0, jump: successor's block id out of range"));
  M = sound();
  M->function(FunctionId(0)).Blocks[1].Params[0] = ValueId(17);
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^1: parameter's value id out of range"));
  M = sound();
  M->function(FunctionId(0)).Blocks[1].Insts[0] = InstId(17);
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^1: instruction id out of range"));
  M = parsed("func lambda @g() captures 0\nfunc @f() {\n^0:\n  %c = closure @g()\n  return\n}");
  M->function(FunctionId(1)).Insts[0].Callee = FunctionId(17);
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0, closure: function id out of range"));
}

TEST(Verifier, ValuesAreDefinedOnce) {
  auto M = sound();
  M->function(FunctionId(0)).Blocks[1].Params[0] = ValueId(0);
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^1, %x: defined twice"));
  M = sound();
  M->function(FunctionId(0)).Blocks[0].Insts.insert(M->function(FunctionId(0)).Blocks[0].Insts.begin(), InstId(0));
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0: instruction stands in two places"));
  M = sound();
  M->function(FunctionId(0)).Values[1].Block = BlockId(1);
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0, %y: does not name the place of its definition"));
  M = sound();
  M->function(FunctionId(0)).Insts[0].Parent = BlockId(1);
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0, op: does not name its block"));
  M = sound();
  M->function(FunctionId(0)).Values.push_back({});
  M->function(FunctionId(0)).Insts[0].Args[0].Value = ValueId(3);
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0, %!3: used but never defined"));
}

TEST(Verifier, DefinitionsDominateUses) {
  EXPECT_THAT(defectsOf("func @f() {\n^0:\n  %x = opaque(%y)\n  %y = opaque()\n  return\n}"),
              ElementsAre("func @f, ^0, %y: used before its definition"));
  EXPECT_THAT(defectsOf("func @f() {\n^0:\n  %x = opaque(%x)\n  return\n}"),
              ElementsAre("func @f, ^0, %x: used before its definition"));
  EXPECT_THAT(
      defectsOf("func @f(%c) {\n^0:\n  branch(%c) ^1, ^2\n^1:\n  %x = opaque()\n  jump ^2\n^2:\n  return(%x)\n}"),
      ElementsAre("func @f, ^2, %x: its definition does not dominate this use"));
  EXPECT_THAT(defectsOf("func @f(%c) {\n^0:\n  jump ^1\n^1:\n  jump ^2(%x)\n^2(%x):\n  return\n}"),
              ElementsAre("func @f, ^1, %x: its definition does not dominate this use"));
}

TEST(Verifier, EdgesGiveWhatTheirTargetTakes) {
  EXPECT_THAT(defectsOf("func @f(%x) {\n^0:\n  jump ^1(%x, %x)\n^1(%y):\n  return\n}"),
              ElementsAre("func @f, ^0, jump: edge gives 2 arguments, its target has 1 parameters"));
  auto M = sound();
  M->function(FunctionId(0)).Insts[1].Targets.clear();
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0, jump: has 0 successors, takes 1"));
}

TEST(Verifier, NothingJumpsToTheEntry) {
  EXPECT_THAT(defectsOf("func @f() {\n^0:\n  jump ^0\n}"), ElementsAre("func @f, ^0, jump: jumps to the entry block"));
}

TEST(Verifier, EntryTakesTheDeclaredParameters) {
  EXPECT_THAT(defectsOf("func @f(%x) {\n^0():\n  return\n}"),
              ElementsAre("func @f: entry block has 0 parameters, the function 1"));
  EXPECT_THAT(defectsOf("func lambda @f(%x) captures 2"), ElementsAre("func @f: captures more than it has parameters"));
}

TEST(Verifier, ArgumentsAreAsManyAsTheKindTakes) {
  EXPECT_THAT(defectsOf("func @f(%x) {\n^0:\n  %y = get.cell(%x, %x)\n  return\n}"),
              ElementsAre("func @f, ^0, get.cell: has 2 arguments, takes 1"));
  EXPECT_THAT(defectsOf("func @f(%x) {\n^0:\n  set.item(%x, %x)\n  return\n}"),
              ElementsAre("func @f, ^0, set.item: has 2 arguments, takes 3 or more"));
  EXPECT_THAT(defectsOf("func @f(%x) {\n^0:\n  return(%x, %x)\n}"),
              ElementsAre("func @f, ^0, return: has 2 arguments, takes 0 to 1"));
  EXPECT_THAT(defectsOf("func @f(%x) {\n^0:\n  %d = dict(%x)\n  return\n}"),
              ElementsAre("func @f, ^0, dict: has a key without a value"));
  EXPECT_THAT(defectsOf("func @f(%x) {\n^0:\n  %d = dict(%x, %x, **%x)\n  return\n}"), ElementsAre());
}

TEST(Verifier, PayloadsAreThere) {
  EXPECT_THAT(defectsOf("func @f(%x) {\n^0:\n  %y = invoke \"\"(%x)\n  return\n}"),
              ElementsAre("func @f, ^0, invoke: has no name"));
  EXPECT_THAT(defectsOf("func @f(%x) {\n^0:\n  %y = unpack 2 of 2(%x)\n  return\n}"),
              ElementsAre("func @f, ^0, unpack: takes element 2 of 2"));
  auto M = sound();
  M->function(FunctionId(0)).Insts[0].Kind = InstKind::SetCell;
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0, set.cell: has a result, which its kind does not have"));
  M = sound();
  M->function(FunctionId(0)).Insts[0].Result = ValueId();
  EXPECT_THAT(verify(*M), ElementsAre("func @f, ^0, op: has no result"));
}

/// The text with every range in a file of another module, as if it were copied from there.
static std::vector<std::string> defectsElsewhere(llvm::StringRef Text) {
  static const SourceFile Other = {"other", true, FileId(0)};
  auto M = parsed(("file \"a\"\n" + Text).str());
  auto Move = [](SourceRange &R) {
    if (R.isValid())
      R.File = &Other;
  };
  for (const auto &F : M->Functions) {
    Move(F->Range);
    for (Param &P : F->Params)
      Move(P.Range);
    for (Inst &I : F->Insts) {
      Move(I.Range);
      for (Arg &A : I.Args)
        Move(A.Range);
    }
  }
  for (Class &C : M->Classes) {
    Move(C.Range);
    for (Field &F : C.Fields)
      Move(F.Range);
  }
  for (Problem &P : M->Problems)
    Move(P.Range);
  return verify(*M);
}

TEST(Verifier, RangesLieInAFile) {
  EXPECT_THAT(defectsElsewhere("func @f() @1..2"), ElementsAre("func @f: range lies in no file of the module"));
  EXPECT_THAT(defectsOf("file \"a\"\nfunc @f() @2..1"),
              ElementsAre("func @f: range does not have begin <= point <= end"));
  EXPECT_THAT(defectsOf("file \"a\"\nfunc @f() @1..3^4"),
              ElementsAre("func @f: range does not have begin <= point <= end"));
  EXPECT_THAT(defectsElsewhere("func @f(%x @1..2)"),
              ElementsAre("func @f: parameter's range lies in no file of the module"));
  EXPECT_THAT(defectsElsewhere("func @f(%x) {\n^0:\n  return(%x@1..2) @1..2\n}"),
              ElementsAre("func @f, ^0, return: argument's range lies in no file of the module",
                          "func @f, ^0, return: range lies in no file of the module"));
  EXPECT_THAT(defectsElsewhere("class @C @1..2"), ElementsAre("class @C: range lies in no file of the module"));
  EXPECT_THAT(defectsElsewhere("class @C {\n  w: tensor @1..2\n}"),
              ElementsAre("class @C, field w: range lies in no file of the module"));
  EXPECT_THAT(defectsElsewhere("problem \"p\" @1..2"),
              ElementsAre("problem \"p\": range lies in no file of the module"));
}

TEST(Verifier, NamesAreUnique) {
  EXPECT_THAT(defectsOf("func @f()\nfunc @f()"), ElementsAre("func @f: name is taken by another function"));
  EXPECT_THAT(defectsOf("class @C\nclass @C"), ElementsAre("class @C: name is taken by another class"));
}

TEST(Verifier, ClosuresNameALambda) {
  EXPECT_THAT(defectsOf("func @g()\nfunc @f() {\n^0:\n  %c = closure @g()\n  return\n}"),
              ElementsAre("func @f, ^0, closure: names @g, which is not a lambda"));
  EXPECT_THAT(defectsOf("func lambda @g(%x) captures 1\nfunc @f() {\n^0:\n  %c = closure @g()\n  return\n}"),
              ElementsAre("func @f, ^0, closure: gives 0 captures, @g has 1"));
}

TEST(Verifier, GivesAtMostTwentyDefects) {
  std::string Text = "func @f(%x) {\n^0:\n";
  for (unsigned I = 0; I != 30; ++I)
    Text += "  set.cell(%x)\n";
  EXPECT_EQ(defectsOf(Text + "  return\n}").size(), 20U);
}

TEST(Dominators, OfALoopWithABranch) {
  auto M = parsed("func @f(%c) {\n^0:\n  jump ^1\n^1:\n  branch(%c) ^2, ^5\n^2:\n  branch(%c) ^3, ^4\n^3:\n  jump ^4\n"
                  "^4:\n  jump ^1\n^5:\n  return\n^6:\n  return\n}");
  Dominators D(M->function(FunctionId(0)));
  auto Dominates = [&](unsigned A, unsigned B) { return D.dominates(BlockId(A), BlockId(B)); };
  for (unsigned B = 0; B != 6; ++B) {
    EXPECT_TRUE(Dominates(0, B));
    EXPECT_TRUE(Dominates(B, B));
  }
  EXPECT_TRUE(Dominates(1, 4));
  EXPECT_TRUE(Dominates(1, 5));
  EXPECT_TRUE(Dominates(2, 4));
  EXPECT_FALSE(Dominates(3, 4));
  EXPECT_FALSE(Dominates(4, 1));
  EXPECT_FALSE(Dominates(2, 5));
  EXPECT_FALSE(D.isReachable(BlockId(6)));
}
