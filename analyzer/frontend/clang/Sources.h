//===- Sources.h - Clang locations to byte ranges of the user's files -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A range always points into text that the user can see and edit: code in a macro argument keeps its own place, code
// in a macro body stands where the macro is used.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_SOURCES_H
#define DEVTIDY_FRONTEND_CLANG_SOURCES_H

#include "frontend/clang/Lower.h"
#include "ir/Module.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"

namespace clang {
class Decl;
class Stmt;
} // namespace clang

namespace devtidy::frontend {

class Sources {
public:
  Sources(const clang::ASTContext &Context, const LowerOptions &Options, ir::Module &M);

  /// Point defaults to the start of R.
  ir::SourceRange range(clang::SourceRange R, clang::SourceLocation Point = {});
  /// An expression's caret stands where clang puts it; another statement's at its start.
  ir::SourceRange range(const clang::Stmt &S);

  /// True for the main file and for headers under the project root: their bodies are lowered.
  bool isProject(clang::SourceLocation L);
  /// True if any declaration of D stands in such a file.
  bool isProject(const clang::Decl &D);
  /// True if the text at L comes from a macro that is defined outside the project, such as TORCH_CHECK.
  bool isLibraryMacro(clang::SourceLocation L);
  /// Whether findings may stand at L.
  bool isChecked(clang::SourceLocation L);

private:
  struct FileFacts {
    const ir::SourceFile *File = nullptr; ///< null until a range needs it
    std::string Path;
    bool Project = false;
    bool Checked = false;
  };
  FileFacts &facts(clang::FileID F);
  FileFacts describe(clang::FileID F) const;
  const ir::SourceFile *file(clang::FileID F);

  const clang::ASTContext &Context;
  const clang::SourceManager &SM;
  const LowerOptions &Options;
  ir::Module &M;
  llvm::DenseMap<clang::FileID, FileFacts> Files;
  llvm::StringMap<const ir::SourceFile *> FileByPath; ///< a file included twice is one file
};

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_SOURCES_H
