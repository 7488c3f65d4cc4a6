//===- ErrorMessage.cpp - What an error of PyTorch says ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ErrorMessage.h"
#include "driver/RequiredText.h"
#include "knowledge/Messages.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Regex.h"
#include <algorithm>

using namespace llvm;

namespace devtidy::driver {
namespace {

constexpr size_t MaxGroups = 12;

/// "wrapper_CUDA__index_select" and "_th_mm" are how PyTorch calls its operators inside.
StringRef operatorName(StringRef Method) {
  Method.consume_front("wrapper_");
  Method.consume_front("CUDA_");
  Method = Method.ltrim('_');
  Method.consume_front("th_");
  return Method;
}

using Words = StringMap<StringRef>;

/// The groups of the match by the words that the catalogue has for them; empty groups have none.
Words wordsOf(StringRef Names, ArrayRef<StringRef> Groups) {
  Words Found;
  SmallVector<StringRef, MaxGroups> Split;
  Names.split(Split, ' ', -1, /*KeepEmpty=*/false);
  for (size_t N = 0; N != Split.size() && N + 1 < Groups.size(); ++N)
    if (Split[N] != "-" && !Groups[N + 1].empty())
      Found[Split[N]] = Split[N] == "operator" ? operatorName(Groups[N + 1]) : Groups[N + 1];
  return Found;
}

/// Fills in {word}; nothing if the match has no such word.
std::optional<std::string> filled(StringRef Part, const Words &With) {
  std::string Out;
  while (!Part.empty()) {
    auto [Before, Rest] = Part.split('{');
    Out += Before;
    auto [Word, After] = Rest.split('}');
    if (!Word.empty()) {
      auto It = With.find(Word);
      if (It == With.end())
        return std::nullopt;
      Out += It->second;
    }
    Part = After;
  }
  return Out;
}

std::string meaningOf(StringRef Template, const Words &With) {
  std::string Out;
  while (!Template.empty()) {
    auto [Always, Rest] = Template.split('[');
    Out += filled(Always, With).value_or(Always.str());
    auto [Optional, After] = Rest.split(']');
    Out += filled(Optional, With).value_or("");
    Template = After;
  }
  return Out;
}

/// The checks of a message, the likeliest first for this text.
std::vector<std::string> checksOf(StringRef Listed, const Words &With) {
  SmallVector<StringRef, MaxGroups> Names;
  Listed.split(Names, ' ', -1, /*KeepEmpty=*/false);
  StringRef Argument = With.lookup("argument");
  if (is_contained({"weight", "bias", "running_mean", "running_var"}, Argument))
    std::stable_partition(Names.begin(), Names.end(), [](StringRef Name) { return Name == "unregistered-state"; });
  // Two accelerators: nobody forgot to move anything.
  StringRef Device = With.lookup("device"), Others = With.lookup("others");
  if (Device.contains(':') && Others.contains(':') && Device != Others)
    std::stable_partition(Names.begin(), Names.end(), [](StringRef Name) {
      return Name == "fixed-index" || Name == "mixed-transfer" || Name == "parallel-before-move";
    });
  std::vector<std::string> Checks;
  for (StringRef Name : Names)
    Checks.push_back(("device-" + Name).str());
  return Checks;
}

/// "  | ", "E   ", "[rank0]:", and what else a frame, a test runner or a launcher writes in front of a line. False if
/// the line begins otherwise.
bool dropMark(StringRef &Line) {
  StringRef Rest = Line.ltrim();
  for (StringRef Mark : {"|", ">", "\xe2\x94\x82", "\xe2\x9d\xb1", "E  "})
    if (Rest.consume_front(Mark)) {
      Line = Rest;
      return true;
    }
  if (!Rest.consume_front("["))
    return false;
  Rest.consume_front("rank");
  const size_t Digits = Rest.take_while(isDigit).size();
  Rest = Rest.drop_front(Digits);
  if (!Digits || !Rest.consume_front("]:"))
    return false;
  Line = Rest;
  return true;
}

/// What a terminal, a log or a test runner writes beside the text: colours, frames, quotes, who says it.
StringRef withoutFrame(StringRef Line) {
  while (dropMark(Line)) {
  }
  Line = Line.trim();
  while (Line.consume_back("\xe2\x94\x82") || Line.consume_back("|"))
    Line = Line.rtrim();
  return Line;
}

std::string withoutColours(StringRef Text) {
  std::string Plain;
  for (; !Text.empty(); Text = Text.drop_front()) {
    if (Text.starts_with("\x1b["))
      Text = Text.drop_front(std::min(Text.find_if([](char C) { return isAlpha(C); }), Text.size() - 1));
    else
      Plain += Text.front();
  }
  return Plain;
}

/// Of a text that was broken into lines, one line, to search in; where each began.
struct Joined {
  std::string Text;
  std::vector<size_t> Begins;

