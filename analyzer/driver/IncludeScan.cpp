//===- IncludeScan.cpp - Which foreign headers a unit includes ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/IncludeScan.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <tuple>

using namespace llvm;

namespace devtidy::driver {
namespace {

/// Splits a text into preprocessor directives, and says whether there is anything else. Comments and string literals
/// are skipped, lines that end in a backslash are joined by their being skipped too.
class DirectiveReader {
public:
  explicit DirectiveReader(StringRef Text) : Rest(Text) {}

  struct Directive {
    StringRef Word, Text; ///< "include", "<torch/torch.h>"
  };

  /// False at the end.
  bool next(Directive &Out) {
    while (!Rest.empty()) {
      StringRef Line = takeLine().ltrim();
      if (Line.consume_front("/*")) {
        skipComment(Line);
        continue;
      }
      if (!Line.consume_front("#"))
        continue;
      Line = Line.ltrim();
      Out.Word = Line.take_while([](char C) { return isAlnum(C) || C == '_'; });
      Out.Text = Line.drop_front(Out.Word.size()).trim();
      while (Line.rtrim("\r").ends_with("\\") && !Rest.empty())
        Line = takeLine();
      return true;
    }
    return false;
  }

private:
  StringRef takeLine() {
    auto [Line, After] = Rest.split('\n');
    Rest = After;
    return Line;
  }

  void skipComment(StringRef Line) {
    while (!Line.contains("*/") && !Rest.empty())
      Line = takeLine();
  }

  StringRef Rest;
};

StringRef macroName(StringRef Text) {
  return Text.take_while([](char C) { return isAlnum(C) || C == '_'; });
}

class LineCollector {
public:
  std::vector<IncludeLine> run(StringRef Text) {
    DirectiveReader Reader(Text);
    for (DirectiveReader::Directive D; Reader.next(D);)
      handle(D);
    return std::move(Out);
  }

private:
  void handle(const DirectiveReader::Directive &D) {
    bool First = !std::exchange(Started, true);
    if (D.Word == "ifndef" && First) {
      Guard = macroName(D.Text);
    } else if (D.Word.starts_with("if")) {
      ++Depth;
    } else if (D.Word == "endif") {
      // The last #endif of a guarded file finds Depth 0.
      if (Depth)
        --Depth;
    } else if (D.Word == "define" && !Depth) {
      StringRef Name = macroName(D.Text);
      bool FunctionLike = D.Text.drop_front(Name.size()).starts_with("(");
      if (Name != Guard && !FunctionLike)
        SawMacro = true;
    } else if (D.Word == "define" || D.Word == "undef") {
      SawMacro = true;
    } else if (D.Word == "include") {
      include(D.Text);
    }
  }

  void include(StringRef Text) {
    char Close = Text.starts_with("<") ? '>' : Text.starts_with("\"") ? '"' : 0;
    size_t End = Close ? Text.find(Close, 1) : StringRef::npos;
    if (End != StringRef::npos)
      Out.push_back({Text.slice(1, End).str(), Close == '"', SawMacro, Depth != 0});
  }

