//===- Accelerator.h - Whether a value is on an accelerator -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a placement says about accelerators at a point of the program, for checks that speak of one value and not of two
// that meet.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_ACCELERATOR_H
#define DEVTIDY_CHECKS_SUPPORT_ACCELERATOR_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

struct AcceleratorFacts {
  const dataflow::GuardedTerm *On = nullptr; ///< the term that says so; null if none does
  bool Always = true;                        ///< in every world in which control gets here with the accelerator there
  uint8_t Worlds = 0;                        ///< where it is on one
  dataflow::SymbolEvidence Evidence;         ///< if On is a symbol
};

/// Whether P is on an accelerator in some world where Path holds: by a device that is named, or by a symbol that exists
/// because it is not always the CPU (a device variable, a module's state, an argument of forward).
AcceleratorFacts onAccelerator(const SolvedFunction &S, const Placement &P, const dataflow::Cube &Path);

/// True if P is the CPU wherever Path holds.
bool isSurelyOnCpu(const SolvedFunction &S, const Placement &P, const dataflow::Cube &Path);

/// True if something in M says where something is to be, or asks where it is or can be.
bool handlesDevices(const ir::Module &M);
/// True if the program may be on another accelerator than the current one: somebody numbers them, `f"cuda:{rank}"`,
/// `x.cuda(1)`, or lets its users choose, `--device`, a device that a function is given. False only of scripts, for
/// nobody sees who uses a package.
bool numbersAccelerators(const dataflow::Program &P);

/// True if nothing in the program says where anything is: its modules are on the CPU until somebody else moves them.
bool nobodyHandlesDevices(const dataflow::Program &P);

/// True if the copy E was asked not to wait: the first true or false among its arguments, or `non_blocking`.
bool isNonBlocking(const Event &E);

/// Where the target of a move is, in words: "cuda:0", "'device'", "the device of 'x'".
std::string targetText(const SolvedFunction &S, const Sink &Out, const Event &E);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_ACCELERATOR_H
