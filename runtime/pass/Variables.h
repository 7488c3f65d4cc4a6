//===- Variables.h - What the source calls an operand ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_PASS_VARIABLES_H
#define DEVTIDY_RUNTIME_PASS_VARIABLES_H

#include "runtime/pass/Locations.h"
#include <string>

namespace llvm {
class Value;
} // namespace llvm

namespace devtidy::pass {

/// The user's variable or member that an address is of: "x", "weight"; "" for a temporary, or without -g, since line
/// tables name no variables.
std::string variableName(const llvm::Value *Address, const Locations &Lines);

} // namespace devtidy::pass

#endif // DEVTIDY_RUNTIME_PASS_VARIABLES_H
