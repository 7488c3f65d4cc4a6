//===- Copies.cpp - Interposed: copies and fills ----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Cuda.h"
#include "runtime/shim/Findings.h"
#include "runtime/shim/Order.h"
#include <string_view>

using namespace devtidy::shim;
using devtidy::abi::Copy3D;
using devtidy::abi::Extent;
using devtidy::abi::PeerCopy3D;
using devtidy::abi::Pitched;

#define COPIES(Name, Call, Parameters, Given)                                                                          \
  SHIM(Name) Parameters {                                                                                              \
    Entered Here;                                                                                                      \
    if (!Here.isInner() && Size != 0)                                                                                  \
      checkCopy(Call, {"destination", Dst}, {"source", Src}, Kind);                                                    \
    const int Status = NEXT(Name) Given;                                                                               \
    if (isOrderKept() && !std::string_view(Call).ends_with("Async"))                                                   \
      noteStreamDone(nullptr);                                                                                         \
    return Status;                                                                                                     \
  }

COPIES(cudaMemcpy, "cudaMemcpy", (void *Dst, const void *Src, size_t Size, int Kind), (Dst, Src, Size, Kind))
COPIES(cudaMemcpy_ptds, "cudaMemcpy", (void *Dst, const void *Src, size_t Size, int Kind), (Dst, Src, Size, Kind))
COPIES(cudaMemcpyAsync, "cudaMemcpyAsync", (void *Dst, const void *Src, size_t Size, int Kind, void *Stream),
       (Dst, Src, Size, Kind, Stream))
COPIES(cudaMemcpyAsync_ptsz, "cudaMemcpyAsync", (void *Dst, const void *Src, size_t Size, int Kind, void *Stream),
       (Dst, Src, Size, Kind, Stream))
COPIES(cudaMemcpy2D, "cudaMemcpy2D",
       (void *Dst, size_t DstPitch, const void *Src, size_t SrcPitch, size_t Size, size_t Height, int Kind),
       (Dst, DstPitch, Src, SrcPitch, Size, Height, Kind))
COPIES(cudaMemcpy2D_ptds, "cudaMemcpy2D",
       (void *Dst, size_t DstPitch, const void *Src, size_t SrcPitch, size_t Size, size_t Height, int Kind),
       (Dst, DstPitch, Src, SrcPitch, Size, Height, Kind))
COPIES(cudaMemcpy2DAsync, "cudaMemcpy2DAsync",
       (void *Dst, size_t DstPitch, const void *Src, size_t SrcPitch, size_t Size, size_t Height, int Kind,
        void *Stream),
       (Dst, DstPitch, Src, SrcPitch, Size, Height, Kind, Stream))
COPIES(cudaMemcpy2DAsync_ptsz, "cudaMemcpy2DAsync",
       (void *Dst, size_t DstPitch, const void *Src, size_t SrcPitch, size_t Size, size_t Height, int Kind,
        void *Stream),
       (Dst, DstPitch, Src, SrcPitch, Size, Height, Kind, Stream))

SHIM(cudaMemcpyPeer)(void *Dst, int DstDevice, const void *Src, int SrcDevice, size_t Size) {
  Entered Here;
  if (!Here.isInner() && Size != 0)
    checkCopy("cudaMemcpyPeer", {"destination", Dst}, {"source", Src}, PeerKind, /*IsPeer=*/true);
  return NEXT(cudaMemcpyPeer)(Dst, DstDevice, Src, SrcDevice, Size);
}
SHIM(cudaMemcpyPeerAsync)(void *Dst, int DstDevice, const void *Src, int SrcDevice, size_t Size, void *Stream) {
  Entered Here;
  if (!Here.isInner() && Size != 0)
    checkCopy("cudaMemcpyPeerAsync", {"destination", Dst}, {"source", Src}, PeerKind, /*IsPeer=*/true);
  return NEXT(cudaMemcpyPeerAsync)(Dst, DstDevice, Src, SrcDevice, Size, Stream);
}

/// An operand in an array, which is of a device, is not looked at. Slices begin in one allocation each, so its base
/// will do.
template <typename Parameters> static void checkCopy3D(const char *Call, const Parameters *C, int Kind, bool IsPeer) {
  if (!C || !C->Size.Width || !C->Size.Height || !C->Size.Depth)
    return;
  checkCopy(Call, {"destination", C->TargetArray ? nullptr : C->Target.Base},
            {"source", C->SourceArray ? nullptr : C->Source.Base}, Kind, IsPeer);
}

