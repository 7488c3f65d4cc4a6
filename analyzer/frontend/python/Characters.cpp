//===- Characters.cpp - Characters of several bytes that are not UTF-8 ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Characters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::ArrayRef;
using llvm::StringLiteral;
using llvm::StringRef;

namespace devtidy::frontend::python {
namespace {

#include "frontend/python/Characters.inc"

using Byte = unsigned char;
struct Range {
  Byte First, Last;
};

/// A character above ASCII is one byte of Alone, or one of Lead and one of Trail. CPython's tables, as far as ranges
/// go.
struct Pairs {
  ArrayRef<StringLiteral> Names;
  ArrayRef<Range> Alone, Lead, Trail;
  bool HasThree = false; ///< 0x8F stands before a pair, 0x8E before a byte of its own: euc_jp
  bool HasFour = false;  ///< what is no trail but a digit goes on with another such pair: gb18030
};

constexpr Range Katakana[] = {{0xA1, 0xDF}}, OfMicrosoft[] = {{0x80, 0x80}, {0xA0, 0xDF}, {0xFD, 0xFF}};
constexpr Range Right[] = {{0xA1, 0xFE}}, Nearly[] = {{0x81, 0xFE}}, Most[] = {{0x40, 0x7E}, {0x80, 0xFE}};
constexpr Range Jis[] = {{0x81, 0x84}, {0x88, 0x9F}, {0xE0, 0xEA}}, Jis2004[] = {{0x81, 0x9F}, {0xE0, 0xFC}};
constexpr Range JisTrail[] = {{0x40, 0x7E}, {0x80, 0xFC}}, JapaneseLead[] = {{0x8E, 0x8F}, {0xA1, 0xFE}};
constexpr Range KoreanLead[] = {{0xA1, 0xAC}, {0xB0, 0xC8}, {0xCA, 0xFD}};
constexpr Range ChineseLead[] = {{0xA1, 0xA9}, {0xB0, 0xF7}}, Big5Lead[] = {{0xA1, 0xC7}, {0xC9, 0xF9}};
constexpr Range HongKongLead[] = {{0x87, 0xFE}}, Big5Trail[] = {{0x40, 0x7E}, {0xA1, 0xFE}};
constexpr Range UnifiedLead[] = {{0x81, 0xC8}, {0xCA, 0xFD}},
                UnifiedTrail[] = {{0x41, 0x5A}, {0x61, 0x7A}, {0x81, 0xFE}};
constexpr Range JohabLead[] = {{0x84, 0xD3}, {0xD9, 0xDE}, {0xE0, 0xF9}}, JohabTrail[] = {{0x31, 0x7E}, {0x81, 0xFE}};

const Pairs AllPairs[] = {
    {ShiftJis, Katakana, Jis, JisTrail},
    {Cp932, OfMicrosoft, Jis2004, JisTrail},
    {ShiftJis2004, Katakana, Jis2004, JisTrail},
    {EucJp, {}, JapaneseLead, Right, /*HasThree=*/true},
    {EucKr, {}, KoreanLead, Right},
    {Gb2312, {}, ChineseLead, Right},
    {Big5, {}, Big5Lead, Big5Trail},
    {Big5Hkscs, {}, HongKongLead, Big5Trail},
    {Cp950, {}, Big5Lead, Big5Trail},
    {Cp949, {}, UnifiedLead, UnifiedTrail},
    {Gbk, {}, Nearly, Most},
    {Gb18030, {}, Nearly, Most, /*HasThree=*/false, /*HasFour=*/true},
    {Johab, {}, JohabLead, JohabTrail},
};

const Pairs *pairsOf(StringRef Name) {
  const auto *Found = llvm::find_if(AllPairs, [&](const Pairs &P) { return llvm::is_contained(P.Names, Name); });
  return Found == std::end(AllPairs) ? nullptr : Found;
}

/// Goes through a text and writes over what it passes.
class Mask {
public:
  explicit Mask(std::string &Text) : Text(Text) {}

  std::optional<Unreadable> pairs(const Pairs &P);
  std::optional<Unreadable> utf7();
  std::optional<Unreadable> hz();
  std::optional<Unreadable> iso2022();

private:
  Byte at(size_t I) const { return I < Text.size() ? static_cast<Byte>(Text[I]) : 0; }
  void cover(size_t Count) {
    for (; Count != 0 && At < Text.size(); --Count)
      Text[At++] = 'a';
  }
  size_t lengthOf(const Pairs &P) const;
  void base64();
  void escape();
  void broken() {
    if (!First)
      First = {static_cast<uint32_t>(At), "byte 0x" + llvm::utohexstr(at(At), /*LowerCase=*/true)};
  }

  /// What the bytes of ISO 2022 mean.
  enum class Set : uint8_t { Ascii, Roman, Single, Double };

