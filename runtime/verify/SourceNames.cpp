//===- SourceNames.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/SourceNames.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/report/Report.h"
#include <algorithm>
#include <cctype>
#include <fstream>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

namespace devtidy::verify {
namespace {

constexpr std::string_view Blanks = " \t";

bool isNameCharacter(char C) { return std::isalnum(static_cast<unsigned char>(C)) || C == '_'; }

std::string_view trim(std::string_view Text) {
  const size_t Begin = Text.find_first_not_of(Blanks);
  return Begin == Text.npos ? "" : Text.substr(Begin, Text.find_last_not_of(Blanks) - Begin + 1);
}

/// "x", "this->weight", "batch.data", "inputs[0]"; anything else is no name that helps.
std::string asName(std::string_view Text) {
  Text = trim(Text);
  int Brackets = 0;
  for (size_t N = 0; N < Text.size(); ++N) {
    const bool IsArrow = Text.substr(N, 2) == "->", IsScope = Text.substr(N, 2) == "::";
    Brackets += Text[N] == '[' ? 1 : Text[N] == ']' ? -1 : 0;
    N += IsArrow || IsScope;
    if (!isNameCharacter(Text[N]) && !IsArrow && !IsScope && Text[N] != '.' && Text[N] != '[' && Text[N] != ']')
      return "";
  }
  const bool IsName = !Text.empty() && Brackets == 0 && !std::isdigit(static_cast<unsigned char>(Text.front()));
  return IsName ? std::string(Text) : "";
}

/// The end of the bracket that opens at Open.
size_t closing(std::string_view Line, size_t Open) {
  int Depth = 0;
  for (size_t N = Open; N < Line.size(); ++N) {
    Depth += Line[N] == '(' || Line[N] == '[' || Line[N] == '{' ? 1 : 0;
    if ((Line[N] == ')' || Line[N] == ']' || Line[N] == '}') && --Depth == 0)
      return N;
  }
  return Line.npos;
}

/// The name that ends in front of End: all that is joined by ".", "->", "::" and indices.
std::string_view nameBefore(std::string_view Line, size_t End) {
  size_t Begin = End;
  while (Begin > 0) {
    const char C = Line[Begin - 1];
    const bool IsArrow = C == '>' && Begin > 1 && Line[Begin - 2] == '-';
    if (!isNameCharacter(C) && C != '.' && C != ':' && C != '[' && C != ']' && !IsArrow)
      break;
    Begin -= IsArrow ? 2 : 1;
  }
  return Line.substr(Begin, End - Begin);
}

void splitArguments(std::string_view Text, std::vector<std::string> &Into) {
  int Depth = 0;
  size_t Begin = 0;
  for (size_t N = 0; N <= Text.size(); ++N) {
    const char C = N < Text.size() ? Text[N] : ',';
    Depth += C == '(' || C == '[' || C == '{' ? 1 : C == ')' || C == ']' || C == '}' ? -1 : 0;
    if (C != ',' || (Depth && N < Text.size()))
      continue;
    Into.push_back(asName(Text.substr(Begin, N - Begin)));
    Begin = N + 1;
  }
}

/// "x.mm(y)", "torch::mm(x, y)".
std::optional<std::vector<std::string>> callAt(std::string_view Line, size_t At, std::string_view Name) {
  const size_t Open = Line.find_first_not_of(Blanks, At + Name.size());
  const size_t Close = Open != Line.npos && Line[Open] == '(' ? closing(Line, Open) : Line.npos;
  if (Close == Line.npos || (At > 0 && isNameCharacter(Line[At - 1])))
    return std::nullopt;
  std::vector<std::string> Result;
  const bool IsArrow = At > 1 && Line.substr(At - 2, 2) == "->";
  if (IsArrow || (At > 0 && Line[At - 1] == '.')) {
    const size_t End = At - (IsArrow ? 2 : 1);
    // What is called on the result of a call has no name.
    Result.push_back(End > 0 && Line[End - 1] == ')' ? "" : asName(nameBefore(Line, End)));
  }
  if (const std::string_view Inner = trim(Line.substr(Open + 1, Close - Open - 1)); !Inner.empty())
    splitArguments(Inner, Result);
  return Result;
}

/// "x + y", if nothing that binds more strongly stands beside it.
std::optional<std::vector<std::string>> operationAt(std::string_view Line, size_t At, std::string_view Sign) {
  static constexpr std::string_view Signs = "+-*/=<>!&|^%";
  const size_t Behind = At + Sign.size();
  if (At == 0 || Behind >= Line.size() || Signs.find(Line[Behind]) != Signs.npos ||
      Signs.find(Line[At - 1]) != Signs.npos)
    return std::nullopt;
  const size_t LeftEnd = Line.find_last_not_of(Blanks, At - 1) + 1, RightBegin = Line.find_first_not_of(Blanks, Behind);
  if (LeftEnd == 0 || RightBegin == Line.npos || !(isNameCharacter(Line[LeftEnd - 1]) || Line[LeftEnd - 1] == ']'))
    return std::nullopt;
  const std::string_view Left = nameBefore(Line, LeftEnd);
  size_t RightEnd = RightBegin;
  while (RightEnd < Line.size() && (isNameCharacter(Line[RightEnd]) || Line.substr(RightEnd, 2) == "->" ||
                                    std::string_view(".:[]>").find(Line[RightEnd]) != std::string_view::npos))
    RightEnd += Line.substr(RightEnd, 2) == "->" ? 2 : 1;
  auto Neighbour = [&](size_t N) { return N == Line.npos ? ';' : Line[N]; };
  static constexpr std::string_view Weaker = ";,()[]{}=<>&|?:";
  const size_t Begin = LeftEnd - Left.size();
  const char Before = Begin ? Neighbour(Line.find_last_not_of(Blanks, Begin - 1)) : ';',
             After = Neighbour(Line.find_first_not_of(Blanks, RightEnd));
  // "return" is in front of the name.
  if ((Weaker.find(Before) == Weaker.npos && !isNameCharacter(Before)) || Before == ')' || After == '(' ||
      Weaker.find(After) == Weaker.npos)
    return std::nullopt;
  return std::vector<std::string>{asName(Left), asName(Line.substr(RightBegin, RightEnd - RightBegin))};
}

std::string_view signOf(std::string_view Called) {
  static constexpr std::pair<std::string_view, std::string_view> Signs[] = {
      {"add", "+"},   {"sub", "-"}, {"mul", "*"}, {"div", "/"}, {"add_", "+="}, {"sub_", "-="}, {"mul_", "*="},
      {"div_", "/="}, {"eq", "=="}, {"ne", "!="}, {"lt", "<"},  {"gt", ">"},    {"le", "<="},   {"ge", ">="}};
  const auto *Found = std::ranges::find(Signs, Called, &std::pair<std::string_view, std::string_view>::first);
  return Found == std::end(Signs) ? "" : Found->second;
}

struct Remembered {
  std::mutex Lock;
  std::unordered_map<uint64_t, std::vector<std::string>> ByStack;

