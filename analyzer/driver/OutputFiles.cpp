//===- OutputFiles.cpp - What a run writes is none of what it reads -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/OutputFiles.h"
#include "driver/Language.h"
#include "driver/ProjectFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <optional>
#include <set>

using namespace llvm;

namespace devtidy::driver {

/// What is the same for all names of a file. Nothing if there is no such file.
static std::optional<sys::fs::UniqueID> identify(StringRef Path) {
  sys::fs::UniqueID Result;
  if (Path.empty() || !sys::fs::is_regular_file(Path) || sys::fs::getUniqueID(Path, Result))
    return std::nullopt;
  return Result;
}

/// Files, pipes, terminals and their like are written.
static StringRef whyUnwritable(StringRef Path) {
  sys::fs::file_status Status;
  if (Path.empty() || Path == "-" || sys::fs::status(Path, Status))
    return "";
  switch (Status.type()) {
  case sys::fs::file_type::directory_file:
    return "is a folder";
  case sys::fs::file_type::block_file:
  case sys::fs::file_type::socket_file:
    return "not a regular file";
  default:
    return "";
  }
}

static bool isSource(StringRef Path) { return isCppSource(Path) || isPythonSource(Path) || isNotebook(Path); }

Error refuseOverwriting(ArrayRef<std::string> Written, ArrayRef<std::string> Read) {
  auto Refuse = [](StringRef Path, StringRef Why) {
    return createStringError(inconvertibleErrorCode(), "cannot write " + Path + ": " + Why);
  };
  for (const std::string &Path : Written)
    if (StringRef Why = whyUnwritable(Path); !Why.empty())
      return Refuse(Path, Why);
  std::set<std::string> Names;
  for (const std::string &Path : Written)
    if (!Path.empty() && (!sys::fs::exists(Path) || sys::fs::is_regular_file(Path)) &&
        !Names.insert(normalPath(Path)).second)
      return Refuse(Path, "two results would go to it");
  std::vector<std::pair<StringRef, sys::fs::UniqueID>> There;
  for (const std::string &Path : Written) {
    std::optional<sys::fs::UniqueID> Id = identify(Path);
    if (!Id)
      continue;
    if (any_of(There, [&](const auto &Other) { return Other.second == *Id; }))
      return Refuse(Path, "two results would go to it");
    if (isSource(Path))
      return Refuse(Path, "it is a source");
    There.push_back({Path, *Id});
  }
  if (There.empty())
    return Error::success();
  for (const std::string &Path : Read)
    if (std::optional<sys::fs::UniqueID> Id = identify(Path))
      for (const auto &[Name, Own] : There)
        if (Own == *Id)
          return Refuse(Name, "it is read by this run");
  return Error::success();
}

} // namespace devtidy::driver
