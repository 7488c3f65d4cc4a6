//===- Copies.cpp - Copies and fills ----------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kind that contradicts where an operand is, is refused as drivers with unified addressing do: cudaErrorInvalidValue.
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Cuda.h"
#include "runtime/cudart/Entry.h"
#include "runtime/cudart/Launches.h"
#include "runtime/cudart/Memory.h"
#include <cstring>

using namespace devtidy::cudart;
using namespace devtidy::abi;

namespace {

/// cudaMemcpyKind
enum Kind : int { HostToHost = 0, HostToDevice = 1, DeviceToHost = 2, DeviceToDevice = 3, Default = 4 };

bool fits(const void *Address, bool WantsDevice) {
  const auto B = findBlock(Address);
  if (B && B->Kind != MemoryKind::Device)
    return true; // pinned and managed memory is on both sides
  return B.has_value() == WantsDevice;
}

int copy(void *Dst, size_t DstPitch, const void *Src, size_t SrcPitch, size_t Width, size_t Height, int Direction) {
  if (Width == 0 || Height == 0)
    return Success;
  if (Direction < HostToHost || Direction > Default)
    return done(InvalidMemcpyDirection);
  if (Direction != Default && (!fits(Dst, Direction == HostToDevice || Direction == DeviceToDevice) ||
                               !fits(Src, Direction == DeviceToHost || Direction == DeviceToDevice)))
    return done(InvalidValue);
  auto *To = static_cast<char *>(bytesAt(Dst, DstPitch * (Height - 1) + Width));
  const auto *From = static_cast<const char *>(bytesAt(Src, SrcPitch * (Height - 1) + Width));
  if (!To || !From)
    return done(InvalidValue);
  for (size_t Row = 0; Row < Height; ++Row)
    std::memmove(To + Row * DstPitch, From + Row * SrcPitch, Width);
  return Success;
}

/// Arrays are not there.
int copy3D(Pitched Dst, Position DstAt, Pitched Src, Position SrcAt, Extent Size, bool HasArray, int Direction) {
  if (HasArray)
    return done(NotSupported);
  if (Size.Width == 0 || Size.Height == 0 || Size.Depth == 0)
    return Success;
  auto Slice = [](const Pitched &Of, const Position &At, size_t Z) {
    return static_cast<char *>(Of.Base) + ((At.Z + Z) * Of.Height + At.Y) * Of.Pitch + At.X;
  };
  int Status = Success;
  for (size_t Z = 0; Z < Size.Depth && Status == Success; ++Z)
    Status = copy(Slice(Dst, DstAt, Z), Dst.Pitch, Slice(Src, SrcAt, Z), Src.Pitch, Size.Width, Size.Height, Direction);
  return Status;
}

int fill(void *Dst, size_t Pitch, int Value, size_t Width, size_t Height) {
  if (Width == 0 || Height == 0)
    return Success;
  auto *To = findBlock(Dst) ? static_cast<char *>(bytesAt(Dst, Pitch * (Height - 1) + Width)) : nullptr;
  if (!To)
    return done(InvalidValue);
  for (size_t Row = 0; Row < Height; ++Row)
    std::memset(To + Row * Pitch, Value, Width);
  return Success;
}

} // namespace

CUDA_ENTRY(cudaMemcpy)(void *Dst, const void *Src, size_t Size, int Kind) {
  return copy(Dst, Size, Src, Size, Size, 1, Kind);
}
CUDA_PER_THREAD(cudaMemcpy, _ptds)
CUDA_ENTRY(cudaMemcpyAsync)(void *Dst, const void *Src, size_t Size, int Kind, Handle *) {
  return copy(Dst, Size, Src, Size, Size, 1, Kind);
}
CUDA_PER_THREAD(cudaMemcpyAsync, _ptsz)
CUDA_ENTRY(cudaMemcpy2D)(void *Dst, size_t DstPitch, const void *Src, size_t SrcPitch, size_t Width, size_t Height,
                         int Kind) {
  return copy(Dst, DstPitch, Src, SrcPitch, Width, Height, Kind);
}
CUDA_PER_THREAD(cudaMemcpy2D, _ptds)
CUDA_ENTRY(cudaMemcpy2DAsync)(void *Dst, size_t DstPitch, const void *Src, size_t SrcPitch, size_t Width, size_t Height,
                              int Kind, Handle *) {
  return copy(Dst, DstPitch, Src, SrcPitch, Width, Height, Kind);
}
CUDA_PER_THREAD(cudaMemcpy2DAsync, _ptsz)
CUDA_ENTRY(cudaMemcpyPeer)(void *Dst, int, const void *Src, int, size_t Size) {
  return copy(Dst, Size, Src, Size, Size, 1, DeviceToDevice);
}
CUDA_ENTRY(cudaMemcpyPeerAsync)(void *Dst, int, const void *Src, int, size_t Size, Handle *) {
  return copy(Dst, Size, Src, Size, Size, 1, DeviceToDevice);
}

