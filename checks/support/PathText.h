//===- PathText.h - How a program spells the path of a file -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `folder + "/epoch_" + str(i) + ".pt"`, `f"{folder}/epoch_{i}.pt"` and `join(folder, "epoch_{}.pt".format(i))` are
// spelled in the same way: `*/epoch_*.pt`.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_PATHTEXT_H
#define DEVTIDY_CHECKS_SUPPORT_PATHTEXT_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// The path that V is, without what only spells it in another way: `path` of `path.as_posix()` and of `str(path)`.
ir::ValueId spelledPath(const dataflow::Program &P, const ir::Function &F, ir::ValueId V);

/// The path of what a function opens, `with open(path, "wb") as file`, or V itself.
ir::ValueId pathOf(const Program &P, const ir::Function &F, ir::ValueId V);

/// Constants, and a star for each piece that is computed.
class PathText {
public:
  /// What is known of the path V of F. Variables of a module, and members of self that are set once, are followed.
  PathText(const Program &P, const ir::Function &F, ir::ValueId V);

  /// What stands behind the last slash, without a star that it begins with: "best.pt", "epoch_*.pt", ".pt". "" if
  /// nothing is spelled.
  std::string end() const;
  /// The function that made the temporary file, or folder, that the path names, or is in: `with TemporaryDirectory() as
  /// folder`. Null if it is in none.
  const ir::Function *temporaryOf() const { return Temporary; }
  /// What it begins with, of a function that says no more of it; nothing if that is spelled.
  std::optional<std::pair<const ir::Function *, ir::ValueId>> beginning() const;
  /// True if both tell the same files from others, and are read by one function: `epoch_*.pt`, but not `*.pt`. They
  /// begin in the same way, and the folders are the same values.
  bool isPatternOf(const PathText &Other) const;

private:
  class Reader;
  struct Piece {
    std::string Text; ///< of what is computed, the same for the same value of the function
    bool IsComputed;
    const ir::Function *F = nullptr; ///< of what is computed
    ir::ValueId V = {};
  };
  const ir::Function *Temporary = nullptr;
  llvm::SmallVector<Piece, 4> Pieces;
};

/// True if the end of a path tells one file, or those of one pattern, from others: "best.pt", but not ".pt".
bool isNameOfFile(llvm::StringRef End);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_PATHTEXT_H
