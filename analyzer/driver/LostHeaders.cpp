//===- LostHeaders.cpp - Where headers lie that no search path has --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/LostHeaders.h"
#include "driver/Disk.h"
#include "driver/IncludeScan.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

class Search {
public:
  Search(StringRef Root, ArrayRef<std::string> SearchPaths) : Project(Root), SearchPaths(SearchPaths) {}

  std::vector<std::string> run(StringRef File) {
    // What is in sight of so many headers is found in the first of them.
    constexpr size_t MaxFiles = 500;
    take(File.str());
    for (size_t I = 0; I != Files.size() && I != MaxFiles; ++I)
      if (auto Text = report::readFileOrNull(Files[I]))
        for (const IncludeLine &Line : readIncludes(Text->getBuffer()))
          if (Line.Quoted)
            take(find(Files[I], Line.Name));
    return std::move(Found);
  }

private:
  void take(std::string Path) {
    if (!Path.empty() && Project.contains(Path) && Seen.insert(Path).second)
      Files.push_back(std::move(Path));
  }

  /// The path of a header; a folder that nobody knew is kept.
  std::string find(const std::string &Includer, StringRef Name) {
    const StringRef Folder = sys::path::parent_path(Includer);
    if (std::string Path = in(Folder, Name); !Path.empty())
      return Path;
    for (StringRef Known : concat<const std::string>(SearchPaths, Found))
      if (std::string Path = in(Known, Name); !Path.empty())
        return Path;
    for (StringRef Above = Folder; !Above.empty() && Above.size() + 1 >= Project.root().size();
         Above = sys::path::parent_path(Above))
      for (StringRef Part : {"", "/include"})
        if (std::string Path = in((Above + Part).str(), Name); !Path.empty()) {
          Found.push_back((Above + Part).str());
          return Path;
        }
    return "";
  }

  static std::string in(StringRef Folder, StringRef Name) {
    const std::string Path = (Folder + "/" + Name).str();
    return disk::isRegularFile(Path) ? normalPath(Path) : "";
  }

  ProjectFiles Project;
  ArrayRef<std::string> SearchPaths;
  std::vector<std::string> Files, Found;
  StringSet<> Seen;
};

} // namespace

std::vector<std::string> foldersOfLostHeaders(StringRef File, StringRef Root, ArrayRef<std::string> SearchPaths) {
  return Root.empty() ? std::vector<std::string>() : Search(Root, SearchPaths).run(File);
}

} // namespace devtidy::driver
