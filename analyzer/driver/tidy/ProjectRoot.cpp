//===- ProjectRoot.cpp - The folder that a source file belongs to ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/tidy/ProjectRoot.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace devtidy::driver {

namespace path = llvm::sys::path;

std::string findProjectRoot(llvm::StringRef File, llvm::vfs::FileSystem &Files) {
  llvm::SmallString<256> Absolute(File);
  if (Files.makeAbsolute(Absolute))
    return {};
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  const auto Holds = [&](llvm::StringRef Folder, llvm::StringRef Name) {
    llvm::SmallString<256> Candidate(Folder);
    path::append(Candidate, Name);
    return Files.exists(Candidate);
  };
  for (llvm::StringRef Folder = path::parent_path(Absolute); !Folder.empty(); Folder = path::parent_path(Folder))
    if (llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"device-tidy.toml", "pyproject.toml", ".git"},
                     [&](llvm::StringRef Name) { return Holds(Folder, Name); }))
      return Folder.str();
  return {};
}

} // namespace devtidy::driver
