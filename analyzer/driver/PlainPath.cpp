//===- PlainPath.cpp ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/PlainPath.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <cerrno>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace devtidy::driver {

static bool isPlain(StringRef Path) { return Path.find_first_of(" \t\n:;$") == StringRef::npos; }

/// Whether there is a link of this user with this target. Nobody else can replace it in a folder of temporary files.
static bool isOwnLink(const std::string &Link, const std::string &Target) {
  struct stat Known;
  char Text[4096];
  if (lstat(Link.c_str(), &Known) != 0 || !S_ISLNK(Known.st_mode) || Known.st_uid != geteuid())
    return false;
  const ssize_t Length = readlink(Link.c_str(), Text, sizeof Text);
  return Length >= 0 && StringRef(Text, size_t(Length)) == Target;
}

Expected<std::string> plainPath(const std::string &Folder) {
  if (isPlain(Folder))
    return Folder;
  const char *Named = std::getenv("TMPDIR");
  const std::string Temporary = Named && *Named == '/' && isPlain(Named) ? Named : "/tmp";
  const std::string Link = Temporary + "/device-tidy-" + std::to_string(geteuid()) + "-" +
                           utohexstr(xxh3_64bits(Folder), /*LowerCase=*/true);
  // Another run may make it at the same time.
  const bool IsMade = symlink(Folder.c_str(), Link.c_str()) == 0;
  const std::error_code Why(errno, std::generic_category());
  if (IsMade || isOwnLink(Link, Folder))
    return Link;
  return createStringError(Why, "cannot bring the runtime into a program from " + Folder +
                                    ": LD_PRELOAD takes no blanks and colons, and a link to it, " + Link +
                                    ", cannot be made: " + Why.message());
}

} // namespace devtidy::driver
