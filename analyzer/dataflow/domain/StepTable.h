//===- StepTable.h - Steps of the program at hand, each once --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_STEPTABLE_H
#define DEVTIDY_DATAFLOW_DOMAIN_STEPTABLE_H

#include "dataflow/domain/Placement.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <tuple>

namespace devtidy::dataflow {

/// Each step once. What Base has is taken from there; it is not changed any more.
class StepTable {
public:
  explicit StepTable(const StepTable *Base) : Base(Base) {}
  const Step *get(const Step &S);
  /// The same step, which nobody knows whether it is taken: of one of several objects. Null stays null.
  const Step *ofSeveral(const Step *S) {
    if (!S || S->OfSeveral)
      return S;
    Step Marked = *S;
    Marked.OfSeveral = true;
    return get(Marked);
  }

private:
  using Key =
      std::tuple<uint8_t, const ir::Function *, const ir::Inst *, uint32_t, uint32_t, llvm::StringRef, const Step *>;
  const StepTable *Base;
  llvm::DenseMap<Key, std::unique_ptr<Step>> Steps;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_STEPTABLE_H
