//===- Kernels.cpp - What programs ask about kernels --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No code of a kernel is there: each is one that takes a few registers and no memory but what its launch gives it.
//
//===----------------------------------------------------------------------===//

#include "runtime/cudart/Entry.h"
#include "runtime/cudart/Launches.h"
#include "runtime/cudart/Model.h"
#include <algorithm>
#include <cstring>

using namespace devtidy::cudart;

CUDA_ENTRY(cudaFuncSetAttribute)(const void *, int, int) { return Success; }
CUDA_ENTRY(cudaFuncSetCacheConfig)(const void *, int) { return Success; }
CUDA_ENTRY(cudaFuncSetSharedMemConfig)(const void *, int) { return Success; }

CUDA_ENTRY(cudaFuncGetAttributes)(void *Into, const void *Function) {
  if (!Into)
    return done(InvalidValue);
  if (!deviceCount())
    return done(NoDevice);
  if (!Function)
    return done(InvalidDeviceFunction);
  // cudaFuncAttributes (driver_types.h) of CUDA 12 and 13: what is behind these members is zero.
  struct Attributes {
    size_t Shared, Constant, Local;
    int MaxThreads, Registers, PtxVersion, BinaryVersion, CacheMode, MaxDynamicShared, PreferredCarveout;
    int ClusterMustBeSet, ClusterWidth, ClusterHeight, ClusterDepth, ClusterPolicy, NonPortable, Reserved[16];
  };
  static_assert(sizeof(Attributes) == 144);
  Attributes A = {};
  A.MaxThreads = model::ThreadsPerBlock;
  A.Registers = 32;
  const CodeVersions Code = versionsOf(Function);
  A.PtxVersion = Code.Ptx;
  A.BinaryVersion = Code.Binary;
  A.MaxDynamicShared = model::SharedPerBlock;
  A.PreferredCarveout = -1; // the driver's choice
  std::memcpy(Into, &A, sizeof A);
  return Success;
}

static int activeBlocks(int *Blocks, int Threads, size_t Shared) {
  if (!Blocks || Threads <= 0)
    return done(InvalidValue);
  *Blocks = 0;
  if (Threads > model::ThreadsPerBlock || Shared > model::SharedOptIn)
    return Success;
  const int Warps = (Threads + model::WarpSize - 1) / model::WarpSize;
  const auto ByMemory = static_cast<int>(model::SharedPerProcessor / (Shared + model::SharedReserved));
  *Blocks = std::min({model::ThreadsPerProcessor / (Warps * model::WarpSize), model::BlocksPerProcessor, ByMemory});
  return Success;
}
CUDA_ENTRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor)(int *Blocks, const void *, int Threads, size_t Shared) {
  return activeBlocks(Blocks, Threads, Shared);
}
CUDA_ENTRY(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(int *Blocks, const void *, int Threads,
                                                                   size_t Shared, unsigned) {
  return activeBlocks(Blocks, Threads, Shared);
}
