//===- ExportMismatch.cpp - device-export-mismatch -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a module that is traced or exported with example inputs on another device: the module is called with them.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"

namespace devtidy::checks {

static void run(const SolvedFunction &S, Sink &Out) {
  reportDemands(S, Out, [](const dataflow::PlacedDemand &P) { return P.D.Of == dataflow::Meeting::Export; });
}

static const Check ExportMismatch = {
    .Name = "device-export-mismatch",
    .Headline = "{op} {runs|may run} a module with example inputs on another device: {operands}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(ExportMismatch)

} // namespace devtidy::checks
