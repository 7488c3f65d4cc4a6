//===- Asides.h - Functions that are solved once more, for a question -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_ASIDES_H
#define DEVTIDY_DATAFLOW_SOLVED_ASIDES_H

#include "dataflow/program/Linker.h"
#include "dataflow/state/Solved.h"
#include <map>

namespace devtidy::dataflow {

class Solutions;

/// `def evaluate(model, x, metric): return metric(model(x))`: what evaluate does with x is what the metric does. A
/// function that calls something that it was given is solved once more for each function that callers give it; a method
/// once more alone, for what it leaves in members.
class Asides {
public:
  explicit Asides(Solutions &Prog) : Prog(Prog) {}

  /// E where it is given these functions (Program::solvedWith).
  const SolvedFunction *with(const Linker::FunctionEntry &E, const GivenFunctions &Given);
  /// What E leaves in members, alone (Program::solvedAlone).
  const Summary *alone(const Linker::FunctionEntry &E);

private:
  Solutions &Prog;
  using Key = std::pair<const ir::Function *, GivenFunctions::Key>;
  std::map<Key, std::unique_ptr<SolvedFunction>> With;                   ///< null: being solved
  std::map<const ir::Function *, std::unique_ptr<SolvedFunction>> Alone; ///< null: being solved
  unsigned Work = 0;                                                     ///< instructions of those in With
  unsigned WorkForClasses = 0;                                           ///< the same of methods of derived classes
  unsigned WorkForMembers = 0;                                           ///< of these, where only members are known
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_ASIDES_H
