//===- Spelling.cpp - How names, strings and numbers are written ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Spelling.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

namespace devtidy::ir {

namespace {
enum : uint8_t { Word = 1, Symbol = 2 };
}

static constexpr std::array<uint8_t, 256> Classes = [] {
  std::array<uint8_t, 256> T{};
  for (unsigned C = 0; C != 256; ++C) {
    bool Letter = (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C >= 128;
    if (Letter || (C >= '0' && C <= '9') || C == '_' || C == '$' || C == '#')
      T[C] = Word | Symbol;
    if (C == '~' || C == '.')
      T[C] = Symbol;
  }
  return T;
}();

static bool is(char C, uint8_t Class) { return Classes[static_cast<uint8_t>(C)] & Class; }

size_t scanSymbol(llvm::StringRef S) {
  if (S.empty() || llvm::isDigit(S.front()))
    return 0;
  size_t I = 0;
  while (I != S.size()) {
    if (is(S[I], Symbol)) {
      ++I;
      continue;
    }
    size_t Colons = I;
    while (Colons != S.size() && S[Colons] == ':')
      ++Colons;
    if (Colons == I || Colons == S.size() || !is(S[Colons], Symbol))
      break;
    I = Colons;
  }
  if (I != 0 && I != S.size() && S[I] == '*' && S[I - 1] == '.')
    ++I;
  return I;
}

size_t scanWord(llvm::StringRef S) {
  if (S.empty() || llvm::isDigit(S.front()))
    return 0;
  size_t I = 0;
  while (I != S.size() && is(S[I], Word))
    ++I;
  return I;
}

size_t scanFloat(llvm::StringRef S) {
  size_t I = 0;
  auto Digits = [&] {
    size_t From = I;
    while (I != S.size() && llvm::isDigit(S[I]))
      ++I;
    return I != From;
  };
  if (I != S.size() && (S[I] == '-' || S[I] == '+'))
    ++I;
  if (!Digits())
    return 0;
  bool IsFloat = false;
  if (I + 1 < S.size() && S[I] == '.' && llvm::isDigit(S[I + 1])) {
    ++I;
    IsFloat = Digits();
  }
  size_t BeforeExponent = I;
  if (I != S.size() && (S[I] == 'e' || S[I] == 'E')) {
    ++I;
    if (I != S.size() && (S[I] == '-' || S[I] == '+'))
      ++I;
    if (Digits())
      IsFloat = true;
    else
      I = BeforeExponent;
  }
  return IsFloat ? I : 0;
}

void printQuoted(llvm::StringRef S, llvm::raw_ostream &OS) {
  OS << '"';
  for (char C : S) {
    if (C == '"' || C == '\\')
      OS << '\\' << C;
    else if (C == '\n')
      OS << "\\n";
    else if (static_cast<uint8_t>(C) < 0x20 || C == 0x7f)
      OS << "\\x" << llvm::hexdigit(static_cast<uint8_t>(C) >> 4) << llvm::hexdigit(C & 15);
    else
      OS << C;
  }
  OS << '"';
}

void printSymbol(llvm::StringRef S, llvm::raw_ostream &OS) {
  if (!S.empty() && scanSymbol(S) == S.size())
    OS << S;
  else
    printQuoted(S, OS);
}

void printWord(llvm::StringRef S, llvm::raw_ostream &OS) {
  if (!S.empty() && scanWord(S) == S.size())
    OS << S;
  else
    printQuoted(S, OS);
}

bool unescape(llvm::StringRef Body, std::string &Result) {
  Result.clear();
  for (size_t I = 0; I != Body.size(); ++I) {
    if (Body[I] != '\\') {
      Result += Body[I];
      continue;
    }
    if (++I == Body.size())
      return false;
    switch (Body[I]) {
    case '"':
    case '\\':
      Result += Body[I];
      break;
    case 'n':
      Result += '\n';
      break;
    case 'x': {
      uint8_t Byte;
      if (!llvm::tryGetHexFromNibbles(I + 1 < Body.size() ? Body[I + 1] : ' ', I + 2 < Body.size() ? Body[I + 2] : ' ',
                                      Byte))
        return false;
      Result += static_cast<char>(Byte);
      I += 2;
      break;
    }
    default:
      return false;
    }
  }
  return true;
}

} // namespace devtidy::ir
