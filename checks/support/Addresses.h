//===- Addresses.h - Files that others have published ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_ADDRESSES_H
#define DEVTIDY_CHECKS_SUPPORT_ADDRESSES_H

#include "checks/support/NameUses.h"
#include "dataflow/state/Program.h"

namespace devtidy::checks {

/// True if V, a value of F, is an address under which PyTorch publishes weights, which were saved on the CPU: a
/// constant, or one out of a table of such constants, `model_urls[arch]`; of a parameter, what all that call F give.
bool isAddressOfPyTorch(const dataflow::Program &P, const NameUses &Names, const ir::Function &F, ir::ValueId V);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_ADDRESSES_H
