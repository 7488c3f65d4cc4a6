//===- Contexts.h - What context managers leave as it is --------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A context manager may change the default device for what stands in its scope: `with fabric.init_tensor():`. Those of
// torch are in the tables, and those of the program are read. Of others only the name is known.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_CONTEXTS_H
#define DEVTIDY_KNOWLEDGE_CONTEXTS_H

#include <string_view>

namespace devtidy::knowledge {

/// True for a function or class, by its full name, of a package that has nothing to do with the default device:
/// Python's own library, torch (of which the tables have those that set it), files, plots.
bool leavesDefaultDevice(std::string_view QualifiedName);

/// True if a context manager of that name, of which nobody knows whose it is, may set the default device:
/// `init_module`, and also `scope`. A lock, a timer and an autocast do not.
bool maySetDefaultDevice(std::string_view Name);

/// True for the methods of what holds several contexts that enter one more and give what it gives: enter_context.
bool entersContext(std::string_view Method);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_CONTEXTS_H
