//===- IncludeScan.cpp - Which foreign headers a unit includes ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/IncludeScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

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
    } else if (D.Word == "include" && !Depth) {
      include(D.Text);
    }
  }

  void include(StringRef Text) {
    char Close = Text.starts_with("<") ? '>' : Text.starts_with("\"") ? '"' : 0;
    size_t End = Close ? Text.find(Close, 1) : StringRef::npos;
    if (End != StringRef::npos)
      Out.push_back({Text.slice(1, End).str(), Close == '"', SawMacro});
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

const std::vector<IncludeLine> &IncludeScanner::includesOf(StringRef Path) {
  auto [Slot, New] = Files.try_emplace(Path);
  if (New && exists(Path))
    if (auto Buffer = MemoryBuffer::getFile(Path))
      Slot->second = readIncludes((*Buffer)->getBuffer());
  return Slot->second;
}

bool IncludeScanner::exists(StringRef Path) {
  auto [Slot, New] = Existing.try_emplace(Path, false);
  if (New)
    Slot->second = sys::fs::is_regular_file(Path); // reading a pipe would wait for a writer
  return Slot->second;
}

struct IncludeScanner::Walk {
  IncludeScanner &Scanner;
  ArrayRef<std::string> SearchPaths;
  ForeignIncludes Result;
  StringSet<> Visited, Named;
  bool SawMacro = false;

  void follow(StringRef Path, ArrayRef<IncludeLine> Lines) {
    for (const IncludeLine &Line : Lines) {
      SawMacro = SawMacro || Line.AfterMacro;
      take(Path, Line);
    }
  }

  void take(StringRef Includer, const IncludeLine &Line) {
    if (Line.Quoted) {
      std::string Beside = (sys::path::parent_path(Includer) + "/" + Line.Name).str();
      if (Scanner.exists(Beside))
        return enter(normalPath(Beside), Line.Name);
    }
    for (StringRef Folder : SearchPaths)
      if (std::string Path = (Folder + "/" + Line.Name).str(); Scanner.exists(Path))
        return enter(Path, Line.Name);
    if (!Line.Quoted && looksStandard(Line.Name))
      addForeign(Line.Name);
  }

  void enter(std::string Path, StringRef Name) {
    if (!Scanner.Project.contains(Path))
      return addForeign(Name);
    // Deep chains of own headers are cut off: their foreign headers are then parsed with the unit.
    if (Visited.insert(Path).second && Visited.size() < 2000)
      follow(Path, std::vector<IncludeLine>(Scanner.includesOf(Path)));
  }

  void addForeign(StringRef Name) {
    Result.Safe = Result.Safe && !SawMacro;
    if (Named.insert(Name).second)
      Result.Names.push_back(Name.str());
  }
};

ForeignIncludes IncludeScanner::scan(StringRef Path, StringRef Text, ArrayRef<std::string> SearchPaths) {
  Walk W{*this, SearchPaths, {}, {}, {}, false};
  W.Visited.insert(Path);
  W.follow(Path, readIncludes(Text));
  return std::move(W.Result);
}

} // namespace devtidy::driver
