//===- AwaitedFailures.h - Operations that somebody lets fail ------------- ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program may ask by the failure itself where a tensor is, and go another way then:
//
//   try: a = x.numpy()
//   except TypeError: a = x.cpu().numpy()
//
// It runs as it stands, and with a repair it takes the first way on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_AWAITEDFAILURES_H
#define DEVTIDY_CHECKS_SUPPORT_AWAITEDFAILURES_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// True if the failure of At, in F, is caught there and the program goes on, or is in a scope that ends it; or where F
/// is called, if it is caught there by its class.
bool isFailureAwaited(const dataflow::Program &P, const NameUses &All, const ir::Function &F, const ir::Inst &At);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_AWAITEDFAILURES_H
