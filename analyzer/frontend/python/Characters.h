//===- Characters.h - Characters of several bytes that are not UTF-8 ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser reads letters of ASCII. In shift_jis the second byte of a character may be that of a backslash, in utf_7
// all bytes are those of letters. Which bytes belong together hangs on the encoding; what they stand for is nobody's
// business here.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_CHARACTERS_H
#define DEVTIDY_FRONTEND_PYTHON_CHARACTERS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace devtidy::frontend::python {

/// Whether an encoding of that name, as CPython looks it up ("shift_jis"), is known here.
bool hasLongCharacters(llvm::StringRef Name);

struct Unreadable {
  uint32_t At;
  std::string What; ///< "byte 0xff"
};

/// Writes the letter a over each byte of the characters that are not ASCII. What comes first of that which is no
/// character, if anything is; it is written over as well. Precondition: hasLongCharacters(Name).
std::optional<Unreadable> maskLongCharacters(llvm::StringRef Name, std::string &Text);

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_CHARACTERS_H
