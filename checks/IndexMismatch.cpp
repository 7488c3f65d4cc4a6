//===- IndexMismatch.cpp - device-index-mismatch ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags an index or mask on an accelerator into a tensor that is not there. The other way round is legal: PyTorch
// copies a CPU index to the device of the tensor (aten/src/ATen/native/TensorAdvancedIndexing.cpp).
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"

namespace devtidy::checks {

static void run(const SolvedFunction &S, Sink &Out) {
  reportDemands(S, Out, [](const dataflow::PlacedDemand &P) { return P.D.Rule == knowledge::DeviceRule::Index; });
}

static const Check IndexMismatch = {
    .Name = "device-index-mismatch",
    .Headline = "index {is|may be} on another device than the tensor that it indexes: {operands}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(IndexMismatch)

} // namespace devtidy::checks