  std::string &Text;
  size_t At = 0;
  Set Left = Set::Ascii;
  bool IsShifted = false;
  std::optional<Unreadable> First;
};

bool isIn(ArrayRef<Range> Ranges, Byte B) {
  return llvm::any_of(Ranges, [&](Range R) { return R.First <= B && B <= R.Last; });
}

/// Of the character at At; 0 if there is none.
size_t Mask::lengthOf(const Pairs &P) const {
  const Byte B = at(At), Next = at(At + 1);
  if (isIn(P.Alone, B))
    return 1;
  if (!isIn(P.Lead, B))
    return 0;
  if (P.HasThree && B == 0x8F)
    return isIn(P.Trail, Next) && isIn(P.Trail, at(At + 2)) ? 3 : 0;
  if (P.HasFour && llvm::isDigit(static_cast<char>(Next)))
    return isIn(P.Lead, at(At + 2)) && llvm::isDigit(static_cast<char>(at(At + 3))) ? 4 : 0;
  return isIn(P.Trail, Next) ? 2 : 0;
}

std::optional<Unreadable> Mask::pairs(const Pairs &P) {
  while (At < Text.size()) {
    if (at(At) < 0x80) {
      ++At;
      continue;
    }
    const size_t Length = lengthOf(P);
    if (Length == 0)
      broken();
    cover(std::max<size_t>(Length, 1));
  }
  return First;
}

/// From `+` to behind what is written in base64: two bytes for a character, or four.
void Mask::base64() {
  constexpr StringRef Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const size_t Begin = At++;
  uint32_t Bits = 0;
  unsigned Count = 0;
  bool IsHidden = false;
  size_t End = At;
  for (size_t Digit = 0; (Digit = Digits.find(static_cast<char>(at(End)))) != StringRef::npos; ++End) {
    Bits = Bits << 6 | Digit;
    Count += 6;
    if (Count >= 16) {
      Count -= 16;
      IsHidden |= (Bits >> Count & 0xFFFF) < 0x80;
    }
  }
  const bool IsEmpty = End == At, IsOpen = End == Text.size();
  At = Begin;
  if (IsEmpty || IsOpen)
    broken();
  else if (IsHidden && !First)
    First = {static_cast<uint32_t>(At), "ASCII that is not written as such"};
  cover(End - Begin + (at(End) == '-' ? 1 : 0));
}

std::optional<Unreadable> Mask::utf7() {
  while (At < Text.size()) {
    if (at(At) == '+' && at(At + 1) == '-') {
      Text[At + 1] = ' ';
      At += 2;
    } else if (at(At) == '+') {
      base64();
    } else if (at(At) >= 0x80) {
      broken();
      cover(1);
    } else {
      ++At;
    }
  }
  return First;
}

/// `~{` and `~}` are around pairs, `~~` is a tilde, and `~` goes on in the next line.
std::optional<Unreadable> Mask::hz() {
  bool IsChinese = false;
  while (At < Text.size()) {
    const Byte B = at(At), Next = at(At + 1);
    const bool Switches = B == '~' && (Next == (IsChinese ? '}' : '{'));
    if (Switches) {
      IsChinese = !IsChinese;
      cover(2);
    } else if (IsChinese) {
      if (B < 0x21 || B > 0x7E || Next < 0x21 || Next > 0x7E)
        broken(), IsChinese = false, ++At;
      else
        cover(2);
    } else if (B == '~' && Next == '~') {
      Text[At + 1] = ' ', At += 2;
    } else if (B == '~' && Next == '\n') {
      Text[At] = '\\', At += 2;
    } else {
      if (B >= 0x80 || B == '~')
        broken();
      ++At;
    }
  }
  return First;
}

/// `ESC $ B` and `ESC $ ( D` begin pairs, `ESC ( J` Roman letters, `ESC ( B` ASCII; `ESC N` is before one character.
void Mask::escape() {
  size_t End = At + 1;
  while (at(End) >= 0x20 && at(End) <= 0x2F)
    ++End;
  const StringRef Kind = StringRef(Text).slice(At + 1, End);
  const char Final = static_cast<char>(at(End));
  if (Kind == "$" || Kind == "$(")
    Left = Set::Double;
  else if (Kind == "(")
    Left = Final == 'B' ? Set::Ascii : Final == 'J' ? Set::Roman : Set::Single;
  cover(End - At + 1 + (Kind.empty() && Final == 'N' ? 1 : 0));
}

std::optional<Unreadable> Mask::iso2022() {
  constexpr Byte Escape = 0x1B, ShiftOut = 0x0E, ShiftIn = 0x0F;
  while (At < Text.size()) {
    const Byte B = at(At);
    const Set Now = IsShifted ? Set::Double : Left;
    if (B == Escape) {
      escape();
    } else if (B == ShiftOut || B == ShiftIn) {
      IsShifted = B == ShiftOut;
      cover(1);
    } else if (B >= 0x80) {
      broken();
      cover(1);
    } else if (B <= 0x20) {
      IsShifted &= B != '\n';
      ++At;
    } else if (Now == Set::Double) {
      if (at(At + 1) <= 0x20)
        broken();
      cover(2);
    } else if (Now == Set::Single || (Now == Set::Roman && (B == '\\' || B == '~'))) {
      cover(1);
    } else {
      ++At;
    }
  }
  return First;
}

} // namespace

bool hasLongCharacters(StringRef Name) {
  return pairsOf(Name) || llvm::is_contained(Utf7, Name) || llvm::is_contained(Hz, Name) ||
         llvm::is_contained(Iso2022, Name);
}

std::optional<Unreadable> maskLongCharacters(StringRef Name, std::string &Text) {
  Mask Result(Text);
  if (const Pairs *P = pairsOf(Name))
    return Result.pairs(*P);
  return llvm::is_contained(Utf7, Name) ? Result.utf7() : llvm::is_contained(Hz, Name) ? Result.hz() : Result.iso2022();
}

} // namespace devtidy::frontend::python
