//===- Declare.h - The headers of functions and classes -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_DECLARE_H
#define DEVTIDY_FRONTEND_PYTHON_DECLARE_H

#include "frontend/python/Unit.h"

namespace devtidy::frontend::python {

/// Stands between a function and a parameter in the name of the global that holds the default.
inline constexpr llvm::StringLiteral DefaultMark = ".<default>.";

/// Makes the functions and classes of the file, without bodies, and fills Unit::Functions and Unit::Bases.
void declareAll(Unit &U, bool Checked);

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_DECLARE_H
