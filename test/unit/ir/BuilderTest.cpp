//===- BuilderTest.cpp - SSA construction ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Builder.h"
#include "ir/Text.h"
#include "ir/Verifier.h"
#include "gmock/gmock.h"

using namespace devtidy::ir;

namespace {

class BuilderTest : public testing::Test {
protected:
  BuilderTest() : F(M.function(M.addFunction("f"))) {}

  void parameter(llvm::StringRef Name) {
    Param P;
    P.Name = Name;
    F.Params.push_back(P);
  }
  /// The finished function as text.
  std::string finish(Builder &B) {
    B.finish();
    EXPECT_THAT(verify(M), testing::ElementsAre());
    std::string S;
    llvm::raw_string_ostream OS(S);
    print(M, F, OS);
    return S;
  }
  Arg read(Builder &B, llvm::StringRef Var) { return {B.readVariable(Var), "", {}}; }

  Module M;
  Function &F;
  SourceRange R;
};

} // namespace

TEST_F(BuilderTest, StraightLine) {
  parameter("x");
  Builder B(M, F);
  B.writeVariable("y", B.invoke("to", {read(B, "x"), {B.constantString("cuda", R), "device", R}}, R));
  B.writeVariable("x", B.readVariable("y"));
  B.ret(read(B, "x"), R);
  EXPECT_EQ(finish(B), R"(
func @f(%x) {
^0:
  %0: string = const "cuda"
  %y = invoke "to"(%x, device=%0)
  return(%y)
}
)");
}

TEST_F(BuilderTest, BranchesMeetInAParameter) {
  parameter("c");
  Builder B(M, F);
  BlockId Then = B.createBlock(), Else = B.createBlock(), Join = B.createBlock();
  B.writeVariable("kept", B.call("torch::ones", {}, R));
  B.branch(read(B, "c"), Then, Else, R);
  B.setBlock(Then);
  B.writeVariable("x", B.call("torch::zeros", {}, R));
  B.jump(Join, R);
  B.setBlock(Else);
  B.writeVariable("x", B.call("torch::rand", {}, R));
  B.jump(Join, R);
  B.setBlock(Join);
  B.ret(Arg{B.op("+", {read(B, "x"), read(B, "kept")}, R), "", R}, R);
  EXPECT_EQ(finish(B), R"(
func @f(%c) {
^0:
  %kept = call @torch::ones()
  branch(%c) ^1, ^2
^1:
  %x = call @torch::zeros()
  jump ^3(%x)
^2:
  %x.1 = call @torch::rand()
  jump ^3(%x.1)
^3(%x.2):
  %0 = op "+"(%x.2, %kept)
  return(%0)
}
)");
}

/// The value of `c ? a : b` flows through a name that is not a variable of the program.
TEST_F(BuilderTest, TemporariesLeaveNoName) {
  parameter("c");
  Builder B(M, F);
  BlockId Then = B.createBlock(), Else = B.createBlock(), Join = B.createBlock();
  B.branch(read(B, "c"), Then, Else, R);
  B.setBlock(Then);
  B.writeVariable("$1", B.constantString("cuda", R));
  B.jump(Join, R);
  B.setBlock(Else);
  B.writeVariable("$1", B.constantString("cpu", R));
  B.jump(Join, R);
  B.setBlock(Join);
  B.ret(read(B, "$1"), R);
  EXPECT_EQ(finish(B), R"(
func @f(%c) {
^0:
  branch(%c) ^1, ^2
^1:
  %0: string = const "cuda"
  jump ^3(%0)
^2:
  %1: string = const "cpu"
  jump ^3(%1)
^3(%2):
  return(%2)
}
)");
}

TEST_F(BuilderTest, OnlyWhatALoopChangesIsAParameter) {
  parameter("n");
  parameter("x");
  Builder B(M, F);
  BlockId Head = B.createBlock(), Body = B.createBlock(), After = B.createBlock();
  B.jump(Head, R);
  B.setBlock(Head);
  B.branch(read(B, "n"), Body, After, R);
  B.setBlock(Body);
  B.writeVariable("x", B.op("+=", {read(B, "x"), read(B, "n")}, R));
  B.jump(Head, R);
  B.setBlock(After);
  B.ret(read(B, "x"), R);
  EXPECT_EQ(finish(B), R"(
func @f(%n, %x) {
^0:
  jump ^1(%x)
^1(%x.1):
  branch(%n) ^2, ^3
^2:
  %x.2 = op "+="(%x.1, %n)
  jump ^1(%x.2)
^3:
  return(%x.1)
}
)");
}

