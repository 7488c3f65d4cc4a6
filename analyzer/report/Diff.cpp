//===- Diff.cpp - The change to one file as a unified diff ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// Where the lines differ is known from the edits, so no search for it is needed.
//
//===----------------------------------------------------------------------===//

#include "report/Fixes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace devtidy::report;
using llvm::StringRef;

namespace {

/// Old lines [First, Last), from 0, and what they become.
struct Change {
  size_t First, Last;
  std::vector<std::string> New;
};

} // namespace

/// The lines of a text, each with its line end.
static std::vector<std::string> linesOf(StringRef Text) {
  std::vector<std::string> Lines;
  while (!Text.empty()) {
    size_t End = Text.find('\n');
    StringRef Line = End == StringRef::npos ? Text : Text.take_front(End + 1);
    Lines.push_back(Line.str());
    Text = Text.drop_front(Line.size());
  }
  return Lines;
}

/// Drops equal lines at both ends: an insertion of whole lines touches the line before which it stands.
static void trim(Change &C, llvm::ArrayRef<std::string> Old) {
  while (C.First < C.Last && !C.New.empty() && Old[C.First] == C.New.front()) {
    ++C.First;
    C.New.erase(C.New.begin());
  }
  while (C.First < C.Last && !C.New.empty() && Old[C.Last - 1] == C.New.back()) {
    --C.Last;
    C.New.pop_back();
  }
}

static void writeLine(char Mark, StringRef Line, llvm::raw_ostream &Out) {
  Out << Mark << Line;
  if (!Line.ends_with("\n"))
    Out << "\n\\ No newline at end of file\n";
}

static void writeRange(size_t First, size_t Count, llvm::raw_ostream &Out) {
  // An empty range is named by the line before it.
  Out << (Count == 0 ? First : First + 1);
  if (Count != 1)
    Out << ',' << Count;
}

static constexpr size_t Around = 3;

/// Changes that share context lines make one hunk. Shift is by how many lines the new text is longer so far.
static void writeHunk(llvm::ArrayRef<Change> Changes, llvm::ArrayRef<std::string> Old, ptrdiff_t &Shift,
                      llvm::raw_ostream &Out) {
  size_t First = Changes.front().First - std::min(Changes.front().First, Around);
  size_t Last = std::min(Changes.back().Last + Around, Old.size());
  ptrdiff_t Growth = 0;
  for (const Change &C : Changes)
    Growth += ptrdiff_t(C.New.size()) - ptrdiff_t(C.Last - C.First);
  Out << "@@ -";
  writeRange(First, Last - First, Out);
  Out << " +";
  writeRange(First + Shift, Last - First + Growth, Out);
  Out << " @@\n";
  for (const Change &C : Changes) {
    for (; First < C.First; ++First)
      writeLine(' ', Old[First], Out);
    for (; First < C.Last; ++First)
      writeLine('-', Old[First], Out);
    for (const std::string &Line : C.New)
      writeLine('+', Line, Out);
  }
  for (; First < Last; ++First)
    writeLine(' ', Old[First], Out);
  Shift += Growth;
}

/// One change for each group of edits that touch the same lines.
static std::vector<Change> changesOf(const SourceText &Source, llvm::ArrayRef<Edit> Edits,
                                     llvm::ArrayRef<std::string> Old) {
  std::vector<size_t> Begins = {0};
  for (const std::string &Line : Old)
    Begins.push_back(Begins.back() + Line.size());
  // The end of a text without a last line end belongs to its last line.
  size_t LastLine = !Old.empty() && !StringRef(Old.back()).ends_with("\n") ? Old.size() - 1 : Old.size();
  auto LineOf = [&](size_t Offset) -> size_t {
    return std::min<size_t>(llvm::upper_bound(Begins, Offset) - Begins.begin() - 1, LastLine);
  };

  std::vector<Change> Changes;
  while (!Edits.empty()) {
    size_t First = LineOf(Edits.front().Begin), Last = First, Count = 0;
    for (; Count < Edits.size() && (Count == 0 || LineOf(Edits[Count].Begin) < Last); ++Count)
      Last = std::min(std::max(Last, LineOf(Edits[Count].End) + 1), Old.size());
    Change C{First, Last, linesOf(edited(Source, Begins[First], Begins[Last], Edits.take_front(Count)))};
    Edits = Edits.drop_front(Count);
    trim(C, Old);
    if (C.First != C.Last || !C.New.empty())
      Changes.push_back(std::move(C));
  }
  return Changes;
}

void EditSet::writeDiff(StringRef Path, StringRef Name, llvm::raw_ostream &Out) const {
  const SourceText &Source = *Sources.get(Path);
  std::vector<std::string> Old = linesOf(Source.text());
  std::vector<Change> Changes = changesOf(Source, edits(Path), Old);
  if (Changes.empty())
    return;
  Out << "--- " << Name << "\n+++ " << Name << '\n';
  ptrdiff_t Shift = 0;
  for (llvm::ArrayRef<Change> Rest = Changes; !Rest.empty();) {
    size_t Count = 1;
    while (Count < Rest.size() && Rest[Count].First - Rest[Count - 1].Last <= 2 * Around)
      ++Count;
    writeHunk(Rest.take_front(Count), Old, Shift, Out);
    Rest = Rest.drop_front(Count);
  }
}
