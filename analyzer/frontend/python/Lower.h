//===- Lower.h - Python source to the IR ----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers one Python file: its functions, methods, classes, and the statements of the module as one function of kind
// toplevel. Names follow the file's imports; what a name means is decided elsewhere. A statement that does not parse
// becomes a Problem and an `opaque`, and its function is marked Incomplete; the rest of the file is lowered. Nothing is
// read but the text that is handed in, and nothing is shared between calls: any number of threads may call this.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_PYTHON_LOWER_H
#define DEVTIDY_FRONTEND_PYTHON_LOWER_H

#include "ir/Module.h"
#include <memory>
#include <string>

namespace devtidy::frontend::python {

/// A thread's stack of 8 MB is enough for it.
constexpr unsigned DefaultMaxDepth = 1000;

struct LowerOptions {
  /// Dotted name: "pkg.mod"; of pkg/__init__.py "pkg". Not empty.
  std::string ModuleName;
  /// The file is an __init__.py: relative imports start at the module itself.
  bool IsPackage = false;
  /// How findings name the file: SourceFile::Path of file 0, the only one.
  std::string DisplayPath;
  /// Whether findings may stand in the file.
  bool Checked = true;
  /// The text has been decoded, as that of a notebook: it is UTF-8 whatever a comment says.
  bool IsDecoded = false;
  /// How long the parser may take, in seconds, or 0. A file that takes longer is a problem, and nothing else.
  unsigned Seconds = 0;
  /// What is nested deeper is a problem. `a.b().c()` is nested four deep; Python takes about 3,000. Lowering recurses:
  /// a level may take 2 kB of the stack.
  unsigned MaxDepth = DefaultMaxDepth;
};

/// Lowers the bytes of a file, whatever they are. The result passes ir::verify. Ranges are byte offsets in Text.
std::unique_ptr<ir::Module> lowerSource(llvm::StringRef Text, const LowerOptions &Options);

} // namespace devtidy::frontend::python

#endif // DEVTIDY_FRONTEND_PYTHON_LOWER_H
