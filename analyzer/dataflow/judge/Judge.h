//===- Judge.h - Whether a demand is met, in each world ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_JUDGE_JUDGE_H
#define DEVTIDY_DATAFLOW_JUDGE_JUDGE_H

#include "dataflow/judge/Demand.h"
#include "dataflow/judge/Required.h"
#include <array>

namespace devtidy::dataflow {

enum class Outcome : uint8_t {
  Unreachable, ///< no execution of this world gets here with these placements
  Proved,
  Undecided, ///< nobody knows: a symbol is involved
  MayFail,   ///< some executions fail
  Fails,     ///< every execution fails
};

/// The judgement of one world, with the two sides and those of their terms that decided it. It belongs to one demand.
struct Verdict {
  Outcome Result = Outcome::Unreachable;
  bool SymbolAgainstCpu = false; ///< Undecided only because a symbol could be an accelerator
  bool AgainstBatch = false;     ///< Undecided only because a part of a batch is rather on the CPU, and not known to be
  bool OnOtherAccelerator = false;   ///< Undecided only because it may be another accelerator than the current one
  bool IfFirst = false;              ///< fails only because the current accelerator is the first
  bool HasPair = false;              ///< false: no pair of terms decided it
  uint8_t FirstAt = 0, SecondAt = 0; ///< positions in the terms of the two sides
  uint16_t First = 0, Second = 0;    ///< positions in Demand::Sides

  /// The terms of the deciding pair; one that says nothing if there is none.
  const GuardedTerm &firstTerm(const Demand &D) const { return term(D, First, FirstAt); }
  const GuardedTerm &secondTerm(const Demand &D) const { return term(D, Second, SecondAt); }
  bool fails() const { return Result == Outcome::Fails || Result == Outcome::MayFail; }

private:
  const GuardedTerm &term(const Demand &D, unsigned Side, unsigned At) const;
};

/// The judgement of all worlds.
class Verdicts {
public:
  Verdict &operator[](World W) { return In[static_cast<unsigned>(W)]; }
  const Verdict &operator[](World W) const { return In[static_cast<unsigned>(W)]; }
  auto begin() const { return In.begin(); }
  auto end() const { return In.end(); }

private:
  std::array<Verdict, std::size(AllWorlds)> In;
};

/// Compares the sides of D in every world. What contradicts the places that Others want, if somebody says which, is
/// not looked at: it fails there.
Verdicts judge(const Demand &D, const ConditionTable &Conditions, const Required *Others = nullptr);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_JUDGE_JUDGE_H
