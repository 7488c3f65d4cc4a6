//===- Properties.cpp - What programs ask about a device ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The structure lost members in CUDA 13, so that most offsets differ (driver_types.h of both).
//
//===----------------------------------------------------------------------===//

#include "runtime/cudart/Entry.h"
#include "runtime/cudart/Memory.h"
#include <cstring>

using namespace devtidy::cudart;

namespace {
enum class Member {
  TotalGlobalMem,
  SharedMemPerBlock,
  RegsPerBlock,
  WarpSize,
  MaxThreadsPerBlock,
  MaxThreadsDim,
  MaxGridSize,
  TotalConstMem,
  Major,
  Minor,
  TextureAlignment,
  Processors,
  MapsHostMemory,
  ConcurrentKernels,
  PciBus,
  Engines,
  UnifiedAddressing,
  L2CacheSize,
  MaxThreadsPerProcessor,
  ManagedMemory
};
struct Row {
  Member Which;
  unsigned Offset12, Offset13;
  int64_t Value;
  bool Wide; ///< size_t
};
} // namespace
static constexpr Row Rows[] = {
    {Member::TotalGlobalMem, 288, 288, 0 /* deviceBytes() */, true},
    {Member::SharedMemPerBlock, 296, 296, 48 << 10, true},
    {Member::RegsPerBlock, 304, 304, 65536, false},
    {Member::WarpSize, 308, 308, 32, false},
    {Member::MaxThreadsPerBlock, 320, 320, 1024, false},
    {Member::MaxThreadsDim, 324, 324, 1024, false},
    {Member::MaxThreadsDim, 328, 328, 1024, false},
    {Member::MaxThreadsDim, 332, 332, 64, false},
    {Member::MaxGridSize, 336, 336, 0x7fffffff, false},
    {Member::MaxGridSize, 340, 340, 65535, false},
    {Member::MaxGridSize, 344, 344, 65535, false},
    {Member::TotalConstMem, 352, 352, 65536, true},
    {Member::Major, 360, 360, 8, false},
    {Member::Minor, 364, 364, 0, false},
    {Member::TextureAlignment, 368, 368, 512, true},
    {Member::Processors, 388, 384, 80, false},
    {Member::MapsHostMemory, 400, 392, 1, false},
    {Member::ConcurrentKernels, 576, 560, 1, false},
    {Member::Engines, 600, 584, 2, false},
    {Member::UnifiedAddressing, 604, 588, 1, false},
    {Member::L2CacheSize, 616, 596, 4 << 20, false},
    {Member::MaxThreadsPerProcessor, 624, 604, 2048, false},
    {Member::ManagedMemory, 652, 636, 1, false},
};
static constexpr size_t Size12 = 1032, Size13 = 1008;

static int fillProperties(void *Into, int Device, bool Is13) {
  if (!Into || !isDevice(Device))
    return done(Into ? InvalidDevice : InvalidValue);
  auto *Bytes = static_cast<char *>(Into);
  std::memset(Bytes, 0, Is13 ? Size13 : Size12);
  std::strcpy(Bytes, "device-tidy simulated GPU");
  for (const Row &R : Rows) {
    const int64_t Value = R.Which == Member::TotalGlobalMem ? static_cast<int64_t>(deviceBytes()) : R.Value;
    const int Narrow = static_cast<int>(Value);
    std::memcpy(Bytes + (Is13 ? R.Offset13 : R.Offset12), R.Wide ? static_cast<const void *>(&Value) : &Narrow,
                R.Wide ? sizeof Value : sizeof Narrow);
  }
  return Success;
}
// The name is that of CUDA 13's; programs of CUDA 12 ask for the second version of it.
CUDA_ENTRY(cudaGetDeviceProperties)(void *Into, int Device) { return fillProperties(Into, Device, /*Is13=*/true); }
CUDA_ENTRY(cudaGetDeviceProperties_v2)(void *Into, int Device) { return fillProperties(Into, Device, /*Is13=*/false); }

namespace {
/// cudaChannelFormatDesc
struct ChannelFormat {
  int X, Y, Z, W, Kind;
};
} // namespace
CUDA_VERSIONS(cudaCreateChannelDesc)
extern "C" [[gnu::visibility("default")]] ChannelFormat standin_cudaCreateChannelDesc(int X, int Y, int Z, int W,
                                                                                      int Kind) {
  return {X, Y, Z, W, Kind};
}

CUDA_ENTRY(cudaDeviceGetAttribute)(int *Value, int Attribute, int Device) {
  if (!Value || !isDevice(Device))
    return done(Value ? InvalidDevice : InvalidValue);
  // cudaDeviceAttr (driver_types.h); what is not listed is a feature that is not there.
  switch (Attribute) {
  case 1:
  case 2:
  case 3:
  case 39 /* per multiprocessor */:
    *Value = Attribute == 39 ? 2048 : 1024;
    break;
  case 4:
    *Value = 64;
    break;
  case 5:
    *Value = 0x7fffffff;
    break;
  case 6:
  case 7:
    *Value = 65535;
    break;
  case 8:
    *Value = 48 << 10;
    break;
  case 10:
    *Value = 32;
    break;
  case 12:
  case 82:
    *Value = 65536;
    break;
  case 16:
    *Value = 80;
    break;
  case 19:
  case 31:
  case 41:
  case 83: // maps host memory, concurrent kernels, unified addressing, managed memory
    *Value = 1;
    break;
  case 75:
    *Value = 8;
    break;
  case 81:
  case 97:
    *Value = 100 << 10;
    break;
  default:
    *Value = 0;
  }
  return Success;
}
