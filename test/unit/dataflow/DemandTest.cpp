//===- DemandTest.cpp - When operands meet ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/judge/Judge.h"
#include "gtest/gtest.h"

using namespace devtidy::dataflow;
using devtidy::knowledge::DeviceRule;
using devtidy::knowledge::DeviceType;

namespace {

struct Judging : testing::Test {
  ConditionTable Conditions;

  static Placement cpu() { return Placement::of(Term::device({})); }
  static Placement cuda(int16_t Index = -1) { return Placement::of(Term::device({DeviceType::Cuda, Index})); }
  static Placement symbol(unsigned N) { return Placement::of(Term::symbol(PathId(N))); }

  Outcome judged(DeviceRule Rule, Placement A, Placement B, World W, Rank RankA = Rank::AtLeastOne,
                 Rank RankB = Rank::AtLeastOne, Cube Path = {}) {
    Demand D;
    D.Rule = Rule;
    D.Path = Path;
    D.Sides.push_back({A, RankA});
    D.Sides.push_back({B, RankB});
    return judge(D, Conditions)[W].Result;
  }
};

} // namespace

TEST_F(Judging, DifferentDevicesFailWhereTheyExist) {
  EXPECT_EQ(judged(DeviceRule::Same, cuda(), cpu(), World::Gpu), Outcome::Fails);
  EXPECT_EQ(judged(DeviceRule::Same, cuda(), cpu(), World::Multi), Outcome::Fails);
  EXPECT_EQ(judged(DeviceRule::Same, cuda(), cpu(), World::Cpu), Outcome::Unreachable);
  EXPECT_EQ(judged(DeviceRule::Same, cpu(), cpu(), World::Gpu), Outcome::Proved);
}

TEST_F(Judging, IndicesMatterWithTwoAccelerators) {
  EXPECT_EQ(judged(DeviceRule::Same, cuda(0), cuda(1), World::Multi), Outcome::Fails);
  EXPECT_EQ(judged(DeviceRule::Same, cuda(), cuda(0), World::Gpu), Outcome::Proved);
  EXPECT_EQ(judged(DeviceRule::Same, cuda(), cuda(0), World::Multi), Outcome::Undecided);
}

TEST_F(Judging, ScalarsOnTheCpuAreExemptInIteratorsOnly) {
  EXPECT_EQ(judged(DeviceRule::Iterator, cuda(), cpu(), World::Gpu, Rank::AtLeastOne, Rank::Zero), Outcome::Proved);
  EXPECT_EQ(judged(DeviceRule::Same, cuda(), cpu(), World::Gpu, Rank::AtLeastOne, Rank::Zero), Outcome::Fails);
  // A CUDA scalar beside a CPU tensor is no exemption.
  EXPECT_EQ(judged(DeviceRule::Iterator, cuda(), cpu(), World::Gpu, Rank::Zero, Rank::AtLeastOne), Outcome::Fails);
}

TEST_F(Judging, UnknownRankIsNeverAViolationWhereAScalarWouldPass) {
  EXPECT_EQ(judged(DeviceRule::Iterator, cuda(), cpu(), World::Gpu, Rank::AtLeastOne, Rank::Unknown),
            Outcome::Undecided);
  EXPECT_EQ(judged(DeviceRule::Same, cuda(), cpu(), World::Gpu, Rank::AtLeastOne, Rank::Unknown), Outcome::Fails);
}

TEST_F(Judging, IndexMayStayOnTheCpu) {
  EXPECT_EQ(judged(DeviceRule::Index, cuda(), cpu(), World::Gpu), Outcome::Proved);
  EXPECT_EQ(judged(DeviceRule::Index, cpu(), cuda(), World::Gpu), Outcome::Fails);
}

TEST_F(Judging, EqualSymbolsAreProvedOthersAreNot) {
  EXPECT_EQ(judged(DeviceRule::Same, symbol(0), symbol(0), World::Multi), Outcome::Proved);
  EXPECT_EQ(judged(DeviceRule::Same, symbol(0), symbol(1), World::Multi), Outcome::Undecided);
  EXPECT_EQ(judged(DeviceRule::Same, symbol(0), cpu(), World::Multi), Outcome::Undecided);
}

TEST_F(Judging, FactsAboutSymbolsDecide) {
  Cube IsCuda(Conditions.typeIs(PathId(0), DeviceType::Cuda));
  Cube NotCuda(~Conditions.typeIs(PathId(0), DeviceType::Cuda));
  auto R = Rank::AtLeastOne;
  EXPECT_EQ(judged(DeviceRule::Same, symbol(0), cpu(), World::Gpu, R, R, IsCuda), Outcome::Fails);
  EXPECT_EQ(judged(DeviceRule::Same, symbol(0), cpu(), World::Gpu, R, R, NotCuda), Outcome::Proved);
  EXPECT_EQ(judged(DeviceRule::Same, symbol(0), cuda(), World::Gpu, R, R, IsCuda), Outcome::Proved);
  Cube Equal(Conditions.sameDevice(PathId(0), PathId(1)));
  EXPECT_EQ(judged(DeviceRule::Same, symbol(0), symbol(1), World::Multi, R, R, Equal), Outcome::Proved);
}

TEST_F(Judging, GuardsThatContradictNeverMeet) {
  Literal L = Conditions.truth(PathId(7));
  Placement Here = cuda().guardedBy(Cube(L));
  Here.joinIn(cpu().guardedBy(Cube(~L)));
  Placement There = Here;
  EXPECT_EQ(judged(DeviceRule::Same, Here, There, World::Gpu), Outcome::Proved);
  EXPECT_EQ(judged(DeviceRule::Same, Here, cpu(), World::Gpu), Outcome::MayFail);
}

TEST_F(Judging, ImpreciseTermsAreNeverAViolation) {
  EXPECT_EQ(judged(DeviceRule::Same, cuda().imprecise(), cpu(), World::Gpu), Outcome::Undecided);
}
