//===- Words.h - The words that a name is made of ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_WORDS_H
#define DEVTIDY_KNOWLEDGE_WORDS_H

#include <string>
#include <string_view>
#include <vector>

namespace devtidy::knowledge {

/// In lower case, in their order: log, loss of `log_loss` and `LogLoss`; digits are left out.
inline std::vector<std::string> wordsOf(std::string_view Name) {
  std::vector<std::string> Words;
  bool Starts = true, WasLower = false;
  for (const char C : Name) {
    const bool IsUpper = C >= 'A' && C <= 'Z', IsLetter = IsUpper || (C >= 'a' && C <= 'z');
    if (IsLetter && (Starts || (IsUpper && WasLower)))
      Words.emplace_back();
    if (IsLetter)
      Words.back() += IsUpper ? static_cast<char>(C - 'A' + 'a') : C;
    Starts = !IsLetter;
    WasLower = IsLetter && !IsUpper;
  }
  return Words;
}

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_WORDS_H
