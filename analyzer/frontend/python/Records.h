//===- Records.h - Classes whose constructor nobody writes ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_RECORDS_H
#define DEVTIDY_FRONTEND_PYTHON_RECORDS_H

#include "frontend/python/Unit.h"

namespace devtidy::frontend::python {

/// Adds the `__init__` that Python makes for dataclasses and named tuples: each field is a parameter, and is
/// assigned. After declareAll.
void makeConstructors(Unit &U, bool Checked);

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_RECORDS_H