  Remembered() { runtime::makeLog(); } // which is locked while this is
};

std::string lineOf(const std::string &File, unsigned Number) {
  std::ifstream In(File);
  std::string Line;
  while (Number && std::getline(In, Line))
    --Number;
  return Number ? "" : Line;
}

} // namespace

std::vector<std::string> operandsInLine(std::string_view Line, std::string_view Called) {
  Line = Line.substr(0, Line.find("//"));
  std::vector<std::vector<std::string>> All;
  auto Search = [&](std::string_view What, auto Parse) {
    for (size_t At = Line.find(What); !What.empty() && At != Line.npos; At = Line.find(What, At + What.size()))
      if (auto Operands = Parse(Line, At, What))
        All.push_back(std::move(*Operands));
  };
  Search(Called, callAt);
  Search(signOf(Called), operationAt);
  return All.size() == 1 ? All.front() : std::vector<std::string>();
}

const std::vector<std::string> &operandsOfCaller(const std::string &Called) {
  // What fails may fail a million times.
  constexpr size_t MaxStacks = 4096;
  static const std::vector<std::string> Nothing;
  runtime::Stack Here;
  runtime::captureStack(Here);
  const uint64_t Key = runtime::stackKey(Here) ^ std::hash<std::string>()(Called);
  Remembered &All = abi::forkSafe<Remembered>();
  std::lock_guard Hold(All.Lock);
  if (auto Known = All.ByStack.find(Key); Known != All.ByStack.end())
    return Known->second;
  if (All.ByStack.size() == MaxStacks)
    return Nothing;
  const runtime::Frame Place = runtime::userPlace(Here);
  return All.ByStack[Key] = operandsInLine(lineOf(Place.File, Place.Line), Called);
}

} // namespace devtidy::verify
