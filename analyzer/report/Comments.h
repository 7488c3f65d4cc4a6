//===- Comments.h - Where comments and string literals are ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scanner that knows just enough of C++ and Python to tell a comment from a string that looks like one. It works on
// text that does not parse; where it must guess, a literal without an end stops at the end of its line.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_REPORT_COMMENTS_H
#define DEVTIDY_REPORT_COMMENTS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace devtidy::report {

enum class Language : uint8_t { Cxx, Python };

/// By the ending of the name; what is not Python is C++.
Language languageOf(llvm::StringRef Path);

/// The bytes [Begin, End) of a comment, without its line end, or of a string or character literal with its quotes.
struct Span {
  enum class Kind : uint8_t { Comment, Literal };

  Kind What;
  uint32_t Begin, End;

  bool operator==(const Span &) const = default;
};

/// In the order of the text.
std::vector<Span> findCommentsAndLiterals(llvm::StringRef Text, Language L);

} // namespace devtidy::report

#endif // DEVTIDY_REPORT_COMMENTS_H
