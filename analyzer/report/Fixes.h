//===- Fixes.h - Applying repairs to files --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects the edits of many findings, drops those that would collide, and turns the rest into new file texts: to be
// written by --fix and --add-noqa, or shown by --diff.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_REPORT_FIXES_H
#define DEVTIDY_REPORT_FIXES_H

#include "report/Finding.h"
#include "report/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace devtidy::report {

/// The bytes [Begin, End) of a text with edits made. New lines end as the line that they are put into.
/// Precondition: the edits lie in these bytes, in order, and do not overlap.
std::string edited(const SourceText &Source, uint32_t Begin, uint32_t End, llvm::ArrayRef<Edit> Edits);

/// Edits that do not overlap, by file. An edit that is already there is there once: two findings may ask for the same
/// repair. Two insertions at one place overlap, because their order would be anybody's guess.
class EditSet {
public:
  explicit EditSet(SourceCache &Sources, bool InNotebooks = false) : Sources(Sources), InNotebooks(InNotebooks) {}

  /// All or nothing. False if one of the edits overlaps another, lies outside its file, or its file cannot be read,
  /// is protected, or is a notebook, unless those are asked for: nobody can write them.
  bool add(llvm::ArrayRef<Edit> Edits);

  /// The paths that change, sorted.
  std::vector<std::string> paths() const;
  /// The edits of a file in order, an insertion before a removal at its place. Precondition: Path is one of paths().
  std::vector<Edit> edits(llvm::StringRef Path) const;
  /// The text of a file with its edits made. Precondition: Path is one of paths().
  std::string newText(llvm::StringRef Path) const;
  /// The change to one file as "diff -u" prints it; Name is the path to print.
  void writeDiff(llvm::StringRef Path, llvm::StringRef Name, llvm::raw_ostream &Out) const;

private:
  bool fits(const Edit &E) const;

  SourceCache &Sources;
  bool InNotebooks;
  std::map<std::string, std::set<Edit>, std::less<>> Edits;
};

struct AppliedFixes {
  std::vector<Finding> Fixed, Left;
};

/// Adds the first sure fix, or the first one, of each finding that has one and fits; what comes first in the order of
/// findings wins.
AppliedFixes addFixes(llvm::ArrayRef<Finding> Findings, EditSet &Edits, bool UnsureToo = false);

/// Replaces a file as a whole: a reader sees the old text or the new one. Keeps the mode, follows symbolic links.
/// The error is one line and names the file.
llvm::Error replaceFile(llvm::StringRef Path, llvm::StringRef Text);

} // namespace devtidy::report

#endif // DEVTIDY_REPORT_FIXES_H
