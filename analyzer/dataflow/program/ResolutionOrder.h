//===- ResolutionOrder.h - In which classes a member is looked for --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Python looks for a member in a class, then in its bases from left to right and what those derive from; a class from
// which several of them derive comes behind them all. So `Mix.run` takes the place of `C.run` in `class D(Mix, C)`.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_PROGRAM_RESOLUTIONORDER_H
#define DEVTIDY_DATAFLOW_PROGRAM_RESOLUTIONORDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace devtidy::dataflow {

/// Class, and all from which it derives, in that order. BasesOf gives a list of the bases of a class by name.
template <typename Function>
llvm::SmallVector<llvm::StringRef, 4> resolutionOrder(llvm::StringRef Class, Function BasesOf) {
  constexpr unsigned MaxClasses = 64; // classes derive from themselves in programs that do not run
  llvm::SmallVector<llvm::StringRef, 8> Work{Class}, Met;
  while (!Work.empty() && Met.size() < MaxClasses) {
    Met.push_back(Work.pop_back_val());
    const auto Bases = BasesOf(Met.back());
    for (llvm::StringRef Base : llvm::reverse(Bases))
      Work.push_back(Base);
  }
  llvm::SmallVector<llvm::StringRef, 4> Order;
  for (unsigned N = 0; N < Met.size(); ++N)
    if (!llvm::is_contained(llvm::ArrayRef(Met).drop_front(N + 1), Met[N]))
      Order.push_back(Met[N]);
  return Order;
}

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_PROGRAM_RESOLUTIONORDER_H
