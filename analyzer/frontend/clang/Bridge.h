//===- Bridge.h - Findings as clang diagnostics ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A finding speaks of paths and byte offsets, a clang diagnostic of source locations. The bridge translates one into
// the other, so that a host (clang-tidy, clangd) applies its own suppressions, filters and fixes. It adds no word.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_BRIDGE_H
#define DEVTIDY_FRONTEND_CLANG_BRIDGE_H

#include "report/Finding.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class SourceManager;
}

namespace devtidy::frontend {

/// One line of output with its caret, its underlined text and the edits that hang on it.
struct BridgedLine {
  clang::SourceLocation Location;
  clang::CharSourceRange Range; ///< invalid: nothing to underline
  std::string Text;             ///< verbatim; not a format string
  llvm::SmallVector<clang::FixItHint, 2> Edits;
};

struct BridgedFinding {
  BridgedLine Warning;
  std::vector<BridgedLine> Notes;
};

/// Where the edits of a sure fix go. Others always get a note that bears their title.
enum class SureFix {
  OnWarning, ///< a batch tool applies it; the title is not shown
  OnNote,    ///< an editor offers it under its title
};

/// Nothing if the finding's file is no part of the translation unit. Notes and fixes in such files are left out.
std::optional<BridgedFinding> bridge(const report::Finding &F, const clang::SourceManager &Sources, SureFix Where);

/// The location of a byte, invalid if the file is no part of the translation unit or is shorter. The path is resolved
/// as the unit's own includes are, so it may be relative to the working folder of the compilation.
clang::SourceLocation locationOf(llvm::StringRef Path, uint32_t Offset, const clang::SourceManager &Sources);

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_BRIDGE_H
