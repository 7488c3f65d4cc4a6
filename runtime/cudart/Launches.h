//===- Launches.h - Kernels and variables that a program registers ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_CUDART_LAUNCHES_H
#define DEVTIDY_RUNTIME_CUDART_LAUNCHES_H

#include "runtime/cudart/FatBinary.h"
#include <cstddef>

namespace devtidy::cudart {

/// Where a __device__ variable is on the current device, made when it is asked for first; null if nobody registered it.
char *symbolAddress(const void *Symbol);
/// Its size in bytes; 0 if it is none.
size_t symbolSize(const void *Symbol);
/// The device's memory has been released: variables are made anew.
void forgetVariables(int Device);
/// What the code of a kernel was compiled for; the model's own version if nobody registered it.
CodeVersions versionsOf(const void *Function);

} // namespace devtidy::cudart

#endif // DEVTIDY_RUNTIME_CUDART_LAUNCHES_H
