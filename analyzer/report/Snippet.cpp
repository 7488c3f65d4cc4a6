//===- Snippet.cpp - Source lines with carets -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Snippet.h"
#include "report/Fixes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace devtidy::report;
using llvm::raw_ostream;
using llvm::StringRef;

namespace {

/// A line as it is shown, and where each of its bytes went.
class ShownLine {
public:
  /// Near is a byte of the line that has to be seen.
  ShownLine(StringRef Line, size_t Near);

  StringRef text() const { return Text; }
  /// The terminal column, from 0, of a byte of the line; bytes that are cut off map to the nearest end.
  unsigned column(size_t Byte) const {
    return Byte < First ? Columns.front() : Columns[std::min(Byte - First, Columns.size() - 1)];
  }

private:
  void append(StringRef Character);

  std::string Text;
  size_t First = 0; ///< the byte of the line to which Columns.front() belongs
  unsigned Width = 0;
  std::vector<unsigned> Columns;
};

} // namespace

static constexpr size_t MaxBytes = 240;
static constexpr size_t BytesBefore = 80;
static constexpr unsigned TabStop = 8;

static bool continuesCharacter(char C) { return (static_cast<unsigned char>(C) & 0xC0) == 0x80; }

ShownLine::ShownLine(StringRef Line, size_t Near) {
  size_t Last = Line.size();
  if (Line.size() > MaxBytes) {
    Near = std::min(Near, Line.size());
    First = Near < BytesBefore ? 0 : Near - BytesBefore;
    Last = std::min(First + MaxBytes, Line.size());
    // At most three steps: a character has no more than three continuation bytes.
    for (int I = 0; I < 3 && First < Near && continuesCharacter(Line[First]); ++I)
      ++First;
    for (int I = 0; I < 3 && Last < Line.size() && continuesCharacter(Line[Last]); ++I)
      ++Last;
  }
  if (First != 0)
    append("...");
  for (StringRef Rest = Line.slice(First, Last); !Rest.empty();) {
    unsigned Length = std::max(1u, utf8Length(Rest));
    Columns.insert(Columns.end(), Length, Width);
    append(Rest.take_front(Length));
    Rest = Rest.drop_front(Length);
  }
  Columns.push_back(Width);
  if (Last != Line.size())
    append("...");
}

static std::string shown(StringRef Character) {
  if (llvm::sys::unicode::columnWidthUTF8(Character) < 0)
    return llvm::formatv("<{0}>", llvm::toHex(Character));
  return Character.str();
}

