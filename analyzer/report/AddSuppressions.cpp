//===- AddSuppressions.cpp - Comments that silence the findings there are -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Directive.h"
#include "report/Suppress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace devtidy::report;
using llvm::StringRef;

namespace {

/// Writes comments into one file.
class Writer {
public:
  Writer(StringRef Path, const SourceText &Source)
      : Path(Path), Source(Source), L(languageOf(Path)), Spans(findCommentsAndLiterals(Source.text(), L)),
        Directives(parseDirectives(Source, L)) {}

  /// False if no comment can stand for this finding.
  bool add(const Finding &F);
  void takeEdits(std::vector<Edit> &Out);

private:
  bool endsInLiteral(unsigned Line) const { return endsIn(Line, Span::Kind::Literal); }
  bool endsInComment(unsigned Line) const { return endsIn(Line, Span::Kind::Comment); }
  bool endsIn(unsigned Line, Span::Kind Kind) const;
  bool canEndWithComment(unsigned Line) const;
  /// The list on the line that can take one more name.
  const Directive *openList(unsigned Line) const;
  Edit comment(unsigned Line, StringRef Names) const;

  StringRef Path;
  const SourceText &Source;
  Language L;
  std::vector<Span> Spans;
  std::vector<Directive> Directives;
  std::map<unsigned, std::set<std::string>> ChecksOfLine;
};

} // namespace

/// Whether the end of the line is inside, or right behind a comment, which then takes what is appended.
bool Writer::endsIn(unsigned Line, Span::Kind Kind) const {
  uint32_t End = Source.lineEnd(Line);
  return llvm::any_of(Spans, [&](const Span &S) {
    if (S.What != Kind || S.Begin >= End)
      return false;
    bool IsLineComment = Kind == Span::Kind::Comment && !Source.text().substr(S.Begin).starts_with("/*");
    return End < S.End || (IsLineComment && End == S.End);
  });
}

bool Writer::canEndWithComment(unsigned Line) const {
  if (endsInLiteral(Line))
    return false;
  return L == Language::Cxx || endsInComment(Line) || !Source.line(Line).ends_with("\\");
}

bool Writer::add(const Finding &F) {
  unsigned Line = Source.lineOf(F.Where.Point);
  // In Python the last line of the expression does as well.
  if (!canEndWithComment(Line) && L == Language::Python && F.Where.End > F.Where.Begin)
    Line = Source.lineOf(F.Where.End - 1);
  if (!canEndWithComment(Line))
    return false;
  ChecksOfLine[Line].insert(F.Check);
  return true;
}

const Directive *Writer::openList(unsigned Line) const {
  StringRef Marker = L == Language::Cxx ? "NOLINT" : "noqa";
  const auto *Found = llvm::find_if(llvm::ArrayRef(Directives), [&](const Directive &D) {
    return D.ListEnd && D.Marker.equals_insensitive(Marker) && Source.lineOf(D.Begin) == Line;
  });
  return Found == llvm::ArrayRef(Directives).end() ? nullptr : Found;
}

Edit Writer::comment(unsigned Line, StringRef Names) const {
  if (const Directive *D = openList(Line)) {
    bool IsFirst = D->Only->empty();
    return {Path.str(), *D->ListEnd, *D->ListEnd, ((IsFirst ? "" : ", ") + Names).str()};
  }
  StringRef Text = Source.line(Line);
  uint32_t End = Source.lineEnd(Line);
  if (L == Language::Python)
    return {Path.str(), End, End, ("  # noqa: " + Names).str()};
  std::string NoLint = ("NOLINT(" + Names + ")").str();
  bool Continues = Text.ends_with("\\");
  if (Continues)
    --End;
  if (endsInComment(Line))
    return {Path.str(), End, End, Continues ? NoLint + " " : " " + NoLint};
  // A line of a macro goes on behind the comment.
  return {Path.str(), End, End, Continues ? "/* " + NoLint + " */ " : " // " + NoLint};
}

void Writer::takeEdits(std::vector<Edit> &Out) {
  for (const auto &[Line, Checks] : ChecksOfLine)
    Out.push_back(comment(Line, llvm::join(Checks, ", ")));
}

AddedSuppressions devtidy::report::addSuppressions(llvm::ArrayRef<Finding> Findings, SourceCache &Sources) {
  AddedSuppressions Result;
  std::map<std::string, Writer> Writers;
  for (const Finding &F : Findings) {
    const SourceText *Source = Sources.get(F.Where.Path);
    if (!Source || Source->isNotebook() || Sources.isProtected(F.Where.Path) ||
        !Writers.try_emplace(F.Where.Path, F.Where.Path, *Source).first->second.add(F))
      Result.Untouched.push_back(F);
  }
  for (auto &[Path, W] : Writers)
    W.takeEdits(Result.Edits);
  return Result;
}
