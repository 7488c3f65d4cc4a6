//===- Allocations.cpp - Allocating and freeing -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Cuda.h"
#include "runtime/cudart/Entry.h"
#include "runtime/cudart/Memory.h"
#include <cstring>

using namespace devtidy::cudart;
using devtidy::abi::Extent;
using devtidy::abi::Pitched;
using devtidy::abi::PointerAttributes;

static int give(void **Into, MemoryKind Kind, size_t Size) {
  if (!Into)
    return done(InvalidValue);
  *Into = nullptr;
  if (!deviceCount())
    return done(NoDevice);
  if (Size == 0) // a null pointer and no error, as CUDA does
    return Success;
  *Into = allocate(Kind, Size, currentDevice());
  return done(*Into ? Success : MemoryAllocation);
}

CUDA_ENTRY(cudaMalloc)(void **Into, size_t Size) { return give(Into, MemoryKind::Device, Size); }
CUDA_ENTRY(cudaMallocAsync)(void **Into, size_t Size, Handle *) { return give(Into, MemoryKind::Device, Size); }
CUDA_PER_THREAD(cudaMallocAsync, _ptsz)
CUDA_ENTRY(cudaMallocFromPoolAsync)(void **Into, size_t Size, void *, Handle *) {
  return give(Into, MemoryKind::Device, Size);
}
CUDA_PER_THREAD(cudaMallocFromPoolAsync, _ptsz)
static size_t pitchOf(size_t Width) { return (Width + 511) & ~size_t(511); }
CUDA_ENTRY(cudaMalloc3D)(Pitched *Into, Extent Size) {
  if (!Into)
    return done(InvalidValue);
  *Into = {nullptr, pitchOf(Size.Width), Size.Width, Size.Height};
  return give(&Into->Base, MemoryKind::Device, Into->Pitch * Size.Height * Size.Depth);
}
CUDA_ENTRY(cudaMallocPitch)(void **Into, size_t *Pitch, size_t Width, size_t Height) {
  if (!Pitch)
    return done(InvalidValue);
  *Pitch = pitchOf(Width);
  return give(Into, MemoryKind::Device, *Pitch * Height);
}
CUDA_ENTRY(cudaMallocManaged)(void **Into, size_t Size, unsigned) { return give(Into, MemoryKind::Managed, Size); }
CUDA_ENTRY(cudaMallocHost)(void **Into, size_t Size) { return give(Into, MemoryKind::Host, Size); }
CUDA_ENTRY(cudaHostAlloc)(void **Into, size_t Size, unsigned) { return give(Into, MemoryKind::Host, Size); }

CUDA_ENTRY(cudaFree)(void *Memory) {
  const bool Freed = !Memory || release(Memory, MemoryKind::Device) || release(Memory, MemoryKind::Managed);
  return done(Freed ? Success : InvalidValue);
}
CUDA_ENTRY(cudaFreeAsync)(void *Memory, Handle *) {
  return done(!Memory || release(Memory, MemoryKind::Device) ? Success : InvalidValue);
}
CUDA_PER_THREAD(cudaFreeAsync, _ptsz)
CUDA_ENTRY(cudaFreeHost)(void *Memory) {
  return done(!Memory || release(Memory, MemoryKind::Host) ? Success : InvalidValue);
}
CUDA_ENTRY(cudaHostRegister)(void *Memory, size_t Size, unsigned) {
  return done(registerHost(Memory, Size, currentDevice()) ? Success : InvalidValue);
}
CUDA_ENTRY(cudaHostUnregister)(void *Memory) {
  return done(release(Memory, MemoryKind::Host, /*Registered=*/true) ? Success : InvalidValue);
}
CUDA_ENTRY(cudaHostGetDevicePointer)(void **Into, void *Host, unsigned) {
  const auto B = findBlock(Host);
  *Into = B && B->Kind == MemoryKind::Host ? Host : nullptr;
  return done(*Into ? Success : InvalidValue);
}
CUDA_ENTRY(cudaHostGetFlags)(unsigned *Flags, void *) {
  *Flags = 0;
  return Success;
}
CUDA_ENTRY(cudaMemGetInfo)(size_t *Free, size_t *Total) {
  *Total = deviceBytes();
  *Free = deviceBytes() - usedBytes(currentDevice());
  return done(deviceCount() ? Success : NoDevice);
}

CUDA_ENTRY(cudaPointerGetAttributes)(PointerAttributes *Into, const void *Address) {
  if (!Into)
    return done(InvalidValue);
  const auto B = findBlock(Address);
  void *Same = const_cast<void *>(Address);
  Into->Type = static_cast<int>(B ? B->Kind : MemoryKind::Unregistered);
  Into->Device = B ? B->Device : -2; // cudaInvalidDeviceId
  Into->DevicePointer = B ? Same : nullptr;
  Into->HostPointer = !B || B->Kind != MemoryKind::Device ? Same : nullptr;
  return Success;
}

// Memory pools: all memory is in one.
CUDA_ENTRY(cudaDeviceGetDefaultMemPool)(void **Pool, int) {
  static char Only;
  *Pool = &Only;
  return Success;
}
CUDA_ENTRY(cudaMemPoolSetAttribute)(void *, int, void *) { return Success; }
CUDA_ENTRY(cudaMemPoolTrimTo)(void *, size_t) { return Success; }
CUDA_ENTRY(cudaMemAdvise)() { return Success; }
CUDA_ENTRY(cudaMemPrefetchAsync)() { return Success; }
CUDA_PER_THREAD(cudaMemPrefetchAsync, _ptsz)
CUDA_ENTRY(cudaMemPrefetchAsync_v2)() { return Success; }
CUDA_PER_THREAD(cudaMemPrefetchAsync_v2, _ptsz)
CUDA_ENTRY(cudaMemAdvise_v2)() { return Success; }
