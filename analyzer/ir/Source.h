//===- Source.h - Where something stands in a source file -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places are (file, byte offset) pairs. Lines and columns are computed at the edge, by whoever prints. A range knows
// its file by itself: what one unit says of another's code, a class whose constructor another file defines, stands
// where it was read, whoever reports it.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_SOURCE_H
#define DEVTIDY_IR_SOURCE_H

#include "ir/Ids.h"
#include "llvm/ADT/StringRef.h"

namespace devtidy::ir {

/// A file that a module was read from, which owns it.
struct SourceFile {
  llvm::StringRef Path; ///< as the user would write it, relative to the working folder where possible
  bool Checked = true;  ///< findings may stand in it
  FileId Id;            ///< its number in the module
};

/// The bytes [Begin, End) of one file, and the byte where a caret belongs: the operator of `a + b`, the member name of
/// `x.to(d)`, else the first byte. No File means "no source": code that a front end made up.
struct SourceRange {
  const SourceFile *File = nullptr; ///< lives as long as its module
  uint32_t Begin = 0;
  uint32_t End = 0;
  uint32_t Point = 0; ///< Begin <= Point <= End

  bool isValid() const { return File; }
  /// True if both lie in one file, which several modules may have read.
  bool isInFileOf(const SourceRange &O) const {
    return File == O.File || (File && O.File && File->Path == O.File->Path);
  }
  bool operator==(const SourceRange &O) const {
    return isInFileOf(O) && Begin == O.Begin && End == O.End && Point == O.Point;
  }
};

} // namespace devtidy::ir

#endif // DEVTIDY_IR_SOURCE_H
