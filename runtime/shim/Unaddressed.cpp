//===- Unaddressed.cpp - Interposed: copies that are not from address to address -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of a device and arrays are on it, and the program has no address of theirs: the other operand is looked at.
// The copies of a batch have addresses and no kind, so that freed memory alone can be wrong with them.
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Findings.h"

using namespace devtidy::shim;

#define CHECKS(Name, Call, Destination, Source, Parameters, Given)                                                     \
  SHIM(Name) Parameters {                                                                                              \
    Entered Here;                                                                                                      \
    if (!Here.isInner() && Size != 0)                                                                                  \
      checkCopy(Call, {"destination", Destination}, {"source", Source}, Kind);                                         \
    return NEXT(Name) Given;                                                                                           \
  }
#define CHECKS_SOURCE(Name, Call, Parameters, Given) CHECKS(Name, Call, nullptr, Src, Parameters, Given)
#define CHECKS_DESTINATION(Name, Call, Parameters, Given) CHECKS(Name, Call, Dst, nullptr, Parameters, Given)

CHECKS_SOURCE(cudaMemcpyToSymbol, "cudaMemcpyToSymbol",
              (const void *Symbol, const void *Src, size_t Size, size_t Offset, int Kind),
              (Symbol, Src, Size, Offset, Kind))
CHECKS_SOURCE(cudaMemcpyToSymbol_ptds, "cudaMemcpyToSymbol",
              (const void *Symbol, const void *Src, size_t Size, size_t Offset, int Kind),
              (Symbol, Src, Size, Offset, Kind))
CHECKS_SOURCE(cudaMemcpyToSymbolAsync, "cudaMemcpyToSymbolAsync",
              (const void *Symbol, const void *Src, size_t Size, size_t Offset, int Kind, void *Stream),
              (Symbol, Src, Size, Offset, Kind, Stream))
CHECKS_SOURCE(cudaMemcpyToSymbolAsync_ptsz, "cudaMemcpyToSymbolAsync",
              (const void *Symbol, const void *Src, size_t Size, size_t Offset, int Kind, void *Stream),
              (Symbol, Src, Size, Offset, Kind, Stream))
CHECKS_DESTINATION(cudaMemcpyFromSymbol, "cudaMemcpyFromSymbol",
                   (void *Dst, const void *Symbol, size_t Size, size_t Offset, int Kind),
                   (Dst, Symbol, Size, Offset, Kind))
CHECKS_DESTINATION(cudaMemcpyFromSymbol_ptds, "cudaMemcpyFromSymbol",
                   (void *Dst, const void *Symbol, size_t Size, size_t Offset, int Kind),
                   (Dst, Symbol, Size, Offset, Kind))
CHECKS_DESTINATION(cudaMemcpyFromSymbolAsync, "cudaMemcpyFromSymbolAsync",
                   (void *Dst, const void *Symbol, size_t Size, size_t Offset, int Kind, void *Stream),
                   (Dst, Symbol, Size, Offset, Kind, Stream))
CHECKS_DESTINATION(cudaMemcpyFromSymbolAsync_ptsz, "cudaMemcpyFromSymbolAsync",
                   (void *Dst, const void *Symbol, size_t Size, size_t Offset, int Kind, void *Stream),
                   (Dst, Symbol, Size, Offset, Kind, Stream))

CHECKS_SOURCE(cudaMemcpyToArray, "cudaMemcpyToArray",
              (void *Array, size_t Left, size_t Top, const void *Src, size_t Size, int Kind),
              (Array, Left, Top, Src, Size, Kind))
CHECKS_SOURCE(cudaMemcpyToArray_ptds, "cudaMemcpyToArray",
              (void *Array, size_t Left, size_t Top, const void *Src, size_t Size, int Kind),
              (Array, Left, Top, Src, Size, Kind))
CHECKS_SOURCE(cudaMemcpyToArrayAsync, "cudaMemcpyToArrayAsync",
              (void *Array, size_t Left, size_t Top, const void *Src, size_t Size, int Kind, void *Stream),
              (Array, Left, Top, Src, Size, Kind, Stream))
CHECKS_SOURCE(cudaMemcpyToArrayAsync_ptsz, "cudaMemcpyToArrayAsync",
              (void *Array, size_t Left, size_t Top, const void *Src, size_t Size, int Kind, void *Stream),
              (Array, Left, Top, Src, Size, Kind, Stream))
CHECKS_DESTINATION(cudaMemcpyFromArray, "cudaMemcpyFromArray",
                   (void *Dst, const void *Array, size_t Left, size_t Top, size_t Size, int Kind),
                   (Dst, Array, Left, Top, Size, Kind))
CHECKS_DESTINATION(cudaMemcpyFromArray_ptds, "cudaMemcpyFromArray",
                   (void *Dst, const void *Array, size_t Left, size_t Top, size_t Size, int Kind),
                   (Dst, Array, Left, Top, Size, Kind))
CHECKS_DESTINATION(cudaMemcpyFromArrayAsync, "cudaMemcpyFromArrayAsync",
                   (void *Dst, const void *Array, size_t Left, size_t Top, size_t Size, int Kind, void *Stream),
                   (Dst, Array, Left, Top, Size, Kind, Stream))
CHECKS_DESTINATION(cudaMemcpyFromArrayAsync_ptsz, "cudaMemcpyFromArrayAsync",
                   (void *Dst, const void *Array, size_t Left, size_t Top, size_t Size, int Kind, void *Stream),
                   (Dst, Array, Left, Top, Size, Kind, Stream))

#define INTO_2D                                                                                                        \
  void *Array, size_t Left, size_t Top, const void *Src, size_t Pitch, size_t Size, size_t Height, int Kind
#define OUT_OF_2D                                                                                                      \
  void *Dst, size_t Pitch, const void *Array, size_t Left, size_t Top, size_t Size, size_t Height, int Kind

CHECKS_SOURCE(cudaMemcpy2DToArray, "cudaMemcpy2DToArray", (INTO_2D), (Array, Left, Top, Src, Pitch, Size, Height, Kind))
CHECKS_SOURCE(cudaMemcpy2DToArray_ptds, "cudaMemcpy2DToArray", (INTO_2D),
              (Array, Left, Top, Src, Pitch, Size, Height, Kind))
CHECKS_SOURCE(cudaMemcpy2DToArrayAsync, "cudaMemcpy2DToArrayAsync", (INTO_2D, void *Stream),
              (Array, Left, Top, Src, Pitch, Size, Height, Kind, Stream))
CHECKS_SOURCE(cudaMemcpy2DToArrayAsync_ptsz, "cudaMemcpy2DToArrayAsync", (INTO_2D, void *Stream),
              (Array, Left, Top, Src, Pitch, Size, Height, Kind, Stream))
CHECKS_DESTINATION(cudaMemcpy2DFromArray, "cudaMemcpy2DFromArray", (OUT_OF_2D),
                   (Dst, Pitch, Array, Left, Top, Size, Height, Kind))
CHECKS_DESTINATION(cudaMemcpy2DFromArray_ptds, "cudaMemcpy2DFromArray", (OUT_OF_2D),
                   (Dst, Pitch, Array, Left, Top, Size, Height, Kind))
CHECKS_DESTINATION(cudaMemcpy2DFromArrayAsync, "cudaMemcpy2DFromArrayAsync", (OUT_OF_2D, void *Stream),
                   (Dst, Pitch, Array, Left, Top, Size, Height, Kind, Stream))
CHECKS_DESTINATION(cudaMemcpy2DFromArrayAsync_ptsz, "cudaMemcpy2DFromArrayAsync", (OUT_OF_2D, void *Stream),
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
