//===- Arrays.cpp - Interposed: copies from and to arrays, and batches ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays are of a device, and no address is in them: the other operand is looked at. The copies of a batch have no
// kind, so that freed memory alone can be wrong with them.
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Findings.h"

using namespace devtidy::shim;

#define TO_ARRAY(Name, Call, Parameters, Given)                                                                        \
  SHIM(Name) Parameters {                                                                                              \
    Entered Here;                                                                                                      \
    if (!Here.isInner() && Size != 0)                                                                                  \
      checkCopy(Call, {"destination", nullptr}, {"source", Src}, Kind);                                                \
    return NEXT(Name) Given;                                                                                           \
  }
#define FROM_ARRAY(Name, Call, Parameters, Given)                                                                      \
  SHIM(Name) Parameters {                                                                                              \
    Entered Here;                                                                                                      \
    if (!Here.isInner() && Size != 0)                                                                                  \
      checkCopy(Call, {"destination", Dst}, {"source", nullptr}, Kind);                                                \
    return NEXT(Name) Given;                                                                                           \
  }

TO_ARRAY(cudaMemcpyToArray, "cudaMemcpyToArray",
         (void *Array, size_t Left, size_t Top, const void *Src, size_t Size, int Kind),
         (Array, Left, Top, Src, Size, Kind))
TO_ARRAY(cudaMemcpyToArray_ptds, "cudaMemcpyToArray",
         (void *Array, size_t Left, size_t Top, const void *Src, size_t Size, int Kind),
         (Array, Left, Top, Src, Size, Kind))
TO_ARRAY(cudaMemcpyToArrayAsync, "cudaMemcpyToArrayAsync",
         (void *Array, size_t Left, size_t Top, const void *Src, size_t Size, int Kind, void *Stream),
         (Array, Left, Top, Src, Size, Kind, Stream))
TO_ARRAY(cudaMemcpyToArrayAsync_ptsz, "cudaMemcpyToArrayAsync",
         (void *Array, size_t Left, size_t Top, const void *Src, size_t Size, int Kind, void *Stream),
         (Array, Left, Top, Src, Size, Kind, Stream))
FROM_ARRAY(cudaMemcpyFromArray, "cudaMemcpyFromArray",
           (void *Dst, const void *Array, size_t Left, size_t Top, size_t Size, int Kind),
           (Dst, Array, Left, Top, Size, Kind))
FROM_ARRAY(cudaMemcpyFromArray_ptds, "cudaMemcpyFromArray",
           (void *Dst, const void *Array, size_t Left, size_t Top, size_t Size, int Kind),
           (Dst, Array, Left, Top, Size, Kind))
FROM_ARRAY(cudaMemcpyFromArrayAsync, "cudaMemcpyFromArrayAsync",
           (void *Dst, const void *Array, size_t Left, size_t Top, size_t Size, int Kind, void *Stream),
           (Dst, Array, Left, Top, Size, Kind, Stream))
FROM_ARRAY(cudaMemcpyFromArrayAsync_ptsz, "cudaMemcpyFromArrayAsync",
           (void *Dst, const void *Array, size_t Left, size_t Top, size_t Size, int Kind, void *Stream),
           (Dst, Array, Left, Top, Size, Kind, Stream))

#define INTO_2D                                                                                                        \
  void *Array, size_t Left, size_t Top, const void *Src, size_t Pitch, size_t Size, size_t Height, int Kind
#define OUT_OF_2D                                                                                                      \
  void *Dst, size_t Pitch, const void *Array, size_t Left, size_t Top, size_t Size, size_t Height, int Kind

TO_ARRAY(cudaMemcpy2DToArray, "cudaMemcpy2DToArray", (INTO_2D), (Array, Left, Top, Src, Pitch, Size, Height, Kind))
TO_ARRAY(cudaMemcpy2DToArray_ptds, "cudaMemcpy2DToArray", (INTO_2D), (Array, Left, Top, Src, Pitch, Size, Height, Kind))
TO_ARRAY(cudaMemcpy2DToArrayAsync, "cudaMemcpy2DToArrayAsync", (INTO_2D, void *Stream),
         (Array, Left, Top, Src, Pitch, Size, Height, Kind, Stream))
TO_ARRAY(cudaMemcpy2DToArrayAsync_ptsz, "cudaMemcpy2DToArrayAsync", (INTO_2D, void *Stream),
         (Array, Left, Top, Src, Pitch, Size, Height, Kind, Stream))
FROM_ARRAY(cudaMemcpy2DFromArray, "cudaMemcpy2DFromArray", (OUT_OF_2D),
           (Dst, Pitch, Array, Left, Top, Size, Height, Kind))
FROM_ARRAY(cudaMemcpy2DFromArray_ptds, "cudaMemcpy2DFromArray", (OUT_OF_2D),
           (Dst, Pitch, Array, Left, Top, Size, Height, Kind))
FROM_ARRAY(cudaMemcpy2DFromArrayAsync, "cudaMemcpy2DFromArrayAsync", (OUT_OF_2D, void *Stream),
           (Dst, Pitch, Array, Left, Top, Size, Height, Kind, Stream))
FROM_ARRAY(cudaMemcpy2DFromArrayAsync_ptsz, "cudaMemcpy2DFromArrayAsync", (OUT_OF_2D, void *Stream),
           (Dst, Pitch, Array, Left, Top, Size, Height, Kind, Stream))

static void checkBatch(void *const *Dsts, const void *const *Srcs, const size_t *Sizes, size_t Count) {
  for (size_t N = 0; Dsts && Srcs && Sizes && N < Count; ++N)
    if (Sizes[N] != 0)
      checkCopy("cudaMemcpyBatchAsync", {"destination", Dsts[N]}, {"source", Srcs[N]}, DefaultKind);
}

// CUDA 12 has one parameter more than CUDA 13, a place for the index of a copy that fails. What stands in the caller's
// frame behind the arguments of CUDA 13 is handed on and not looked at.
#define COPIES_BATCH(Name)                                                                                             \
  SHIM(Name)(void *const *Dsts, const void *const *Srcs, const size_t *Sizes, size_t Count, void *Attributes,          \
             void *Indices, size_t Attributed, void *StreamOrFailed, void *Stream) {                                   \
    Entered Here;                                                                                                      \
    if (!Here.isInner())                                                                                               \
      checkBatch(Dsts, Srcs, Sizes, Count);                                                                            \
    return NEXT(Name)(Dsts, Srcs, Sizes, Count, Attributes, Indices, Attributed, StreamOrFailed, Stream);              \
  }

COPIES_BATCH(cudaMemcpyBatchAsync)
COPIES_BATCH(cudaMemcpyBatchAsync_ptsz)
