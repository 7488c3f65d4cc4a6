//===- Disk.h - What is asked of the disk and the environment ---*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front ends and the settings look at the disk through these questions, and read through report/ReadFile.h: there
// is nothing else that an answer can hang on (test/conventions/disk.test). Each question has a text as its answer, so
// that a later run can ask the same ones again and compare (KeptRun.h).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_DISK_H
#define DEVTIDY_DRIVER_DISK_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace llvm::vfs {
class FileSystem;
}

namespace devtidy::driver::disk {

enum class Question : char {
  Type = 't',     ///< what is at a path, links followed
  OwnType = 'l',  ///< the same, of a link itself
  Size = 's',     ///< of a regular file, in bytes
  Entries = 'd',  ///< what a folder holds: folders, links, and files that are sources by their names
  RealPath = 'r', ///< a path without links
  Variable = 'e', ///< of the environment
  Program = 'p',  ///< the path of a program, as a shell finds it
};

/// The answer, whoever wants it. Nothing is noted.
std::string ask(Question Q, llvm::StringRef About);

/// Is told each question and its answer. Any number of threads tell it.
class Witness {
public:
  virtual ~Witness() = default;
  virtual void saw(Question Q, llvm::StringRef About, llvm::StringRef Answer) = 0;
  virtual void sawUnrepeatable() = 0;
};
/// From now on, until there is another one or null. Not while questions are asked.
void setWitness(Witness *W);

/// Something has happened that a run of the same files need not see again, or that nobody knows the reasons of: a
/// fault, a compiler that reads what it likes, a source that was changed.
void noteUnrepeatable();

/// As LLVM's functions of these names.
std::error_code status(const llvm::Twine &Path, llvm::sys::fs::file_type &Type, bool Follow = true);
bool exists(const llvm::Twine &Path);
bool isFolder(const llvm::Twine &Path);
bool isRegularFile(const llvm::Twine &Path);
/// Nothing if it is no regular file.
std::optional<uint64_t> fileSize(llvm::StringRef Path);
std::optional<std::string> realPath(llvm::StringRef Path);
std::optional<std::string> environment(llvm::StringRef Name);
std::optional<std::string> findProgram(llvm::StringRef Name);

struct Entry {
  std::string Path; ///< that of the folder, and the name
  llvm::sys::fs::file_type Type;
};
/// In order of name. What was found before an error is there.
std::error_code list(llvm::StringRef Folder, std::vector<Entry> &Entries);
/// What could be found, for those who look where there may be nothing.
std::vector<Entry> entries(llvm::StringRef Folder);

/// The real file system for those who ask whether files exist.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem();

} // namespace devtidy::driver::disk

#endif // DEVTIDY_DRIVER_DISK_H
