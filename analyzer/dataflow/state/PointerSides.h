//===- PointerSides.h - Memory that is handed on -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel, a copy or host code is given is a pointer, or a closure that holds some: `run<<<1, 32>>>(f)` hands on
// what f captured. Each is a side of a demand of memory (judge/Demand.h).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_POINTERSIDES_H
#define DEVTIDY_DATAFLOW_STATE_POINTERSIDES_H

#include "dataflow/domain/Memory.h"
#include "dataflow/judge/Demand.h"

namespace devtidy::dataflow {

class FunctionFrame;

class PointerSides {
public:
  /// Number: it matters on which accelerator the memory is, not only on which side.
  PointerSides(FunctionFrame &In, State &S, bool Number = false) : In(In), S(S), Number(Number) {}

  /// Adds to Out what is behind V, each as As says what is not about the memory: nothing of memory that everybody may
  /// use, or of which nobody knows where it is.
  void add(const Side &As, const Value &V, llvm::SmallVectorImpl<Side> &Out);

private:
  void addCaptures(const Side &As, const Value &Closure, llvm::SmallVectorImpl<Side> &Out);

  FunctionFrame &In;
  State &S;
  const bool Number;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_POINTERSIDES_H
