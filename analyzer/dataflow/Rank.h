//===- Rank.h - How many dimensions a tensor has --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 0-dim CPU tensor may meet CUDA tensors in some operators, others may not. So of a tensor's number of dimensions the
// analysis keeps whether it is 0, or else a number that it is not below.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_RANK_H
#define DEVTIDY_DATAFLOW_RANK_H

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
    R.Least = static_cast<uint8_t>(std::clamp(N, 0, 8)); // where loops that add dimensions end
    return R;
  }

  constexpr bool isZero() const { return IsZero; }
  constexpr bool isPositive() const { return Least > 0; }
  constexpr int least() const { return Least; }
  /// What holds of both.
  constexpr Rank joined(Rank O) const { return *this == O ? *this : atLeast(std::min(Least, O.Least)); }
  /// With N dimensions more, or less.
  constexpr Rank plus(int N) const { return atLeast(Least + N); }
  auto operator<=>(const Rank &) const = default;

private:
  uint8_t Least = 0;
  bool IsZero = false;
};

inline constexpr Rank Rank::Zero = [] {
  Rank R;
  R.IsZero = true;
  return R;
}();
inline constexpr Rank Rank::AtLeastOne = Rank::atLeast(1);
inline constexpr Rank Rank::Unknown{};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_RANK_H
