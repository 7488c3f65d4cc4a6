//===- Directive.cpp - Comments that silence findings ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Directive.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace devtidy::report;
using llvm::StringRef;

bool devtidy::report::matchesGlob(StringRef Glob, StringRef Check) {
  std::string Escaped;
  for (char C : Glob) {
    if (StringRef("?[]{}^!\\").contains(C))
      Escaped += '\\';
    Escaped += C;
  }
  // Cannot fail: what could be malformed is escaped.
  return llvm::cantFail(llvm::GlobPattern::create(Escaped)).match(Check);
}

bool Directive::silences(StringRef Check) {
  if (!Only)
    return true;
  bool Silences = false;
  for (Pattern &P : *Only)
    if (matchesGlob(P.Text, Check))
      Silences = P.Used = true;
  return Silences;
}

namespace {

class Parser {
public:
  explicit Parser(const SourceText &Source) : Source(Source), Text(Source.text()) {}

  void noLints(StringRef Comment);
  void noqas(StringRef Comment);
  void ignores(StringRef Comment);
  /// Pairs NOLINTBEGIN with NOLINTEND. What is left over covers nothing and says so.
  std::vector<Directive> takeResult();

private:
  uint32_t offset(StringRef Part) const { return Part.data() - Text.data(); }
  /// The names between separators, each with its place.
  std::vector<Directive::Pattern> split(StringRef List) const;
  void coverLine(Directive &D, unsigned Line) const;
  unsigned nextLineOfCode(unsigned Line) const;

  const SourceText &Source;
  StringRef Text;
  std::vector<Directive> Found;
};

} // namespace

std::vector<Directive::Pattern> Parser::split(StringRef List) const {
  std::vector<Directive::Pattern> Patterns;
  for (StringRef Item : llvm::split(List, ','))
    if (Item = Item.trim(); !Item.empty())
      Patterns.push_back({Item, offset(Item)});
  return Patterns;
}

void Parser::coverLine(Directive &D, unsigned Line) const {
  if (Line > Source.lineCount())
    return;
  D.CoverBegin = Source.lineBegin(Line);
  D.CoverEnd = Source.lineEnd(Line) + 1; // with its end, where an expression can stand that is cut short
}

//===--- C++ --------------------------------------------------------------===//

void Parser::noLints(StringRef Comment) {
  for (size_t At = Comment.find("NOLINT"); At != StringRef::npos; At = Comment.find("NOLINT", At)) {
    Directive D;
    D.Marker = Comment.substr(At).take_while(llvm::isAlpha);
    D.Begin = offset(D.Marker);
    At += D.Marker.size();
    StringRef Rest = Comment.substr(At);
    if (size_t Close = Rest.find_first_of("\n)");
        Rest.starts_with("(") && Close != StringRef::npos && Rest[Close] == ')') {
      StringRef List = Rest.slice(1, Close);
      D.Only = split(List);
      D.ListEnd = offset(List) + List.rtrim().size();
    }
    unsigned Line = Source.lineOf(D.Begin);
    if (D.Marker == "NOLINT")
      coverLine(D, Line);
    else if (D.Marker == "NOLINTNEXTLINE")
      coverLine(D, Line + 1);
    else if (D.Marker != "NOLINTBEGIN" && D.Marker != "NOLINTEND")
      continue;
    Found.push_back(std::move(D));
  }
}

static bool sameChecks(const Directive &A, const Directive &B) {
  if (!A.Only || !B.Only)
    return !A.Only && !B.Only;
  return llvm::equal(*A.Only, *B.Only, [](const auto &L, const auto &R) { return L.Text == R.Text; });
}

std::vector<Directive> Parser::takeResult() {
  std::vector<size_t> Open;
  for (size_t I = 0; I < Found.size(); ++I) {
    Directive &D = Found[I];
    if (D.Marker == "NOLINTBEGIN") {
      D.Missing = "NOLINTEND";
      Open.push_back(I);
    } else if (D.Marker == "NOLINTEND") {
      D.Missing = "NOLINTBEGIN";
      if (Open.empty() || !sameChecks(Found[Open.back()], D))
        continue;
      Directive &Begin = Found[Open.back()];
      Begin.Missing = D.Missing = "";
      Begin.CoverBegin = Begin.Begin;
      Begin.CoverEnd = D.Begin;
      Open.pop_back();
    }
  }
  return std::move(Found);
}

