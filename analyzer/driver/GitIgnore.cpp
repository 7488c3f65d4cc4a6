//===- GitIgnore.cpp - What .gitignore files leave out ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/GitIgnore.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

/// Matches the set behind "[" against C and moves Pattern behind its "]". False too if there is no "]".
bool matchesSet(StringRef &Pattern, char C) {
  bool Negated = Pattern.consume_front("!") || Pattern.consume_front("^");
  bool Found = false, First = true;
  while (!Pattern.empty() && (First || Pattern.front() != ']')) {
    First = false;
    char Low = Pattern.front(), High = Low;
    Pattern = Pattern.drop_front();
    if (Pattern.size() >= 2 && Pattern[0] == '-' && Pattern[1] != ']') {
      High = Pattern[1];
      Pattern = Pattern.drop_front(2);
    }
    Found |= Low <= C && C <= High;
  }
  return Pattern.consume_front("]") && Found != Negated;
}

} // namespace

bool matchesPathGlob(StringRef Pattern, StringRef Path) {
  while (!Pattern.empty()) {
    if (Pattern.consume_front("**/")) {
      for (StringRef Rest = Path;; Rest = Rest.split('/').second) {
        if (matchesPathGlob(Pattern, Rest))
          return true;
        if (!Rest.contains('/'))
          return false;
      }
    }
    if (Pattern == "**")
      return !Path.empty();
    if (Pattern.consume_front("*")) {
      for (size_t Length = 0;; ++Length) {
        if (matchesPathGlob(Pattern, Path.drop_front(Length)))
          return true;
        if (Length == Path.size() || Path[Length] == '/')
          return false;
      }
    }
    if (Path.empty())
      return false;
    char C = Path.front();
    if (Pattern.consume_front("?")) {
      if (C == '/')
        return false;
    } else if (Pattern.consume_front("[")) {
      if (C == '/' || !matchesSet(Pattern, C))
        return false;
    } else {
      Pattern.consume_front("\\");
      if (!Pattern.consume_front(StringRef(&C, 1)))
        return false;
    }
    Path = Path.drop_front();
  }
  return Path.empty();
}

GitIgnore::GitIgnore(StringRef Where, StringRef Text) : Folder(Where.rtrim('/').str() + "/") {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    Line = Line.rtrim("\r");
    if (!Line.ends_with("\\ "))
      Line = Line.rtrim(" \t");
    if (Line.empty() || Line.starts_with("#"))
      continue;
    Pattern P;
    P.Negated = Line.consume_front("!");
    P.FolderOnly = Line.consume_back("/");
    P.Anchored = Line.contains('/');
    Line.consume_front("/");
    if (Line.empty())
      continue;
    P.Glob = Line.str();
    Patterns.push_back(std::move(P));
  }
}

GitIgnore::Verdict GitIgnore::judge(StringRef Path, bool IsFolder) const {
  StringRef Relative = Path;
  if (!Relative.consume_front(Folder))
    return Verdict::NoOpinion;
  StringRef Name = sys::path::filename(Relative);
  for (auto P = Patterns.rbegin(); P != Patterns.rend(); ++P)
    if ((IsFolder || !P->FolderOnly) && matchesPathGlob(P->Glob, P->Anchored ? Relative : Name))
      return P->Negated ? Verdict::Kept : Verdict::Ignored;
  return Verdict::NoOpinion;
}

} // namespace devtidy::driver
