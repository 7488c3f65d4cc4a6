//===- Ending.h - Ways in which a program ends ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_REPORT_ENDING_H
#define DEVTIDY_RUNTIME_REPORT_ENDING_H

namespace devtidy::runtime {

/// Has called, once, what is to be done where destructors do not run: OnException before a program ends by an exception
/// that nobody catches, which is how most end that meet a device error; OnQuickExit by quick_exit. What the program
/// itself has asked for then comes after it.
void watchEnding(void (*OnException)(), void (*OnQuickExit)());

} // namespace devtidy::runtime

#endif // DEVTIDY_RUNTIME_REPORT_ENDING_H
