//===- ProjectCallers.h - Files of a project that use some of its files --- ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who calls what stands in a file that is checked may stand in one that nobody named: a hook checks what has changed.
// Findings are of the files that are named. A repair that is made without being asked for has to be right for all
// callers, so that those are looked for in the whole project.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_PROJECTCALLERS_H
#define DEVTIDY_DRIVER_PROJECTCALLERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace devtidy::driver {

/// The files of Python below Root that import one of Files, whatever that is called, or one that does, and what these
/// import; in order. Not those that IsKnown. Nothing if the project is too large to look at.
std::optional<std::vector<std::string>> relativesOf(llvm::ArrayRef<std::string> Files, llvm::StringRef Root,
                                                    llvm::function_ref<bool(llvm::StringRef)> IsKnown);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_PROJECTCALLERS_H
