//===- Blobs.h - Memory that a program makes a tensor of ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_BLOBS_H
#define DEVTIDY_RUNTIME_VERIFY_BLOBS_H

#include <c10/core/TensorImpl.h>
#include <optional>

namespace devtidy::verify {

/// True if the memory of a tensor does not come from LibTorch's own allocators: the program has made the storage, or
/// has an allocator of its own.
bool isForeign(const c10::TensorImpl &T);

/// Where the memory of a tensor is, if that is not where the tensor says. Asks the simulated devices and the CUDA
/// runtime; nothing in a process without either, and where they do not know.
std::optional<c10::Device> findWrongMemory(const c10::TensorImpl &T);

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_BLOBS_H