//===--- Python -----------------------------------------------------------===//

/// "E501", "device-mixed-operands", "device-*": what a list of codes can hold; anything else is prose and ends it.
static bool isCode(StringRef Word) {
  return Word.starts_with("device-") || (llvm::isUpper(Word.front()) && llvm::isDigit(Word.back()));
}

void Parser::noqas(StringRef Comment) {
  for (size_t Hash = Comment.find('#'); Hash != StringRef::npos; Hash = Comment.find('#', Hash + 1)) {
    StringRef Rest = Comment.substr(Hash + 1).ltrim();
    if (!Rest.starts_with_insensitive("noqa"))
      continue;
    Directive D;
    D.Marker = Rest.take_front(4);
    D.Begin = offset(D.Marker);
    coverLine(D, Source.lineOf(D.Begin));
    Rest = Rest.drop_front(4);
    if (!Rest.empty() && llvm::isAlnum(Rest.front()))
      continue;
    if (Rest = Rest.ltrim(); Rest.consume_front(":")) {
      D.Only.emplace();
      while (true) {
        Rest = Rest.ltrim(", \t");
        StringRef Word = Rest.take_while([](char C) { return llvm::isAlnum(C) || StringRef("-*_").contains(C); });
        if (Word.empty() || !isCode(Word))
          break;
        D.Only->push_back({Word, offset(Word)});
        D.ListEnd = offset(Word) + Word.size();
        Rest = Rest.drop_front(Word.size());
      }
    }
    Found.push_back(std::move(D));
  }
}

/// The next line that has more than spaces and a comment, or one past the last line.
unsigned Parser::nextLineOfCode(unsigned Line) const {
  do
    ++Line;
  while (Line <= Source.lineCount() &&
         (Source.line(Line).trim().empty() || Source.line(Line).ltrim().starts_with("#")));
  return Line;
}

void Parser::ignores(StringRef Comment) {
  for (size_t Hash = Comment.find('#'); Hash != StringRef::npos; Hash = Comment.find('#', Hash + 1)) {
    StringRef Whole = Comment.substr(Hash + 1).ltrim(), Rest = Whole;
    if (!Rest.consume_front("device-tidy:"))
      continue;
    Rest = Rest.ltrim();
    if (!Rest.consume_front("ignore"))
      continue;
    bool IsFile = Rest.consume_front("-file");
    if (!Rest.empty() && (llvm::isAlnum(Rest.front()) || Rest.front() == '-' || Rest.front() == '_'))
      continue;
    Directive D;
    D.Marker = Whole.drop_back(Rest.size());
    D.Begin = offset(D.Marker);
    unsigned Line = Source.lineOf(D.Begin);
    bool IsAlone = Source.line(Line).ltrim().starts_with("#");
    if (IsFile)
      D.CoverEnd = Text.size() + 1;
    else
      coverLine(D, IsAlone ? nextLineOfCode(Line) : Line);
    if (size_t Close = Rest.find(']'); Rest.starts_with("[") && Close != StringRef::npos)
      D.Only = split(Rest.slice(1, Close));
    Found.push_back(std::move(D));
  }
}

std::vector<Directive> devtidy::report::parseDirectives(const SourceText &Source, Language L) {
  StringRef Text = Source.text();
  bool HasAny =
      L == Language::Cxx ? Text.contains("NOLINT") : Text.contains_insensitive("noqa") || Text.contains("device-tidy:");
  // Nearly all files end here, unscanned.
  if (!HasAny)
    return {};
  Parser P(Source);
  for (const Span &S : findCommentsAndLiterals(Text, L)) {
    if (S.What != Span::Kind::Comment)
      continue;
    StringRef Comment = Text.slice(S.Begin, S.End);
    if (L == Language::Cxx) {
      P.noLints(Comment);
    } else {
      P.noqas(Comment);
      P.ignores(Comment);
    }
  }
  return P.takeResult();
}
