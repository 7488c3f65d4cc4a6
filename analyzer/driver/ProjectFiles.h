//===- ProjectFiles.h - Which files are the user's own --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file belongs to the project if it is under the project root and in no folder that holds other people's code or
// build products (virtual environments, third_party, build folders). The bodies of all other functions are skipped,
// with and without a precompiled header, so that a precompiled header cannot change what is found. The command line
// and its worker process share this rule.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_PROJECTFILES_H
#define DEVTIDY_DRIVER_PROJECTFILES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace devtidy::driver {

/// Whether a folder of this name holds no sources of the project: "build", "venv", "node_modules", ...
bool isForeignFolderName(llvm::StringRef Name);

/// The absolute form of Path without "." and "..", as the compiler's header search may leave them. Links stay.
std::string normalPath(llvm::StringRef Path);

class ProjectFiles {
public:
  /// Root is absolute; empty means that nothing belongs to the project.
  explicit ProjectFiles(llvm::StringRef Root);

  /// Path is absolute.
  bool contains(llvm::StringRef Path) const;
  llvm::StringRef root() const { return Root; }

private:
  std::string Root;
};

/// The folder that holds the project of a file below Root. What stands below a folder for other people's code, and is
/// taken all the same, has its project there.
std::string baseOfProject(llvm::StringRef Path, llvm::StringRef Root);

/// The projects of some files.
class ProjectsOfFiles {
public:
  /// Path is a file of the project at Root.
  void add(llvm::StringRef Path, llvm::StringRef Root);
  /// Whether a file belongs to one of them.
  bool contain(llvm::StringRef Path) const;

private:
  std::vector<ProjectFiles> Projects;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_PROJECTFILES_H
