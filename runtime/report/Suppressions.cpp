//===- Suppressions.cpp -------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/report/Suppressions.h"
#include <algorithm>
#include <fnmatch.h>

namespace devtidy::runtime {

static bool fits(const std::string &Pattern, const std::string &Text) {
  return fnmatch(Pattern.c_str(), Text.c_str(), /*flags=*/0) == 0;
}

static std::string_view trim(std::string_view S) {
  constexpr char Blank[] = " \t\r";
  const size_t Begin = S.find_first_not_of(Blank);
  return Begin == S.npos ? std::string_view() : S.substr(Begin, S.find_last_not_of(Blank) - Begin + 1);
}

/// True if a check has the name, or fits the glob.
static bool isOfCheck(const std::string &Pattern) {
  static constexpr const char *Names[] = {
#include "CheckNames.inc"
  };
  return std::ranges::any_of(Names, [&](const char *Name) { return fits(Pattern, Name); });
}

/// A line as far as it can be shown.
static std::string shown(std::string_view Line) {
  constexpr size_t MaxShown = 60;
  std::string Shown(Line.substr(0, MaxShown));
  std::ranges::replace_if(Shown, [](unsigned char C) { return C < ' ' || C == 0x7F; }, '?');
  return Shown;
}

std::vector<std::string> Suppressions::parse(std::string_view Text) {
  // A file of something else has nothing but wrong lines.
  constexpr size_t MaxProblems = 3;
  std::vector<std::string> Problems;
  size_t Wrong = 0;
  for (unsigned Number = 1; !Text.empty(); ++Number) {
    const size_t End = std::min(Text.find('\n'), Text.size());
    const std::string_view Written = trim(Text.substr(0, End));
    Text.remove_prefix(std::min(End + 1, Text.size()));
    if (Written.empty() || Written.front() == '#')
      continue;
    const size_t Colon = Written.find(':');
    const std::string_view Where = Colon == Written.npos ? std::string_view() : Written.substr(Colon + 1);
    Line L;
    L.Check = Written.substr(0, Colon);
    if (Where.starts_with("function="))
      L.Of = Part::Function;
    else if (Where.starts_with("file="))
      L.Of = Part::File;
    else if (Colon != Written.npos || !L.Check.starts_with("device-")) {
      if (++Wrong <= MaxProblems)
        Problems.push_back("line " + std::to_string(Number) + " is no suppression: " + shown(Written));
      continue;
    }
    if (!isOfCheck(L.Check)) {
      if (++Wrong <= MaxProblems)
        Problems.push_back("line " + std::to_string(Number) + " names no check: " + shown(L.Check));
      continue;
    }
    if (L.Of != Part::Check)
      L.Pattern = Where.substr(Where.find('=') + 1);
    Lines.push_back(std::move(L));
  }
  if (Wrong > MaxProblems)
    Problems.push_back(std::to_string(Wrong - MaxProblems) + " more lines are no suppressions");
  return Problems;
}

bool Suppressions::matches(std::string_view Check, const std::vector<Frame> &Stack) const {
  return std::ranges::any_of(Lines, [&](const Line &L) {
    if (!fits(L.Check, std::string(Check)))
      return false;
    return L.Of == Part::Check || std::ranges::any_of(Stack, [&](const Frame &F) {
             return L.Of == Part::Function ? fits(L.Pattern, F.Function) : fits(L.Pattern, F.File);
           });
  });
}

} // namespace devtidy::runtime
