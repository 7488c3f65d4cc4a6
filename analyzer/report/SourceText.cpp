//===- SourceText.cpp - The text of source files, by line and column ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/SourceText.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"
#include <algorithm>

using namespace devtidy::report;
using llvm::StringRef;

static constexpr StringRef ByteOrderMark = "\xEF\xBB\xBF";

std::string LineColumn::str() const {
  std::string Place = std::to_string(Line) + ":" + std::to_string(Column);
  return Cell ? "cell " + std::to_string(Cell) + ":" + Place : Place;
}

SourceText::SourceText(std::unique_ptr<llvm::MemoryBuffer> B, std::vector<Cell> C)
    : Buffer(std::move(B)), Cells(std::move(C)) {
  StringRef Text = text();
  Begins.push_back(Text.starts_with(ByteOrderMark) ? ByteOrderMark.size() : 0);
  for (size_t I = Text.find_first_of("\r\n"); I != StringRef::npos; I = Text.find_first_of("\r\n", I)) {
    I += Text.substr(I).starts_with("\r\n") ? 2 : 1;
    Begins.push_back(I);
  }
}

unsigned SourceText::lineOf(uint32_t Offset) const {
  auto After = llvm::upper_bound(Begins, Offset);
  return std::max<unsigned>(1, After - Begins.begin());
}

uint32_t SourceText::lineEnd(unsigned Line) const {
  return Line == lineCount() ? text().size() : Begins[Line] - lineEnding(Line).size();
}

StringRef SourceText::lineEnding(unsigned Line) const {
  if (Line == lineCount())
    return "";
  StringRef Whole = text().slice(Begins[Line - 1], Begins[Line]);
  return Whole.take_back(Whole.ends_with("\r\n") ? 2 : 1);
}

/// An offset inside a line end, or past the text, moves to the end of its line's characters.
static StringRef before(const SourceText &Text, unsigned Line, uint32_t Offset) {
  return Text.text().slice(Text.lineBegin(Line), std::min(Offset, Text.lineEnd(Line)));
}

const Cell *SourceText::cellOf(unsigned Line) const {
  const auto *After =
      llvm::upper_bound(llvm::ArrayRef(Cells), Line, [](unsigned L, const Cell &C) { return L < C.FirstLine; });
  return After == Cells.data() ? nullptr : After - 1;
}

unsigned SourceText::shownLine(unsigned Line) const {
  const Cell *C = cellOf(Line);
  return C ? Line - C->FirstLine + 1 : Line;
}

LineColumn SourceText::inBytes(uint32_t Offset) const {
  unsigned Line = lineOf(Offset);
  const Cell *C = cellOf(Line);
  return {shownLine(Line), unsigned(before(*this, Line, Offset).size()) + 1, C ? C->Number : 0};
}

LineColumn SourceText::inUtf16(uint32_t Offset) const {
  unsigned Line = lineOf(Offset), Column = 1;
  for (StringRef Rest = before(*this, Line, Offset); !Rest.empty();) {
    unsigned Length = utf8Length(Rest);
    // Characters beyond the basic plane, four bytes in UTF-8, are surrogate pairs.
    Column += Length == 4 ? 2 : 1;
    Rest = Rest.drop_front(std::max(1u, Length));
  }
  const Cell *C = cellOf(Line);
  return {shownLine(Line), Column, C ? C->Number : 0};
}

void SourceCache::provide(StringRef Path, StringRef Text, std::vector<Cell> Cells) {
  std::lock_guard Lock(Mutex);
  Texts[Path] = std::make_unique<SourceText>(llvm::MemoryBuffer::getMemBufferCopy(Text, Path), std::move(Cells));
}

void SourceCache::protect(StringRef Path) {
  std::lock_guard Lock(Mutex);
  Protected.insert(Path);
}

bool SourceCache::isProtected(StringRef Path) {
  std::lock_guard Lock(Mutex);
  return Protected.contains(Path);
}

const SourceText *SourceCache::get(StringRef Path) {
  std::lock_guard Lock(Mutex);
  auto [Entry, IsNew] = Texts.try_emplace(Path);
  if (IsNew) {
    if (std::unique_ptr<llvm::MemoryBuffer> Buffer = readFileOrNull(Path))
      Entry->second = std::make_unique<SourceText>(std::move(Buffer));
  }
  return Entry->second.get();
}

unsigned devtidy::report::utf8Length(StringRef Text) {
  const auto *Begin = reinterpret_cast<const llvm::UTF8 *>(Text.begin());
  const auto *End = reinterpret_cast<const llvm::UTF8 *>(Text.end());
  return llvm::isLegalUTF8Sequence(Begin, End) ? llvm::getNumBytesForUTF8(*Begin) : 0;
}

std::string devtidy::report::validUtf8(StringRef Text) {
  return llvm::json::isUTF8(Text) ? Text.str() : llvm::json::fixUTF8(Text);
}
