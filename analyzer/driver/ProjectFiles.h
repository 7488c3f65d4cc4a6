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

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_PROJECTFILES_H
