//===- Respell.h - Python that the parser's grammar does not know ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grammar rejects some of what CPython accepts: `return *f(), 1`, a comment in a conditional expression, a default
// of a type parameter. Such a file is spelled in a way that the grammar knows, byte for byte at the same place, and is
// parsed again: the ranges of the second tree are those of the file.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_RESPELL_H
#define DEVTIDY_FRONTEND_PYTHON_RESPELL_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace devtidy::frontend::python {

struct Respelled {
  /// As long as the file, and each token at its place. Blanks stand for comments, for line ends within brackets and
  /// behind backslashes, for the stars of Stars, and for a `=` that a format starts with.
  std::string Text;
  /// Where an element of a list, a tuple or a subscript is starred: the offsets of the stars, from first to last. What
  /// they stand before is the next token of Text.
  std::vector<uint32_t> Stars;
};

/// Never fails: a statement whose brackets or strings do not close is left as it is.
Respelled respell(llvm::StringRef Text);

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_RESPELL_H
