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

#include "frontend/python/Syntax.h"

namespace devtidy::frontend::python {

/// Parses Text, which must outlive the tree: all that a CPython of 3.10 to 3.14 accepts. Never fails: what does not
/// parse is in Error and Missing nodes. Bytes that are no UTF-8 may stand in comments and strings.
/// Seconds is how long the parser may take, or 0. If it takes longer, the tree is one error and TimedOut.
Tree parse(llvm::StringRef Text, unsigned Seconds = 0);

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_PARSE_H
