//===- ControlFlow.cpp - Calls that end a program, or go on only if something holds ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sys.exit(), TORCH_CHECK(x.is_cuda())
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"

namespace devtidy::dataflow {

using knowledge::Action;

static Value leave(CallFrame &F) {
  F.S.Reachable = false;
  return Value::bottom();
}

static Value check(CallFrame &F) {
  if (!F.I.Args.empty())
    F.S.Reachable = F.assume(F.I.Args[0].Value);
  return Value::none();
}

/// Makers.cpp calls it, if it is a function that is known. A value may stand in its place: `field(default=x)`.
static Value callUnknown(CallFrame &F) { return F.argument("value") ? F.given("value") : F.unknownCall(); }

static constexpr Rule Rules[] = {
    {Action::Leaves, leave},
    {Action::Check, check},
    {Action::CallFunction, callUnknown},
};
REGISTER_CONCEPT(ControlFlow, Rules)

} // namespace devtidy::dataflow
