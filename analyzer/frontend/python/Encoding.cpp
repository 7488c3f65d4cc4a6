//===- Encoding.cpp - What the bytes of a file stand for ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Encoding.h"
#include "frontend/python/Characters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"

using llvm::StringRef;

namespace devtidy::frontend::python {
namespace {

#include "frontend/python/Encodings.inc"

bool isAscii(char C) { return static_cast<unsigned char>(C) < 0x80; }

/// The name in a comment that begins the line, "" if there is none: `# vim: set fileencoding=cp1252 :`.
StringRef declaredIn(StringRef Line) {
  constexpr StringRef Word = "coding";
  if (!Line.ltrim(" \t\f").starts_with("#"))
    return "";
  for (size_t At = Line.find(Word); At != StringRef::npos; At = Line.find(Word, At + 1)) {
    StringRef Rest = Line.drop_front(At + Word.size());
    if (!Rest.starts_with(":") && !Rest.starts_with("="))
      continue;
    Rest = Rest.drop_front().ltrim(" \t");
    auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '-' || C == '_' || C == '.'; };
    if (StringRef Name = Rest.take_while(IsPart); !Name.empty())
      return Name;
  }
  return "";
}

/// The second line counts if the first holds nothing but a comment.
StringRef declaredEncoding(StringRef Text) {
  for (unsigned Line = 0; Line != 2; ++Line) {
    const size_t End = Text.find_first_of("\r\n");
    const StringRef Now = Text.take_front(End), Content = Now.ltrim(" \t\f");
    if (StringRef Name = declaredIn(Now); !Name.empty())
      return Name;
    if (End == StringRef::npos || (!Content.empty() && !Content.starts_with("#")))
      return "";
    Text = Text.drop_front(Text.substr(End).starts_with("\r\n") ? End + 2 : End + 1);
  }
  return "";
}

/// As CPython looks it up: "ISO-8859-15" is iso_8859_15.
std::string normalName(StringRef Name) {
  std::string Result = Name.lower();
  std::replace(Result.begin(), Result.end(), '-', '_');
  // Editors write line ends into it: "utf-8-unix", "latin-1-dos".
  for (StringRef Whole : {"utf_8", "latin_1", "iso_8859_1", "iso_latin_1"})
    if (StringRef(Result).starts_with((Whole + "_").str()) || (Result == Whole && Whole == "iso_latin_1"))
      return Whole == "utf_8" ? "utf_8" : "latin_1";
  return Result;
}

/// The offset of the first byte that is no UTF-8.
uint32_t firstBroken(StringRef Text) {
  for (size_t At = 0; At != Text.size();) {
    const auto *Begin = reinterpret_cast<const llvm::UTF8 *>(Text.data() + At);
    const auto *End = reinterpret_cast<const llvm::UTF8 *>(Text.data() + Text.size());
    if (!isAscii(Text[At]) && !llvm::isLegalUTF8Sequence(Begin, End))
      return At;
    At += isAscii(Text[At]) ? 1 : llvm::getNumBytesForUTF8(*Begin);
  }
  return Text.size();
}

std::string spelled(char Byte) { return "byte 0x" + llvm::utohexstr(static_cast<unsigned char>(Byte), true); }

/// Old line ends, as the parser knows them.
std::string withLineFeeds(StringRef Text) {
  std::string Result;
  for (size_t At = Text.find('\r'); At != StringRef::npos; At = Text.find('\r', At + 1)) {
    if (Text.substr(At).starts_with("\r\n"))
      continue;
    if (Result.empty())
      Result = Text.str();
    Result[At] = '\n';
  }
  return Result;
}

} // namespace

Encoding encodingOf(StringRef Text, bool IsMarked) {
  const StringRef Declared = declaredEncoding(Text);
  const std::string Name = normalName(Declared);
  auto IsOneOf = [&](auto &Names) { return llvm::is_contained(Names, Name); };
  Encoding Result;
  Result.Letters = withLineFeeds(Text);
  auto Fail = [&](uint32_t At, const llvm::Twine &Problem, bool IsRead = true) {
    Result.Problem = Problem.str();
    Result.At = At;
    Result.IsRead = IsRead;
    return Result;
  };
  if (Declared.empty() || IsOneOf(Utf8)) {
    if (llvm::json::isUTF8(Text))
      return Result;
    const uint32_t At = firstBroken(Text);
    return Fail(At, "not UTF-8: " + spelled(Text[At]) + (Declared.empty() ? ", and no comment names an encoding" : ""));
  }
  const uint32_t Place = Declared.data() - Text.data();
  if (IsMarked)
    return Fail(Place, "a mark says that the file is UTF-8, and a comment, " + Declared);
  const auto *Above = llvm::find_if_not(Text, isAscii);
  if (hasLongCharacters(Name)) {
    std::string Masked = Result.Letters.empty() ? Text.str() : Result.Letters;
    if (const std::optional<Unreadable> Broken = maskLongCharacters(Name, Masked))
      Fail(Broken->At, "not " + Declared + ": " + Broken->What);
    if (Masked != Text)
      Result.Letters = std::move(Masked);
    return Result;
  }
  if (!IsOneOf(Ascii) && !IsOneOf(OneByte))
    return Fail(Place, "cannot read the encoding that a comment names, " + Declared + "; UTF-8 can be read", false);
  if (Above == Text.end())
    return Result;
  if (IsOneOf(Ascii))
    return Fail(Above - Text.begin(), "not ASCII: " + spelled(*Above));
  if (Result.Letters.empty())
    Result.Letters = Text.str();
  std::replace_if(Result.Letters.begin(), Result.Letters.end(), [](char C) { return !isAscii(C); }, 'a');
  return Result;
}

bool isDecodable(StringRef Text) {
  const bool IsMarked = Text.consume_front("\xEF\xBB\xBF");
  return encodingOf(Text, IsMarked).Problem.empty();
}

} // namespace devtidy::frontend::python
