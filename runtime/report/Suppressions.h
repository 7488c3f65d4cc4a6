//===- Suppressions.h - Findings that nobody wants to see -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file with one suppression a line: the check, as a name or a glob, alone or with a glob for a function or a file. A
// function or file matches if a frame of the finding's stack has it, whichever frame that is.
//
//   device-host-dereference
//   device-wrong-copy-direction:function=copyWeights*
//   device-*:file=*/third_party/*
//
// Blank lines and lines that begin with # say nothing. Globs are those of fnmatch(3).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_REPORT_SUPPRESSIONS_H
#define DEVTIDY_RUNTIME_REPORT_SUPPRESSIONS_H

#include "runtime/report/Stack.h"
#include <string>
#include <string_view>
#include <vector>

namespace devtidy::runtime {

class Suppressions {
public:
  /// Gives one line for each line that is no suppression; the others hold.
  std::vector<std::string> parse(std::string_view Text);
  bool matches(std::string_view Check, const std::vector<Frame> &Stack) const;

private:
  enum class Part { Check, Function, File };
  struct Line {
    Part Of = Part::Check;
    std::string Check, Pattern;
  };
  std::vector<Line> Lines;
};

} // namespace devtidy::runtime

#endif // DEVTIDY_RUNTIME_REPORT_SUPPRESSIONS_H
