//===- Lower.h - Clang AST to the IR --------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers every function with a body, and every class, that stands under the project root (or in the main file) of one
// translation unit, from clang's CFG. It names callees by their canonical declaration and never decides what a call
// means or whether something is a bug. An expression that did not parse becomes `opaque`, and its function is marked
// Incomplete.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_LOWER_H
#define DEVTIDY_FRONTEND_CLANG_LOWER_H

#include "ir/Module.h"
#include <functional>
#include <memory>
#include <string>

namespace clang {
class ASTContext;
}

namespace devtidy::frontend {

struct LowerOptions {
  /// Bodies outside this folder are never lowered (empty: only the main file's). Absolute.
  std::string ProjectRoot;
  /// Whether findings may stand in this file (absolute path). Default: the main file and headers under ProjectRoot.
  /// Where they may not, bodies are not lowered either, except the main file's.
  std::function<bool(llvm::StringRef)> IsChecked;
  /// How a path is written in findings. Default: relative to the working folder.
  std::function<std::string(llvm::StringRef)> DisplayPath;
};

/// Lowers one translation unit. The result passes ir::verify.
std::unique_ptr<ir::Module> lowerTranslationUnit(clang::ASTContext &Context, const LowerOptions &Options);

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_LOWER_H
