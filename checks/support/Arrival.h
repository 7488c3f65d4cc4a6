//===- Arrival.h - How an operand came to where it is used --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_ARRIVAL_H
#define DEVTIDY_CHECKS_SUPPORT_ARRIVAL_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// Adds to D how side Index of the demand, which has another name than Put, what T's step put somewhere, came of that:
/// `n = n.cuda(); x = n * 2; x + y`. Nothing for a module, which was made with its parts. The last note of D is that of
/// the step.
void explainArrival(Draft &D, const Sink &Out, const dataflow::PlacedDemand &P, unsigned Index,
                    const dataflow::GuardedTerm &T, const std::string &Put);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_ARRIVAL_H
