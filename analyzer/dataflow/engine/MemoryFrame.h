//===- MemoryFrame.h - What a concept says of memory ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_MEMORYFRAME_H
#define DEVTIDY_DATAFLOW_ENGINE_MEMORYFRAME_H

#include "dataflow/engine/CallFrame.h"

namespace devtidy::dataflow {

class MemoryFrame {
public:
  explicit MemoryFrame(CallFrame &F) : F(F) {}

  /// What is behind the argument A has to be where Others are. Name: of A, if its source text does not tell.
  void demand(const ir::Arg &A, llvm::ArrayRef<Side> Others, Meeting Of, llvm::StringRef Name = {});
  /// What is behind the argument A, each as As says what is not about the memory.
  llvm::SmallVector<Side, 2> behind(const ir::Arg &A, const Side &As);
  /// What the argument reads of a structure: "'s.p'".
  llvm::StringRef memberName(const ir::Arg &A) const;

private:
  CallFrame &F;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_MEMORYFRAME_H
