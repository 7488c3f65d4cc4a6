//===- Fault.h - Host code that touches memory of a device ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SHIM_FAULT_H
#define DEVTIDY_RUNTIME_SHIM_FAULT_H

namespace devtidy::shim {

/// From here on, a segmentation fault at an address of a device is reported before the process dies of it. Does nothing
/// if the program has a handler of its own.
void watchFaults();

} // namespace devtidy::shim

#endif // DEVTIDY_RUNTIME_SHIM_FAULT_H
