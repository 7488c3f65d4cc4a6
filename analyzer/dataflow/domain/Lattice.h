//===- Lattice.h - What the solver asks of an abstract value ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A join semilattice with a bottom. Bottom means "no execution gets here"; top, where there is one, means "unknown",
// and nothing is ever reported of it. Every lattice of this folder has a law test on random elements: join is
// commutative, associative and idempotent up to operator==, bottom is its unit, and joinIn tells whether it changed.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_LATTICE_H
#define DEVTIDY_DATAFLOW_DOMAIN_LATTICE_H

#include <concepts>

namespace devtidy::dataflow {

template <class L>
concept JoinSemilattice = requires(L A, const L B) {
  { L::bottom() } -> std::same_as<L>;
  /// A becomes the least upper bound of A and B; true if A changed.
  { A.joinIn(B) } -> std::same_as<bool>;
  { A == B } -> std::convertible_to<bool>;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_LATTICE_H
