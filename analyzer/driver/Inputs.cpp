//===- Inputs.cpp - The files that a command line means -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Inputs.h"
#include "driver/Disk.h"
#include "driver/GitIgnore.h"
#include "driver/Language.h"
#include "driver/ProjectFiles.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace llvm;

namespace devtidy::driver {
namespace {

constexpr StringLiteral NotRegular = "not a regular file";

class Walker {
public:
  Walker(const InputSettings &Settings, Inputs &Out) : Settings(Settings), Out(Out) {}

  void takeNamed(StringRef Given) {
    std::string Path = normalPath(Given);
    sys::fs::file_type Type;
    if (std::error_code EC = disk::status(Path, Type)) {
      fail(Path, EC);
    } else if (Type == sys::fs::file_type::directory_file) {
      Top = Path;
      pushIgnoresAbove(Path);
      walk(Path);
      for (const std::string &Listed : Settings.Listed(Path))
        if (isGone(Listed) && isWanted(Listed))
          Out.Problems.push_back({Listed, 0, 0, "compile_commands.json names it, and it is gone"});
      Ignores.clear();
    } else if (Settings.Accepts(Path)) {
      Out.Files.push_back(Path);
    } else if (Type != sys::fs::file_type::regular_file) {
      Out.Problems.push_back({Path, 0, 0, NotRegular.str()});
    } else if (!isReadWithOthers(Path)) {
      Out.Problems.push_back({Path, 0, 0, NoSource.str()});
    }
  }

private:
  void fail(StringRef Path, std::error_code EC) { Out.Problems.push_back({Path.str(), 0, 0, EC.message()}); }

  void pushIgnore(StringRef Folder) {
    const std::string Path = (Folder + "/.gitignore").str();
    if (!disk::exists(Path))
      return;
    if (Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFile(Path))
      Ignores.emplace_back(Folder, (*Buffer)->getBuffer());
    else
      Out.Problems.push_back({Path, 0, 0, toString(Buffer.takeError())});
  }

  /// Those of the repository's folders above, outermost first.
  void pushIgnoresAbove(StringRef Folder) {
    std::vector<StringRef> Above;
    StringRef F = Folder;
    while (!disk::exists(F + "/.git")) {
      F = sys::path::parent_path(F);
      if (F.empty())
        return;
      Above.push_back(F);
    }
    for (StringRef Outer : reverse(Above))
      pushIgnore(Outer);
  }

  bool isExcluded(StringRef Path, bool IsFolder) const {
    if (Settings.IsLeftOut(Path))
      return true;
    for (const GitIgnore &I : reverse(Ignores)) {
      GitIgnore::Verdict V = I.judge(Path, IsFolder);
      if (V != GitIgnore::Verdict::NoOpinion)
        return V == GitIgnore::Verdict::Ignored;
    }
    return false;
  }

  /// A build folder or a virtual environment under a name of its own.
  static bool isForeignFolder(StringRef Path) {
    return isForeignFolderName(sys::path::filename(Path)) || disk::exists(Path + "/CMakeCache.txt") ||
           disk::exists(Path + "/pyvenv.cfg");
  }

  void walk(StringRef Folder) {
    size_t Mark = Ignores.size();
    pushIgnore(Folder);
    std::vector<disk::Entry> Entries;
    if (std::error_code EC = disk::list(Folder, Entries))
      fail(Folder, EC);
    for (const disk::Entry &E : Entries) {
      const std::string &Path = E.Path;
      if (E.Type == sys::fs::file_type::directory_file) {
        if (!isForeignFolder(Path) && !isExcluded(Path, /*IsFolder=*/true))
          walk(Path);
      } else if (Settings.Accepts(Path) && !isExcluded(Path, /*IsFolder=*/false) && Settings.Belongs(Path, Top)) {
        takeMet(Path);
      }
    }
    Ignores.erase(Ignores.begin() + Mark, Ignores.end());
  }

  /// Links to files count as files.
  void takeMet(StringRef Path) {
    sys::fs::file_type Type;
    if (std::error_code EC = disk::status(Path, Type))
      fail(Path, EC);
    else if (Type == sys::fs::file_type::regular_file)
      Out.Files.push_back(Path.str());
    else if (Type != sys::fs::file_type::directory_file)
      Out.Problems.push_back({Path.str(), 0, 0, NotRegular.str()});
  }

  /// A link to nowhere has been met.
  static bool isGone(StringRef Path) {
    sys::fs::file_type Type;
    return disk::status(Path, Type, /*Follow=*/false) == std::errc::no_such_file_or_directory;
  }

  /// Whether a walk of Top would have taken the file, were it there.
  bool isWanted(StringRef Path) {
    const size_t Mark = Ignores.size();
    pushIgnore(Top);
    bool Wanted = Settings.Accepts(Path);
    for (size_t End = Path.find('/', Top.size() + 1); Wanted && End != StringRef::npos; End = Path.find('/', End + 1)) {
      const StringRef Folder = Path.take_front(End);
      Wanted = !isForeignFolder(Folder) && !isExcluded(Folder, /*IsFolder=*/true);
      pushIgnore(Folder);
    }
    Wanted = Wanted && !isExcluded(Path, /*IsFolder=*/false);
    Ignores.erase(Ignores.begin() + Mark, Ignores.end());
    return Wanted;
  }

  const InputSettings &Settings;
  Inputs &Out;
  std::string Top;
  std::vector<GitIgnore> Ignores;
};

} // namespace

bool isNamed(StringRef Path, ArrayRef<std::string> Exclude, StringRef Root) {
  StringRef Name = sys::path::filename(Path), Relative = Path;
  Relative.consume_front(Root);
  Relative = Relative.ltrim('/');
  return any_of(Exclude, [&](StringRef Glob) {
    Glob = Glob.rtrim('/');
    Glob.consume_front("./");
    return matchesPathGlob(Glob, Name) || matchesPathGlob(Glob, Relative);
  });
}

bool isLeftOut(StringRef Path, ArrayRef<std::string> Exclude, StringRef Root) {
  for (StringRef Part = Path; Part.size() > Root.size(); Part = sys::path::parent_path(Part))
    if (isNamed(Part, Exclude, Root))
      return true;
  return false;
}

Inputs collectInputs(const InputSettings &Settings) {
  Inputs Result;
  Walker W(Settings, Result);
  for (const std::string &Path : Settings.Paths)
    W.takeNamed(Path);
  llvm::sort(Result.Files);
  Result.Files.erase(llvm::unique(Result.Files), Result.Files.end());
  return Result;
}

} // namespace devtidy::driver
