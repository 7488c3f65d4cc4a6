//===- Directive.h - Comments that silence findings -----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In C++ and CUDA, with the meaning that clang-tidy gives them:
//
//   f(x);  // NOLINT  // NOLINT(device-mixed-operands, device-fixed-*)     this line
//   // NOLINTNEXTLINE(...)                                                 the next line
//   // NOLINTBEGIN(...)  ...  // NOLINTEND(...)                            all between
//
// In Python:
//
//   f(x)  # noqa  # noqa: device-mixed-operands, E501                      this line
//   f(x)  # device-tidy: ignore  # device-tidy: ignore[device-*]           this line; alone on a line, the next one
//   # device-tidy: ignore-file  # device-tidy: ignore-file[device-*]       the file
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_REPORT_DIRECTIVE_H
#define DEVTIDY_REPORT_DIRECTIVE_H

#include "report/Comments.h"
#include "report/SourceText.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace devtidy::report {

/// One such comment. It points into the text that it was parsed from.
struct Directive {
  /// The name of a check, or a glob.
  struct Pattern {
    llvm::StringRef Text;
    uint32_t Begin = 0;
    bool Used = false;
  };

  llvm::StringRef Marker;                   ///< "NOLINT", "noqa", "device-tidy: ignore"
  uint32_t Begin = 0;                       ///< of the marker
  uint32_t CoverBegin = 0, CoverEnd = 0;    ///< the silenced bytes
  std::optional<std::vector<Pattern>> Only; ///< unset: silences every check
  std::optional<uint32_t> ListEnd;          ///< where a further name could be inserted
  /// The partner that a block lacks, or "". Such a directive covers nothing.
  llvm::StringRef Missing;

  /// Whether it silences the check, were the finding covered; marks each pattern that matches.
  bool silences(llvm::StringRef Check);
};

/// In the order of the text.
std::vector<Directive> parseDirectives(const SourceText &Source, Language L);

/// Whether a name of a check matches a name or a glob, in which "*" is any text. As in clang-tidy, nothing else is
/// special.
bool matchesGlob(llvm::StringRef Glob, llvm::StringRef Check);

} // namespace devtidy::report

#endif // DEVTIDY_REPORT_DIRECTIVE_H
