//===- Cache.h - Files that save work between runs ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One flat folder, $DEVICE_TIDY_CACHE_DIR, $XDG_CACHE_HOME/device-tidy or ~/.cache/device-tidy, holds precompiled
// headers and lowered units under names that are hashes of all that they depend on. Entries are written to a temporary
// file and renamed, so that a reader sees a whole entry or none; old ones are pruned. A folder that cannot be written
// costs time, never results.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_CACHE_H
#define DEVTIDY_DRIVER_CACHE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include <mutex>
#include <optional>
#include <string>

namespace devtidy::driver {

/// Builds the name of an entry. Strings are separated, so that ("ab", "c") and ("a", "bc") differ.
class CacheKey {
public:
  CacheKey &add(llvm::StringRef Part);
  std::string str() const;

private:
  llvm::BLAKE3 Hasher;
};

/// Size and time of a file as one word, "-" if there is no such file; each file is asked once per run.
class FileStates {
public:
  std::string get(llvm::StringRef Path);

private:
  std::mutex Lock;
  llvm::StringMap<std::string> Known;
};

/// Safe to use from any number of threads and processes.
class Cache {
public:
  /// A cache that stores nothing.
  Cache() = default;
  /// Opens the user's cache folder and makes it if need be.
  static Cache openDefault();

  bool enabled() const { return !Folder.empty(); }
  /// Where the entry is, or would be. Precondition: enabled().
  std::string pathOf(llvm::StringRef Key, llvm::StringRef Extension) const;
  std::optional<std::string> read(llvm::StringRef Key, llvm::StringRef Extension) const;
  bool write(llvm::StringRef Key, llvm::StringRef Extension, llvm::StringRef Content) const;
  /// Somebody has read the entry: it is one of those that are removed last.
  void noteUse(llvm::StringRef Key, llvm::StringRef Extension) const;
  /// Removes the entries of a kind that were not used for longest, until there are this many, of this many bytes.
  void pruneKind(llvm::StringRef Extension, size_t MaxCount, uint64_t MaxBytes) const;
  /// Removes what was not used for long, or is over the size limit. Cheap if it was done recently.
  void prune() const;
  /// Why the folder is not used, as one line, or "".
  const std::string &problem() const { return Problem; }

private:
  std::string Folder, Problem;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_CACHE_H
