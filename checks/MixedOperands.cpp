//===- MixedOperands.cpp - device-mixed-operands ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags an operator, module call or loss whose operands are on different devices in some world. Symbols count only with
// evidence that they can be on an accelerator; unknown operands, 0-dim CPU tensors where PyTorch lets them pass, and
// index tensors are silent.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Alias.h"

namespace devtidy::checks {

static void run(const SolvedFunction &S, Sink &Out) {
  reportDemands(S, Out, [&](const dataflow::PlacedDemand &P) {
    return P.D.Of == dataflow::Meeting::Operands && P.D.Rule != knowledge::DeviceRule::Index &&
           !findStaleAlias(S, P, Out);
  });
}

static const Check MixedOperands = {
    .Name = "device-mixed-operands",
    .Headline = "operands of {op} {are|may be} on different devices: {operands}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(MixedOperands)

} // namespace devtidy::checks
