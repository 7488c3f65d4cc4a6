//===- CpuOnlyArgument.cpp - device-cpu-only-argument --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags an argument on an accelerator where PyTorch takes only the CPU: lengths of packed sequences, indices of
// tensor_split, states of generators, memory to pin. What a caller hands in is believed to be right.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"

namespace devtidy::checks {

static void run(const SolvedFunction &S, Sink &Out) {
  reportDemands(S, Out, [](const dataflow::PlacedDemand &P) { return P.D.Of == dataflow::Meeting::HostArgument; });
}

static const Check CpuOnlyArgument = {
    .Name = "device-cpu-only-argument",
    .Headline = "{op} takes this argument on the CPU only: {first}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(CpuOnlyArgument)

} // namespace devtidy::checks
