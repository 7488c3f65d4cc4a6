//===- ReadFile.cpp - The one way in which files are read ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/ReadFile.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <system_error>
#include <time.h>
#include <unistd.h>

using namespace devtidy::report;
using llvm::StringRef;

using Content = llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>;

static llvm::Error failure(const llvm::Twine &Text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Text);
}

static llvm::Error failureOfSystem() { return failure(std::generic_category().message(errno)); }

static llvm::Error notRegular() { return failure("not a regular file"); }

static llvm::Error tooLarge(uint64_t Limit) {
  const bool IsWhole = Limit >= (1 << 20);
  return failure("larger than " + llvm::Twine(IsWhole ? Limit >> 20 : Limit) + (IsWhole ? " MiB" : " bytes"));
}

/// Reads until the end, whatever size was announced: the files of /proc have none.
static Content readAll(int File, StringRef Name, uint64_t Expected, uint64_t Limit) {
  constexpr size_t Step = 1 << 16;
  llvm::SmallVector<char, 0> Text;
  Text.reserve(std::min(Expected, Limit) + 1);
  while (true) {
    const size_t Before = Text.size();
    Text.resize_for_overwrite(std::max(Before + 1, std::min(Text.capacity(), Before + Step)));
    const ssize_t Count = ::read(File, Text.data() + Before, Text.size() - Before);
    Text.truncate(Before + (Count > 0 ? size_t(Count) : 0));
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count < 0)
      return failureOfSystem();
    if (Count == 0)
      break;
    if (Text.size() > Limit)
      return tooLarge(Limit);
  }
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(Text), Name);
}

namespace {
/// Any number of threads may use it.
class ReadLog {
public:
  /// That of this process.
  static ReadLog &instance() {
    static ReadLog Log;
    return Log;
  }
  void add(StringRef Path) {
    std::lock_guard Guard(Lock);
    Paths.insert(Path);
  }
  std::vector<std::string> paths() {
    std::lock_guard Guard(Lock);
    std::vector<std::string> Result;
    for (const auto &Entry : Paths)
      Result.push_back(Entry.getKey().str());
    return Result;
  }

private:
  std::mutex Lock;
  llvm::StringSet<> Paths;
};
} // namespace

static std::atomic<ReadWitness *> Witness = nullptr;

void devtidy::report::setReadWitness(ReadWitness *W) { Witness = W; }

void devtidy::report::noteRead(StringRef Path) {
  ReadLog::instance().add(Path);
  if (ReadWitness *W = Witness)
    W->sawNote(Path);
}

std::vector<std::string> devtidy::report::filesRead() { return ReadLog::instance().paths(); }

/// Local file systems, whose times are those of this machine's clock.
static bool keepsTimes(int File) {
  struct statfs System;
  if (::fstatfs(File, &System) != 0)
    return false;
  switch (uint32_t(System.f_type)) {
  case 0xEF53:     // ext2, ext3, ext4
  case 0x58465342: // XFS
  case 0x9123683E: // Btrfs
  case 0xF2F52010: // F2FS
  case 0x2FC12FC1: // ZFS
  case 0xCA451A4E: // bcachefs
  case 0x01021994: // tmpfs
  case 0x794C7630: // overlay
    return true;
  default:
    return false;
  }
}

/// Asked once of each device.
static bool keepsTimes(uint64_t Device, int File) {
  static std::mutex Lock;
  static llvm::DenseMap<uint64_t, bool> Known;
  std::lock_guard Guard(Lock);
  auto [Slot, New] = Known.try_emplace(Device, false);
  if (New)
    Slot->second = keepsTimes(File);
  return Slot->second;
}

static int64_t nanoseconds(const timespec &Time) { return int64_t(Time.tv_sec) * 1000000000 + Time.tv_nsec; }

static FileStamp stampOf(const struct stat &Status) {
  return {uint64_t(Status.st_dev), uint64_t(Status.st_ino), uint64_t(Status.st_size), nanoseconds(Status.st_mtim),
          nanoseconds(Status.st_ctim)};
}

/// Times go on in steps, of 10 ms and of 2 s: who writes twice within one leaves no trace of the second time.
static bool isAtRest(const FileStamp &Stamp, const timespec &Now) {
  constexpr int64_t LongestStep = 2000000000;
  return std::max(Stamp.Modified, Stamp.Changed) + LongestStep < nanoseconds(Now);
}

