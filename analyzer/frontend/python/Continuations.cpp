//===- Continuations.cpp - Lines that hold a backslash and nothing else -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Continuations.h"
#include <algorithm>

using llvm::StringRef;

namespace devtidy::frontend::python {

/// Shorter rows, which people may write, stay.
static constexpr unsigned LongRow = 100;

/// The length of blanks, a backslash and a line end at the beginning of Text; 0 if that is not what it begins with.
static size_t continuationLength(StringRef Text) {
  size_t Length = Text.find_first_not_of(" \t\f");
  if (Length == StringRef::npos || Text[Length] != '\\')
    return 0;
  StringRef After = Text.drop_front(++Length);
  return After.starts_with("\r\n") ? Length + 2 : After.starts_with("\n") || After.starts_with("\r") ? Length + 1 : 0;
}

std::string joinContinuations(StringRef Text) {
  std::string Result;
  for (size_t At = Text.find('\\'); At != StringRef::npos; At = Text.find('\\', At)) {
    const size_t First = At;
    At += continuationLength(Text.substr(At));
    // The first line's stays: it may end a comment.
    const size_t Begin = At;
    unsigned Count = 0;
    for (size_t Length; (Length = continuationLength(Text.substr(At))) != 0; ++Count)
      At += Length;
    if (Count > LongRow) {
      if (Result.empty())
        Result = Text.str();
      std::fill(Result.begin() + Begin, Result.begin() + At, ' ');
    }
    At = std::max(At, First + 1);
  }
  return Result;
}

} // namespace devtidy::frontend::python
