//===- UnregisteredState.h - Tensors that a module holds on its own --*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a module keeps in a member that it does not register stays where it is when the module moves. The class is to
// blame, and a check of its own says so once; what cannot be said of the class alone is judged where the module is
// used.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_UNREGISTEREDSTATE_H
#define DEVTIDY_DATAFLOW_ENGINE_UNREGISTEREDSTATE_H

#include "dataflow/state/Program.h"
#include <optional>

namespace devtidy::dataflow {

/// How a module came by a tensor that it does not register.
enum class Holding : uint8_t {
  Made,  ///< by the constructor, on the CPU
  Given, ///< a tensor that the caller may have put anywhere
  Mixed, ///< either, and only that some are made says that all are tensors
};

/// Nothing if the class alone does not say that `to` leaves a tensor behind: the member is registered, or holds no
/// tensor, follows something, is assigned later, or the module places its parts itself.
std::optional<Holding> holdingOf(const SolvedClass &C, llvm::StringRef Member);

/// What a member meets that stays behind.
struct MemberMeeting {
  unsigned Other;   ///< the side of the demand that it meets
  bool MayBeNumber; ///< the member, or what is taken from it, may have no dimension, and would fit anywhere
};

/// How the member meets another side of D, a demand of a method of C; nothing if it meets only what stays behind as
/// well, or is a number. Repaired are members that stay behind now, and will not.
std::optional<MemberMeeting> meetingOf(const SolvedClass &C, llvm::StringRef Member, const SolvedFunction &S,
                                       const Demand &D, llvm::ArrayRef<llvm::StringRef> Repaired = {});

/// True if both say of a member of the receiver of S that it fails in D: then the class is spoken of, and not D.
bool isSpokenOfByClass(const SolvedFunction &S, const Demand &D);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_UNREGISTEREDSTATE_H
