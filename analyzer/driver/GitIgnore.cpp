//===- GitIgnore.cpp - What .gitignore files leave out ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/GitIgnore.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"
#include <optional>
#include <utility>

using namespace llvm;

namespace devtidy::driver {
namespace {

/// Whether C is in the set that stands between "[" and "]", or not in it behind a "!".
bool isInSet(StringRef Set, char C) {
  const bool Negated = Set.consume_front("!") || Set.consume_front("^");
  bool Found = false;
  while (!Set.empty()) {
    char Low = Set.front(), High = Low;
    Set = Set.drop_front();
    if (Set.size() >= 2 && Set[0] == '-') {
      High = Set[1];
      Set = Set.drop_front(2);
    }
    Found |= Low <= C && C <= High;
  }
  return Found != Negated;
}

/// Takes the set behind "[" and its "]" off the pattern; nothing if there is no "]". The first character is none that
/// ends the set.
std::optional<StringRef> takeSet(StringRef &Pattern) {
  const size_t First = Pattern.starts_with("!") || Pattern.starts_with("^") ? 2 : 1;
  const size_t End = Pattern.find(']', First);
  if (End == StringRef::npos)
    return std::nullopt;
  const StringRef Set = Pattern.take_front(End);
  Pattern = Pattern.drop_front(End + 1);
  return Set;
}

} // namespace

PathGlob::PathGlob(StringRef Pattern) : Text(Pattern) {
  Pattern = Text;
  bool AtBegin = true; // of a name between slashes
  while (!Pattern.empty()) {
    const bool WasAtBegin = std::exchange(AtBegin, false);
    const bool WasFolders = !Steps.empty() && Steps.back().What == Step::Folders;
    if (WasAtBegin && Pattern.consume_front("**/")) {
      AtBegin = true;
      if (!WasFolders)
        Steps.push_back({Step::Folders});
    } else if (WasAtBegin && Pattern == "**") {
      Pattern = "";
      Steps.push_back({Step::Rest});
    } else if (Pattern.starts_with("*")) {
      Pattern = Pattern.ltrim('*');
      Steps.push_back({Step::Characters});
    } else if (Pattern.consume_front("?")) {
      Steps.push_back({Step::Character});
    } else if (Pattern.consume_front("[")) {
      std::optional<StringRef> Set = takeSet(Pattern);
      Steps.push_back({Set ? Step::Set : Step::Nothing, 0, Set.value_or("")});
    } else {
      Pattern.consume_front("\\");
      if (Pattern.empty()) {
        Steps.push_back({Step::Nothing});
        break;
      }
      Steps.push_back({Step::Exactly, Pattern.front()});
      AtBegin = Pattern.front() == '/';
      Pattern = Pattern.drop_front();
    }
  }
}

namespace {

/// Places in a pattern, each once.
class Places {
public:
  explicit Places(size_t Count) : Seen(Count, 0) {}

  void clear() {
    List.clear();
    ++Round;
  }
  void add(size_t Place) {
    if (std::exchange(Seen[Place], Round) != Round)
      List.push_back(Place);
  }
  ArrayRef<size_t> list() const { return List; }

private:
  SmallVector<unsigned, 64> Seen;
  unsigned Round = 1;
  SmallVector<size_t, 16> List;
};

} // namespace

/// Goes through the path once, with all places in the pattern that what was read so far may have led to: the work is
/// the product of both lengths at most, however many stars there are.
bool PathGlob::matches(StringRef Path) const {
  Places Now(Steps.size() + 1), Next(Steps.size() + 1);
  auto Enter = [&](Places &To, size_t Place) {
    To.add(Place);
    // What may stand for nothing can be left at once.
    for (; Place < Steps.size() && (Steps[Place].What == Step::Characters || Steps[Place].What == Step::Folders);)
      To.add(++Place);
  };
  Enter(Now, 0);
  for (char C : Path) {
    Next.clear();
    for (size_t Place : Now.list()) {
      if (Place == Steps.size())
        continue;
      const Step &S = Steps[Place];
      switch (S.What) {
      case Step::Exactly:
        if (C == S.C)
          Enter(Next, Place + 1);
        break;
      case Step::Character:
        if (C != '/')
          Enter(Next, Place + 1);
        break;
      case Step::Set:
        if (C != '/' && isInSet(S.Members, C))
          Enter(Next, Place + 1);
        break;
      case Step::Characters:
        if (C != '/')
          Enter(Next, Place);
        break;
      case Step::Folders:
        // Left where a name begins.
        if (C == '/')
          Enter(Next, Place);
        else
          Next.add(Place);
        break;
      case Step::Rest:
        Next.add(Place);
        Next.add(Place + 1);
        break;
      case Step::Nothing:
        break;
      }
    }
    if (Next.list().empty())
      return false;
    std::swap(Now, Next);
  }
  return is_contained(Now.list(), Steps.size());
}

bool matchesPathGlob(StringRef Pattern, StringRef Path) { return PathGlob(Pattern).matches(Path); }

GitIgnore::GitIgnore(StringRef Where, StringRef Text) : Folder(Where.rtrim('/').str() + "/") {
  // git passes over the mark that some editors write.
  Text.consume_front("\xEF\xBB\xBF");
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
    P.Glob = std::make_unique<PathGlob>(Line);
    Patterns.push_back(std::move(P));
  }
}

GitIgnore::Verdict GitIgnore::judge(StringRef Path, bool IsFolder) const {
  StringRef Relative = Path;
  if (!Relative.consume_front(Folder))
    return Verdict::NoOpinion;
  StringRef Name = sys::path::filename(Relative);
  for (auto P = Patterns.rbegin(); P != Patterns.rend(); ++P)
    if ((IsFolder || !P->FolderOnly) && P->Glob->matches(P->Anchored ? Relative : Name))
      return P->Negated ? Verdict::Kept : Verdict::Ignored;
  return Verdict::NoOpinion;
}

} // namespace devtidy::driver
