//===- BlockRecord.h - What happens in a block ----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each visit of a block writes its record anew; at the fixed point the records are what happens in the function.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_BLOCKRECORD_H
#define DEVTIDY_DATAFLOW_BLOCKRECORD_H

#include "dataflow/Program.h"

namespace devtidy::dataflow {

/// What others have to be visited again for, after a block was.
struct BlockChange {
  bool Values = false; ///< of the block's parameters and instructions: whatever uses them
  bool Edges = false;  ///< what flows out: the successors
};

struct BlockRecord {
  std::vector<Event> Events;
  std::vector<PlacedDemand> Demands;
  std::vector<PathId> Asked;
  Callers Calls;
  bool HandlesDevices = false;
  Value Yielded;
  Value Returned;
  std::optional<State> Yield;  ///< at the last yield
  std::optional<State> Return; ///< at the end, if that is a return
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_BLOCKRECORD_H
