//===- RequiredText.cpp - What every match of a pattern contains --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/RequiredText.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstring>

using namespace llvm;

namespace devtidy::driver {
namespace {

size_t shortest(const OneOf &Strings) {
  size_t Result = Strings.empty() ? 0 : Strings.front().size();
  for (const std::string &S : Strings)
    Result = std::min(Result, S.size());
  return Result;
}

/// Reads a pattern from its start. What it does not know, a part that may be missing or one of several characters,
/// requires nothing.
class PatternReader {
public:
  explicit PatternReader(StringRef Pattern) : Rest(Pattern) {}

  /// Until the end, or the parenthesis that closes.
  std::vector<OneOf> alternatives() {
    std::vector<OneOf> First = sequence();
    if (Rest.empty() || Rest.front() != '|')
      return First;
    // The longest of each: whichever it is, one of them is there.
    OneOf All;
    bool Known = take(All, First);
    while (Rest.consume_front("|"))
      Known &= take(All, sequence());
    return Known ? std::vector<OneOf>{All} : std::vector<OneOf>();
  }

private:
  static bool take(OneOf &To, ArrayRef<OneOf> Required) {
    if (!Required.empty())
      append_range(To, Required.front());
    return !Required.empty();
  }

  std::vector<OneOf> sequence() {
    std::vector<OneOf> All;
    std::string Run; // characters one after the other
    const auto EndRun = [&] {
      if (!Run.empty())
        All.push_back({Run});
      Run.clear();
    };
    while (!Rest.empty() && Rest.front() != '|' && Rest.front() != ')') {
      char Character = 0;
      const std::vector<OneOf> Inside = atom(Character);
      const bool Repeats = Rest.consume_front("+"), MayBeMissing = skipOptional();
      if (Character && !MayBeMissing)
        Run += Character;
      if (!Character || MayBeMissing || Repeats)
        EndRun();
      if (!MayBeMissing)
        append_range(All, Inside);
    }
    EndRun();
    llvm::stable_sort(All, [](const OneOf &A, const OneOf &B) { return shortest(A) > shortest(B); });
    return All;
  }

  /// One character, or what a group requires; neither for a class of characters.
  std::vector<OneOf> atom(char &Character) {
    const char C = Rest.front();
    Rest = Rest.drop_front();
    if (C == '(') {
      std::vector<OneOf> Inside = alternatives();
      Rest.consume_front(")");
      return Inside;
    }
    if (C == '[') {
      skipClass();
    } else if (C == '\\' && !Rest.empty()) {
      Character = Rest.front();
      Rest = Rest.drop_front();
    } else if (C != '.' && C != '^' && C != '$') {
      Character = C;
    }
    return {};
  }

  /// "[^]a-z[:space:]]": a bracket in the first place is meant itself.
  void skipClass() {
    Rest.consume_front("^");
    for (bool First = true; !Rest.empty() && (First || Rest.front() != ']'); First = false) {
      const bool IsNamed = Rest.starts_with("[:");
      Rest = IsNamed ? Rest.drop_front(std::min(Rest.find(":]"), Rest.size() - 2) + 2) : Rest.drop_front();
    }
    Rest.consume_front("]");
  }

  bool skipOptional() {
    if (Rest.consume_front("*") || Rest.consume_front("?"))
      return true;
    if (!Rest.consume_front("{"))
      return false;
    Rest = Rest.split('}').second;
    return true;
  }

  StringRef Rest;
};

using Range = std::pair<size_t, size_t>;

std::vector<Range> placesOf(const OneOf &Strings, StringRef Text) {
  std::vector<Range> Found;
  for (const std::string &S : Strings)
    for (const char *At = Text.begin();
         (At = static_cast<const char *>(memmem(At, Text.end() - At, S.data(), S.size()))); At += S.size())
      Found.emplace_back(At - Text.begin(), At - Text.begin() + S.size());
  return Found;
}

} // namespace

std::vector<OneOf> requiredText(StringRef Pattern) { return PatternReader(Pattern).alternatives(); }

std::vector<StringRef> partsWith(ArrayRef<OneOf> Required, StringRef Text, size_t Around) {
  if (Required.empty())
    return {Text};
  std::vector<Range> Rarest;
  for (const OneOf &Strings : Required) {
    std::vector<Range> Found = placesOf(Strings, Text);
    if (Found.empty())
      return {};
    if (Rarest.empty() || Found.size() < Rarest.size())
      Rarest = std::move(Found);
  }
  llvm::sort(Rarest);
  std::vector<StringRef> Parts;
  for (size_t I = 0; I != Rarest.size();) {
    const size_t Begin = Rarest[I].first - std::min(Rarest[I].first, Around);
    size_t End = 0;
    for (; I != Rarest.size() && (!End || Rarest[I].first <= End + Around); ++I)
      End = std::max(End, Rarest[I].second + Around);
    Parts.push_back(Text.slice(Begin, End));
  }
  return Parts;
}

} // namespace devtidy::driver
