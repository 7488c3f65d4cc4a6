//===- Registrations.h - Leaves the kernels of a GPU out -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_PRELOAD_REGISTRATIONS_H
#define DEVTIDY_RUNTIME_PRELOAD_REGISTRATIONS_H

namespace devtidy::preload {

/// LibTorch is about to be loaded, and the simulator after it, so that libraries for CUDA are not to register kernels.
/// In a program that is linked to LibTorch nobody has to say so.
void expectSimulator();

} // namespace devtidy::preload

#endif // DEVTIDY_RUNTIME_PRELOAD_REGISTRATIONS_H
