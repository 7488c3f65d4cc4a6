//===- Findings.h - What the shim reports -----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each thing that can be wrong with a call. Check names and words are those of the analyzer's checks.
// Each looks at the caller's stack, reports a place once, and changes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SHIM_FINDINGS_H
#define DEVTIDY_RUNTIME_SHIM_FINDINGS_H

#include "runtime/report/Report.h"
#include "runtime/shim/Ledger.h"
#include "runtime/shim/Next.h"
#include <string>

namespace devtidy::shim {

/// One operand of a call, as findings name it: "destination", "argument 2".
struct Named {
  const char *What;
  const void *Address;
};

/// Puts the questions of the checks to the runtime, once, while the program has no error that they could take the place
/// of: what has been answered may be asked when there is one.
void askEarly();
/// A copy whose kind is Kind (cudaMemcpyKind); PeerKind: cudaMemcpyPeer. Also looks for freed memory. A null address is
/// not looked at: a variable of a device.
inline constexpr int PeerKind = 3, DefaultKind = 4;
void checkCopy(const char *Call, Named Dst, Named Src, int Kind, bool IsPeer = false);
/// cudaMemset and its like.
void checkFill(const char *Call, Named Dst);
/// A kernel that is about to be launched with these arguments.
void checkLaunch(const void *Function, void **Arguments, const void *Stream);
/// An event that is about to be recorded on a stream.
void checkRecord(const void *Event, const void *Stream);
/// Memory is about to be freed by Call.
void checkFree(const char *Call, const Block &Known);
/// The same, when Stream comes to it.
void checkFreeInOrder(const char *Call, const void *Address, const void *Stream);
/// Host code has touched memory of a device; the stack is the place's.
void reportTouched(const Block &Touched, const runtime::Stack &Where);

} // namespace devtidy::shim

#endif // DEVTIDY_RUNTIME_SHIM_FINDINGS_H
