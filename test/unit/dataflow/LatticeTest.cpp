//===- LatticeTest.cpp - The laws of the lattices, on random elements ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/Lattice.h"
#include "dataflow/domain/Value.h"
#include "gtest/gtest.h"
#include <random>

using namespace devtidy::dataflow;
using devtidy::knowledge::Device;
using devtidy::knowledge::DeviceType;

static_assert(JoinSemilattice<Placement>);
static_assert(JoinSemilattice<Value>);

namespace {

class LatticeLaws : public testing::Test {
protected:
  std::mt19937_64 Random{20260101};

  unsigned below(unsigned N) { return Random() % N; }

  Cube randomCube() {
    Cube C;
    for (unsigned N = below(3); N > 0; --N)
      C.add(Literal(below(4), below(2)));
    return C;
  }

  Term randomTerm() {
    switch (below(5)) {
    case 0:
      return Term::defaultDevice();
    case 1:
      return Term::symbol(PathId(below(2)));
    case 2:
      return Term::device({DeviceType::Cpu, -1});
    default:
      return Term::device({DeviceType::Cuda, static_cast<int16_t>(below(3))});
    }
  }

  Placement randomPlacement() {
    if (below(10) == 0)
      return Placement::unknown();
    Placement P;
    for (unsigned N = below(4); N > 0; --N) {
      Placement Part = Placement::of(randomTerm()).guardedBy(randomCube());
      P.joinIn(below(8) == 0 ? Part.imprecise() : Part);
    }
    return P;
  }

  Value randomValue() {
    switch (below(8)) {
    case 0:
      return Value::unknown();
    case 1:
      return Value::number();
    case 2:
      return Value::none();
    case 3:
      return Value::device(randomPlacement());
    case 4:
      return Value::bottom();
    default: {
      Value V = Value::tensor(randomPlacement(), below(2) ? Rank::atLeast(below(3)) : Rank::Zero);
      V.Partial = below(2);
      return V;
    }
    }
  }
};

template <class L> L joined(L A, const L &B) {
  A.joinIn(B);
  return A;
}

} // namespace

/// A symbol that has N dimensions: what is known of a joined rank then holds of each part.
TEST(RankTest, JoinedRanksAreBelowTheirParts) {
  const Rank X = Rank::of(PathId(3)), Y = Rank::of(PathId(4));
  const std::vector<Rank> All = {X,
                                 Y,
                                 X.plus(1),
                                 X.plus(-1),
                                 Rank::AtLeastOne,
                                 Rank::Unknown,
                                 Rank::Zero,
                                 Rank::atLeast(3),
                                 X.larger(Rank::atLeast(2))};
  for (Rank A : All)
    for (Rank B : All)
      for (int N = 0; N < 4; ++N) {
        const Rank At = N ? Rank::atLeast(N) : Rank::Zero;
        const Rank J = A.joined(B);
        EXPECT_EQ(J, B.joined(A));
        EXPECT_EQ(A.joined(A), A);
        EXPECT_LE(J.substituted(At).least(), A.substituted(At).least());
        EXPECT_LE(J.substituted(At).least(), B.substituted(At).least());
        EXPECT_LE(J.plus(-1).substituted(At).least(), A.plus(-1).substituted(At).least());
      }
}

TEST(RankTest, ViewOnOneWayHasADimensionIfTheOtherHas) {
  const Rank J = Rank::of(PathId(3)).joined(Rank::AtLeastOne);
  EXPECT_FALSE(J.isPositive());
  EXPECT_TRUE(J.substituted(Rank::atLeast(3)).isPositive());
  EXPECT_EQ(J.substituted(Rank::atLeast(3)).least(), 1);
  EXPECT_FALSE(J.substituted(Rank::Zero).isPositive());
  EXPECT_FALSE(J.plus(-1).substituted(Rank::atLeast(3)).isPositive());
}

TEST_F(LatticeLaws, PlacementJoinIsASemilattice) {
  for (unsigned I = 0; I < 20000; ++I) {
    Placement A = randomPlacement(), B = randomPlacement();
    ASSERT_EQ(joined(A, A), A);
    ASSERT_EQ(joined(A, B), joined(B, A));
    ASSERT_EQ(joined(A, Placement::bottom()), A);
    ASSERT_EQ(joined(Placement::bottom(), A), A);
    ASSERT_TRUE(joined(A, Placement::unknown()).isUnknown());
    Placement C = A;
    bool Changed = C.joinIn(B);
    ASSERT_EQ(Changed, !(C == A));
    // Absorption: what was joined in changes nothing when it comes again.
    ASSERT_EQ(joined(joined(A, B), B), joined(A, B));
  }
}

TEST_F(LatticeLaws, GuardsThatCoverEverythingVanish) {
  Placement P = Placement::of(Term::defaultDevice());
  Placement Yes = P.guardedBy(Cube(Literal(3, true))), No = P.guardedBy(Cube(Literal(3, false)));
  EXPECT_EQ(joined(Yes, No), P);
  EXPECT_EQ(joined(P, Yes), P);
}

TEST_F(LatticeLaws, MoreThanSixTermsAreUnknown) {
  Placement P;
  for (int16_t I = 0; I < 7; ++I)
    P.joinIn(Placement::of(Term::device({DeviceType::Cuda, I})));
  EXPECT_TRUE(P.isUnknown());
}

TEST_F(LatticeLaws, ContradictingGuardsAreNoTerm) {
  Placement P = Placement::of(Term::defaultDevice()).guardedBy(Cube(Literal(3, true)));
  EXPECT_TRUE(P.guardedBy(Cube(Literal(3, false))).isBottom());
}

TEST_F(LatticeLaws, ValueJoinIsASemilattice) {
  for (unsigned I = 0; I < 20000; ++I) {
    Value A = randomValue(), B = randomValue();
    ASSERT_EQ(joined(A, A), A);
    ASSERT_EQ(joined(A, B), joined(B, A)) << static_cast<int>(A.K) << ' ' << static_cast<int>(B.K);
    ASSERT_EQ(joined(A, Value::bottom()), A);
    ASSERT_EQ(joined(Value::bottom(), A), A);
    ASSERT_EQ(joined(joined(A, B), B), joined(A, B));
    Value C = A;
    bool Changed = C.joinIn(B);
    ASSERT_EQ(Changed, !(C == A));
  }
}

TEST_F(LatticeLaws, WorldsDecideTheirLiterals) {
  Cube Available(Literal::available()), None(~Literal::available()), Multi(Literal::multi());
  EXPECT_FALSE(Available.holdsIn(World::Cpu));
  EXPECT_TRUE(Available.holdsIn(World::Gpu));
  EXPECT_TRUE(None.holdsIn(World::Cpu));
  EXPECT_FALSE(None.holdsIn(World::Multi));
  EXPECT_FALSE(Multi.holdsIn(World::Gpu));
  EXPECT_TRUE(Multi.holdsIn(World::Multi));
}
