//===- SharedFile.h - The file that takes what all processes of a run find ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// device-tidy run --output-file. Programs in C++ and in Python write it by the same rules (the package's
// verification/output_file.py): under a lock of its folder it is read and replaced as a whole, so that it is complete
// at any time and who is killed loses nothing.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_REPORT_SHAREDFILE_H
#define DEVTIDY_RUNTIME_REPORT_SHAREDFILE_H

#include "runtime/report/Options.h"
#include <string>

namespace devtidy::runtime {

/// One thread at a time. What goes wrong is given as a sentence, once, or "".
class SharedFile {
public:
  void setPath(const std::string &ThePath, Format TheFormat);
  bool isSet() const { return !Path.empty(); }
  bool isDocument() const { return As != Format::Text; }

  /// Adds a document with findings.
  std::string addDocument(const std::string &New);
  /// Adds lines, unless there is one that begins and ends so: another process has found the same.
  std::string addText(const std::string &Text, const std::string &Begin = "", const std::string &End = "");
  /// A pipe or a device takes all that there is at the end of the program.
  std::string finish();

private:
  template <typename F> std::string change(F New);
  std::string replace(const std::string &Text);
  std::string problem();

  std::string Path;
  Format As = Format::Text;
  bool IsRegular = true;
  bool HasFailed = false;
  std::string Kept; ///< of a pipe
};

} // namespace devtidy::runtime

#endif // DEVTIDY_RUNTIME_REPORT_SHAREDFILE_H