CUDA_ENTRY(cudaMemcpy3D)(const Copy3D *C) {
  return C ? copy3D(C->Target, C->TargetAt, C->Source, C->SourceAt, C->Size, C->TargetArray || C->SourceArray, C->Kind)
           : done(InvalidValue);
}
CUDA_PER_THREAD(cudaMemcpy3D, _ptds)
CUDA_ENTRY(cudaMemcpy3DAsync)(const Copy3D *C, Handle *) { return standin_cudaMemcpy3D(C); }
CUDA_PER_THREAD(cudaMemcpy3DAsync, _ptsz)
CUDA_ENTRY(cudaMemcpy3DPeer)(const PeerCopy3D *C) {
  return C ? copy3D(C->Target, C->TargetAt, C->Source, C->SourceAt, C->Size, C->TargetArray || C->SourceArray,
                    DeviceToDevice)
           : done(InvalidValue);
}
CUDA_PER_THREAD(cudaMemcpy3DPeer, _ptds)
CUDA_ENTRY(cudaMemcpy3DPeerAsync)(const PeerCopy3D *C, Handle *) { return standin_cudaMemcpy3DPeer(C); }
CUDA_PER_THREAD(cudaMemcpy3DPeerAsync, _ptsz)

CUDA_ENTRY(cudaMemset)(void *Dst, int Value, size_t Size) { return fill(Dst, Size, Value, Size, 1); }
CUDA_PER_THREAD(cudaMemset, _ptds)
CUDA_ENTRY(cudaMemsetAsync)(void *Dst, int Value, size_t Size, Handle *) { return fill(Dst, Size, Value, Size, 1); }
CUDA_PER_THREAD(cudaMemsetAsync, _ptsz)
CUDA_ENTRY(cudaMemset2D)(void *Dst, size_t Pitch, int Value, size_t Width, size_t Height) {
  return fill(Dst, Pitch, Value, Width, Height);
}
CUDA_PER_THREAD(cudaMemset2D, _ptds)
CUDA_ENTRY(cudaMemset2DAsync)(void *Dst, size_t Pitch, int Value, size_t Width, size_t Height, Handle *) {
  return fill(Dst, Pitch, Value, Width, Height);
}
CUDA_PER_THREAD(cudaMemset2DAsync, _ptsz)
CUDA_ENTRY(cudaMemset3D)(Pitched Dst, int Value, Extent Size) {
  int Status = Success;
  for (size_t Z = 0; Z < Size.Depth && Status == Success; ++Z)
    Status =
        fill(static_cast<char *>(Dst.Base) + Z * Dst.Height * Dst.Pitch, Dst.Pitch, Value, Size.Width, Size.Height);
  return Status;
}
CUDA_PER_THREAD(cudaMemset3D, _ptds)
CUDA_ENTRY(cudaMemset3DAsync)(Pitched Dst, int Value, Extent Size, Handle *) {
  return standin_cudaMemset3D(Dst, Value, Size);
}
CUDA_PER_THREAD(cudaMemset3DAsync, _ptsz)

// Variables of the device.
CUDA_ENTRY(cudaMemcpyToSymbol)(const void *Symbol, const void *Src, size_t Size, size_t Offset, int) {
  char *To = symbolAddress(Symbol);
  return To ? copy(To + Offset, Size, Src, Size, Size, 1, Default) : done(InvalidSymbol);
}
CUDA_PER_THREAD(cudaMemcpyToSymbol, _ptds)
CUDA_ENTRY(cudaMemcpyToSymbolAsync)(const void *Symbol, const void *Src, size_t Size, size_t Offset, int Kind,
                                    Handle *) {
  return standin_cudaMemcpyToSymbol(Symbol, Src, Size, Offset, Kind);
}
CUDA_PER_THREAD(cudaMemcpyToSymbolAsync, _ptsz)
CUDA_ENTRY(cudaMemcpyFromSymbol)(void *Dst, const void *Symbol, size_t Size, size_t Offset, int) {
  const char *From = symbolAddress(Symbol);
  return From ? copy(Dst, Size, From + Offset, Size, Size, 1, Default) : done(InvalidSymbol);
}
CUDA_PER_THREAD(cudaMemcpyFromSymbol, _ptds)
CUDA_ENTRY(cudaMemcpyFromSymbolAsync)(void *Dst, const void *Symbol, size_t Size, size_t Offset, int Kind, Handle *) {
  return standin_cudaMemcpyFromSymbol(Dst, Symbol, Size, Offset, Kind);
}
CUDA_PER_THREAD(cudaMemcpyFromSymbolAsync, _ptsz)
CUDA_ENTRY(cudaGetSymbolAddress)(void **Into, const void *Symbol) {
  *Into = symbolAddress(Symbol);
  return done(*Into ? Success : InvalidSymbol);
}
CUDA_ENTRY(cudaGetSymbolSize)(size_t *Into, const void *Symbol) {
  *Into = symbolSize(Symbol);
  return done(*Into ? Success : InvalidSymbol);
}
