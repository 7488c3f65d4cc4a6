//===- LoopsTest.cpp - Natural loops --------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Loops.h"
#include "ir/Module.h"
#include "ir/Text.h"
#include "gtest/gtest.h"

using namespace devtidy::ir;

// An inner loop (^2) in an outer one (^1 to ^4), a branch that some iterations skip (^3), a block that breaks (^5).
static constexpr char Nested[] = "func @f(%c) {\n"
                                 "^0:\n  jump ^1\n"
                                 "^1:\n  branch(%c) ^2, ^6\n"
                                 "^2:\n  branch(%c) ^2, ^3\n"
                                 "^3:\n  branch(%c) ^4, ^7\n"
                                 "^4:\n  branch(%c) ^1, ^5\n"
                                 "^5:\n  jump ^6\n"
                                 "^6:\n  return\n"
                                 "^7:\n  jump ^1\n"
                                 "}";

static std::unique_ptr<Module> parsed(llvm::StringRef Text) { return llvm::cantFail(parse(Text)); }

TEST(Loops, InnermostComesFirst) {
  auto M = parsed(Nested);
  Loops L(M->function(FunctionId(0)));
  ASSERT_EQ(L.all().size(), 2U);
  EXPECT_EQ(L.around(BlockId(0)), nullptr);
  EXPECT_EQ(L.around(BlockId(1))->Header, BlockId(1));
  EXPECT_EQ(L.around(BlockId(2))->Header, BlockId(2));
  EXPECT_EQ(L.around(BlockId(4))->Header, BlockId(1));
}

TEST(Loops, WhatLeavesIsNotInside) {
  auto M = parsed(Nested);
  Loops L(M->function(FunctionId(0)));
  EXPECT_EQ(L.around(BlockId(5)), nullptr);
  EXPECT_EQ(L.around(BlockId(6)), nullptr);
}

TEST(Loops, EachIterationPassesThroughWhatDominatesTheLatches) {
  auto M = parsed(Nested);
  Loops L(M->function(FunctionId(0)));
  const Loop &Outer = *L.around(BlockId(1));
  EXPECT_EQ(Outer.Latches.size(), 2U);
  EXPECT_TRUE(L.isInEachIteration(Outer, BlockId(3)));
  EXPECT_FALSE(L.isInEachIteration(Outer, BlockId(4)));
}

TEST(Loops, ACycleWithTwoEntriesIsNone) {
  auto M =
      parsed("func @f(%c) {\n^0:\n  branch(%c) ^1, ^2\n^1:\n  jump ^2\n^2:\n  branch(%c) ^1, ^3\n^3:\n  return\n}");
  EXPECT_TRUE(Loops(M->function(FunctionId(0))).all().empty());
}
