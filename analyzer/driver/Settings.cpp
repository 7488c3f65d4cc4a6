//===- Settings.cpp - What pyproject.toml and device-tidy.toml say ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Settings.h"
#include "driver/Disk.h"
#include "driver/ProjectFiles.h"
#include "driver/Selection.h"
#include "knowledge/Device.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <toml++/toml.h>

using namespace llvm;

namespace devtidy::driver {
namespace {

constexpr StringLiteral Keys[] = {"select",           "ignore",   "exclude",       "worlds",       "level",
                                  "max-accelerators", "baseline", "output-format", "build-folder", "per-file-ignores",
                                  "private-backend",  "models",   "extend",        "pages-url"};

class Reader {
public:
  /// Extending are the files that are read since they are extended by each other, and Path is the last one.
  Reader(StringRef Path, ArrayRef<std::string> Extending, Settings &Out) : Path(Path), Extending(Extending), Out(Out) {}

  Error read(const toml::table &Root) {
    if (const toml::node *Base = Root.get("extend"))
      if (Error E = readExtended(*Base))
        return E;
    Out.File = Path.str();
    Out.Folder = sys::path::parent_path(Path).str();
    // Who selects anew does not mean what the other file takes away.
    if (Root.contains("select"))
      Out.Ignore.clear();
    for (auto &&[Key, Node] : Root)
      if (Error E = readKey(StringRef(Key.str().data(), Key.str().size()), Key.source(), Node))
        return E;
    return Error::success();
  }

private:
  Error fail(const toml::source_region &Where, const Twine &Text) const {
    return createStringError(inconvertibleErrorCode(),
                             Path + ":" + Twine(Where.begin.line) + ":" + Twine(Where.begin.column) + ": " + Text);
  }

  Error readKey(StringRef Key, const toml::source_region &Where, const toml::node &Node) {
    if (Key == "select")
      return readNames(Node, Key, Out.Select = {});
    if (Key == "ignore")
      return readNames(Node, Key, Out.Ignore);
    if (Key == "exclude") {
      Out.ExcludeFolder = Out.Folder;
      return readStrings(Node, Key, Out.Exclude = {});
    }
    if (Key == "extend")
      return Error::success();
    if (Key == "models")
      return readModels(Node);
    if (Key == "worlds")
      return readWorlds(Node);
    if (Key == "level")
      return readNumber(Node, Key, 1, 3, Out.Level);
    if (Key == "max-accelerators")
      return readNumber(Node, Key, 1, 1024, Out.MaxAccelerators);
    if (Key == "private-backend")
      return readBackend(Node);
    if (Key == "baseline")
      return readPath(Node, Key, Out.Baseline);
    if (Key == "output-format")
      return readFormat(Node);
    if (Key == "pages-url")
      return readPagesUrl(Node);
    if (Key == "build-folder")
      return readPath(Node, Key, Out.BuildFolder);
    if (Key == "per-file-ignores")
      return readPerFile(Node);
    if (const checks::Check *C = checks::findCheck(Key))
      return readCheckOptions(*C, Node);
    return fail(Where, "unknown key '" + Key + "'" + didYouMean(Key, Keys));
  }

  Error readString(const toml::node &Node, StringRef Key, std::string &To) {
    if (!Node.is_string())
      return fail(Node.source(), "'" + Key + "' is a string");
    To = Node.as_string()->get();
    return Error::success();
  }

  std::string inFolder(StringRef Given) const {
    return normalPath(sys::path::is_absolute(Given) ? Given.str() : (Out.Folder + "/" + Given).str());
  }

  Error readPath(const toml::node &Node, StringRef Key, std::string &To) {
    if (Error E = readString(Node, Key, To))
      return E;
    if (!To.empty())
      To = inFolder(To);
    return Error::success();
  }

  Error readExtended(const toml::node &Node);

  Error readPagesUrl(const toml::node &Node) {
    if (Error E = readString(Node, "pages-url", Out.PagesUrl))
      return E;
    const StringRef Url = Out.PagesUrl;
    const bool IsWeb = Url.starts_with("https://") || Url.starts_with("http://");
    if (!IsWeb || Url.count("{check}") != 1 || any_of(Url, [](char C) { return !isPrint(C) || isSpace(C); }))
      return fail(Node.source(),
                  "'pages-url' is an address with {check} in it: https://example.org/checks/{check}.html");
    return Error::success();
  }

