//===- Accelerator.h - What accelerator the machines of a program have ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worlds have one kind of accelerator. It is CUDA's, unless a program was written for another: it asks whether mps,
// xpu, npu or hpu is there, and never speaks of CUDA.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_ACCELERATOR_H
#define DEVTIDY_DATAFLOW_PROGRAM_ACCELERATOR_H

#include "ir/Function.h"
#include "ir/Module.h"
#include "knowledge/Device.h"
#include "knowledge/Names.h"
#include <optional>

namespace devtidy::dataflow {

/// True for a function that says whether there is an accelerator, or which, or how many.
bool asksForAccelerator(const knowledge::Callable &C);

/// Collects what a program says of accelerators.
class AcceleratorChoice {
  std::optional<knowledge::DeviceType> Asked;
  bool AsksSeveral = false;
  unsigned CudaNames = 0;

public:
  // Only code of the program itself counts: a library is written for everybody.
  void noteName(const ir::Inst &I);
  void noteCall(const knowledge::Callable &Callee);

  knowledge::DeviceType type() const {
    return Asked && !AsksSeveral && !CudaNames ? *Asked : knowledge::DeviceType::Cuda;
  }
  /// True if the program says "cuda" in more than one place.
  bool namesCudaOften() const { return CudaNames > 1; }
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_ACCELERATOR_H
