//===- Literals.cpp - The values that literals spell ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Literals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

namespace devtidy::frontend::python {

using ir::Constant;

Constant numberConstant(Node N) {
  std::string Digits = N.text().str();
  llvm::erase(Digits, '_');
  llvm::StringRef Text = Digits;
  if (N.is(Kind::Float))
    // As spelled, if it is plain; the rest nobody needs to know.
    return {Constant::Kind::Float, 0,
            llvm::all_of(N.text(), [](char C) { return llvm::isDigit(C) || llvm::StringRef(".eE+-").contains(C); })
                ? N.text()
                : llvm::StringRef()};
  // Python 2 spells octal 0777 and long 10L.
  while (Text.ends_with_insensitive("l"))
    Text = Text.drop_back();
  unsigned Radix = 10;
  if (Text.consume_front_insensitive("0x"))
    Radix = 16;
  else if (Text.consume_front_insensitive("0o"))
    Radix = 8;
  else if (Text.consume_front_insensitive("0b"))
    Radix = 2;
  int64_t Value;
  if (Text.getAsInteger(Radix, Value))
    return {Constant::Kind::Float, 0, {}};
  return {Constant::Kind::Int, Value, {}};
}

static void appendUtf8(uint32_t Code, std::string &Out) {
  char Buffer[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *End = Buffer;
  if (llvm::ConvertCodePointToUTF8(Code, End))
    Out.append(Buffer, End);
}

/// Reads Count hexadecimal digits.
static bool readHex(llvm::StringRef &Rest, unsigned Count, uint32_t &Code) {
  if (Rest.size() < Count || Rest.take_front(Count).getAsInteger(16, Code))
    return false;
  Rest = Rest.drop_front(Count);
  return true;
}

/// Appends what a backslash and the beginning of Rest stand for.
static void decodeEscape(llvm::StringRef &Rest, bool IsBytes, std::string &Out) {
  char C = Rest.front();
  if (C >= '0' && C <= '7') {
    llvm::StringRef Octal = Rest.take_while([](char D) { return D >= '0' && D <= '7'; }).take_front(3);
    uint32_t Code = 0;
    Octal.getAsInteger(8, Code);
    Rest = Rest.drop_front(Octal.size());
    return IsBytes ? Out.push_back(static_cast<char>(Code)) : appendUtf8(Code, Out);
  }
  Rest = Rest.drop_front();
  uint32_t Code = 0;
  switch (C) {
  case '\n':
    return;
  case '\r':
    Rest.consume_front("\n");
    return;
  case 'n':
    return Out.push_back('\n');
  case 't':
    return Out.push_back('\t');
  case 'r':
    return Out.push_back('\r');
  case 'a':
    return Out.push_back('\a');
  case 'b':
    return Out.push_back('\b');
  case 'f':
    return Out.push_back('\f');
  case 'v':
    return Out.push_back('\v');
  case '\\':
  case '\'':
  case '"':
    return Out.push_back(C);
  case 'x':
  case 'u':
  case 'U':
    if (readHex(Rest, C == 'x' ? 2 : C == 'u' ? 4 : 8, Code))
      return IsBytes ? Out.push_back(static_cast<char>(Code)) : appendUtf8(Code, Out);
    [[fallthrough]];
  default:
    Out += {'\\', C};
  }
}

static void decode(llvm::StringRef Text, bool IsRaw, bool IsBytes, std::string &Out) {
  while (!Text.empty()) {
    size_t Slash = IsRaw ? llvm::StringRef::npos : Text.find('\\');
    Out += Text.substr(0, Slash);
    Text = Text.substr(std::min(Slash, Text.size())).drop_front(Slash < Text.size() ? 1 : 0);
    if (Slash == llvm::StringRef::npos || Text.empty())
      return;
    decodeEscape(Text, IsBytes, Out);
  }
}

static void appendText(llvm::SmallVectorImpl<StringPart> &Parts, const std::string &Text) {
  if (Text.empty())
    return;
  if (Parts.empty() || Parts.back().Expression)
    Parts.emplace_back();
  Parts.back().Text += Text;
}

Node interpolated(Node N) {
  Node Expression = N.child(Field::Expression);
  return Expression.is(Kind::NamedExpression) ? Expression.child(Field::Name) : Expression;
}

static void appendParts(Node N, llvm::SmallVectorImpl<StringPart> &Parts) {
  if (N.is(Kind::ConcatenatedString)) {
    for (Node C : N.children())
      if (C.is(Kind::String))
        appendParts(C, Parts);
    return;
  }
  std::string Prefix = N.child(Kind::StringStart).text().lower();
  bool IsRaw = llvm::StringRef(Prefix).contains('r'), IsBytes = llvm::StringRef(Prefix).contains('b');
  bool IsFormat = llvm::StringRef(Prefix).contains('f');
  for (Node C : N.children()) {
    if (C.is(Kind::StringContent)) {
      std::string Text;
      decode(C.text(), IsRaw, IsBytes, Text);
      for (llvm::StringRef Brace : {"{", "}"})
        for (size_t At = 0; IsFormat && (At = Text.find((Brace + Brace).str(), At)) != std::string::npos; ++At)
          Text.erase(At, 1);
      appendText(Parts, Text);
    } else if (C.is(Kind::Interpolation)) {
      Parts.push_back({"", interpolated(C)});
      for (Node Format : C.child(Kind::FormatSpecifier).children())
        if (Format.is(Kind::FormatExpression) || Format.is(Kind::Interpolation))
          Parts.push_back({"", interpolated(Format)});
    }
  }
}

llvm::SmallVector<StringPart, 4> stringParts(Node N) {
  llvm::SmallVector<StringPart, 4> Parts;
  appendParts(N, Parts);
  llvm::erase_if(Parts, [](const StringPart &P) { return P.Text.empty() && !P.Expression; });
  if (Parts.empty())
    Parts.emplace_back();
  return Parts;
}

std::optional<Constant> literalConstant(Node N, std::string &Storage) {
  switch (N.kind()) {
  case Kind::None:
    return Constant{};
  case Kind::True:
    return Constant{Constant::Kind::Bool, 1, {}};
  case Kind::False:
    return Constant{Constant::Kind::Bool, 0, {}};
  case Kind::Integer:
  case Kind::Float:
    return numberConstant(N);
  case Kind::ParenthesizedExpression:
    return literalConstant(N.first(), Storage);
  case Kind::String:
  case Kind::ConcatenatedString: {
    llvm::SmallVector<StringPart, 4> Parts = stringParts(N);
    if (Parts.size() != 1 || Parts[0].Expression)
      return std::nullopt;
    Storage = Parts[0].Text;
    return Constant{Constant::Kind::String, 0, Storage};
  }
  case Kind::UnaryOperator: {
    Node Operand = N.child(Field::Argument);
    if (!Operand.is(Kind::Integer, Kind::Float) || N.child(Field::Operator).token() != "-")
      return std::nullopt;
    Constant C = numberConstant(Operand);
    C.Int = -C.Int;
    if (C.K == Constant::Kind::Float && !C.Text.empty())
      C.Text = Storage = ("-" + C.Text).str();
    return C;
  }
  default:
    return std::nullopt;
  }
}

} // namespace devtidy::frontend::python
