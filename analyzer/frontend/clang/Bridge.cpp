//===- Bridge.cpp - Findings as clang diagnostics -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Bridge.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"

namespace devtidy::frontend {

using clang::CharSourceRange;
using clang::FixItHint;
using clang::SourceLocation;
using clang::SourceManager;

SourceLocation locationOf(llvm::StringRef Path, uint32_t Offset, const SourceManager &Sources) {
  clang::OptionalFileEntryRef Entry = Sources.getFileManager().getOptionalFileRef(Path);
  if (!Entry)
    return {};
  const clang::FileID File = Sources.translateFile(*Entry);
  // One past the last byte is a place too: the end of an insertion, or of a range.
  if (File.isInvalid() || Offset > Sources.getFileIDSize(File))
    return {};
  return Sources.getLocForStartOfFile(File).getLocWithOffset(static_cast<SourceLocation::IntTy>(Offset));
}

static CharSourceRange rangeOf(llvm::StringRef Path, uint32_t Begin, uint32_t End, const SourceManager &Sources) {
  const SourceLocation First = locationOf(Path, Begin, Sources), Last = locationOf(Path, End, Sources);
  if (First.isInvalid() || Last.isInvalid())
    return {};
  return CharSourceRange::getCharRange(First, Last);
}

static std::optional<BridgedLine> bridgeLine(const report::Place &At, llvm::StringRef Text,
                                             const SourceManager &Sources) {
  BridgedLine Line;
  Line.Location = locationOf(At.Path, At.Point, Sources);
  if (Line.Location.isInvalid())
    return std::nullopt;
  Line.Range = rangeOf(At.Path, At.Begin, At.End, Sources);
  Line.Text = Text.str();
  return Line;
}

/// All edits or none: half a repair is worse than no repair.
static llvm::SmallVector<FixItHint, 2> bridgeEdits(const report::Fix &Fix, const SourceManager &Sources) {
  llvm::SmallVector<FixItHint, 2> Hints;
  for (const report::Edit &E : Fix.Edits) {
    const CharSourceRange Range = rangeOf(E.Path, E.Begin, E.End, Sources);
    if (Range.isInvalid())
      return {};
    Hints.push_back(E.Begin == E.End ? FixItHint::CreateInsertion(Range.getBegin(), E.Replacement)
                                     : FixItHint::CreateReplacement(Range, E.Replacement));
  }
  return Hints;
}

std::optional<BridgedFinding> bridge(const report::Finding &F, const SourceManager &Sources, SureFix Where) {
  std::optional<BridgedLine> Warning = bridgeLine(F.Where, F.Headline, Sources);
  if (!Warning)
    return std::nullopt;
  BridgedFinding Result{std::move(*Warning), {}};
  for (const report::Note &N : F.Notes)
    if (std::optional<BridgedLine> Line = bridgeLine(N.Where, N.Text, Sources))
      Result.Notes.push_back(std::move(*Line));

  bool WarningIsFree = Where == SureFix::OnWarning;
  for (const report::Fix &Fix : F.Fixes) {
    llvm::SmallVector<FixItHint, 2> Hints = bridgeEdits(Fix, Sources);
    if (Hints.empty())
      continue;
    // The edits on one diagnostic are applied together, so a second sure fix is an alternative and goes to a note.
    if (Fix.Sure && WarningIsFree) {
      Result.Warning.Edits = std::move(Hints);
      WarningIsFree = false;
      continue;
    }
    const SourceLocation At = Hints.front().RemoveRange.getBegin();
    Result.Notes.push_back({At, {}, Fix.Title, std::move(Hints)});
  }
  return Result;
}

} // namespace devtidy::frontend
