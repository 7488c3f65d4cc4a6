//===- SharedFile.cpp -----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/report/SharedFile.h"
#include "runtime/report/LogFile.h"
#include "runtime/report/Merge.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace devtidy::runtime {
namespace {

/// A lock of a folder: the file itself is replaced. A process that was stopped may hold it for ever; then rather a
/// finding is lost than the program stops. Some file systems have none.
class FolderLock {
public:
  explicit FolderLock(const std::string &Path)
      : Folder(open(Path.substr(0, Path.rfind('/') + 1).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    constexpr int Rounds = 2000;
    for (int Round = 0; Folder >= 0 && Round < Rounds; ++Round) {
      if (flock(Folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return;
      usleep(5000);
    }
  }
  ~FolderLock() {
    if (Folder < 0)
      return;
    // Closing is not enough: a process forked in between has the lock, too.
    flock(Folder, LOCK_UN);
    close(Folder);
  }
  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;

private:
  int Folder;
};

std::string contentOf(const std::string &Path) {
  std::string Text;
  const int File = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  char Part[8192];
  for (ssize_t Length; File >= 0 && (Length = read(File, Part, sizeof Part)) > 0;)
    Text.append(Part, static_cast<size_t>(Length));
  if (File >= 0)
    close(File);
  return Text;
}

bool hasLine(const std::string &Text, const std::string &Begin, const std::string &End) {
  for (size_t At = 0; At < Text.size();) {
    const size_t Length = std::min(Text.find('\n', At), Text.size()) - At;
    const std::string_view Line(Text.data() + At, Length);
    if (Line.starts_with(Begin) && Line.ends_with(End))
      return true;
    At += Length + 1;
  }
  return false;
}

} // namespace

void SharedFile::setPath(const std::string &ThePath, Format TheFormat) {
  Path = ThePath;
  As = TheFormat;
  struct stat Known;
  const bool Exists = stat(Path.c_str(), &Known) == 0;
  IsRegular =
      !Path.starts_with("/dev/") && !Path.starts_with("/proc/") && (!Exists || (Known.st_mode & S_IFMT) == S_IFREG);
  if (IsRegular && Exists)
    if (char *Real = realpath(Path.c_str(), nullptr)) {
      Path = Real;
      std::free(Real);
    }
}

std::string SharedFile::problem() {
  const std::string Why = std::strerror(errno);
  if (HasFailed)
    return "";
  HasFailed = true;
  return "cannot write " + Path + ": " + Why;
}

std::string SharedFile::replace(const std::string &Text) {
  const std::string Part = Path + ".part";
  struct stat Known;
  const mode_t Mode = stat(Path.c_str(), &Known) == 0 ? Known.st_mode & 07777 : 0644;
  const int File = open(Part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, Mode);
  if (File < 0)
    return problem();
  fchmod(File, Mode);
  const bool IsWritten = writeAll(File, Text);
  close(File);
  return IsWritten && rename(Part.c_str(), Path.c_str()) == 0 ? "" : problem();
}

/// New gives the text in place of what there is.
template <typename F> std::string SharedFile::change(F New) {
  if (!IsRegular || HasFailed) {
    Kept = New(Kept);
    return "";
  }
  FolderLock Hold(Path);
  const std::string Before = contentOf(Path);
  std::string After = New(Before);
  return After == Before ? "" : replace(After);
}

std::string SharedFile::addDocument(const std::string &New) {
  return change([&](const std::string &Before) { return merged(As, Before, New); });
}

std::string SharedFile::addText(const std::string &Text, const std::string &Begin, const std::string &End) {
  return change([&](const std::string &Before) {
    return !Begin.empty() && hasLine(Before, Begin, End) ? Before : Before + Text;
  });
}

std::string SharedFile::finish() {
  if (IsRegular || Kept.empty())
    return "";
  const int File = open(Path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (File < 0)
    return problem();
  const bool IsWritten = writeAll(File, Kept);
  close(File);
  Kept.clear();
  return IsWritten ? "" : problem();
}

} // namespace devtidy::runtime
