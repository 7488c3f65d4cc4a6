//===- NamedTuples.h - Classes that a call of namedtuple makes ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_NAMEDTUPLES_H
#define DEVTIDY_FRONTEND_PYTHON_NAMEDTUPLES_H

#include "frontend/python/Scopes.h"

namespace devtidy::frontend::python {

/// `namedtuple("Pair", ["x", "y"])`, `NamedTuple("Pair", [("x", Tensor), ("y", Tensor)])`.
bool isNamedTupleCall(Node N, const Scopes &Names, Scope *From);

/// The call that S is made of: that of `Pair = namedtuple(...)`, or a base of the class. Invalid if there is none.
Node namedTupleCall(const Scope &S, const Scopes &Names);

struct TupleField {
  std::string Name;
  Node Annotation; ///< of a NamedTuple
};

/// The fields that the call names, in order; none if it does not name them as literals.
llvm::SmallVector<TupleField, 4> fieldsOfCall(Node Call);

/// True if some of the fields have default values.
bool hasDefaults(Node Call);

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_NAMEDTUPLES_H
