//===- Output.cpp - Where findings are written to -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Output.h"
#include "report/Fixes.h"
#include "llvm/Support/FileSystem.h"
#include <cerrno>
#include <fcntl.h>

using namespace llvm;

namespace devtidy::driver {
namespace {

Error failure(StringRef Path, const Twine &Why) {
  return createStringError(inconvertibleErrorCode(), "cannot write " + Path + ": " + Why);
}

std::error_code lastError() { return {errno, std::generic_category()}; }

Error writeTo(int File, bool IsOwn, StringRef Path, StringRef Text) {
  raw_fd_ostream Out(File, /*shouldClose=*/IsOwn);
  Out << Text;
  Out.flush();
  if (IsOwn)
    Out.close();
  const std::error_code Why = Out.error();
  Out.clear_error();
  return Why ? failure(Path, Why.message()) : Error::success();
}

/// What is written into cannot be taken back: for pipes and devices, for new files, and for old ones in folders that
/// take no new ones.
Error writeInto(StringRef Path, StringRef Text, int Flags) {
  const int File = ::open(Path.str().c_str(), Flags | O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
  if (File < 0)
    return failure(Path, errno == ENXIO ? "nobody reads this pipe" : lastError().message());
  // Somebody who reads slowly is waited for.
  if (::fcntl(File, F_SETFL, ::fcntl(File, F_GETFL) & ~O_NONBLOCK) < 0)
    return failure(Path, lastError().message());
  return writeTo(File, /*IsOwn=*/true, Path, Text);
}

/// A file that is mounted, or whose folder is closed, can be written though it cannot be replaced.
bool isAboutFolder(std::error_code Why) {
  return Why == std::errc::permission_denied || Why == std::errc::operation_not_permitted ||
         Why == std::errc::read_only_file_system || Why == std::errc::device_or_resource_busy ||
         Why == std::errc::cross_device_link;
}

Error writeWhole(StringRef Path, StringRef Text) {
  if (const std::optional<int> File = descriptorOf(Path)) {
    outs().flush();
    return writeTo(*File, /*IsOwn=*/false, Path, Text);
  }
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status) == std::errc::no_such_file_or_directory)
    return writeInto(Path, Text, O_CREAT | O_TRUNC);
  if (Status.type() != sys::fs::file_type::regular_file)
    return writeInto(Path, Text, 0);
  const std::error_code Why = errorToErrorCode(report::replaceFile(Path, Text));
  if (!Why)
    return Error::success();
  return isAboutFolder(Why) ? writeInto(Path, Text, O_TRUNC) : failure(Path, Why.message());
}

} // namespace

std::optional<int> descriptorOf(StringRef Path) {
  for (auto [Name, Number] : {std::pair("/dev/stdin", 0), std::pair("/dev/stdout", 1), std::pair("/dev/stderr", 2)})
    if (Path == Name)
      return Number;
  int File = 0;
  if ((Path.consume_front("/dev/fd/") || Path.consume_front("/proc/self/fd/")) && !Path.getAsInteger(10, File))
    return File;
  return std::nullopt;
}

Error Output::finish() {
  if (Name.empty())
    return Error::success();
  Transcript::noteFile(Name, Text);
  return writeWhole(Name, Text);
}

} // namespace devtidy::driver
