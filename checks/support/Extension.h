//===- Extension.h - What the checks of extensions share ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extensions are functions that take tensors from Python and hand their memory to kernels. These helpers say which
// parameters' memory a function hands on, and whether a device test stands before that.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_EXTENSION_H
#define DEVTIDY_CHECKS_SUPPORT_EXTENSION_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// True for a kernel launch.
inline bool isLaunch(const ir::Inst &I) { return I.Kind == ir::InstKind::Call && I.Name.starts_with(ir::LaunchPrefix); }

/// The tensor parameter whose device the placement is, if it is that alone.
std::optional<dataflow::PathId> parameterOf(const SolvedFunction &S, const Placement &P);

/// True if S, or a function that calls it, is handed as a value to other code of the program: a registry, which calls
/// it on behalf of functions that nobody sees from here, and that may have made a device current.
bool isRegistered(const SolvedFunction &S);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_EXTENSION_H
