//===- Cache.cpp - Files that save work between runs --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Cache.h"
#include "report/ReadFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <fcntl.h>
#include <sys/stat.h>
#include <tuple>

using namespace llvm;

namespace devtidy::driver {

/// About forty precompiled headers of LibTorch.
constexpr uint64_t MaxCacheBytes = uint64_t(4) << 30;

CacheKey &CacheKey::add(StringRef Part) {
  std::string Length = std::to_string(Part.size()) + ":";
  Hasher.update(Length);
  Hasher.update(Part);
  return *this;
}

std::string CacheKey::str() const {
  BLAKE3 Copy = Hasher;
  auto Hash = Copy.final<16>();
  return toHex(Hash, /*LowerCase=*/true);
}

std::string FileStates::get(StringRef Path) {
  {
    std::lock_guard Guard(Lock);
    if (auto Found = Known.find(Path); Found != Known.end())
      return Found->second;
  }
  sys::fs::file_status Status;
  std::string State = "-";
  if (!sys::fs::status(Path, Status) && sys::fs::exists(Status))
    State = utostr(Status.getSize()) + "." +
            itostr(Status.getLastModificationTime().time_since_epoch() / std::chrono::nanoseconds(1));
  std::lock_guard Guard(Lock);
  return Known.try_emplace(Path, State).first->second;
}

static std::string defaultFolder() {
  if (std::optional<std::string> Given = sys::Process::GetEnv("DEVICE_TIDY_CACHE_DIR"); Given && !Given->empty())
    return *Given;
  SmallString<128> Path;
  if (!sys::path::cache_directory(Path))
    return "";
  sys::path::append(Path, "device-tidy");
  return std::string(Path);
}

/// Permissions do not tell (root, full disks, read-only mounts): trying does.
static std::error_code tryToWrite(StringRef Folder) {
  if (std::error_code EC = sys::fs::create_directories(Folder))
    return EC;
  SmallString<128> Probe;
  int File;
  if (std::error_code EC = sys::fs::createUniqueFile(Folder + "/probe-%%%%%%%%", File, Probe))
    return EC;
  std::error_code EC;
  {
    raw_fd_ostream Out(File, /*shouldClose=*/true);
    Out << "probe\n";
    Out.flush();
    EC = Out.error();
    Out.clear_error();
  }
  sys::fs::remove(Probe);
  return EC;
}

Cache Cache::openDefault() {
  Cache Result;
  std::string Folder = defaultFolder();
  if (Folder.empty()) {
    Result.Problem = "no cache: neither DEVICE_TIDY_CACHE_DIR nor XDG_CACHE_HOME nor HOME is set";
    return Result;
  }
  if (std::error_code EC = tryToWrite(Folder)) {
    Result.Problem = "no cache: cannot write to " + Folder + ": " + EC.message();
    return Result;
  }
  Result.Folder = Folder;
  return Result;
}

std::string Cache::pathOf(StringRef Key, StringRef Extension) const {
  // The prefix is what llvm::pruneCache touches; anything else in the folder is left alone.
  return (Folder + "/llvmcache-" + Key + "." + Extension).str();
}

std::optional<std::string> Cache::read(StringRef Key, StringRef Extension) const {
  if (!enabled())
    return std::nullopt;
  std::unique_ptr<MemoryBuffer> Buffer = report::readOwnFile(pathOf(Key, Extension));
  if (!Buffer)
    return std::nullopt;
  return Buffer->getBuffer().str();
}

bool Cache::write(StringRef Key, StringRef Extension, StringRef Content) const {
  if (!enabled())
    return false;
  Expected<sys::fs::TempFile> Temporary = sys::fs::TempFile::create(Folder + "/new-%%%%%%%%");
  if (!Temporary) {
    consumeError(Temporary.takeError());
    return false;
  }
  bool Failed;
  {
    raw_fd_ostream Out(Temporary->FD, /*shouldClose=*/false);
    Out << Content;
    Out.flush();
    Failed = Out.has_error();
    Out.clear_error();
  }
  Error E = Failed ? Temporary->discard() : Temporary->keep(pathOf(Key, Extension));
  bool Kept = !E && !Failed;
  consumeError(std::move(E));
  return Kept;
}

void Cache::noteUse(StringRef Key, StringRef Extension) const {
  if (enabled())
    ::utimensat(AT_FDCWD, pathOf(Key, Extension).c_str(), nullptr, 0);
}

void Cache::pruneKind(StringRef Extension, size_t MaxCount, uint64_t MaxBytes) const {
  if (!enabled())
    return;
  struct Entry {
    sys::TimePoint<> Used;
    uint64_t Size;
    std::string Path;
  };
  std::vector<Entry> Entries;
  std::error_code EC;
  for (sys::fs::directory_iterator I(Folder, EC), End; !EC && I != End; I.increment(EC)) {
    sys::fs::file_status Status;
    if (sys::path::extension(I->path()).drop_front() == Extension && !sys::fs::status(I->path(), Status))
      Entries.push_back({Status.getLastModificationTime(), Status.getSize(), I->path()});
  }
  llvm::sort(Entries,
             [](const Entry &A, const Entry &B) { return std::tie(A.Used, A.Path) > std::tie(B.Used, B.Path); });
  uint64_t Bytes = 0;
  for (size_t I = 0; I != Entries.size(); ++I) {
    Bytes += Entries[I].Size;
    // The newest one stays.
    if (I && (I >= MaxCount || Bytes > MaxBytes))
      (void)sys::fs::remove(Entries[I].Path);
  }
}

void Cache::prune() const {
  if (!enabled())
    return;
  CachePruningPolicy Policy;
  Policy.Expiration = std::chrono::hours(30 * 24);
  Policy.MaxSizeBytes = MaxCacheBytes;
  pruneCache(Folder, Policy);
}

} // namespace devtidy::driver