  std::vector<IncludeLine> Out;
  StringRef Guard;
  unsigned Depth = 0;
  bool Started = false, SawMacro = false;
};

/// <vector>, <cmath>: a header of the standard library, which is found without a search path.
bool looksStandard(StringRef Name) { return !Name.contains('/') && !Name.contains('.'); }

} // namespace

std::vector<IncludeLine> readIncludes(StringRef Text) { return LineCollector().run(Text); }

/// As much text as takes the front end a tenth of a second.
constexpr size_t MuchText = 1 << 20;

const IncludeScanner::File &IncludeScanner::look(StringRef Path) {
  auto [Slot, New] = Files.try_emplace(Path);
  if (New && exists(Path))
    if (auto Buffer = report::readFileOrNull(Path))
      Slot->second = {readIncludes(Buffer->getBuffer()), Buffer->getBufferSize()};
  return Slot->second;
}

bool IncludeScanner::exists(StringRef Path) {
  auto [Slot, New] = Existing.try_emplace(Path, false);
  if (New)
    Slot->second = sys::fs::is_regular_file(Path);
  return Slot->second;
}

/// The path that an include line means; "" if none is found.
std::string IncludeScanner::find(StringRef Includer, const IncludeLine &Line) {
  if (Line.Quoted)
    if (std::string Beside = (sys::path::parent_path(Includer) + "/" + Line.Name).str(); exists(Beside))
      return normalPath(Beside);
  for (StringRef Folder : SearchPaths)
    if (std::string Path = (Folder + "/" + Line.Name).str(); exists(Path))
      return Path;
  return "";
}

struct IncludeScanner::Walk {
  IncludeScanner &Scanner;
  std::vector<ForeignHeader> Result;
  StringSet<> Visited, Named;
  bool SawMacro = false;

  void follow(StringRef Path, ArrayRef<IncludeLine> Lines) {
    for (const IncludeLine &Line : Lines) {
      SawMacro = SawMacro || Line.AfterMacro;
      if (!Line.Conditional)
        take(Path, Line);
    }
  }

  void take(StringRef Includer, const IncludeLine &Line) {
    std::string Path = Scanner.find(Includer, Line);
    if (Path.empty() ? !Line.Quoted && looksStandard(Line.Name) : !Scanner.Project.contains(Path))
      return addForeign(Line.Name, Path);
    // Deep chains of own headers are cut off: their foreign headers are then parsed with the unit.
    if (!Path.empty() && Visited.insert(Path).second && Visited.size() < 2000)
      follow(Path, std::vector<IncludeLine>(Scanner.look(Path).Includes));
  }

  /// What is included a second time does nothing.
  void addForeign(StringRef Name, StringRef Path) {
    if (Named.insert(Name).second)
      Result.push_back({Name.str(), Path.str(), SawMacro});
  }
};

std::vector<ForeignHeader> IncludeScanner::scan(StringRef Path, StringRef Text) {
  Walk W{*this, {}, {}, {}, false};
  W.Visited.insert(Path);
  W.follow(Path, readIncludes(Text));
  return std::move(W.Result);
}

/// Adds the header Path and all that it may include.
void IncludeScanner::reach(StringRef Path, StringSet<> &Reached) {
  std::vector<std::string> Left = {Path.str()};
  while (!Left.empty()) {
    const std::string Now = std::move(Left.back());
    Left.pop_back();
    if (!Reached.insert(Now).second)
      continue;
    for (const IncludeLine &Line : look(Now).Includes)
      if (std::string Next = find(Now, Line); !Next.empty())
        Left.push_back(std::move(Next));
  }
}

std::vector<std::string> IncludeScanner::choose(ArrayRef<ForeignHeader> Headers) {
  std::vector<std::pair<StringRef, StringSet<>>> Candidates;
  for (const ForeignHeader &H : Headers)
    if (!H.AfterMacro && !H.Path.empty())
      reach(H.Path, Candidates.emplace_back(H.Name, StringSet<>()).second);
  llvm::sort(Candidates, [](const auto &A, const auto &B) { return A.first < B.first; });
  std::vector<std::string> Chosen;
  for (StringSet<> Covered;;) {
    size_t Most = 0, Best = 0;
    for (size_t I = 0; I != Candidates.size(); ++I) {
      size_t Bytes = 0;
      for (const auto &Entry : Candidates[I].second)
        Bytes += Covered.contains(Entry.first()) ? 0 : look(Entry.first()).Bytes;
      if (Bytes > Most)
        std::tie(Most, Best) = std::pair(Bytes, I);
    }
    if (Most < MuchText)
      return Chosen;
    Chosen.push_back(Candidates[Best].first.str());
    for (const auto &Entry : Candidates[Best].second)
      Covered.insert(Entry.first());
  }
}

} // namespace devtidy::driver