/// 'n' and 'y' pass two loop heads unchanged: the parameters made for them feed only each other and must all go.
TEST_F(BuilderTest, NestedLoops) {
  parameter("n");
  parameter("y");
  Builder B(M, F);
  BlockId Outer = B.createBlock(), OuterBody = B.createBlock(), Inner = B.createBlock(), InnerBody = B.createBlock(),
          InnerAfter = B.createBlock(), After = B.createBlock();
  B.writeVariable("x", B.readVariable("y"));
  B.jump(Outer, R);
  B.setBlock(Outer);
  B.branch(read(B, "n"), OuterBody, After, R);
  B.setBlock(OuterBody);
  B.jump(Inner, R);
  B.setBlock(Inner);
  B.branch(read(B, "n"), InnerBody, InnerAfter, R);
  B.setBlock(InnerBody);
  B.writeVariable("x", B.op("+", {read(B, "x"), read(B, "y")}, R));
  B.jump(Inner, R);
  B.setBlock(InnerAfter);
  B.jump(Outer, R);
  B.setBlock(After);
  B.ret(read(B, "x"), R);
  EXPECT_EQ(finish(B), R"(
func @f(%n, %y) {
^0:
  jump ^1(%y)
^1(%x):
  branch(%n) ^2, ^6
^2:
  jump ^3(%x)
^3(%x.1):
  branch(%n) ^4, ^5
^4:
  %x.2 = op "+"(%x.1, %y)
  jump ^3(%x.2)
^5:
  jump ^1(%x.1)
^6:
  return(%x)
}
)");
}

TEST_F(BuilderTest, UndefinedOnOnePathIsOpaque) {
  parameter("c");
  Builder B(M, F);
  BlockId Then = B.createBlock(), Join = B.createBlock();
  B.branch(read(B, "c"), Then, Join, R);
  B.setBlock(Then);
  B.writeVariable("x", B.call("torch::zeros", {}, R));
  B.jump(Join, R);
  B.setBlock(Join);
  B.ret(read(B, "x"), R);
  EXPECT_EQ(finish(B), R"(
func @f(%c) {
^0:
  %x = opaque()
  branch(%c) ^1, ^2(%x)
^1:
  %x.1 = call @torch::zeros()
  jump ^2(%x.1)
^2(%x.2):
  return(%x.2)
}
)");
}

TEST_F(BuilderTest, CodeAfterATerminatorGoes) {
  parameter("x");
  Builder B(M, F);
  B.ret(read(B, "x"), R);
  EXPECT_TRUE(B.isTerminated());
  B.writeVariable("y", B.op("+", {read(B, "x"), read(B, "never")}, R));
  B.ret(read(B, "y"), R);
  EXPECT_EQ(finish(B), R"(
func @f(%x) {
^0:
  return(%x)
}
)");
}

TEST_F(BuilderTest, UnfinishedBlocksAreUnreachable) {
  Builder B(M, F);
  B.call("abort", {}, R);
  EXPECT_EQ(finish(B), R"(
func @f() {
^0:
  %0 = call @abort()
  unreachable
}
)");
}

/// Both edges of one branch lead to the same block.
TEST_F(BuilderTest, TwoEdgesBetweenTwoBlocks) {
  parameter("c");
  Builder B(M, F);
  BlockId Head = B.createBlock(), After = B.createBlock();
  B.writeVariable("x", B.constantNone(R));
  B.jump(Head, R);
  B.setBlock(Head);
  B.writeVariable("x", B.op("+", {read(B, "x")}, R));
  B.branch(read(B, "c"), Head, Head, R);
  B.setBlock(After);
  B.ret(std::nullopt, R);
  EXPECT_EQ(finish(B), R"(
func @f(%c) {
^0:
  %x: none = const None
  jump ^1(%x)
^1(%x.1):
  %x.2 = op "+"(%x.1)
  branch(%c) ^1(%x.2), ^1(%x.2)
}
)");
}

TEST_F(BuilderTest, SealingEarlyGivesTheSame) {
  parameter("c");
  Builder B(M, F);
  BlockId Next = B.createBlock();
  B.jump(Next, R);
  B.seal(Next);
  B.setBlock(Next);
  EXPECT_EQ(B.readVariable("c"), F.Blocks[0].Params[0]);
  B.ret(read(B, "c"), R);
  EXPECT_EQ(finish(B), R"(
func @f(%c) {
^0:
  jump ^1
^1:
  return(%c)
}
)");
}

/// Tens of thousands of blocks in a row, and a variable read at the end: no recursion.
TEST_F(BuilderTest, LongFunctions) {
  parameter("x");
  Builder B(M, F);
  for (unsigned I = 0; I != 30000; ++I) {
    BlockId A = B.createBlock(), Join = B.createBlock();
    B.branch(read(B, "x"), A, Join, R);
    B.setBlock(A);
    B.jump(Join, R);
    B.setBlock(Join);
  }
  B.ret(read(B, "x"), R);
  B.finish();
  EXPECT_THAT(verify(M), testing::ElementsAre());
  for (const Block &Bl : llvm::ArrayRef(F.Blocks).drop_front())
    ASSERT_TRUE(Bl.Params.empty());
}
