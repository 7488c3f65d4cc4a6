//===- Suppress.cpp - Silencing findings from the source ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Suppress.h"
#include "report/Directive.h"
#include "report/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace devtidy::report;
using llvm::StringRef;

namespace {

struct FileDirectives {
  Language L = Language::Cxx;
  std::vector<Directive> All;
  std::vector<bool> Used; ///< by index in All
};

} // namespace

static bool covers(const Directive &D, uint32_t Offset) { return D.CoverBegin <= Offset && Offset < D.CoverEnd; }

/// In Python a comment after the last line of a call is where formatters leave room, so it counts as well.
static bool covers(const Directive &D, const Place &Where, Language L) {
  return covers(D, Where.Point) || (L == Language::Python && Where.End > Where.Begin && covers(D, Where.End - 1));
}

/// Every directive that applies is marked, so that of two on one finding neither is reported as useless.
static bool silence(FileDirectives &File, const Finding &F) {
  bool Silenced = false;
  for (auto [I, D] : llvm::enumerate(File.All))
    if (covers(D, F.Where, File.L) && D.silences(F.Check))
      Silenced = File.Used[I] = true;
  return Silenced;
}

static Note noteAt(StringRef Path, uint32_t Begin, StringRef Text, std::string Message) {
  return {{Path.str(), Begin, Begin + uint32_t(Text.size()), Begin}, std::move(Message)};
}

static void collectUseless(StringRef Path, const FileDirectives &File, llvm::ArrayRef<std::string> Ran,
                           std::vector<Note> &Out) {
  for (auto [I, D] : llvm::enumerate(File.All)) {
    if (!D.Missing.empty())
      Out.push_back(noteAt(Path, D.Begin, D.Marker, wording::unmatchedSuppression(D.Marker, D.Missing)));
    else if (!D.Only && D.Marker.starts_with("device-tidy") && !File.Used[I])
      Out.push_back(noteAt(Path, D.Begin, D.Marker, wording::unusedSuppression(D.Marker, "")));
    else if (D.Only && D.Marker != "NOLINTEND")
      for (const Directive::Pattern &P : *D.Only)
        // A glob as wide as "*" is for every tool.
        if (!P.Used && P.Text.starts_with("device-") &&
            llvm::any_of(Ran, [&](StringRef Check) { return matchesGlob(P.Text, Check); }))
          Out.push_back(noteAt(Path, P.Begin, P.Text, wording::unusedSuppression(D.Marker, P.Text)));
  }
}

static FileDirectives &load(std::map<std::string, FileDirectives> &Cache, const std::string &Path,
                            SourceCache &Sources) {
  auto [Entry, IsNew] = Cache.try_emplace(Path);
  FileDirectives &File = Entry->second;
  if (IsNew) {
    File.L = languageOf(Path);
    if (const SourceText *Source = Sources.get(Path))
      File.All = parseDirectives(*Source, File.L);
    File.Used.resize(File.All.size());
  }
  return File;
}

SuppressionResult devtidy::report::applySuppressions(std::vector<Finding> Findings, llvm::ArrayRef<std::string> Files,
                                                     llvm::ArrayRef<std::string> Ran, SourceCache &Sources) {
  SuppressionResult Result;
  std::map<std::string, FileDirectives> Cache;
  for (const std::string &Path : Files)
    load(Cache, Path, Sources);
  for (Finding &F : Findings) {
    bool Silenced = silence(load(Cache, F.Where.Path, Sources), F);
    (Silenced ? Result.Silenced : Result.Kept).push_back(std::move(F));
  }
  for (const auto &[Path, File] : Cache)
    collectUseless(Path, File, Ran, Result.Useless);
  return Result;
}
