//===- LogFile.h - Where findings are written ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_REPORT_LOGFILE_H
#define DEVTIDY_RUNTIME_REPORT_LOGFILE_H

#include <string>

namespace devtidy::runtime {

/// False if not all of it could be written; errno says why.
bool writeAll(int File, const std::string &Text);

/// Standard error, or a file for each process. Who cannot have the file gets standard error. One thread at a time.
class LogFile {
public:
  /// Before anything is written; the process id is appended. "": standard error.
  void setPath(std::string ThePath) { Path = std::move(ThePath); }
  bool isFile() const { return !Path.empty(); }

  /// All give "", or what went wrong in a sentence. Comes before the others, so that the sentence does.
  std::string open();
  std::string append(const std::string &Text);
  /// In place of what the file has.
  std::string replace(const std::string &Text);
  /// In a forked child: what comes goes to a file of its own.
  void leaveToParent();

private:
  std::string problem();

  std::string Path;
  int File = -1;
  bool CannotOpen = false;
};

} // namespace devtidy::runtime

#endif // DEVTIDY_RUNTIME_REPORT_LOGFILE_H
