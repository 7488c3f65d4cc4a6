//===- Source.h - Where something stands in a source file -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places are (file, byte offset) pairs. Lines and columns are computed at the edge, by whoever prints.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_SOURCE_H
#define DEVTIDY_IR_SOURCE_H

#include "ir/Ids.h"

namespace devtidy::ir {

/// The bytes [Begin, End) of one file, and the byte where a caret belongs: the operator of `a + b`, the member name of
/// `x.to(d)`, else the first byte. An invalid File means "no source": code that a front end made up.
struct SourceRange {
  FileId File;
  uint32_t Begin = 0;
  uint32_t End = 0;
  uint32_t Point = 0; ///< Begin <= Point <= End

  bool isValid() const { return File.isValid(); }
  bool operator==(const SourceRange &) const = default;
};

} // namespace devtidy::ir

#endif // DEVTIDY_IR_SOURCE_H
