//===- Insert.h - Records of sites, and calls with them --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_PASS_INSERT_H
#define DEVTIDY_RUNTIME_PASS_INSERT_H

#include "runtime/pass/Sites.h"

namespace devtidy::pass {

/// Writes a site's record (abi/Site.h) into the module, and calls the runtime before and after the site's call.
void insertCalls(llvm::Module &M, const CallSite &Site);

} // namespace devtidy::pass

#endif // DEVTIDY_RUNTIME_PASS_INSERT_H
