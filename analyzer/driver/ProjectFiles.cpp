//===- ProjectFiles.cpp - Which files are the user's own ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ProjectFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace devtidy::driver {

bool isForeignFolderName(StringRef Name) {
  if (Name.starts_with("build-") || Name.starts_with("build_") || Name.starts_with("cmake-build"))
    return true;
  return StringSwitch<bool>(Name)
      .Cases({".git", ".hg", ".svn", ".bzr", "_darcs"}, true)
      .Cases({"build", "_build", "dist", "buck-out", "CMakeFiles", "_deps", "_skbuild"}, true)
      .Cases({"venv", ".venv", ".direnv", ".eggs", ".tox", ".nox", "site-packages", "dist-packages"}, true)
      .Cases({"node_modules", "__pypackages__", "__pycache__", ".ipynb_checkpoints"}, true)
      .Cases({".mypy_cache", ".pytest_cache", ".ruff_cache", ".cache", ".vscode", ".idea"}, true)
      .Cases({"third_party", "third-party", "3rdparty"}, true)
      .Default(false);
}

std::string normalPath(StringRef Path) {
  SmallString<256> Absolute(Path);
  sys::fs::make_absolute(Absolute);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return std::string(Absolute);
}

ProjectFiles::ProjectFiles(StringRef RootPath) : Root(RootPath.empty() ? "" : normalPath(RootPath)) {
  if (!Root.empty() && Root.back() != '/')
    Root += '/';
}

bool ProjectFiles::contains(StringRef Path) const {
  if (Root.empty())
    return false;
  std::string Normal;
  if (Path.contains("/../") || Path.contains("/./") || !sys::path::is_absolute(Path)) {
    Normal = normalPath(Path);
    Path = Normal;
  }
  if (!Path.consume_front(Root))
    return false;
  while (true) {
    auto [Folder, Rest] = Path.split('/');
    if (Rest.empty())
      return true;
    if (isForeignFolderName(Folder))
      return false;
    Path = Rest;
  }
}

std::string baseOfProject(StringRef Path, StringRef Root) {
  for (StringRef Folder = sys::path::parent_path(Path); Folder.size() > Root.size();
       Folder = sys::path::parent_path(Folder))
    if (isForeignFolderName(sys::path::filename(Folder)))
      return Folder.str();
  return Root.str();
}

void ProjectsOfFiles::add(StringRef Path, StringRef Root) {
  if (!contain(Path))
    Projects.emplace_back(baseOfProject(Path, Root));
}

bool ProjectsOfFiles::contain(StringRef Path) const {
  return any_of(Projects, [&](const ProjectFiles &Project) { return Project.contains(Path); });
}

} // namespace devtidy::driver
