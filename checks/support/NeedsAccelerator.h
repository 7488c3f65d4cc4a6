//===- NeedsAccelerator.h - What does not run without an accelerator ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_NEEDSACCELERATOR_H
#define DEVTIDY_CHECKS_SUPPORT_NEEDSACCELERATOR_H

#include "checks/support/Sink.h"
#include "llvm/ADT/DenseMap.h"

namespace devtidy::checks {

/// How the path to something hangs on the program's own switches: a flag, an option, a None test is a guard of its own
/// kind.
enum class Switch : uint8_t { None, Unknown, Flag };
/// What Holds in any case is no switch.
Switch switchOf(const SolvedFunction &S, const Event &E, const dataflow::Cube &Holds = {});

/// True if E makes or moves something on an accelerator that is there on some machines only, or asks for its services.
bool needsAccelerator(const SolvedFunction &S, const Event &E);

/// What needs one whatever else holds in what E calls, because of what S gives it: a device, or a flag that leads
/// there. Null if there is nothing.
const dataflow::PlacedDemand *neededByCallee(const SolvedFunction &S, const Event &E);

/// What functions of one program need whatever they are given: `x.cuda()`, torch.cuda.synchronize() on each way through
/// them. Answers are kept.
class CalleeNeeds {
public:
  /// True if what E calls needs an accelerator.
  bool at(const SolvedFunction &S, const Event &E);

private:
  bool inEachRun(const Program &P, const ir::Function &F);

  llvm::DenseMap<const ir::Function *, bool> Known;
};

/// True if S needs an accelerator at E, and no test, no switch and no handler says what is done without one.
bool needsAcceleratorAnyway(const SolvedFunction &S, const Event &E, const dataflow::Cube &Holds = {});

/// True if a handler catches what E throws where there is no accelerator.
bool isTried(const SolvedFunction &S, const Event &E);

/// True if the module of S ends before S can be called where there is no accelerator: `assert is_available()` on its
/// top level.
bool isGuardedByModule(const SolvedFunction &S);

/// True if S is of a program that is for accelerators: nothing of it asks for one, or offers a choice of the device,
/// and it goes there again and again.
bool isOfAcceleratorProgram(const SolvedFunction &S);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_NEEDSACCELERATOR_H
