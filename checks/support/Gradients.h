//===- Gradients.h - What may require a gradient ----------------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array takes the values of a tensor that requires a gradient only when it is detached: a repair that brings the
// tensor to the host has to say so.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_GRADIENTS_H
#define DEVTIDY_CHECKS_SUPPORT_GRADIENTS_H

#include "dataflow/state/Program.h"

namespace devtidy::checks {

/// True if V, or an element of it, may require a gradient, as what makes it says: a parameter, the result of a module
/// that has some, what was asked to, and what a function of the run gives the function that way.
bool mayRequireGradient(const dataflow::SolvedFunction &S, ir::ValueId V);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_GRADIENTS_H
