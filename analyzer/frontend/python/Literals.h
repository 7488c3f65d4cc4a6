//===- Literals.h - The values that literals spell ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_LITERALS_H
#define DEVTIDY_FRONTEND_PYTHON_LITERALS_H

#include "frontend/python/Syntax.h"
#include "ir/Function.h"
#include <optional>
#include <string>

namespace devtidy::frontend::python {

/// The constant of an integer or float node. One that does not fit is a number without a value.
ir::Constant numberConstant(Node N);

/// One piece of a string: text, or an expression that is put into it.
struct StringPart {
  std::string Text;
  Node Expression; ///< invalid for text
};

/// The expression that a field of an f-string shows. `f"{x:=5}"` shows x in the format `=5`; the grammar takes it for
/// an assignment to x.
Node interpolated(Node N);

/// The pieces of a string, or of strings that stand beside each other. Text is not split: an ordinary string has one.
llvm::SmallVector<StringPart, 4> stringParts(Node N);

/// The value of a literal that is known as it stands: None, a number, a string, -1.
std::optional<ir::Constant> literalConstant(Node N, std::string &Storage);

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_LITERALS_H
