//===- AutocastMismatch.cpp - device-autocast-mismatch -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a module that is called in an autocast region for another type of device: autocast then does nothing
// (torch/amp/autocast_mode.py). Silent where a device is not known, and for GradScaler, which follows its inputs.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"

namespace devtidy::checks {

static void run(const SolvedFunction &S, Sink &Out) {
  reportDemands(S, Out, [](const dataflow::PlacedDemand &P) { return P.D.Of == dataflow::Meeting::Autocast; });
}

static const Check AutocastMismatch = {
    .Name = "device-autocast-mismatch",
    .Headline = "{op} {is|may be} called under autocast for another device: {operands}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(AutocastMismatch)

} // namespace devtidy::checks
