//===- Copies.cpp - Interposed: copies and fills ----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Findings.h"

using namespace devtidy::shim;

#define COPIES(Name, Call, Parameters, Given)                                                                          \
  SHIM(Name) Parameters {                                                                                              \
    Entered Here;                                                                                                      \
    if (!Here.isInner() && Size != 0)                                                                                  \
      checkCopy(Call, {"destination", Dst}, {"source", Src}, Kind);                                                    \
    return NEXT(Name) Given;                                                                                           \
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
