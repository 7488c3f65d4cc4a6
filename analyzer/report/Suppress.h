//===- Suppress.h - Silencing findings from the source --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes out the findings that a comment in their own file silences (Directive.h lists the comments), tells which
// comments silenced nothing, and writes such comments for --add-noqa.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_REPORT_SUPPRESS_H
#define DEVTIDY_REPORT_SUPPRESS_H

#include "report/Finding.h"
#include "report/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace devtidy::report {

struct SuppressionResult {
  std::vector<Finding> Kept, Silenced; ///< each in the order of the input
  /// Comments that silenced nothing although they name a check that ran, and blocks that lack their end, as text with
  /// its place. A bare NOLINT or noqa is never listed: it may be there for another tool.
  std::vector<Note> Useless;
};

/// Looks for comments in each file where a finding stands, and in Files, which gets useless ones reported also where
/// there are no findings. Ran are the names of the checks that ran.
SuppressionResult applySuppressions(std::vector<Finding> Findings, llvm::ArrayRef<std::string> Files,
                                    llvm::ArrayRef<std::string> Ran, SourceCache &Sources);

struct AddedSuppressions {
  std::vector<Edit> Edits;        ///< sorted; no two overlap
  std::vector<Finding> Untouched; ///< where no comment can stand: in the middle of a long string, in a notebook
};

/// Edits that silence each finding: a NOLINT or noqa comment at the end of its line, or one more name in the comment
/// that is there.
AddedSuppressions addSuppressions(llvm::ArrayRef<Finding> Findings, SourceCache &Sources);

} // namespace devtidy::report

#endif // DEVTIDY_REPORT_SUPPRESS_H
