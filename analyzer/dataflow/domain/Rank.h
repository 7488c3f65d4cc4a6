//===- Rank.h - How many dimensions a tensor has --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 0-dim CPU tensor may meet CUDA tensors in some operators, others may not. So of a tensor's number of dimensions the
// analysis keeps whether it is 0, or else a number that it is not below. What a function is given has as many as its
// caller says: there it is not below those of a symbol, plus or minus some, up to a number: what `x.view(-1)` gives on
// one way and x on another has a dimension if x has one.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_RANK_H
#define DEVTIDY_DATAFLOW_DOMAIN_RANK_H

#include "dataflow/domain/Path.h"
#include <algorithm>
#include <compare>
#include <cstdint>

namespace devtidy::dataflow {

class Rank {
public:
  static const Rank Zero, AtLeastOne, Unknown;

  constexpr Rank() = default;
  static constexpr Rank atLeast(int N) {
    Rank R;
    R.Least = static_cast<uint8_t>(std::clamp(N, 0, int(Most))); // where loops that add dimensions end
    return R;
  }

  static constexpr Rank exactly(int N) {
    Rank R = atLeast(N);
    R.IsConst = N >= 0 && N < Most;
    return R;
  }

  /// That of what the path held at entry.
  static constexpr Rank of(PathId P) {
    Rank R;
    R.Of = P;
    R.Exact = true;
    return R;
  }

  constexpr bool isZero() const { return IsConst && Least == 0; }
  constexpr bool isPositive() const { return Least > 0; }
  constexpr int least() const { return Least; }
  constexpr PathId symbol() const { return Of; }
  /// What holds of both.
  constexpr Rank joined(Rank O) const {
    if (*this == O)
      return *this;
    Rank R = atLeast(std::min(Least, O.Least));
    if (Of == O.Of)
      R.follow(Of, std::min(Shift, O.Shift), std::min(Cap, O.Cap));
    else if (!O.Of.isValid())
      R.follow(Of, Shift, std::min(Cap, O.Least));
    else if (!Of.isValid())
      R.follow(O.Of, O.Shift, std::min(O.Cap, Least));
    return R;
  }
  /// That of the larger one.
  constexpr Rank larger(Rank O) const {
    if (isZero() || O.isZero() || *this == O)
      return isZero() ? O : *this;
    if (IsConst && O.IsConst)
      return Least < O.Least ? O : *this;
    Rank R = atLeast(std::max(Least, O.Least));
    const Rank &Followed = Of.isValid() ? *this : O;
    R.follow(Followed.Of, Followed.Shift, Followed.Cap);
    return R;
  }
  /// With N dimensions more, or less.
  constexpr Rank plus(int N) const {
    if (IsConst)
      return exactly(Least + N);
    Rank R = atLeast(Least + N);
    R.follow(Of, Shift + N, Cap == Most ? Most : Cap + N);
    R.Exact = Exact && R.Of.isValid();
    return R;
  }
  /// What is known without the symbol.
  constexpr Rank withoutSymbol() const { return IsConst ? *this : atLeast(Least); }
  /// There may be more dimensions, unless there are none.
  constexpr Rank orMore() const { return isZero() || !IsConst ? *this : atLeast(Least); }
  /// The symbol's rank in its place.
  constexpr Rank substituted(Rank Symbol) const {
    if (!Of.isValid())
      return *this;
    if (Exact && Shift == 0)
      return Symbol;
    Rank Shifted = Symbol.plus(Shift);
    if (Exact && Symbol.IsConst)
      return Shifted;
    Rank R = atLeast(Least).larger(Cap == Most ? Shifted : Shifted.joined(atLeast(Cap)));
    R.Exact = false;
    return R;
  }
  constexpr auto operator<=>(const Rank &) const = default;

private:
  static constexpr uint8_t Most = 8;

  /// Not below the symbol's plus By, or AtMost if that is less.
  constexpr void follow(PathId P, int By, int AtMost) {
    if (!P.isValid() || AtMost <= 0)
      return;
    Of = P;
    Shift = static_cast<int8_t>(std::clamp(By, -int(Most), int(Most)));
    Cap = static_cast<uint8_t>(std::min(AtMost, int(Most)));
  }

  uint8_t Least = 0;
  uint8_t Cap = Most;
  bool IsConst = false; ///< as many as Least, not more
  bool Exact = false;   ///< those of the symbol, not more
  int8_t Shift = 0;
  PathId Of;
};

inline constexpr Rank Rank::Zero = Rank::exactly(0);
inline constexpr Rank Rank::AtLeastOne = Rank::atLeast(1);
inline constexpr Rank Rank::Unknown{};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_RANK_H
