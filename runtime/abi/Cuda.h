//===- Cuda.h - Of the ABI of the CUDA runtime ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is passed to the functions of libcudart.so of CUDA 12 and 13 (driver_types.h, vector_types.h), for the shim and
// the stand-in, which see no header of CUDA's. Enumerations are ints, streams and events are pointers. Includes nothing
// of ours.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_ABI_CUDA_H
#define DEVTIDY_RUNTIME_ABI_CUDA_H

#include <cstddef>
#include <cstdint>

namespace devtidy::abi {

/// dim3
struct Dim {
  unsigned X, Y, Z;
};

/// The beginning of cudaLaunchConfig_t.
struct LaunchConfiguration {
  Dim Grid, Block;
  size_t Shared;
  void *Stream;
};

/// cudaPointerAttributes as CUDA 12 has it.
struct PointerAttributes {
  int Type, Device;
  void *DevicePointer, *HostPointer;
};
/// The same with the reserved words of CUDA 13 behind, for who asks.
struct PointerAnswer : PointerAttributes {
  long Reserved[8];
};

/// cudaPitchedPtr, cudaPos and cudaExtent.
struct Pitched {
  void *Base;
  size_t Pitch, Width, Height;
};
struct Position {
  size_t X, Y, Z;
};
struct Extent {
  size_t Width, Height, Depth;
};

/// cudaMemcpy3DParms
struct Copy3D {
  void *SourceArray;
  Position SourceAt;
  Pitched Source;
  void *TargetArray;
  Position TargetAt;
  Pitched Target;
  Extent Size;
  int Kind;
};

/// cudaMemcpy3DPeerParms
struct PeerCopy3D {
  void *SourceArray;
  Position SourceAt;
  Pitched Source;
  int SourceDevice;
  void *TargetArray;
  Position TargetAt;
  Pitched Target;
  int TargetDevice;
  Extent Size;
};

/// Null, cudaStreamLegacy and cudaStreamPerThread are the default streams of the current device.
inline bool isDefaultStream(const void *Stream) { return reinterpret_cast<uintptr_t>(Stream) <= 2; }

} // namespace devtidy::abi

#endif // DEVTIDY_RUNTIME_ABI_CUDA_H
