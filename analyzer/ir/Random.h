//===- Random.h - Random well-formed programs, for tests ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that the verifier accepts and that use every instruction kind, every kind of parameter, class and constant,
// with names that need quoting among them. What they compute is nonsense. The same seed gives the same program on every
// machine.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_RANDOM_H
#define DEVTIDY_IR_RANDOM_H

#include "ir/Module.h"

namespace devtidy::ir {

struct RandomOptions {
  unsigned Functions = 6;   ///< with bodies; lambdas, kernels and declarations come on top
  unsigned Statements = 12; ///< at most, in each block of the source program
  unsigned Depth = 3;       ///< of nested branches, loops and handlers
  bool Resolved = true;     ///< also instructions that only the resolve step makes
};

std::unique_ptr<Module> randomModule(uint64_t Seed, const RandomOptions &O = {});

} // namespace devtidy::ir

#endif // DEVTIDY_IR_RANDOM_H
