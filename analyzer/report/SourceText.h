//===- SourceText.h - The text of source files, by line and column --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Findings hold byte offsets; this is where they become lines and columns, for every surface that prints them. Lines
// end at "\n", "\r\n" or "\r". A byte order mark belongs to no line. An offset past the end means the end.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_REPORT_SOURCETEXT_H
#define DEVTIDY_REPORT_SOURCETEXT_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace devtidy::report {

/// A position as people count it: all from 1. In a notebook the line is counted in its cell.
struct LineColumn {
  unsigned Line = 1, Column = 1;
  unsigned Cell = 0; ///< 0 outside notebooks

  /// "12:5", or "cell 3:12:5".
  std::string str() const;
  bool operator==(const LineColumn &) const = default;
};

/// A code cell of a notebook: which of its cells, counted from 1, and the line of the joined text at which it begins.
struct Cell {
  unsigned Number, FirstLine;
};

/// The bytes of one file and where its lines begin. Immutable, so threads may share it.
class SourceText {
public:
  explicit SourceText(std::unique_ptr<llvm::MemoryBuffer> Buffer, std::vector<Cell> Cells = {});

  llvm::StringRef text() const { return Buffer->getBuffer(); }
  /// At least 1: an empty file has one empty line.
  unsigned lineCount() const { return Begins.size(); }
  unsigned lineOf(uint32_t Offset) const;
  /// Columns in bytes, as clang counts them.
  LineColumn inBytes(uint32_t Offset) const;
  /// Columns in UTF-16 code units, as SARIF and the language server protocol count them. An invalid byte counts as one.
  LineColumn inUtf16(uint32_t Offset) const;

  /// The offsets of the first byte of a line and of its line end. Precondition: 1 <= Line <= lineCount().
  uint32_t lineBegin(unsigned Line) const { return Begins[Line - 1]; }
  uint32_t lineEnd(unsigned Line) const;
  /// Without its line end.
  llvm::StringRef line(unsigned Line) const { return text().slice(lineBegin(Line), lineEnd(Line)); }
  /// How the line ends: "\n", "\r\n", "\r", or "" for the last one.
  llvm::StringRef lineEnding(unsigned Line) const;

  /// The text is that of a notebook's cells, and not what the file holds: nobody may write it back.
  bool isNotebook() const { return !Cells.empty(); }
  /// The number of a line as it is shown: in a notebook, counted in its cell.
  unsigned shownLine(unsigned Line) const;

private:
  const Cell *cellOf(unsigned Line) const;

  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::vector<Cell> Cells;
  std::vector<uint32_t> Begins;
};

/// Reads each file once, when it is first asked for. For any number of threads.
class SourceCache {
public:
  /// Uses this text instead of what is on disk: an editor's buffer, or standard input.
  void provide(llvm::StringRef Path, llvm::StringRef Text, std::vector<Cell> Cells = {});
  /// Nobody is to change the file: what its bytes stand for is not known, and those beside a change could mean others.
  void protect(llvm::StringRef Path);
  bool isProtected(llvm::StringRef Path);
  /// Null if the file cannot be read, or is 4 GiB or more. The result lives as long as the cache.
  const SourceText *get(llvm::StringRef Path);

private:
  std::mutex Mutex;
  llvm::StringMap<std::unique_ptr<SourceText>> Texts;
  llvm::StringSet<> Protected; ///< paths
};

/// The number of bytes of the character at the start of Text: 1 to 4 for valid UTF-8, 0 if it is not valid.
/// Precondition: Text is not empty.
unsigned utf8Length(llvm::StringRef Text);

/// The text with what is not UTF-8 replaced, as JSON and XML want it.
std::string validUtf8(llvm::StringRef Text);

} // namespace devtidy::report

#endif // DEVTIDY_REPORT_SOURCETEXT_H
