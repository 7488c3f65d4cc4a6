//===- Judge.h - Whether what happens at a site works ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_JUDGE_H
#define DEVTIDY_RUNTIME_VERIFY_JUDGE_H

#include "runtime/verify/Call.h"
#include "runtime/verify/Origins.h"

namespace devtidy::verify {

/// Reports what is about to fail at a site, with what was placed where. Caller is the module call of the user's code
/// that is running on this thread, or 0: the place of a site inside LibTorch's templates. Gives true if nothing
/// fails.
bool judge(abi::Site &Site, const Call &Operands, SiteId Caller);

/// The same of a tensor that was made of memory of the program.
void judgeWrapped(abi::Site &Site, const c10::TensorImpl &Made) noexcept;

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_JUDGE_H
