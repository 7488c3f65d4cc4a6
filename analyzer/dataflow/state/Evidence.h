//===- Evidence.h - Why a symbol is believed to be on an accelerator ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A demand between a symbol and the CPU fails only if the symbol is on an accelerator. Whether that can be is a matter
// of evidence, kept here as one table: kind, strength (3 strong, 1 weak), and where it comes from. A finding's level is
// the larger of its check's level and 4 - strength, at least 1.
//
//   module-state        3  self's registered state: the user moves modules; 2: that of a parameter
//   forward-of-module   3  a parameter of a module's forward
//   device-asked        3  the function asks for this symbol's device
//   device-variable     3  a device parameter, member or result: it exists because it is not always the CPU; 2: what a
//                          constructor puts on one that a flag chooses
//   method-of-module    2  a tensor parameter of another method of a module
//   handles-devices     2  a tensor parameter of a function that takes, makes or moves to devices
//   file-handles-devices 2 the same, of a file where others are put beside tensors that are given
//   optimized           2  what an optimizer was given, or a gradient of that: parameters of a model
//   brought-for-another 2  a parameter that the function brings there for another use, and that meets it as it came
//   tested              3  a branch says where the symbol is not
//   none                0
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_EVIDENCE_H
#define DEVTIDY_DATAFLOW_STATE_EVIDENCE_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

struct SymbolEvidence {
  llvm::StringRef Kind = "none";
  int Strength = 0;
  /// Nobody has moved a module that is still being made, nor what is made for it.
  bool IfMoved = false;

  /// The function may be for the host in spite of it, which its callers know.
  bool mayBeOnHost() const { return Kind.ends_with("handles-devices"); }
};

/// True for the method that runs when a module is called.
bool isForward(const ir::Function &F);

/// True if the function itself brings what the symbol stands for to an accelerator or a device of its own: what it was
/// given is elsewhere, rather on the CPU.
bool isBroughtThere(const SolvedFunction &S, PathId Symbol);

/// True for a part of the batch that a trainer hands to S: it has moved all tensors in it to where the module is.
bool isOfTrainersBatch(const SolvedFunction &S, PathId Symbol);

/// True for what a call that nobody knows gave: it is believed to be where that is which it was given.
bool isFollowing(const GuardedTerm &T);

/// True if a flag of the program leaves the side X on the CPU, where T says, and moves it otherwise: it chooses the
/// device of all that the program does, of what comes in, too.
bool isChosenByFlag(const SolvedFunction &S, const Side &X, const GuardedTerm &T);

/// True for what a module is called with, for what is asked for its shape, and for what nobody gave: of an unknown
/// type, it is a tensor rather than a number.
bool isRatherTensor(const SolvedFunction &S, PathId Symbol);

SymbolEvidence evidenceFor(const SolvedFunction &S, PathId Symbol);
/// The evidence for the symbol of an undecided pair.
SymbolEvidence evidenceOfPair(const SolvedFunction &S, const Demand &D, const Verdict &V);

/// The same, or nothing if that is not enough to report D in S.
std::optional<SymbolEvidence> reportableEvidence(const SolvedFunction &S, const Demand &D, const Verdict &V);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_EVIDENCE_H
