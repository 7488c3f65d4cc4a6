//===- ImportedWords.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ImportedWords.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace devtidy::driver {

static void addWords(StringRef Text, StringSet<> &Words) {
  while (!Text.empty()) {
    Text = Text.drop_until([](char C) { return isAlnum(C) || C == '_'; });
    const StringRef Word = Text.take_while([](char C) { return isAlnum(C) || C == '_'; });
    if (!Word.empty())
      Words.insert(Word);
    Text = Text.drop_front(Word.size());
  }
}

StringSet<> importedWords(StringRef Text) {
  StringSet<> Words;
  if (Text.contains("import_module") || Text.contains("__import__"))
    addWords(Text, Words);
  while (!Text.empty()) {
    const size_t End = Text.find('\n');
    const StringRef Line = Text.take_front(End).ltrim(" \t\"");
    size_t Length = End;
    if (Line.starts_with("import ") || Line.starts_with("from ")) {
      // `from a import (b,` goes on to its bracket.
      const size_t Open = Text.take_front(End).find('(');
      const size_t Close = Open == StringRef::npos ? Open : Text.find(')', Open);
      if (Close != StringRef::npos && Close > End)
        Length = Close;
      addWords(Text.take_front(Length), Words);
    }
    Text = Length == StringRef::npos ? StringRef() : Text.drop_front(std::min(Length + 1, Text.size()));
  }
  return Words;
}

} // namespace devtidy::driver
