//===- SummaryTest.cpp - What a round of a call cycle changes -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Summary.h"
#include "gtest/gtest.h"

using namespace devtidy::dataflow;
using devtidy::knowledge::DeviceRule;
using devtidy::knowledge::DeviceType;

namespace {

Placement onCpu(const Step *Origin = nullptr) { return Placement::of(Term::device({}), Origin); }
Placement onCuda() { return Placement::of(Term::device({DeviceType::Cuda, 0})); }

Demand meeting(Placement A, Placement B) {
  Demand D;
  D.Rule = DeviceRule::Same;
  D.Sides.push_back({A, Rank::AtLeastOne});
  D.Sides.push_back({B, Rank::AtLeastOne});
  return D;
}

} // namespace

TEST(SummaryEquality, AsManyDemandsAreNotTheSameDemands) {
  Summary A, B;
  A.Demands = {meeting(Placement::of(Term::symbol(PathId(0))), onCpu())};
  B.Demands = {meeting(Placement::of(Term::symbol(PathId(1))), onCpu())};
  EXPECT_FALSE(A == B);
  B.Demands = A.Demands;
  EXPECT_TRUE(A == B);
  B.Demands[0].Rule = DeviceRule::Iterator;
  EXPECT_FALSE(A == B);
}

TEST(SummaryEquality, AsManyObjectsAreNotTheSameObjects) {
  Summary A, B;
  A.Objects.resize(1);
  B.Objects.resize(1);
  A.Objects[0].Class = B.Objects[0].Class = "list";
  EXPECT_TRUE(A == B);
  B.Objects[0].Class = "dict";
  EXPECT_FALSE(A == B);
}

TEST(SummaryEquality, WhatIsGivenAndWhatIsLeftCount) {
  Summary A, B;
  A.Result = Value::tensor(onCpu());
  B.Result = Value::tensor(onCuda());
  EXPECT_FALSE(A == B);
  B.Result = A.Result;
  EXPECT_TRUE(A == B);
  A.Objects.resize(1);
  B.Objects.resize(1);
  A.Final.set({ObjectId(0), "weight"}, Value::tensor(onCpu()));
  EXPECT_FALSE(A == B);
  B.Final.set({ObjectId(0), "weight"}, Value::tensor(onCpu()));
  EXPECT_TRUE(A == B);
}

TEST(SummaryEquality, WhereItComesFromDoesNotCount) {
  const Step First{}, Second{};
  Summary A, B;
  A.Result = Value::tensor(onCpu(&First));
  B.Result = Value::tensor(onCpu(&Second));
  EXPECT_TRUE(A == B);
}

/// A flag whose cases are over others: it is true where both are, or the third is.
TEST(CasesOfFlags, AreAllowedAsTheTruthTableSays) {
  ConditionTable Conditions;
  const Literal Base[] = {Conditions.typeIs(PathId(0), DeviceType::Cuda),
                          Conditions.typeIs(PathId(1), DeviceType::Cuda),
                          Conditions.typeIs(PathId(2), DeviceType::Cuda)};
  const auto All = [](std::initializer_list<Literal> Literals) {
    Cube C;
    for (Literal L : Literals)
      C.add(L);
    return C;
  };
  const Literal Flag = Conditions.chosen(
      {.Yes = {All({Base[0], Base[1]}), All({Base[2]})}, .No = {All({~Base[0], ~Base[2]}), All({~Base[1], ~Base[2]})}});
  const Literal Again = Conditions.chosen({.Yes = {All({Flag})}, .No = {All({~Flag})}});
  for (unsigned Bits = 0; Bits < 8; ++Bits) {
    Cube World;
    for (unsigned N = 0; N < 3; ++N)
      World.add(Bits >> N & 1 ? Base[N] : ~Base[N]);
    const bool IsTrue = (Bits & 3) == 3 || (Bits & 4) != 0;
    for (Literal Asked : {Flag, Again}) {
      Cube Yes = World, No = World;
      Yes.add(Asked);
      No.add(~Asked);
      EXPECT_EQ(Conditions.allows(Yes), IsTrue) << Bits;
      EXPECT_EQ(Conditions.allows(No), !IsTrue) << Bits;
    }
    EXPECT_TRUE(Conditions.allows(World));
  }
}
