//===- Spelling.h - How names, strings and numbers are written ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lexical part of the text form, shared by printer and parser so that they cannot disagree. A name that the scanner
// takes whole is written bare, any other in double quotes.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_IR_SPELLING_H
#define DEVTIDY_IR_SPELLING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace devtidy::ir {

/// Length of the bare symbol name (after '@') at the start of S: letters, digits, _ $ ~ # . and bytes over 127, also
/// ':' if more of the name follows, and ".*" at the end. 0 if S starts with a digit.
size_t scanSymbol(llvm::StringRef S);
/// Length of the bare word (variable, field, keyword, label) at the start of S: letters, digits, _ $ # and bytes over
/// 127. 0 if S starts with a digit.
size_t scanWord(llvm::StringRef S);
/// Length of the floating point number at the start of S; 0 if it has neither fraction nor exponent.
size_t scanFloat(llvm::StringRef S);

void printQuoted(llvm::StringRef S, llvm::raw_ostream &OS);
void printSymbol(llvm::StringRef S, llvm::raw_ostream &OS);
void printWord(llvm::StringRef S, llvm::raw_ostream &OS);

/// Reads what printQuoted wrote between the quotes. False if an escape is malformed.
bool unescape(llvm::StringRef Body, std::string &Result);

} // namespace devtidy::ir

#endif // DEVTIDY_IR_SPELLING_H
