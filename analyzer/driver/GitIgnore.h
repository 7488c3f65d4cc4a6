//===- GitIgnore.h - What .gitignore files leave out --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_GITIGNORE_H
#define DEVTIDY_DRIVER_GITIGNORE_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace devtidy::driver {

/// Whether a path matches a pattern of gitignore(5): "*" and "?" stop at "/", "**" does not. Both are without a leading
/// slash.
bool matchesPathGlob(llvm::StringRef Pattern, llvm::StringRef Path);

/// The patterns of one .gitignore file.
class GitIgnore {
public:
  /// Folder is where the file stands, absolute.
  GitIgnore(llvm::StringRef Folder, llvm::StringRef Text);

  enum class Verdict { NoOpinion, Ignored, Kept };
  /// Of an absolute path under Folder. The last pattern that matches decides.
  Verdict judge(llvm::StringRef Path, bool IsFolder) const;

private:
  struct Pattern {
    std::string Glob;
    bool Negated = false, FolderOnly = false;
    bool Anchored = false; ///< matches the path from Folder, not just the name
  };

  std::string Folder;
  std::vector<Pattern> Patterns;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_GITIGNORE_H
