//===- Notebook.cpp - The Python of a Jupyter notebook ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Notebook.h"
#include "report/ReadFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

/// Copies the lines of a cell. What is inside of brackets or of a long string is Python, whatever it begins with.
class CellReader {
public:
  explicit CellReader(std::string &Out) : Out(Out) {}

  void read(StringRef Cell) {
    while (!Cell.empty()) {
      auto [Line, Rest] = Cell.split('\n');
      Cell = Rest;
      line(Line);
    }
  }

private:
  void line(StringRef Line) {
    StringRef Code = Line.ltrim(" \t");
    bool IsStart = Depth == 0 && Quote.empty() && !Continued;
    if (IsMagic || (IsStart && isMagic(Code))) {
      IsMagic = Line.rtrim().ends_with("\\");
      Out += Line.drop_back(Code.size());
      Out += "pass\n";
      return;
    }
    scan(Code);
    Continued = Code.ends_with("\\");
    Out += Line;
    Out += '\n';
  }

  /// `%time`, `!ls`, `?print`, `print?`, `x = !ls`, `x = %sql ...`
  static bool isMagic(StringRef Code) {
    if (Code.starts_with("%") || Code.starts_with("!") || Code.starts_with("?"))
      return true;
    if (StringRef Shown = Code.rtrim(); Shown.ends_with("?") && !Shown.contains('#'))
      return true;
    auto [Name, Value] = Code.split('=');
    bool IsName = !Name.trim().empty() &&
                  Name.trim().find_if([](char C) { return !isalnum(C) && C != '_' && C != '.'; }) == StringRef::npos;
    Value = Value.ltrim();
    return IsName && (Value.starts_with("!") || Value.starts_with("%"));
  }

  void scan(StringRef Code) {
    for (size_t I = 0; I < Code.size(); ++I) {
      StringRef Rest = Code.substr(I);
      if (!Quote.empty()) {
        if (Code[I] == '\\') {
          ++I;
        } else if (Rest.starts_with(Quote)) {
          I += Quote.size() - 1;
          Quote = "";
        }
      } else if (Code[I] == '#') {
        break;
      } else if (Code[I] == '"' || Code[I] == '\'') {
        char Q = Code[I];
        Quote = Rest.starts_with("\"\"\"") ? "\"\"\"" : Rest.starts_with("'''") ? "'''" : Q == '"' ? "\"" : "'";
        I += Quote.size() - 1;
      } else if (StringRef("([{").contains(Code[I])) {
        ++Depth;
      } else if (StringRef(")]}").contains(Code[I]) && Depth) {
        --Depth;
      }
    }
    if (Quote.size() == 1)
      Quote = "";
  }

  std::string &Out;
  StringRef Quote; ///< of the string that the line begins in, or ""
  unsigned Depth = 0;
  bool Continued = false, IsMagic = false;
};

/// Nothing if it is no text.
std::optional<std::string> sourceOf(const json::Object &Cell) {
  const json::Value *Source = Cell.get("source");
  if (!Source)
    Source = Cell.get("input"); // before version 4
  if (!Source)
    return "";
  if (std::optional<StringRef> Whole = Source->getAsString())
    return Whole->str();
  const json::Array *Lines = Source->getAsArray();
  if (!Lines)
    return std::nullopt;
  std::string Text;
  for (const json::Value &Line : *Lines) {
    const std::optional<StringRef> Part = Line.getAsString();
    if (!Part)
      return std::nullopt;
    Text += *Part;
  }
  return Text;
}

/// Drops the line of a magic that runs the rest of the cell as Python. False if the cell is in another language.
bool stripCellMagic(StringRef &Cell) {
  StringRef Code = Cell.ltrim();
  if (!Code.consume_front("%%"))
    return true;
  StringRef Name = Code.take_until([](char C) { return isspace(static_cast<unsigned char>(C)); });
  return StringSwitch<bool>(Name)
      .Cases({"time", "timeit", "capture", "prun", "debug", "memit", "mprun", "python", "python3", "pypy"}, true)
      .Default(false);
}

bool isPython(const json::Object &Root) {
  const json::Object *Metadata = Root.getObject("metadata");
  if (!Metadata)
    return true;
  for (auto [Part, Key] : {std::pair("language_info", "name"), std::pair("kernelspec", "language")})
    if (const json::Object *Info = Metadata->getObject(Part))
      if (std::optional<StringRef> Name = Info->getString(Key))
        return *Name == "python" || *Name == "ipython";
  return true;
}

} // namespace

Expected<Notebook> readNotebook(StringRef Json) {
  Json.consume_front("\xEF\xBB\xBF");
  Notebook Result;
  if (size_t At = 0; !json::isUTF8(Json, &At))
    Result.Problem = "not UTF-8: byte 0x" + utohexstr(uint8_t(Json[At]), /*LowerCase=*/true) + " in line " +
                     std::to_string(Json.take_front(At).count('\n') + 1);
  Expected<json::Value> Parsed = report::parseJson(Result.Problem.empty() ? Json : StringRef(json::fixUTF8(Json)));
  if (!Parsed)
    return createStringError(inconvertibleErrorCode(), "not a notebook: " + toString(Parsed.takeError()));
  const json::Object *Root = Parsed->getAsObject();
  const json::Array *Cells = Root ? Root->getArray("cells") : nullptr;
  if (const json::Array *Sheets = Root && !Cells ? Root->getArray("worksheets") : nullptr; Sheets && !Sheets->empty())
    if (const json::Object *Sheet = Sheets->front().getAsObject())
      Cells = Sheet->getArray("cells");
  if (!Cells)
    return createStringError(inconvertibleErrorCode(), "not a notebook: it has no cells");
  if (!isPython(*Root))
    return Result;
  unsigned Number = 0, Line = 1;
  for (const json::Value &V : *Cells) {
    ++Number;
    const json::Object *Cell = V.getAsObject();
    if (Cell && Cell->getString("cell_type") != "code")
      continue;
    const std::optional<std::string> Source = Cell ? sourceOf(*Cell) : std::nullopt;
    if (!Source)
      return createStringError(inconvertibleErrorCode(), "not a notebook: cell " + Twine(Number) + " has no text");
    StringRef Code = *Source;
    if (!stripCellMagic(Code))
      continue;
    size_t Before = Result.Text.size();
    CellReader(Result.Text).read(Code);
    Result.Cells.push_back({Number, Line});
    Line += StringRef(Result.Text).drop_front(Before).count('\n');
  }
  return Result;
}

} // namespace devtidy::driver
