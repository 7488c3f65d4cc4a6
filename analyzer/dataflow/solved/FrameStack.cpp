//===- FrameStack.cpp - Functions that are being solved -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/FrameStack.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

std::optional<unsigned> FrameStack::frameOf(const ir::Function &F) const {
  const auto *Of = llvm::find_if(Frames, [&](const Frame &X) { return X.F == &F; });
  return Of == Frames.end() ? std::nullopt : std::optional<unsigned>(Of - Frames.begin());
}

void FrameStack::noteLow(unsigned Depth) {
  if (!Frames.empty())
    Frames.back().Low = std::min(Frames.back().Low, Depth);
}

void FrameStack::ask(const ir::Function &F) {
  const unsigned Depth = *frameOf(F);
  Frames[Depth].Asked = true;
  noteLow(Depth);
}

void FrameStack::noteUnready(unsigned Depth) {
  if (Depth != ~0U && Depth + 1 < depth())
    noteUnreadyOrOwn(Depth);
}

void FrameStack::noteUnreadyOrOwn(unsigned Depth) {
  if (Depth < depth())
    Frames.back().Unready = std::min(Frames.back().Unready, Depth);
}

bool FrameStack::isBeingBuilt(llvm::ArrayRef<Linker::FunctionEntry> Constructors) {
  bool Any = false;
  for (const Linker::FunctionEntry &E : Constructors)
    if (const std::optional<unsigned> Depth = frameOf(*E.F)) {
      Any = true;
      noteUnready(*Depth);
    }
  return Any;
}

} // namespace devtidy::dataflow
