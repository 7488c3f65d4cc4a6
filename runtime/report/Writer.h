//===- Writer.h - Findings as text, JSON and SARIF --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes of JSON and SARIF are those of the analyzer's sinks (docs/output.md), with a stack and a count more.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_REPORT_WRITER_H
#define DEVTIDY_RUNTIME_REPORT_WRITER_H

#include "runtime/report/Stack.h"
#include <cstdint>
#include <string>
#include <vector>

namespace devtidy::runtime {

/// A Site whose addresses have been looked up.
struct WrittenSite {
  std::string Position; ///< "" if nothing is known
  std::vector<Frame> Frames;
};

struct WrittenNote {
  std::string Text;
  WrittenSite Where;
};

struct WrittenFinding {
  std::string Check, Headline;
  WrittenSite Where;
  std::vector<WrittenNote> Notes;
  uint64_t Count = 1;
  uint64_t Shared = 0; ///< of these in the file that the processes of a run share

  std::string headline() const; ///< the first line of the text
};

std::string asText(const WrittenFinding &F);
/// Whole documents, without findings whose count is 0.
std::string asJson(const std::vector<WrittenFinding> &All);
std::string asSarif(const std::vector<WrittenFinding> &All);

} // namespace devtidy::runtime

#endif // DEVTIDY_RUNTIME_REPORT_WRITER_H
