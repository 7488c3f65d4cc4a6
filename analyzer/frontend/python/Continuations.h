//===- Continuations.h - Lines that hold a backslash and nothing else -*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_CONTINUATIONS_H
#define DEVTIDY_FRONTEND_PYTHON_CONTINUATIONS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace devtidy::frontend::python {

/// A text for the parser, of the same length, in which a long row of lines that hold a backslash and nothing else is
/// one line of blanks: they mean the same. The parser looks from each line of such a row to its end, which takes
/// minutes where a row is as long as a file. "" if the text has no such row.
std::string joinContinuations(llvm::StringRef Text);

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_CONTINUATIONS_H
