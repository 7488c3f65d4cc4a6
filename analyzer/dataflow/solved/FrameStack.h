//===- FrameStack.h - Functions that are being solved ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_FRAMESTACK_H
#define DEVTIDY_DATAFLOW_SOLVED_FRAMESTACK_H

#include "dataflow/program/Linker.h"

namespace devtidy::dataflow {

/// The functions that are being solved, each because the one before it asked; top levels that are solved for what they
/// leave in globals are among them. Notes which of them the innermost one, or what it called, hangs on.
class FrameStack {
public:
  struct Frame {
    const ir::Function *F = nullptr;
    unsigned Low = 0;   ///< the outermost frame that it, or what it called, asked for
    bool Asked = false; ///< somebody asked for this one
    /// The outermost frame whose outcome it, or what it called, looked at too early: a constructor, of which nobody
    /// knows yet what it leaves in the members, or a top level that has not left its globals yet.
    unsigned Unready = ~0U;
  };

  unsigned depth() const { return Frames.size(); }
  /// Null if there is none.
  const ir::Function *innermost() const { return Frames.empty() ? nullptr : Frames.back().F; }
  /// Where F stands, outermost first; nothing if it does not.
  std::optional<unsigned> frameOf(const ir::Function &F) const;

  void push(const ir::Function &F) { Frames.push_back({&F, depth()}); }
  Frame pop() { return Frames.pop_back_val(); }

  /// The innermost one asks for the frame Depth, or hangs on something that did; ~0: on none.
  void noteLow(unsigned Depth);
  /// The same for F, which is one of them.
  void ask(const ir::Function &F);
  /// Whether somebody has asked for the innermost one since this was called last.
  bool takeAsked() { return std::exchange(Frames.back().Asked, false); }
  /// The innermost one looked at the outcome of the frame Depth, which is not its own, too early; ~0: of none.
  void noteUnready(unsigned Depth);
  /// The same if Depth may be its own.
  void noteUnreadyOrOwn(unsigned Depth);
  /// True if one of these constructors is being solved: the innermost one has looked at their class too early.
  bool isBeingBuilt(llvm::ArrayRef<Linker::FunctionEntry> Constructors);

private:
  llvm::SmallVector<Frame, 0> Frames; ///< outermost first
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_FRAMESTACK_H
