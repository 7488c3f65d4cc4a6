//===- Records.h - What happens in a function -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each visit of a block writes its record anew; at the fixed point the records are what happens in the function. Checks
// read its events and demands, and other functions what it calls.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_RECORDS_H
#define DEVTIDY_DATAFLOW_STATE_RECORDS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

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

class Records {
public:
  /// KeepsEvents: somebody will look at them, and not only at the summary.
  Records(Program &Prog, SolvedFunction &Of, bool KeepsEvents)
      : Prog(Prog), Of(Of), KeepsEvents(KeepsEvents), ByBlock(Of.F->Blocks.size()) {}

  /// From here on what happens is noted for B, of which everything is forgotten.
  void enter(ir::BlockId B);
  ir::BlockId here() const { return Here; }
  BlockRecord &now() { return ByBlock[Here.index()]; }
  const BlockRecord &operator[](ir::BlockId B) const { return ByBlock[B.index()]; }
  llvm::ArrayRef<BlockRecord> all() const { return ByBlock; }

  void event(Event E);
  /// Sides meet in the instruction At, which messages call Name. One side alone meets nothing, unless it is a list,
  /// or a machine that has to have it.
  void demand(const ir::Inst &At, llvm::StringRef Name, knowledge::DeviceRule Rule, llvm::ArrayRef<Side> Sides,
              const State &S, Meeting Means = Meeting::Operands);
  /// Somebody unknown is given these, and calls the functions among them. IsWanted: they are to fail.
  void handOver(llvm::ArrayRef<Value> Given, bool IsWanted);
  /// Moves what happens in these blocks, in order, to the solved function.
  void collect(llvm::ArrayRef<ir::BlockId> Blocks);

private:
  Program &Prog;
  SolvedFunction &Of;
  const bool KeepsEvents;
  std::vector<BlockRecord> ByBlock;
  ir::BlockId Here; ///< which is being visited
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_RECORDS_H