#define COPIES_3D(Name, Call, Kind, IsPeer, Parameters, Given)                                                         \
  SHIM(Name) Parameters {                                                                                              \
    Entered Here;                                                                                                      \
    if (!Here.isInner())                                                                                               \
      checkCopy3D(Call, C, Kind, IsPeer);                                                                              \
    return NEXT(Name) Given;                                                                                           \
  }

COPIES_3D(cudaMemcpy3D, "cudaMemcpy3D", C ? C->Kind : DefaultKind, false, (const Copy3D *C), (C))
COPIES_3D(cudaMemcpy3D_ptds, "cudaMemcpy3D", C ? C->Kind : DefaultKind, false, (const Copy3D *C), (C))
COPIES_3D(cudaMemcpy3DAsync, "cudaMemcpy3DAsync", C ? C->Kind : DefaultKind, false, (const Copy3D *C, void *Stream),
          (C, Stream))
COPIES_3D(cudaMemcpy3DAsync_ptsz, "cudaMemcpy3DAsync", C ? C->Kind : DefaultKind, false,
          (const Copy3D *C, void *Stream), (C, Stream))
COPIES_3D(cudaMemcpy3DPeer, "cudaMemcpy3DPeer", PeerKind, true, (const PeerCopy3D *C), (C))
COPIES_3D(cudaMemcpy3DPeer_ptds, "cudaMemcpy3DPeer", PeerKind, true, (const PeerCopy3D *C), (C))
COPIES_3D(cudaMemcpy3DPeerAsync, "cudaMemcpy3DPeerAsync", PeerKind, true, (const PeerCopy3D *C, void *Stream),
          (C, Stream))
COPIES_3D(cudaMemcpy3DPeerAsync_ptsz, "cudaMemcpy3DPeerAsync", PeerKind, true, (const PeerCopy3D *C, void *Stream),
          (C, Stream))

#define FILLS(Name, Call, Parameters, Given)                                                                           \
  SHIM(Name) Parameters {                                                                                              \
    Entered Here;                                                                                                      \
    if (!Here.isInner() && Size != 0)                                                                                  \
      checkFill(Call, {"destination", Dst});                                                                           \
    return NEXT(Name) Given;                                                                                           \
  }

FILLS(cudaMemset, "cudaMemset", (void *Dst, int Value, size_t Size), (Dst, Value, Size))
FILLS(cudaMemset_ptds, "cudaMemset", (void *Dst, int Value, size_t Size), (Dst, Value, Size))
FILLS(cudaMemsetAsync, "cudaMemsetAsync", (void *Dst, int Value, size_t Size, void *Stream), (Dst, Value, Size, Stream))
FILLS(cudaMemsetAsync_ptsz, "cudaMemsetAsync", (void *Dst, int Value, size_t Size, void *Stream),
      (Dst, Value, Size, Stream))
FILLS(cudaMemset2D, "cudaMemset2D", (void *Dst, size_t Pitch, int Value, size_t Size, size_t Height),
      (Dst, Pitch, Value, Size, Height))
FILLS(cudaMemset2D_ptds, "cudaMemset2D", (void *Dst, size_t Pitch, int Value, size_t Size, size_t Height),
      (Dst, Pitch, Value, Size, Height))
FILLS(cudaMemset2DAsync, "cudaMemset2DAsync",
      (void *Dst, size_t Pitch, int Value, size_t Size, size_t Height, void *Stream),
      (Dst, Pitch, Value, Size, Height, Stream))
FILLS(cudaMemset2DAsync_ptsz, "cudaMemset2DAsync",
      (void *Dst, size_t Pitch, int Value, size_t Size, size_t Height, void *Stream),
      (Dst, Pitch, Value, Size, Height, Stream))

#define FILLS_3D(Name, Call, Parameters, Given)                                                                        \
  SHIM(Name) Parameters {                                                                                              \
    Entered Here;                                                                                                      \
    if (!Here.isInner() && Size.Width && Size.Height && Size.Depth)                                                    \
      checkFill(Call, {"destination", Dst.Base});                                                                      \
    return NEXT(Name) Given;                                                                                           \
  }

FILLS_3D(cudaMemset3D, "cudaMemset3D", (Pitched Dst, int Value, Extent Size), (Dst, Value, Size))
FILLS_3D(cudaMemset3D_ptds, "cudaMemset3D", (Pitched Dst, int Value, Extent Size), (Dst, Value, Size))
FILLS_3D(cudaMemset3DAsync, "cudaMemset3DAsync", (Pitched Dst, int Value, Extent Size, void *Stream),
         (Dst, Value, Size, Stream))
FILLS_3D(cudaMemset3DAsync_ptsz, "cudaMemset3DAsync", (Pitched Dst, int Value, Extent Size, void *Stream),
         (Dst, Value, Size, Stream))
