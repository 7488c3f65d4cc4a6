//===- Chosen.h - Where one of several is after the chosen one moved -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_CHOSEN_H
#define DEVTIDY_DATAFLOW_STATE_CHOSEN_H

#include "dataflow/domain/Placement.h"

namespace devtidy::dataflow {

/// Where a module is that was at Old and moves to P if Guard holds: it is the one that is chosen.
inline Placement ifChosen(const Placement &P, const Placement &Old, const Cube &Guard) {
  Placement Where = P.guardedBy(Guard);
  // Where another one is chosen, it stays: one of the literals is the first that does not hold.
  Cube Before;
  for (Literal L : Guard.literals()) {
    Cube Else = Before;
    if (Else.add(~L))
      Where.joinIn(Old.guardedBy(Else));
    Before.add(L);
  }
  return Where;
}

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_CHOSEN_H
