//===- Parse.h - From bytes to a syntax tree ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file that knows the parser, which is tree-sitter with its Python grammar.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_PARSE_H
#define DEVTIDY_FRONTEND_PYTHON_PARSE_H

#include "frontend/python/Lower.h"
#include "frontend/python/Syntax.h"

namespace devtidy::frontend::python {

struct ParseOptions {
  unsigned Seconds = 0; ///< that it may take, or 0; if it takes longer, the tree is one error and TimedOut
  unsigned MaxDepth = DefaultMaxDepth; ///< what is nested deeper is TooDeep
  llvm::StringRef Letters;             ///< what the parser is to read, as long as Text; "": Text itself
};

/// Parses Text, which must outlive the tree: all that a CPython of 3.10 to 3.14 accepts. Never fails: what does not
/// parse is in Error and Missing nodes. Bytes that are no UTF-8 may stand in comments and strings.
Tree parse(llvm::StringRef Text, const ParseOptions &Options);

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_PARSE_H
