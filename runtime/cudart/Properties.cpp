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
#include "runtime/cudart/Model.h"
#include <cstring>
#include <utility>

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
    {Member::SharedMemPerBlock, 296, 296, model::SharedPerBlock, true},
    {Member::RegsPerBlock, 304, 304, model::RegistersPerBlock, false},
    {Member::WarpSize, 308, 308, model::WarpSize, false},
    {Member::MaxThreadsPerBlock, 320, 320, model::ThreadsPerBlock, false},
    {Member::MaxThreadsDim, 324, 324, model::ThreadsPerBlock, false},
    {Member::MaxThreadsDim, 328, 328, model::ThreadsPerBlock, false},
    {Member::MaxThreadsDim, 332, 332, model::BlockZ, false},
    {Member::MaxGridSize, 336, 336, model::GridX, false},
    {Member::MaxGridSize, 340, 340, model::GridYZ, false},
    {Member::MaxGridSize, 344, 344, model::GridYZ, false},
    {Member::TotalConstMem, 352, 352, model::ConstantBytes, true},
    {Member::Major, 360, 360, model::Major, false},
    {Member::Minor, 364, 364, model::Minor, false},
    {Member::TextureAlignment, 368, 368, model::TextureAlignment, true},
    {Member::Processors, 388, 384, model::Processors, false},
    {Member::MapsHostMemory, 400, 392, 1, false},
    {Member::ConcurrentKernels, 576, 560, 1, false},
    {Member::Engines, 600, 584, model::CopyEngines, false},
    {Member::UnifiedAddressing, 604, 588, 1, false},
    {Member::L2CacheSize, 616, 596, model::L2Bytes, false},
    {Member::MaxThreadsPerProcessor, 624, 604, model::ThreadsPerProcessor, false},
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

/// cudaDeviceAttr (driver_types.h).
static constexpr std::pair<int, int> Attributes[] = {
    {1, model::ThreadsPerBlock},
    {2, model::ThreadsPerBlock}, // of x and of y
    {3, model::ThreadsPerBlock},
    {4, model::BlockZ},
    {5, model::GridX},
    {6, model::GridYZ},
    {7, model::GridYZ},
    {8, model::SharedPerBlock},
    {9, model::ConstantBytes},
    {10, model::WarpSize},
    {12, model::RegistersPerBlock},
    {14, model::TextureAlignment},
    {16, model::Processors},
    {19, 1}, // maps host memory
    {31, 1}, // concurrent kernels
    {38, model::L2Bytes},
    {39, model::ThreadsPerProcessor},
    {40, model::CopyEngines},
    {41, 1}, // unified addressing
    {75, model::Major},
    {76, model::Minor},
    {81, model::SharedPerProcessor},
    {82, model::RegistersPerBlock}, // a processor has no more
    {83, 1},                        // managed memory
    {97, model::SharedOptIn},
    {106, model::BlocksPerProcessor},
    {111, model::SharedReserved},
};
CUDA_ENTRY(cudaDeviceGetAttribute)(int *Value, int Attribute, int Device) {
  if (!Value || !isDevice(Device))
    return done(Value ? InvalidDevice : InvalidValue);
  *Value = 0; // a feature that is not there
  for (const auto &[Which, Says] : Attributes)
    if (Which == Attribute)
      *Value = Says;
  return Success;
}