  Error readBackend(const toml::node &Node) {
    if (Error E = readString(Node, "private-backend", Out.PrivateBackend))
      return E;
    StringRef Name = Out.PrivateBackend;
    bool IsName =
        !Name.empty() && !isDigit(Name.front()) && all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
    if (!IsName || knowledge::parseDevice(std::string_view(Name)))
      return fail(Node.source(), "'private-backend' is the name of a backend that PyTorch does not have");
    return Error::success();
  }

  Error readStrings(const toml::node &Node, StringRef Key, std::vector<std::string> &To) {
    const toml::array *Items = Node.as_array();
    if (!Items)
      return fail(Node.source(), "'" + Key + "' is a list of strings");
    for (const toml::node &Item : *Items) {
      if (!Item.is_string())
        return fail(Item.source(), "'" + Key + "' is a list of strings");
      To.push_back(Item.as_string()->get());
    }
    return Error::success();
  }

  Error readNames(const toml::node &Node, StringRef Key, std::vector<std::string> &To) {
    if (Error E = readStrings(Node, Key, To))
      return E;
    for (const std::string &Name : To)
      if (std::string Why = explainUnknownCheck(Name); !Why.empty())
        return fail(Node.source(), Why);
    return Error::success();
  }

  Error readModels(const toml::node &Node) {
    std::vector<std::string> Folders;
    if (Error E = readStrings(Node, "models", Folders))
      return E;
    Out.Models.clear();
    for (const std::string &Folder : Folders) {
      const std::string Place = inFolder(Folder);
      if (!disk::isFolder(Place))
        return fail(Node.source(), "'models' names '" + Folder + "', and there is no such folder beside the settings");
      Out.Models.push_back(Place);
    }
    return Error::success();
  }

  Error readWorlds(const toml::node &Node) {
    if (Error E = readStrings(Node, "worlds", Out.Worlds = {}))
      return E;
    for (const std::string &World : Out.Worlds)
      if (Expected<uint8_t> Bits = parseWorlds(World); !Bits)
        return fail(Node.source(), toString(Bits.takeError()));
    return Error::success();
  }

  Error readFormat(const toml::node &Node) {
    if (Error E = readString(Node, "output-format", Out.OutputFormat))
      return E;
    if (std::string Why = explainUnknownFormat(Out.OutputFormat); !Why.empty())
      return fail(Node.source(), Why);
    return Error::success();
  }

  Error readNumber(const toml::node &Node, StringRef Key, int Low, int High, std::optional<int> &To) {
    int64_t Value = Node.is_integer() ? Node.as_integer()->get() : int64_t(Low) - 1;
    if (Value < Low || Value > High)
      return fail(Node.source(), "'" + Key + "' is a number from " + Twine(Low) + " to " + Twine(High));
    To = int(Value);
    return Error::success();
  }

  Error readPerFile(const toml::node &Node) {
    const toml::table *Table = Node.as_table();
    if (!Table)
      return fail(Node.source(), "'per-file-ignores' is a table of lists");
    Out.PerFileIgnores.clear();
    Out.PerFileFolder = Out.Folder;
    for (auto &&[Glob, Checks] : *Table) {
      Settings::PerFile P{std::string(Glob.str()), {}};
      if (Error E = readNames(Checks, P.Glob, P.Checks))
        return E;
      Out.PerFileIgnores.push_back(std::move(P));
    }
    return Error::success();
  }

  Error readCheckOptions(const checks::Check &C, const toml::node &Node) {
    const toml::table *Table = Node.as_table();
    if (!Table)
      return fail(Node.source(), "'" + C.Name + "' is a table of options");
    for (auto &&[Key, Value] : *Table) {
      StringRef Name(Key.str().data(), Key.str().size());
      if (none_of(C.Options, [&](const checks::Option &O) { return O.Name == Name; }))
        return fail(Key.source(), C.Name + " has no option '" + Name + "'");
      std::string &To = Out.CheckOptions[(C.Name + "." + Name).str()];
      if (Value.is_string())
        To = Value.as_string()->get();
      else if (Value.is_boolean())
        To = Value.as_boolean()->get() ? "true" : "false";
      else if (Value.is_integer())
        To = std::to_string(Value.as_integer()->get());
      else
        return fail(Value.source(), "an option is a string, a number, true or false");
    }
    return Error::success();
  }