bool FileStamp::isSame(const FileStamp &Other) const {
  return IsSettled && Device == Other.Device && Inode == Other.Inode && Size == Other.Size &&
         Modified == Other.Modified && Changed == Other.Changed;
}

std::optional<FileStamp> devtidy::report::stampOf(StringRef Path) {
  struct stat Status;
  if (::stat(Path.str().c_str(), &Status) != 0)
    return std::nullopt;
  return stampOf(Status);
}

/// Stamp is that of what is read, where somebody wants it.
static Content readContent(StringRef Path, uint64_t Limit, FileStamp *Stamp) {
  const std::string Name = Path.str();
  struct stat Status;
  // Before it is opened: some devices do something when they are.
  if (::stat(Name.c_str(), &Status) != 0)
    return failureOfSystem();
  if (!S_ISREG(Status.st_mode))
    return S_ISDIR(Status.st_mode) ? failure("is a folder") : notRegular();
  // A pipe that has come into its place is not waited for.
  const int File = ::open(Name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (File < 0)
    return failureOfSystem();
  timespec Now;
  ::clock_gettime(CLOCK_REALTIME, &Now);
  Content Result = ::fstat(File, &Status) != 0        ? Content(failureOfSystem())
                   : !S_ISREG(Status.st_mode)         ? Content(notRegular())
                   : uint64_t(Status.st_size) > Limit ? Content(tooLarge(Limit))
                                                      : readAll(File, Path, uint64_t(Status.st_size), Limit);
  if (Result && Stamp) {
    *Stamp = stampOf(Status);
    Stamp->IsSettled = isAtRest(*Stamp, Now) && keepsTimes(Stamp->Device, File);
  }
  ::close(File);
  return Result;
}

Content devtidy::report::readStamped(StringRef Path, uint64_t Limit, FileStamp &Stamp) {
  return readContent(Path, Limit, &Stamp);
}

Content devtidy::report::readFile(StringRef Path, uint64_t Limit) {
  ReadLog::instance().add(Path);
  ReadWitness *W = Witness;
  if (!W)
    return readContent(Path, Limit, nullptr);
  FileStamp Stamp;
  Content Result = readContent(Path, Limit, &Stamp);
  if (Result) {
    W->sawContent(Path, Limit, Stamp, (*Result)->getBuffer());
    return Result;
  }
  const std::string Why = llvm::toString(Result.takeError());
  W->sawFailure(Path, Limit, Why);
  return failure(Why);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> devtidy::report::readFileIfThere(StringRef Path, uint64_t Limit) {
  struct stat Status;
  if (::stat(Path.str().c_str(), &Status) != 0) {
    if (ReadWitness *W = Witness)
      W->sawFailure(Path, Limit, std::generic_category().message(errno));
    return nullptr;
  }
  Content Result = readFile(Path, Limit);
  if (!Result)
    return failure(Path + ": " + llvm::toString(Result.takeError()));
  return Result;
}

std::unique_ptr<llvm::MemoryBuffer> devtidy::report::readOwnFile(StringRef Path, uint64_t Limit) {
  ReadLog::instance().add(Path);
  Content Result = readContent(Path, Limit, nullptr);
  if (Result)
    return std::move(*Result);
  llvm::consumeError(Result.takeError());
  return nullptr;
}

std::unique_ptr<llvm::MemoryBuffer> devtidy::report::readFileOrNull(StringRef Path, uint64_t Limit) {
  Content Result = readFile(Path, Limit);
  if (Result)
    return std::move(*Result);
  llvm::consumeError(Result.takeError());
  return nullptr;
}

Content devtidy::report::readStandardInput(uint64_t Limit) { return readAll(STDIN_FILENO, "<stdin>", 0, Limit); }

/// Whether more lists and objects than this are inside of one another. What is in quotes does not count.
static bool isDeeperThan(StringRef Text, unsigned Limit) {
  unsigned Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (C == '"') {
      for (++I; I < Text.size() && Text[I] != '"'; ++I)
        I += Text[I] == '\\';
    } else if (C == '[' || C == '{') {
      if (++Depth > Limit)
        return true;
    } else if ((C == ']' || C == '}') && Depth) {
      --Depth;
    }
  }
  return false;
}

llvm::Expected<llvm::json::Value> devtidy::report::parseJson(StringRef Text) {
  constexpr unsigned MaxDepth = 200;
  if (isDeeperThan(Text, MaxDepth))
    return failure("nested deeper than " + llvm::Twine(MaxDepth));
  return llvm::json::parse(Text);
}