std::string devtidy::report::printable(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    const unsigned Length = std::max(1u, utf8Length(Text));
    Result += shown(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Result;
}

void ShownLine::append(StringRef Character) {
  std::string Shown = shown(Character);
  if (Character == "\t")
    Shown.assign(TabStop - Width % TabStop, ' ');
  Text += Shown;
  Width += llvm::sys::unicode::columnWidthUTF8(Shown);
}

//===----------------------------------------------------------------------===//

static void writeGutter(unsigned Line, raw_ostream &Out) { Out << llvm::format("%5u | ", Line); }

static void writeBelow(StringRef Marks, raw_ostream &Out) {
  if (Marks = Marks.rtrim(' '); Marks.empty())
    return;
  Out << "      | ";
  Out.changeColor(raw_ostream::GREEN, /*Bold=*/true);
  Out << Marks;
  Out.resetColor();
  Out << '\n';
}

/// Overwrites the columns [Begin, End) of Marks, which grows as needed.
static void mark(std::string &Marks, unsigned Begin, unsigned End, char C) {
  if (Begin >= End)
    return;
  if (Marks.size() < End)
    Marks.resize(End, ' ');
  std::fill(Marks.begin() + Begin, Marks.begin() + End, C);
}

/// The bytes of [Begin, End) that are on the line, as positions in it.
static std::pair<size_t, size_t> onLine(const SourceText &Text, unsigned Line, uint32_t Begin, uint32_t End) {
  uint32_t First = Text.lineBegin(Line), Last = Text.lineEnd(Line);
  return {std::clamp(Begin, First, Last) - First, std::clamp(End, First, Last) - First};
}

void devtidy::report::writeSnippet(const SourceText &Text, const Place &Where, raw_ostream &Out) {
  unsigned Line = Text.lineOf(Where.Point);
  auto [Begin, End] = onLine(Text, Line, Where.Begin, Where.End);
  size_t Point = onLine(Text, Line, Where.Point, Where.Point).first;
  ShownLine Shown(Text.line(Line), Point);
  writeGutter(Text.shownLine(Line), Out);
  Out << Shown.text() << '\n';

  std::string Marks;
  mark(Marks, Shown.column(Begin), Shown.column(End), '~');
  mark(Marks, Shown.column(Point), Shown.column(Point) + 1, '^');
  writeBelow(Marks, Out);
}

//===----------------------------------------------------------------------===//

/// True if what one edit of a line brings would reach the next: `self.x = y` becomes `self.register_buffer("x", y)`.
static bool runTogether(const ShownLine &Shown, const SourceText &Text, unsigned Line, llvm::ArrayRef<Edit> Edits) {
  auto ColumnOf = [&](const Edit &E) { return Shown.column(onLine(Text, Line, E.Begin, E.Begin).first); };
  return llvm::any_of(llvm::zip(Edits.drop_back(), Edits.drop_front()), [&](const auto &Pair) {
    const auto &[E, Next] = Pair;
    return ColumnOf(E) + ShownLine(E.Replacement, 0).text().size() >= ColumnOf(Next);
  });
}

/// True if an edit brings one bracket of a pair: `nn.ModuleList(` and `)` alone would show a call of nothing.
static bool putsBracketsAround(llvm::ArrayRef<Edit> Edits) {
  return llvm::any_of(Edits, [](const Edit &E) {
    const StringRef New = E.Replacement;
    return New.count('(') != New.count(')') || New.count('[') != New.count(']') || New.count('{') != New.count('}');
  });
}

/// True if all that the edits change is on the line, and stays on it.
static bool stayOn(const SourceText &Text, unsigned Line, llvm::ArrayRef<Edit> Edits) {
  return llvm::all_of(
      Edits, [&](const Edit &E) { return E.End <= Text.lineEnd(Line) && !StringRef(E.Replacement).contains('\n'); });
}

/// Writes what one line's edits bring, each part under its place; the whole line where they would run together, or
/// enclose what stands there.
static void writeReplacements(const ShownLine &Shown, const SourceText &Text, unsigned Line, llvm::ArrayRef<Edit> Edits,
                              raw_ostream &Out) {
  const uint32_t Begin = Text.lineBegin(Line), First = Edits.front().Begin - Begin;
  if ((runTogether(Shown, Text, Line, Edits) || putsBracketsAround(Edits)) && stayOn(Text, Line, Edits))
    return writeBelow(ShownLine(edited(Text, Begin, Text.lineEnd(Line), Edits), First).text(), Out);
  std::string Row;
  for (const Edit &E : Edits) {
    size_t At = onLine(Text, Line, E.Begin, E.Begin).first;
    llvm::SmallVector<StringRef, 4> Lines;
    StringRef(E.Replacement).rtrim("\r\n").split(Lines, '\n');
    for (auto [I, New] : llvm::enumerate(Lines)) {
      if (I != 0) {
        writeBelow(Row, Out);
        Row.clear();
      }
      // The later lines of a replacement bring their own indentation.
      size_t Column = I == 0 ? Shown.column(At) : 0;
      ShownLine ShownNew(New.rtrim('\r'), 0);
      Row.resize(std::max(Row.size(), Column), ' ');
      Row += ShownNew.text();
    }
  }
  writeBelow(Row, Out);
}

void devtidy::report::writeEdits(const SourceText &Text, llvm::ArrayRef<Edit> Edits, raw_ostream &Out) {
  while (!Edits.empty()) {
    unsigned Line = Text.lineOf(Edits.front().Begin);
    auto Same = Edits.take_while([&](const Edit &E) { return Text.lineOf(E.Begin) == Line; });
    Edits = Edits.drop_front(Same.size());

    ShownLine Shown(Text.line(Line), onLine(Text, Line, Same.front().Begin, 0).first);
    writeGutter(Text.shownLine(Line), Out);
    Out << Shown.text() << '\n';
    std::string Marks;
    for (const Edit &E : Same) {
      auto [Begin, End] = onLine(Text, Line, E.Begin, E.End);
      mark(Marks, Shown.column(Begin), Shown.column(End), '~');
    }
    writeBelow(Marks, Out);
    writeReplacements(Shown, Text, Line, Same, Out);
  }
}
