//===- Pointers.h - Addresses of tensors' memory that were handed out --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel is launched with is an address, of which the CUDA runtime knows at most who allocated it. Instrumented
// code notes the tensors whose addresses it takes, the latest ones, and findings about an address say which tensor it
// was and where that was placed.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_POINTERS_H
#define DEVTIDY_RUNTIME_VERIFY_POINTERS_H

#include "runtime/verify/Registry.h"
#include <c10/core/TensorImpl.h>

namespace devtidy::verify {

/// The address of the tensor's memory was taken at a site. Any thread.
void notePointer(SiteId Where, const c10::TensorImpl &Of, const void *Address);

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_POINTERS_H
