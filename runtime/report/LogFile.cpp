//===- LogFile.cpp -----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/report/LogFile.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace devtidy::runtime {

bool writeAll(int File, const std::string &Text) {
  for (size_t Done = 0; Done < Text.size();) {
    const ssize_t Wrote = write(File, Text.data() + Done, Text.size() - Done);
    if (Wrote < 0 && errno == EINTR)
      continue;
    if (Wrote <= 0)
      return false;
    Done += static_cast<size_t>(Wrote);
  }
  return true;
}

static std::string nameOf(const std::string &Path) { return Path + "." + std::to_string(getpid()); }

std::string LogFile::problem() { return "cannot write " + nameOf(Path) + ": " + std::strerror(errno); }

std::string LogFile::open() {
  if (!isFile() || File >= 0 || CannotOpen)
    return "";
  File = ::open(nameOf(Path).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  CannotOpen = File < 0;
  return CannotOpen ? problem() : "";
}

std::string LogFile::append(const std::string &Text) {
  const bool IsWritten = writeAll(File >= 0 ? File : STDERR_FILENO, Text);
  return IsWritten || File < 0 ? "" : problem();
}

std::string LogFile::replace(const std::string &Text) {
  if (File >= 0 && (ftruncate(File, 0) != 0 || lseek(File, 0, SEEK_SET) != 0))
    return problem();
  return append(Text);
}

void LogFile::leaveToParent() {
  if (File >= 0)
    close(File);
  File = -1;
}

} // namespace devtidy::runtime
