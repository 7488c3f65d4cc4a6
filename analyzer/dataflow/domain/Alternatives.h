//===- Alternatives.h - What a value names, and values that are one of several ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_DOMAIN_ALTERNATIVES_H
#define DEVTIDY_DATAFLOW_DOMAIN_ALTERNATIVES_H

#include "dataflow/domain/Value.h"

namespace devtidy::dataflow {

/// The placement that V names if it is used as a device; nothing if it is none.
std::optional<Placement> deviceOf(const Value &V);

/// V, which is one of several of which some are devices: a number is then the accelerator of that number,
/// `0 if torch.cuda.is_available() else "cpu"`.
Value besideDevices(Value V);
/// True for a device, or a text that spells one.
bool namesDevice(const Value &V);

/// The value that is each of Parts under its guard, if they are of unknown type or tensors: what is done with it tells
/// about them. Unknown if there are others, or many. OfSummary: objects are parts, too.
Value oneOfSeveral(llvm::ArrayRef<std::pair<Value, Cube>> Parts, bool OfSummary = false);

/// Joined, which Parts are together, with what is at each position of tuples: one of several, where Joined knows no
/// more.
Value withAlternatives(const Value &Joined, llvm::ArrayRef<std::pair<Value, Cube>> Parts);

/// True for a value of unknown type, which may have members.
inline bool mayHaveMembers(const Value &V) { return V.isPlainPath() && !V.is(Value::Kind::Number); }

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_DOMAIN_ALTERNATIVES_H
