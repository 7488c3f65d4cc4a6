//===- RegisteredParts.h - What a module registers of what it holds -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `register_module("a", parts.a)`: `to` of the module does not look into the structure, but it moves what stands there.
// Another module that has such a structure may leave it where it is, so this is a matter of whose constructor it is.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_REGISTEREDPARTS_H
#define DEVTIDY_DATAFLOW_SOLVED_REGISTEREDPARTS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

/// True if V, which somebody holds who is no module, moves with one that has registered it.
bool movesWithModule(const Memory &Mem, const Value &V);

/// Adds to the module S what its constructor, which has that summary and the receiver Self, has registered of the
/// objects in its members.
void noteRegisteredParts(const Program &Prog, SolvedClass &S, const Summary &Sum, PathId Self);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_REGISTEREDPARTS_H