  explicit Joined(StringRef Lines) {
    while (!Lines.empty()) {
      auto [Line, Rest] = Lines.split('\n');
      Begins.push_back(Text.size());
      Text += withoutFrame(Line).str() + ' ';
      Lines = Rest;
    }
  }
  /// The lines that the match is in.
  std::string lines(StringRef Match) const {
    const size_t From = Match.begin() - Text.data(), To = From + Match.size();
    const auto After = llvm::upper_bound(Begins, From);
    const auto End = std::lower_bound(Begins.begin(), Begins.end(), To);
    return StringRef(Text).slice(After[-1], End == Begins.end() ? Text.size() : *End).trim().str();
  }
};

/// The first place in a text where the pattern of a message stands.
bool findMessage(const knowledge::Message &M, StringRef Text, SmallVectorImpl<StringRef> &Groups) {
  // As long as a message is that somebody reads.
  constexpr size_t Around = 4096;
  const std::vector<StringRef> Parts = partsWith(requiredText(StringRef(M.Pattern)), Text, Around);
  if (Parts.empty())
    return false;
  const Regex Pattern{StringRef(M.Pattern)};
  return any_of(Parts, [&](StringRef Part) { return Pattern.match(Part, &Groups); });
}

} // namespace

std::optional<ErrorMessage> findErrorMessage(StringRef Printed) {
  const std::string Text = withoutColours(Printed);
  const Joined OneLine(Text);
  for (const knowledge::Message &M : knowledge::allMessages()) {
    SmallVector<StringRef, MaxGroups> Groups, Whole;
    const bool Stands = findMessage(M, Text, Groups), Joins = findMessage(M, OneLine.Text, Whole);
    const bool IsBroken = Joins && (!Stands || Whole[0].size() > Groups[0].size());
    if (IsBroken)
      Groups = Whole;
    else if (!Stands)
      continue;
    const Words With = wordsOf(M.Groups, Groups);
    ErrorMessage Result;
    Result.Id = M.Id;
    // The whole line that it begins in.
    const size_t At = IsBroken ? 0 : Groups[0].begin() - Text.data();
    const size_t Begin = Text.rfind('\n', At) + 1;
    Result.Text = IsBroken ? OneLine.lines(Groups[0])
                           : StringRef(Text).slice(Begin, std::min(Text.find('\n', At), Text.size())).trim().str();
    Result.Meaning = meaningOf(M.Meaning, With);
    for (StringRef Word : {"argument", "other"})
      if (StringRef Name = With.lookup(Word); !Name.empty())
        if (std::string_view Role = knowledge::roleOf(With.lookup("operator"), Name); !Role.empty())
          Result.Roles.push_back(("'" + Name + "' is " + StringRef(Role)).str());
    Result.Checks = checksOf(M.Checks, With);
    return Result;
  }
  return std::nullopt;
}

std::vector<Frame> findFrames(StringRef Text) {
  constexpr StringLiteral Before = "File \"", Between = "\", line ";
  std::vector<Frame> Frames;
  for (size_t At = Text.find(Before); At != StringRef::npos; At = Text.find(Before)) {
    Text = Text.drop_front(At + Before.size());
    const StringRef Path = Text.take_until([](char C) { return C == '"' || C == '\n'; });
    StringRef Rest = Text.drop_front(Path.size());
    Frame F{Path.str(), 0};
    if (Path.empty() || !Rest.consume_front(Between) || Rest.consumeInteger(10, F.Line) || Path.starts_with("<") ||
        Path.contains("/site-packages/") || Path.contains("/dist-packages/") || Path.contains("/lib/python"))
      continue;
    Frames.push_back(std::move(F));
  }
  return Frames;
}

} // namespace devtidy::driver
