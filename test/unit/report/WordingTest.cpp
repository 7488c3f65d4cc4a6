//===- WordingTest.cpp - Sentences and headlines --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Wording.h"
#include "gtest/gtest.h"

using namespace devtidy::report;
using namespace devtidy::report::wording;

TEST(WordingTest, quotesWhatFits) {
  EXPECT_EQ(wording::quoted("x.to(d)"), "'x.to(d)'");
  EXPECT_EQ(wording::quoted(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
  EXPECT_EQ(wording::quoted(std::string(41, 'x'), "the first operand"), "the first operand");
  EXPECT_EQ(wording::quoted("f(a,\n  b)"), "the expression");
  EXPECT_EQ(wording::quoted(""), "the expression");
  EXPECT_EQ(wording::quoted("a\xFF"), "the expression");
}

TEST(WordingTest, countsCharactersNotBytes) {
  std::string Text;
  for (int I = 0; I < 40; ++I)
    Text += "\xC3\xA9";
  EXPECT_EQ(wording::quoted(Text), "'" + Text + "'");
}

TEST(WordingTest, fillsSlotsAndCertainty) {
  constexpr llvm::StringRef Headline = "operands of {op} {are|may be} on different devices: {operands}";
  std::string Operands = list({onDevice(wording::quoted("a"), "cpu"), onDevice(wording::quoted("b"), "cuda:0")});
  std::vector<Slot> Slots = {{"op", "'+'"}, {"operands", Operands}};
  EXPECT_EQ(fill(Headline, Slots, true), "operands of '+' are on different devices: 'a' on cpu, 'b' on cuda:0");
  EXPECT_EQ(fill(Headline, Slots, false), "operands of '+' may be on different devices: 'a' on cpu, 'b' on cuda:0");
  EXPECT_EQ(describe(Headline), "operands of <op> are on different devices: <operands>");
}

TEST(WordingTest, braceInASlotIsText) {
  EXPECT_EQ(fill("{x} stays", {{"x", "'ones({2})'"}}, true), "'ones({2})' stays");
}

TEST(WordingTest, unknownSlotStays) {
  EXPECT_EQ(fill("{x} and {y}", {{"x", "1"}}, true), "1 and {y}");
  EXPECT_EQ(fill("{x", {{"x", "1"}}, true), "{x");
  EXPECT_EQ(fill("", {}, true), "");
}

TEST(WordingTest, worlds) {
  EXPECT_EQ(world(WorldCpu), "on a machine without a GPU");
  EXPECT_EQ(world(WorldGpu | WorldMulti), "on a machine with a GPU");
  EXPECT_EQ(world(WorldMulti), "with two or more GPUs");
  EXPECT_EQ(world(AllWorlds), "on every machine");
}

// The sentences of docs/WORDING.md, word for word.
TEST(WordingTest, steps) {
  EXPECT_EQ(created("'w'", "cuda:0"), "'w' created on cuda:0 here");
  EXPECT_EQ(createdByDefault("'w'"), "'w' created on cpu here, the default device");
  EXPECT_EQ(moved("'x'", "cuda:0"), "'x' moved to cuda:0 here");
  EXPECT_EQ(movedLike("'x'", "'y'"), "'x' moved to the device of 'y' here");
  EXPECT_EQ(copiedWithoutWaiting("'y'", "cpu"), "'y' copied to cpu here without waiting");
  EXPECT_EQ(batched("'batch'"), "'batch' collated on cpu here by the data loader");
  EXPECT_EQ(allocated("'d'", "cuda:0", "cudaMalloc"), "'d' allocated on cuda:0 by 'cudaMalloc' here");
  EXPECT_EQ(allocated("'h'", "cpu", ""), "'h' allocated on cpu here");
  EXPECT_EQ(loaded("'net'", "cpu"), "'net' loaded onto cpu here");
}

TEST(WordingTest, symbols) {
  EXPECT_EQ(parameterFollowsModule("'x'", "'forward'"),
            "'x' is a parameter of 'forward' and follows the module's device");
  EXPECT_EQ(parameterOfCaller("'x'", "'scale'"), "'x' is a parameter of 'scale' and is on its caller's device");
  EXPECT_EQ(memberFollowsModule("'w'", "'Net'"), "'w' is a member of 'Net' and follows the module's device");
  EXPECT_EQ(deviceOfCaller("'device'", "'load'"), "'device' is a parameter of 'load' and names its caller's device");
  EXPECT_EQ(canBeOn("'x'", "cuda", WorldGpu | WorldMulti), "on a machine with a GPU 'x' can be on cuda");
  EXPECT_EQ(fails(WorldCpu), "it fails on a machine without a GPU");
}

TEST(WordingTest, hops) {
  EXPECT_EQ(returned("'make_mask'", "cpu"), "'make_mask' returns a tensor on cpu here");
  EXPECT_EQ(stored("'mask'", "'batch'"), "'mask' stored in 'batch' here");
  EXPECT_EQ(operandsMeet("'matmul'"), "operands of 'matmul' meet here");
  EXPECT_EQ(defined("'forward'"), "'forward' defined here");
  EXPECT_EQ(usedWith("'cache'", "'x'"), "'cache' used with 'x' here");
}

TEST(WordingTest, conditions) {
  EXPECT_EQ(when(created("'mask'", "cpu"), "'use_cache'", false),
            "'mask' created on cpu here when 'use_cache' is false");
  EXPECT_EQ(when(createdByDefault("'f(a, b)'"), "'c'", true),
            "'f(a, b)' created on cpu here when 'c' is true, the default device");
  EXPECT_EQ(branch("'use_cache'", false), "'use_cache' is false on this path");
  EXPECT_EQ(both(created("'mask'", "cpu"), canBeOn("'x'", "cuda", WorldGpu | WorldMulti)),
            "'mask' created on cpu here; on a machine with a GPU 'x' can be on cuda");
}

TEST(Wording, Runs) {
  EXPECT_EQ(confirmed({"'x' on cuda:0", "'mask' on cpu"}), "a run failed here with 'x' on cuda:0, 'mask' on cpu");
  EXPECT_EQ(refuted({"'x' on cpu", "'mask' on cpu"}), "no run failed here; one had 'x' on cpu, 'mask' on cpu");
  EXPECT_EQ(refutedByOther({"'mask' on cuda:0", "'x' on cpu"}),
            "these operands fitted; a run failed here with 'mask' on cuda:0, 'x' on cpu");
  EXPECT_EQ(notReached(), "no run came here");
}

TEST(WordingTest, arrival) {
  EXPECT_EQ(comesFrom("'x'", "'make(n)'"), "'x' comes from 'make(n)' here");
  EXPECT_EQ(isAlso("'n' moved to cuda here", "'x'", "'n'"), "'n' moved to cuda here; 'x' is 'n'");
}

TEST(WordingTest, repairsAndReasons) {
  EXPECT_EQ(possibleFix({"move 'b' to the device of 'a'", {}, false}), "possible fix: move 'b' to the device of 'a'");
  EXPECT_EQ(together({"create 'a' on 'cuda'"}), "create 'a' on 'cuda'");
  EXPECT_EQ(together({"create 'a' on 'cuda'", "create 'b' on 'cuda'", "create 'c' on 'cuda'"}),
            "create 'a', 'b' and 'c' on 'cuda'");
  EXPECT_EQ(together({"create 'a' on 'cuda'", "move 'b' to 'cuda'", "create 'c' on 'cuda'"}),
            "create 'a' and 'c' on 'cuda' and move 'b' to 'cuda'");
  EXPECT_EQ(together({"create 'a' on 'cuda'", "create 'a' on 'cuda'"}), "create both 'a' on 'cuda'");
  EXPECT_EQ(together({"register 'a' as a buffer", "register 'b' as a buffer"}),
            "register 'a' as a buffer and 'b' as a buffer");
  EXPECT_EQ(reasons(2, WorldMulti, {}), "level 2, with two or more GPUs");
  EXPECT_EQ(reasons(1, AllWorlds, {"annotation 2"}), "level 1, on every machine, evidence: annotation 2");
  EXPECT_EQ(unusedSuppression("noqa", "device-fixed-index"), "'noqa' silences no 'device-fixed-index' here");
  EXPECT_EQ(unusedSuppression("device-tidy: ignore", ""), "'device-tidy: ignore' silences nothing");
  EXPECT_EQ(unmatchedSuppression("X", "Y"), "'X' without a matching 'Y'");
}
