//===- Processes.cpp - What processes exchange ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torch.distributed.all_reduce(x)
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"

namespace devtidy::dataflow {

using knowledge::Action;

static Value exchange(CallFrame &F) {
  for (const Operand &O : F.E.Operands)
    if (O.V.isTensor() || (O.V.is(Value::Kind::Object) && O.A != F.SelfArg))
      F.E.Before.joinIn(F.placementOf(O.V));
  return F.unknown();
}

static constexpr Rule Rules[] = {
    {Action::Collective, exchange},
};
REGISTER_CONCEPT(Processes, Rules)

} // namespace devtidy::dataflow
