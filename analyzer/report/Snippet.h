//===- Snippet.h - Source lines with carets -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows a line of source as a terminal can: tabs become spaces, what cannot be printed becomes "<U+0007>" or "<FF>",
// and a very long line is cut round the place of interest.
//
//     41 |   return weight + bias;
//        |          ~~~~~~~^~~~~~
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_REPORT_SNIPPET_H
#define DEVTIDY_REPORT_SNIPPET_H

#include "report/Finding.h"
#include "report/SourceText.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace devtidy::report {

/// The line of Where.Point, and under it a caret there and a wave under the rest of the range that is on this line.
void writeSnippet(const SourceText &Text, const Place &Where, llvm::raw_ostream &Out);

/// Each line that the edits touch, a wave under what goes, and what comes instead, as clang shows its fix-its.
/// Precondition: the edits are of the file of Text, in order, and do not overlap.
void writeEdits(const SourceText &Text, llvm::ArrayRef<Edit> Edits, llvm::raw_ostream &Out);

/// The text with what a terminal would obey, or would break a line at, spelled: "<1B>". For names of files and for what
/// quotes source.
std::string printable(llvm::StringRef Text);

} // namespace devtidy::report

#endif // DEVTIDY_REPORT_SNIPPET_H
