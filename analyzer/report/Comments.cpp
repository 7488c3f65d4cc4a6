//===- Comments.cpp - Where comments and string literals are --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Comments.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace devtidy::report;
using llvm::StringRef;

Language devtidy::report::languageOf(StringRef Path) {
  bool IsPython = Path.ends_with(".py") || Path.ends_with(".pyi") || Path.ends_with(".ipynb");
  return IsPython ? Language::Python : Language::Cxx;
}

namespace {

class Scanner {
public:
  Scanner(StringRef Text, Language L) : Text(Text), L(L) {}

  std::vector<Span> run();

private:
  /// The end of the comment or literal that begins at I, or I if none does.
  size_t comment(size_t I) const;
  size_t literal(size_t I) const;
  size_t lineComment(size_t I) const;
  size_t quoted(size_t I, StringRef Quote) const;
  size_t rawString(size_t I) const;
  bool isRawString(size_t Quote) const;
  bool isDigitSeparator(size_t Quote) const;
  size_t find(StringRef What, size_t From) const { return std::min(Text.find(What, From), Text.size()); }

  StringRef Text;
  Language L;
};

} // namespace

static bool isWord(char C) { return llvm::isAlnum(C) || C == '_'; }

/// The end of the line that I is on. In C++ a backslash at its end joins the next line to it.
size_t Scanner::lineComment(size_t I) const {
  while (true) {
    size_t End = std::min(Text.find_first_of("\r\n", I), Text.size());
    if (L == Language::Python || End == Text.size() || Text[End - 1] != '\\')
      return End;
    I = End + (Text.substr(End).starts_with("\r\n") ? 2 : 1);
  }
}

size_t Scanner::comment(size_t I) const {
  StringRef Rest = Text.substr(I);
  if (L == Language::Python)
    return Rest.starts_with("#") ? lineComment(I) : I;
  if (Rest.starts_with("//"))
    return lineComment(I);
  if (Rest.starts_with("/*"))
    return std::min(find("*/", I + 2) + 2, Text.size());
  return I;
}

size_t Scanner::quoted(size_t I, StringRef Quote) const {
  bool MayHaveLines = Quote.size() == 3;
  for (I += Quote.size(); I < Text.size(); ++I) {
    if (Text[I] == '\\')
      I += Text.substr(I + 1).starts_with("\r\n") ? 2 : 1;
    else if (Text.substr(I).starts_with(Quote))
      return I + Quote.size();
    else if (!MayHaveLines && (Text[I] == '\n' || Text[I] == '\r'))
      return I;
  }
  return Text.size();
}

/// R"x( ... )x": is what stands before the quote an encoding prefix with R, and no more?
bool Scanner::isRawString(size_t Quote) const {
  StringRef Before = Text.take_front(Quote);
  size_t Begin = Before.size();
  while (Begin > 0 && isWord(Before[Begin - 1]))
    --Begin;
  StringRef Prefix = Before.substr(Begin);
  return Prefix == "R" || Prefix == "u8R" || Prefix == "uR" || Prefix == "UR" || Prefix == "LR";
}

size_t Scanner::rawString(size_t I) const {
  constexpr size_t MaxDelimiter = 16;
  size_t Open = Text.find('(', I);
  if (Open == StringRef::npos || Open - I - 1 > MaxDelimiter)
    return quoted(I, "\"");
  std::string Close = (")" + Text.slice(I + 1, Open) + "\"").str();
  return std::min(find(Close, Open) + Close.size(), Text.size());
}

/// 1'000'000: the quote stands in a word that begins with a digit.
bool Scanner::isDigitSeparator(size_t Quote) const {
  size_t Begin = Quote;
  while (Begin > 0 && (isWord(Text[Begin - 1]) || Text[Begin - 1] == '\''))
    --Begin;
  return Begin < Quote && llvm::isDigit(Text[Begin]);
}

size_t Scanner::literal(size_t I) const {
  if (Text[I] != '"' && Text[I] != '\'')
    return I;
  StringRef Quote = Text.substr(I, 1);
  if (L == Language::Python) {
    bool IsTriple = Text.substr(I, 3) == (Text[I] == '"' ? "\"\"\"" : "'''");
    return quoted(I, IsTriple ? Text.substr(I, 3) : Quote);
  }
  if (Text[I] == '"')
    return isRawString(I) ? rawString(I) : quoted(I, Quote);
  return isDigitSeparator(I) ? I : quoted(I, Quote);
}

std::vector<Span> Scanner::run() {
  std::vector<Span> Spans;
  StringRef Interesting = L == Language::Python ? "#\"'" : "/\"'";
  for (size_t I = Text.find_first_of(Interesting); I != StringRef::npos; I = Text.find_first_of(Interesting, I)) {
    Span::Kind What = Span::Kind::Comment;
    size_t End = comment(I);
    if (End == I) {
      What = Span::Kind::Literal;
      End = literal(I);
    }
    if (End != I)
      Spans.push_back({What, uint32_t(I), uint32_t(End)});
    I = std::max(End, I + 1);
  }
  return Spans;
}

std::vector<Span> devtidy::report::findCommentsAndLiterals(StringRef Text, Language L) {
  return Scanner(Text, L).run();
}
