//===- Encoding.h - What the bytes of a file stand for --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A comment in the first two lines may name the encoding of a file: `# -*- coding: latin-1 -*-`. If none does, it is
// UTF-8. Other encodings are read by writing letters over what is not ASCII, byte for byte: no offset changes.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_ENCODING_H
#define DEVTIDY_FRONTEND_PYTHON_ENCODING_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace devtidy::frontend::python {

struct Encoding {
  std::string Problem; ///< why Python does not read the file, or this program; "" if both do
  uint32_t At = 0;     ///< the offset of what the problem is about
  bool IsRead = true;  ///< false: the bytes mean nothing that is known
  /// What the parser is to read, as long as the text: the letter a stands for each character that is not ASCII, since
  /// it may be part of a name, and a line feed for each carriage return alone. "" if that is the text itself.
  std::string Letters;
};

/// IsMarked: the file begins with the byte order mark of UTF-8, which Text is without.
Encoding encodingOf(llvm::StringRef Text, bool IsMarked);

/// Whether the bytes of a file, with its mark if it has one, are in the encoding that it names.
bool isDecodable(llvm::StringRef Text);

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_ENCODING_H
