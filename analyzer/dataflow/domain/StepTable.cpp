//===- StepTable.cpp - Steps of the program at hand, each once ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/StepTable.h"

namespace devtidy::dataflow {

const Step *StepTable::get(const Step &S) {
  const Key K{static_cast<uint8_t>(S.Kind), S.F, S.I, S.Range.Begin, S.Range.End, S.Subject, S.Previous};
  if (Base)
    if (auto It = Base->Steps.find(K); It != Base->Steps.end())
      return It->second.get();
  auto &Slot = Steps[K];
  if (!Slot)
    Slot = std::make_unique<Step>(S);
  return Slot.get();
}

} // namespace devtidy::dataflow
