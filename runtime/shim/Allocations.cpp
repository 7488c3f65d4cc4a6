//===- Allocations.cpp - Interposed: allocating and freeing -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Cuda.h"
#include "runtime/shim/Fault.h"
#include "runtime/shim/Findings.h"
#include "runtime/shim/Order.h"

using namespace devtidy::shim;
using devtidy::abi::Extent;
using devtidy::abi::Pitched;

BEHIND(cudaGetSymbolSize)(size_t *, const void *);

/// Keeps what a call that gave Status has allocated.
static int noted(int Status, void *const *Made, size_t Size, Memory Kind, const char *By) {
  if (Status != 0 || !Made || !*Made || !Size)
    return Status;
  Block B;
  B.Base = reinterpret_cast<uintptr_t>(*Made);
  B.Size = Size;
  B.Kind = Kind;
  if (B.isOnDevice())
    watchFaults();
  if (Kind == Memory::Pooled)
    beginOrder();
  askEarly();
  B.Device = static_cast<int16_t>(currentDevice());
  B.By = By;
  B.Allocated = keepStack();
  noteAllocated(B);
  return Status;
}

#define ALLOCATES(Name, Kind, Parameters, Given)                                                                       \
  SHIM(Name) Parameters {                                                                                              \
    Entered Here;                                                                                                      \
    const int Status = NEXT(Name) Given;                                                                               \
    return Here.isInner() ? Status : noted(Status, Into, Size, Kind, #Name);                                           \
  }

ALLOCATES(cudaMalloc, Memory::Device, (void **Into, size_t Size), (Into, Size))
ALLOCATES(cudaMallocAsync, Memory::Pooled, (void **Into, size_t Size, void *Stream), (Into, Size, Stream))
ALLOCATES(cudaMallocAsync_ptsz, Memory::Pooled, (void **Into, size_t Size, void *Stream), (Into, Size, Stream))
ALLOCATES(cudaMallocFromPoolAsync, Memory::Pooled, (void **Into, size_t Size, void *Pool, void *Stream),
          (Into, Size, Pool, Stream))
ALLOCATES(cudaMallocFromPoolAsync_ptsz, Memory::Pooled, (void **Into, size_t Size, void *Pool, void *Stream),
          (Into, Size, Pool, Stream))
ALLOCATES(cudaMallocManaged, Memory::Managed, (void **Into, size_t Size, unsigned Flags), (Into, Size, Flags))
ALLOCATES(cudaMallocHost, Memory::Pinned, (void **Into, size_t Size), (Into, Size))
ALLOCATES(cudaHostAlloc, Memory::Pinned, (void **Into, size_t Size, unsigned Flags), (Into, Size, Flags))

SHIM(cudaMallocPitch)(void **Into, size_t *Pitch, size_t Width, size_t Height) {
  Entered Here;
  const int Status = NEXT(cudaMallocPitch)(Into, Pitch, Width, Height);
  return Here.isInner() || Status != 0 ? Status
                                       : noted(Status, Into, *Pitch * Height, Memory::Device, "cudaMallocPitch");
}
SHIM(cudaMalloc3D)(Pitched *Into, Extent Size) {
  Entered Here;
  const int Status = NEXT(cudaMalloc3D)(Into, Size);
  return Here.isInner() || Status != 0
             ? Status
             : noted(Status, &Into->Base, Into->Pitch * Size.Height * Size.Depth, Memory::Device, "cudaMalloc3D");
}
SHIM(cudaHostRegister)(void *Address, size_t Size, unsigned Flags) {
  Entered Here;
  const int Status = NEXT(cudaHostRegister)(Address, Size, Flags);
  return Here.isInner() ? Status : noted(Status, &Address, Size, Memory::Registered, "cudaHostRegister");
}

/// A variable of the device is there from the beginning. It is in the ledger once the program has its address.
SHIM(cudaGetSymbolAddress)(void **Into, const void *Symbol) {
  Entered Here;
  const int Status = NEXT(cudaGetSymbolAddress)(Into, Symbol);
  if (Here.isInner() || Status != 0)
    return Status;
  size_t Size = 0;
  const std::optional<Block> Known = findBlock(reinterpret_cast<uintptr_t>(*Into));
  if ((!Known || !Known->Alive) && asked([&] { return NEXT(cudaGetSymbolSize)(&Size, Symbol); }))
    noted(Status, Into, Size, Memory::Variable, "cudaGetSymbolAddress");
  return Status;
}

/// Before the memory goes, so that another thread that gets the same address is noted after. Gives what was alive.
static std::optional<Block> freed(const char *Call, void *Address) {
  if (!Address)
    return std::nullopt;
  const std::optional<Block> B = noteFreed(reinterpret_cast<uintptr_t>(Address), keepStack());
  if (!B || B->Alive)
    return B;
  checkFree(Call, *B);
  return std::nullopt;
}

#define FREES(Name, Parameters, Given)                                                                                 \
  SHIM(Name) Parameters {                                                                                              \
    Entered Here;                                                                                                      \
    const std::optional<Block> Gone = Here.isInner() ? std::nullopt : freed(#Name, Address);                           \
    const int Status = NEXT(Name) Given;                                                                               \
    if (Status != 0 && Gone)                                                                                           \
      noteKept(*Gone);                                                                                                 \
    if (isOrderKept()) /* it waits for the device */                                                                   \
      noteDeviceDone();                                                                                                \
    return Status;                                                                                                     \
  }

#define FREES_IN_ORDER(Name)                                                                                           \
  SHIM(Name)(void *Address, void *Stream) {                                                                            \
    Entered Here;                                                                                                      \
    if (!Here.isInner())                                                                                               \
      checkFreeInOrder("cudaFreeAsync", Address, Stream);                                                              \
    const std::optional<Block> Gone = Here.isInner() ? std::nullopt : freed(#Name, Address);                           \
    const int Status = NEXT(Name)(Address, Stream);                                                                    \
    if (Status != 0 && Gone)                                                                                           \
      noteKept(*Gone);                                                                                                 \
    return Status;                                                                                                     \
  }

SHIM(cudaDeviceReset)() {
  Entered Here;
  const int Status = NEXT(cudaDeviceReset)();
  if (!Here.isInner() && Status == 0)
    noteAllFreed(currentDevice(), keepStack());
  return Status;
}

FREES(cudaFree, (void *Address), (Address))
FREES_IN_ORDER(cudaFreeAsync)
FREES_IN_ORDER(cudaFreeAsync_ptsz)
FREES(cudaFreeHost, (void *Address), (Address))
FREES(cudaHostUnregister, (void *Address), (Address))
