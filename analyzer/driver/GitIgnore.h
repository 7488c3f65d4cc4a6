//===- GitIgnore.h - What .gitignore files leave out --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_GITIGNORE_H
#define DEVTIDY_DRIVER_GITIGNORE_H

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace devtidy::driver {

/// A pattern of gitignore(5): "*" and "?" stop at "/", a name "**" does not.
class PathGlob {
public:
  /// Without a leading slash.
  explicit PathGlob(llvm::StringRef Pattern);
  PathGlob(const PathGlob &) = delete;
  PathGlob &operator=(const PathGlob &) = delete;

  /// Whether a path, without a leading slash, matches.
  bool matches(llvm::StringRef Path) const;

private:
  struct Step {
    enum Kind {
      Exactly,    ///< C
      Character,  ///< any but "/"
      Set,        ///< one of Members
      Characters, ///< any number of any but "/"
      Folders,    ///< any number of names, each with its "/"
      Rest,       ///< whatever is left, if anything is
      Nothing     ///< no path at all: the pattern is malformed
    } What;
    char C = 0;
    llvm::StringRef Members; ///< as they stand between "[" and "]"
  };

  std::string Text;
  std::vector<Step> Steps;
};

/// Whether a path matches a pattern. Both are without a leading slash.
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
    std::unique_ptr<PathGlob> Glob;
    bool Negated = false, FolderOnly = false;
    bool Anchored = false; ///< matches the path from Folder, not just the name
  };

  std::string Folder;
  std::vector<Pattern> Patterns;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_GITIGNORE_H
