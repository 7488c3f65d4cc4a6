//===- GeneratorMismatch.cpp - device-generator-mismatch -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags random numbers that are made on one device with a generator of another (aten/src/ATen/core/Generator.h,
// check_generator), and the order of a data loader or a split, which is drawn on the default device.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"

namespace devtidy::checks {

static void run(const SolvedFunction &S, Sink &Out) {
  reportDemands(S, Out, [](const dataflow::PlacedDemand &P) { return P.D.Of == dataflow::Meeting::Generator; });
}

static const Check GeneratorMismatch = {
    .Name = "device-generator-mismatch",
    .Headline = "{op} {draws|may draw} from a generator on another device: {operands}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(GeneratorMismatch)

} // namespace devtidy::checks
