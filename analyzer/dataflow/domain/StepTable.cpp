//===- StepTable.cpp - Steps of the program at hand, each once ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/StepTable.h"

namespace devtidy::dataflow {

const Step *StepTable::get(const Step &S) {
  // What is of one of several objects is another step.
  constexpr uint8_t Several = 0x80;
  const auto Kind = static_cast<uint8_t>(static_cast<uint8_t>(S.Kind) | (S.OfSeveral ? Several : 0));
  const Key K{Kind, S.F, S.I, S.Range.Begin, S.Range.End, S.Subject, S.Previous};
  if (Base)
    if (auto It = Base->Steps.find(K); It != Base->Steps.end())
      return It->second.get();
  auto &Slot = Steps[K];
  if (!Slot)
    Slot = std::make_unique<Step>(S);
  return Slot.get();
}

} // namespace devtidy::dataflow
