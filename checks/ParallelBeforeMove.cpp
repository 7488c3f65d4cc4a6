//===- ParallelBeforeMove.cpp - device-parallel-before-move --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags DataParallel that is called while its module is not on the first of its devices, and DistributedDataParallel
// that is made before its module moves (torch/nn/parallel/data_parallel.py, distributed.py). Silent for DataParallel
// that is made before the move, which works, and for LibTorch's data_parallel, which copies the module itself.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Sink.h"

namespace devtidy::checks {

static void run(const SolvedFunction &S, Sink &Out) {
  reportDemands(S, Out, [](const dataflow::PlacedDemand &P) { return P.D.Of == dataflow::Meeting::Replicas; });
}

static const Check ParallelBeforeMove = {
    .Name = "device-parallel-before-move",
    .Headline = "{op} {meets|may meet} a module that is not in its place: {operands}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(ParallelBeforeMove)

} // namespace devtidy::checks
