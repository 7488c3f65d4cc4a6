//===- DemandRepairs.h - Edits that let the operands of a demand meet ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two sides of a demand do not fit. One is where it was put by somebody, the other is where it should be. These are the
// edits that may help, best first; whether they do is found out by who solves the program again:
//
//   1. at what made the odd one: `torch.zeros(3, device=x.device)`, `torch.Tensor([1.0]).to(x.device)`
//   2. at the operation: `x + mask.to(x.device)`
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_DEMANDREPAIRS_H
#define DEVTIDY_CHECKS_SUPPORT_DEMANDREPAIRS_H

#include "checks/support/NamedDevices.h"

namespace devtidy::checks {

/// One of the two sides.
struct MisplacedSide {
  const dataflow::GuardedTerm *Term;
  unsigned Side;    ///< of the demand
  std::string Text; ///< what it is called
  std::string Made; ///< what was made where the term says, if that is another thing: a part of it; else ""
};

/// The source of the operand: of one that a tuple holds that is written out, of that part. Nothing if it has none.
std::optional<ir::Arg> writtenOperand(const dataflow::PlacedDemand &P, unsigned Side);

/// Adds to D what lets the step Origin make its tensor where Wanted says; of another function than S, where what that
/// is given is.
void addCreationRepairs(Draft &D, const SolvedFunction &S, const Sink &Out, const dataflow::Step &Origin,
                        const WantedDevice &Wanted, const std::string &What);

/// Adds to D what makes the numbers where their generator is, which is side Generator of P.
void addGeneratorRepair(Draft &D, const SolvedFunction &S, const Sink &Out, const dataflow::PlacedDemand &P,
                        unsigned Generator);

/// Adds to D what puts Odd where Good is.
void addDemandRepairs(Draft &D, const SolvedFunction &S, const Sink &Out, const dataflow::PlacedDemand &P,
                      const MisplacedSide &Odd, const MisplacedSide &Good);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_DEMANDREPAIRS_H
