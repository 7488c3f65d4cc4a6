//===- Settling.h - What changes in each round of a loop --------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rounds of a loop are looked at until they leave things as they found them. Two tests of one flag in a loop can
// make that wait for ever: what is known in one round is what the next one does not know. In the end, such a thing is
// lost, and nothing is said of it; all else in the function is still known.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_SETTLING_H
#define DEVTIDY_DATAFLOW_DOMAIN_SETTLING_H

#include "dataflow/domain/Memory.h"

namespace devtidy::dataflow {

/// What is left of a value that was Old in the last round and is New in this one. After two such steps nothing is.
Value settled(const Value &Old, const Value &New);

/// Takes from New what was otherwise in the last round.
void settle(State &New, const State &Old);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_SETTLING_H
