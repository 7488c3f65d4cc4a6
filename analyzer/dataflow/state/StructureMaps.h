//===- StructureMaps.h - Functions that go through nested containers -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `def move(b, d): if isinstance(b, dict): return {k: move(v, d) for k, v in b.items()}; return b.to(d)` calls itself
// for each element of what it is given. What it gives has no end that a fixed point could find, but is plain for what
// its callers have: the same containers, and in them what it makes of each part that is none.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_STRUCTUREMAPS_H
#define DEVTIDY_DATAFLOW_STATE_STRUCTUREMAPS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class StructureMap {
public:
  /// What a function is given.
  enum class Kind : uint8_t { Tensor, Dict, List, Tuple };
  static constexpr Kind Containers[] = {Kind::Dict, Kind::List, Kind::Tuple};
  /// What becomes of a container.
  enum class Fate : uint8_t {
    Unknown,
    Maps,     ///< another one with what the function makes of each element
    Replaces, ///< the same, each element of which has given way to that
    Keeps,    ///< the same, as it was
    Fails,
  };

  /// Of F, which calls itself for the elements of a parameter; nothing for other functions.
  static std::optional<StructureMap> of(const Program &Prog, const Program::Entry &E);

  unsigned parameter() const { return Parameter; }
  Fate fate(Kind K) const { return Fates[static_cast<unsigned>(K)]; }
  /// True if no container stays as it was: all parts of what the function is given have become what it makes of them.
  bool reachesAll() const;

private:
  unsigned Parameter = 0;
  Fate Fates[4] = {};
};

/// The question whether the parameter at P, of a function that goes through containers, is a tensor: what is solved
/// with an answer is so for one.
inline constexpr llvm::StringLiteral PartQuestion = " is a part";

/// What Condition, of F, asks of its parameter of that number, where that is of the kind K; nothing if it asks
/// something else.
std::optional<bool> askedOfKind(const Program &Prog, const ir::Function &F, ir::ValueId Condition, unsigned Parameter,
                                StructureMap::Kind K);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_STRUCTUREMAPS_H