  StringRef Path;
  ArrayRef<std::string> Extending;
  Settings &Out;
};

/// Whether a key has more parts than this: "a.b.c" has three. The reader makes a table of each, and calls itself to let
/// go of them. What is in quotes, or in a comment, has no parts.
bool hasKeyDeeperThan(StringRef Text, unsigned Limit) {
  unsigned Dots = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (C == '#') {
      I = std::min(Text.find('\n', I), Text.size());
      Dots = 0;
    } else if (C == '"' || C == '\'') {
      const StringRef Quote = Text.substr(I, 3) == std::string(3, C) ? Text.substr(I, 3) : Text.substr(I, 1);
      for (I += Quote.size(); I < Text.size() && !Text.substr(I).starts_with(Quote); ++I)
        I += C == '"' && Text[I] == '\\';
      I += Quote.size() - 1;
    } else if (C == '.') {
      if (++Dots == Limit)
        return true;
    } else if (StringRef("\n=,[]{}").contains(C)) {
      Dots = 0;
    }
  }
  return false;
}

/// Nothing if the file has no settings for this program.
Expected<std::optional<Settings>> readIfPresent(StringRef Path, std::vector<std::string> Extending = {}) {
  Extending.push_back(Path.str());
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFile(Path, report::MaxSettingsBytes);
  if (!Buffer)
    return createStringError(inconvertibleErrorCode(), Path + ": " + toString(Buffer.takeError()));
  if (hasKeyDeeperThan((*Buffer)->getBuffer(), /*Limit=*/100))
    return createStringError(inconvertibleErrorCode(), Path + ": a key is nested too deeply");
  toml::table Root;
  try {
    Root = toml::parse(std::string_view((*Buffer)->getBuffer()), Path.str());
  } catch (const toml::parse_error &E) {
    return createStringError(inconvertibleErrorCode(), Path + ":" + Twine(E.source().begin.line) + ":" +
                                                           Twine(E.source().begin.column) + ": " +
                                                           std::string(E.description()));
  }
  const toml::table *Table = &Root;
  if (sys::path::filename(Path) == "pyproject.toml") {
    Table = Root["tool"]["device-tidy"].as_table();
    if (!Table)
      return std::nullopt;
  }
  Settings Result;
  if (Error E = Reader(Path, Extending, Result).read(*Table))
    return E;
  return Result;
}

Error Reader::readExtended(const toml::node &Node) {
  std::string Given;
  if (Error E = readString(Node, "extend", Given))
    return E;
  const std::string File =
      normalPath(sys::path::is_absolute(Given) ? Given : (sys::path::parent_path(Path) + "/" + Given).str());
  if (!disk::isRegularFile(File))
    return fail(Node.source(), "'extend' names '" + Given + "', and there is no such file");
  if (is_contained(Extending, File))
    return fail(Node.source(), "'extend' names '" + Given + "', which extends this file");
  Expected<std::optional<Settings>> Base = readIfPresent(File, Extending.vec());
  if (!Base)
    return Base.takeError();
  if (!*Base)
    return fail(Node.source(), "'extend' names '" + Given + "', and there is no [tool.device-tidy] in it");
  Out = std::move(**Base);
  return Error::success();
}

} // namespace

Expected<Settings> readSettings(StringRef Path) {
  Expected<std::optional<Settings>> Found = readIfPresent(Path);
  if (!Found)
    return Found.takeError();
  if (!*Found)
    return createStringError(inconvertibleErrorCode(), Path + ": there is no [tool.device-tidy] in it");
  return std::move(**Found);
}

Expected<std::optional<Settings>> settingsIn(StringRef Folder) {
  for (StringRef Name : {"/device-tidy.toml", "/pyproject.toml"}) {
    const std::string Path = (Folder + Name).str();
    if (!disk::exists(Path))
      continue;
    Expected<std::optional<Settings>> Found = readIfPresent(Path);
    if (!Found || *Found)
      return Found;
  }
  return std::nullopt;
}

Expected<Settings> findSettings(StringRef Start) {
  for (StringRef Folder = Start; !Folder.empty(); Folder = sys::path::parent_path(Folder)) {
    Expected<std::optional<Settings>> Found = settingsIn(Folder);
    if (!Found)
      return Found.takeError();
    if (*Found)
      return std::move(**Found);
  }
  return Settings();
}

} // namespace devtidy::driver
