//===- Gradients.h - How values of a tensor get into an array ---*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array takes the values of a tensor that requires a gradient only when it is detached, and none of a tensor of
// bfloat16: a repair that brings the tensor to the host has to say so. To detach what requires none changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_GRADIENTS_H
#define DEVTIDY_CHECKS_SUPPORT_GRADIENTS_H

#include "dataflow/state/Program.h"
#include <string>

namespace devtidy::checks {

/// What is written behind V, whose values an array takes, so that it is on the host: ".detach().cpu()"; ".cpu()" if the
/// function itself shows that neither V nor an element of it requires a gradient: it was made here, of tensors that
/// require none, where nothing is recorded, or detached. What anybody else has made may require one.
std::string copyForArray(const dataflow::SolvedFunction &S, ir::ValueId V);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_GRADIENTS_H
