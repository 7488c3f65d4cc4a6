//===- ReadFile.h - The one way in which files are read ---------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever is read, from a source to a baseline, is read here: regular files only, so that a pipe or a device in the
// place of a file never stops a run, and only up to a size.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_REPORT_READFILE_H
#define DEVTIDY_REPORT_READFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace devtidy::report {

/// What no file of those that people write exceeds.
constexpr uint64_t MaxFileBytes = uint64_t(256) << 20;
/// The same of files with settings, whose readers are slower than they are long.
constexpr uint64_t MaxSettingsBytes = uint64_t(1) << 20;

/// What the system says of a file, and what changes with each change of its content.
struct FileStamp {
  uint64_t Device = 0, Inode = 0, Size = 0;
  int64_t Modified = 0, Changed = 0; ///< nanoseconds; the second is of whatever happened to the file, and cannot be set
  /// The file was at rest for so long before it was looked at, and its disk keeps its times so, that a later change has
  /// another stamp.
  bool IsSettled = false;

  /// Whether the file is the one that it was. Stamps of files that were not at rest tell nothing.
  bool isSame(const FileStamp &Other) const;
};

/// The content of a regular file, or of a link to one, with a zero behind it. It is copied: whoever shortens the file
/// meanwhile shortens what was read, and no more. The error is a few words for behind the path: "not a regular file",
/// "larger than 1 MiB", "Permission denied".
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFile(llvm::StringRef Path, uint64_t Limit = MaxFileBytes);

/// The same, with what the system says of the file before the first byte is read. No witness is told.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readStamped(llvm::StringRef Path, uint64_t Limit, FileStamp &Stamp);

/// The same, or null if there is no such file. The error is one line with the path.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFileIfThere(llvm::StringRef Path,
                                                                    uint64_t Limit = MaxSettingsBytes);

/// The same, or null whatever is wrong: for files that nobody asked for.
std::unique_ptr<llvm::MemoryBuffer> readFileOrNull(llvm::StringRef Path, uint64_t Limit = MaxFileBytes);

/// The same of standard input, which may be anything that ends.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readStandardInput(uint64_t Limit = MaxFileBytes);

/// The same of what this program wrote for itself: no witness is told.
std::unique_ptr<llvm::MemoryBuffer> readOwnFile(llvm::StringRef Path, uint64_t Limit = MaxFileBytes);

/// Notes that a file was read, though not here: by a worker process, or by a library.
void noteRead(llvm::StringRef Path);

/// That of a file that is there.
std::optional<FileStamp> stampOf(llvm::StringRef Path);

/// Is told whatever is read here. Any number of threads tell it.
class ReadWitness {
public:
  virtual ~ReadWitness() = default;
  /// Stamp was taken before the first byte was read.
  virtual void sawContent(llvm::StringRef Path, uint64_t Limit, const FileStamp &Stamp, llvm::StringRef Content) = 0;
  virtual void sawFailure(llvm::StringRef Path, uint64_t Limit, llvm::StringRef Why) = 0;
  /// Somebody else read the file, as noteRead says.
  virtual void sawNote(llvm::StringRef Path) = 0;
};

/// From now on, until there is another one or null. Not while files are read.
void setReadWitness(ReadWitness *W);

/// The paths of what was read here or noted so far, each once.
std::vector<std::string> filesRead();

/// Parses JSON whose lists and objects are nested as deep as sensible ones are; deeper ones are an error, as malformed
/// ones are: LLVM's parser calls itself for each.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace devtidy::report

#endif // DEVTIDY_REPORT_READFILE_H
