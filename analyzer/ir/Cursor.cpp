//===- Cursor.cpp - Reads the words of the text form ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Cursor.h"
#include "ir/Spelling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

namespace devtidy::ir {

static constexpr size_t MaxComplaint = 200;

void Cursor::skipSpace() {
  while (At != Text.end()) {
    if (*At == ' ' || *At == '\n' || *At == '\t' || *At == '\r') {
      ++At;
    } else if (rest().starts_with("//")) {
      while (At != Text.end() && *At != '\n')
        ++At;
    } else {
      return;
    }
  }
}

bool Cursor::fail(size_t Position, const llvm::Twine &Message) {
  if (failed())
    return false;
  llvm::StringRef Before = Text.take_front(Position);
  size_t LineStart = Before.rfind('\n') + 1;
  Complaint =
      (llvm::Twine(Before.count('\n') + 1) + ":" + llvm::Twine(Position - LineStart + 1) + ": " + Message).str();
  // The message may quote the input, which may hold anything.
  Complaint.resize(std::min(Complaint.size(), MaxComplaint));
  std::replace_if(Complaint.begin(), Complaint.end(), [](char Ch) { return !llvm::isPrint(Ch); }, '?');
  return false;
}

size_t Cursor::position() {
  skipSpace();
  return At - Text.begin();
}

bool Cursor::atEnd() {
  skipSpace();
  return At == Text.end();
}

char Cursor::peek() { return atEnd() ? 0 : *At; }

bool Cursor::take(char C) {
  if (atEnd() || *At != C)
    return false;
  ++At;
  return true;
}

bool Cursor::takeText(llvm::StringRef S) {
  skipSpace();
  if (!rest().starts_with(S))
    return false;
  At += S.size();
  return true;
}

bool Cursor::expect(char C) { return take(C) || expected("'" + llvm::Twine(C) + "'"); }

llvm::StringRef Cursor::takeWord() {
  skipSpace();
  llvm::StringRef Word = rest().take_front(scanWord(rest()));
  At += Word.size();
  return Word;
}

bool Cursor::takeKeyword(llvm::StringRef W) {
  skipSpace();
  if (!rest().starts_with(W) || scanWord(rest()) != W.size())
    return false;
  At += W.size();
  return true;
}

llvm::StringRef Cursor::takeDigits() {
  const char *From = At;
  while (At != Text.end() && llvm::isDigit(*At))
    ++At;
  return llvm::StringRef(From, At - From);
}

bool Cursor::quoted(llvm::StringRef &Result) {
  size_t Start = position();
  if (!take('"'))
    return expected("a quoted string");
  const char *From = At;
  bool Escaped = false;
  while (At != Text.end() && *At != '"') {
    if (*At == '\\') {
      Escaped = true;
      if (++At == Text.end())
        break;
    }
    ++At;
  }
  if (At == Text.end())
    return fail(Start, "expected a closing '\"'");
  Result = llvm::StringRef(From, At - From);
  ++At;
  if (!Escaped)
    return true;
  std::string Unescaped;
  if (!unescape(Result, Unescaped))
    return fail(Start, "expected only the escapes \\\", \\\\, \\n and \\xHH in a string");
  Result = M.intern(Unescaped);
  return true;
}

bool Cursor::bareOrQuoted(llvm::StringRef &Result, size_t BareLength, llvm::StringRef What) {
  if (At != Text.end() && *At == '"')
    return quoted(Result);
  if (BareLength == 0)
    return expected(What);
  Result = rest().take_front(BareLength);
  At += BareLength;
  return true;
}

bool Cursor::wordOrQuoted(llvm::StringRef &Result, llvm::StringRef What) {
  skipSpace();
  return bareOrQuoted(Result, scanWord(rest()), What);
}

bool Cursor::symbol(llvm::StringRef &Result) {
  return take('@') ? bareOrQuoted(Result, scanSymbol(rest()), "a name after '@'") : expected("'@' and a name");
}

bool Cursor::typeName(llvm::StringRef &Result) {
  skipSpace();
  return bareOrQuoted(Result, scanSymbol(rest()), "a class name");
}

bool Cursor::unsignedNumber(uint32_t &Result) {
  size_t Start = position();
  llvm::StringRef Digits = takeDigits();
  if (Digits.empty())
    return expected("a number");
  if (Digits.getAsInteger(10, Result))
    return fail(Start, "expected a number below 4294967296");
  return true;
}

bool Cursor::typeKind(TypeKind &Result) {
  size_t Start = position();
  if (take('?')) {
    Result = TypeKind::Unknown;
    return true;
  }
  llvm::StringRef Word = takeWord();
  for (unsigned K = 0; K <= static_cast<unsigned>(TypeKind::Dict); ++K)
    if (Word == typeKindName(static_cast<TypeKind>(K))) {
      Result = static_cast<TypeKind>(K);
      return true;
    }
  return fail(Start, "expected a type");
}

bool Cursor::type(Type &Result) {
  Result = {};
  if (!typeKind(Result.Kind))
    return false;
  bool HasElement = Result.Kind == TypeKind::List || Result.Kind == TypeKind::Tuple || Result.Kind == TypeKind::Dict ||
                    Result.isUnknown();
  if (Result.Kind == TypeKind::Object && take('<')) {
    if (!typeName(Result.Name) || !expect('>'))
      return false;
  } else if (HasElement && take('<')) {
    if (!typeKind(Result.Element))
      return false;
    if (Result.Element == TypeKind::Object && take('<') && (!typeName(Result.Name) || !expect('>')))
      return false;
    if (!expect('>'))
      return false;
  }
  Result.Optional = take('?');
  return true;
}

bool Cursor::atConstant() {
  char C = peek();
  if (C == '"' || C == '-' || llvm::isDigit(C))
    return true;
  llvm::StringRef Word = rest().take_front(scanWord(rest()));
  return Word == "None" || Word == "True" || Word == "False" || Word == "float";
}

bool Cursor::constant(Constant &Result) {
  Result = {};
  size_t Start = position();
  if (peek() == '"') {
    Result.K = Constant::Kind::String;
    return quoted(Result.Text);
  }
  if (size_t Length = scanFloat(rest())) {
    Result.K = Constant::Kind::Float;
    Result.Text = rest().take_front(Length);
    At += Length;
    return true;
  }
  if (peek() == '-' || llvm::isDigit(peek())) {
    const char *From = At;
    if (*At == '-')
      ++At;
    takeDigits();
    Result.K = Constant::Kind::Int;
    if (llvm::StringRef(From, At - From).getAsInteger(10, Result.Int))
      return fail(Start, "expected a 64-bit integer");
    return true;
  }
  llvm::StringRef Word = takeWord();
  if (Word == "None")
    return true;
  if (Word == "True" || Word == "False") {
    Result.K = Constant::Kind::Bool;
    Result.Int = Word == "True";
    return true;
  }
  if (Word == "float") {
    Result.K = Constant::Kind::Float;
    return peek() != '"' || quoted(Result.Text);
  }
  return fail(Start, "expected a constant");
}

bool Cursor::optionalRange(SourceRange &Result) {
  Result = {};
  skipSpace();
  if (At == Text.end() || *At != '@' || At + 1 == Text.end() || !llvm::isDigit(At[1]))
    return true;
  const size_t Start = position();
  ++At;
  uint32_t File = 0;
  if (!unsignedNumber(Result.Begin))
    return false;
  if (take(':')) {
    File = Result.Begin;
    if (!unsignedNumber(Result.Begin))
      return false;
  }
  if (!takeText(".."))
    return expected("'..' in a source range");
  if (!unsignedNumber(Result.End))
    return false;
  if (File >= M.Files.size())
    return fail(Start, "range lies in no file of the module");
  Result.File = &M.Files[File];
  Result.Point = Result.Begin;
  // The label of a block may follow a range after white space.
  if (At == Text.end() || *At != '^')
    return true;
  ++At;
  return unsignedNumber(Result.Point);
}

bool Cursor::valueToken(ValueToken &Result) {
  skipSpace();
  const char *From = At;
  if (!take('%'))
    return expected("a value");
  if (At != Text.end() && llvm::isDigit(*At)) {
    takeDigits();
    Result = {llvm::StringRef(From, At - From), ""};
    return true;
  }
  if (!bareOrQuoted(Result.Variable, scanWord(rest()), "a name after '%'"))
    return false;
  if (rest().size() > 1 && At[0] == '.' && llvm::isDigit(At[1])) {
    ++At;
    takeDigits();
  }
  Result.Key = llvm::StringRef(From, At - From);
  return true;
}

bool Cursor::label(llvm::StringRef &Result) {
  if (!take('^'))
    return expected("'^' and a label");
  const char *From = At;
  if (takeDigits().empty())
    At += scanWord(rest());
  Result = llvm::StringRef(From, At - From);
  return !Result.empty() || expected("a label after '^'");
}

} // namespace devtidy::ir
