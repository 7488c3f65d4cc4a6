//===- SharedMemory.h - Tensors in programs that use CUDA themselves ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program launches kernels on tensors, or copies from and to them. Then their memory is that of the stand-in for
// the CUDA runtime, which knows whose it is, and LibTorch's profiler is told of it, as PyTorch's caching allocator
// tells: that is how the shim gets to know. Programs without CUDA pay nothing for that.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SIM_SHAREDMEMORY_H
#define DEVTIDY_RUNTIME_SIM_SHAREDMEMORY_H

#include <c10/core/Allocator.h>

namespace devtidy::sim {

/// Whether tensors that are made now are in shared memory.
bool isMemoryShared();
/// Memory of a device which the host can use, too. Null if none is wanted, or if there is none.
c10::DataPtr allocateShared(size_t Bytes, c10::DeviceIndex On);
/// The same on the host.
c10::DataPtr allocateSharedPinned(size_t Bytes);
bool isShared(const c10::DataPtr &Memory);

} // namespace devtidy::sim

#endif // DEVTIDY_RUNTIME_SIM_SHAREDMEMORY_H
