//===- Launches.cpp - Interposed: kernels -----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Cuda.h"
#include "runtime/shim/Findings.h"
#include "runtime/shim/Kernels.h"

using namespace devtidy::shim;
using devtidy::abi::Dim;
using devtidy::abi::LaunchConfiguration;

#define LAUNCHES(Name)                                                                                                 \
  SHIM(Name)(const void *Function, Dim Grid, Dim Block, void **Arguments, size_t Shared, void *Stream) {               \
    Entered Here;                                                                                                      \
    if (!Here.isInner())                                                                                               \
      checkLaunch(Function, Arguments, Stream);                                                                        \
    return NEXT(Name)(Function, Grid, Block, Arguments, Shared, Stream);                                               \
  }

LAUNCHES(cudaLaunchKernel)
LAUNCHES(cudaLaunchKernel_ptsz)
LAUNCHES(__cudaLaunchKernel)
LAUNCHES(__cudaLaunchKernel_ptsz)
LAUNCHES(cudaLaunchCooperativeKernel)
LAUNCHES(cudaLaunchCooperativeKernel_ptsz)

SHIM(cudaLaunchKernelExC)(const LaunchConfiguration *C, const void *Function, void **Arguments) {
  Entered Here;
  if (!Here.isInner() && C)
    checkLaunch(Function, Arguments, C->Stream);
  return NEXT(cudaLaunchKernelExC)(C, Function, Arguments);
}
SHIM(cudaLaunchKernelExC_ptsz)(const LaunchConfiguration *C, const void *Function, void **Arguments) {
  Entered Here;
  if (!Here.isInner() && C)
    checkLaunch(Function, Arguments, C->Stream);
  return NEXT(cudaLaunchKernelExC_ptsz)(C, Function, Arguments);
}

SHIM(__cudaRegisterFunction)(void **Module, const char *Function, char *DeviceFunction, const char *Name, int Threads,
                             void *ThreadId, void *BlockId, void *Block, void *Grid, int *WarpSize) {
  noteKernel(Function, Name);
  return NEXT(__cudaRegisterFunction)(Module, Function, DeviceFunction, Name, Threads, ThreadId, BlockId, Block, Grid,
                                      WarpSize);
}
SHIM(__cudaGetKernel)(const void **Kernel, const void *Function) {
  const int Status = NEXT(__cudaGetKernel)(Kernel, Function);
  if (Status == 0 && Kernel)
    noteKernelHandle(*Kernel, Function);
  return Status;
}
