//===- ReadFile.cpp - The one way in which files are read ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/ReadFile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <sys/stat.h>
#include <system_error>
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

void devtidy::report::noteRead(StringRef Path) { ReadLog::instance().add(Path); }

std::vector<std::string> devtidy::report::filesRead() { return ReadLog::instance().paths(); }

Content devtidy::report::readFile(StringRef Path, uint64_t Limit) {
  const std::string Name = Path.str();
  noteRead(Path);
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
  Content Result = ::fstat(File, &Status) != 0        ? Content(failureOfSystem())
                   : !S_ISREG(Status.st_mode)         ? Content(notRegular())
                   : uint64_t(Status.st_size) > Limit ? Content(tooLarge(Limit))
                                                      : readAll(File, Path, uint64_t(Status.st_size), Limit);
  ::close(File);
  return Result;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> devtidy::report::readFileIfThere(StringRef Path, uint64_t Limit) {
  if (!llvm::sys::fs::exists(Path))
    return nullptr;
  Content Result = readFile(Path, Limit);
  if (!Result)
    return failure(Path + ": " + llvm::toString(Result.takeError()));
  return Result;
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
