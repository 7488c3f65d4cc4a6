//===- Sources.cpp - Clang locations to byte ranges of the user's files ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Sources.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace devtidy::frontend {

Sources::Sources(const ASTContext &Context, const LowerOptions &Options, ir::Module &M)
    : Context(Context), SM(Context.getSourceManager()), Options(Options), M(M) {}

static bool isUnder(llvm::StringRef Path, llvm::StringRef Root) {
  Root = Root.rtrim('/');
  return Path.consume_front(Root) && Path.starts_with("/");
}

static std::string displayPath(llvm::StringRef Path) {
  llvm::SmallString<128> Folder;
  if (!llvm::sys::fs::current_path(Folder) && isUnder(Path, Folder))
    return Path.drop_front(Folder.size() + 1).str();
  return Path.str();
}

Sources::FileFacts Sources::describe(FileID F) const {
  FileFacts Facts;
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(F);
  if (!Entry)
    return Facts;
  llvm::SmallString<128> Path(Entry->getName());
  SM.getFileManager().makeAbsolutePath(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  Facts.Path = std::string(Path);
  bool Main = F == SM.getMainFileID();
  bool System = SrcMgr::isSystem(SM.getFileCharacteristic(SM.getLocForStartOfFile(F)));
  bool Own = !Options.IsChecked || Options.IsChecked(Path);
  Facts.Project = Main || (Own && !System && !Options.ProjectRoot.empty() && isUnder(Path, Options.ProjectRoot));
  Facts.Checked = Facts.Project && Own;
  return Facts;
}

Sources::FileFacts &Sources::facts(FileID F) {
  auto It = Files.find(F);
  if (It == Files.end())
    It = Files.try_emplace(F, describe(F)).first;
  return It->second;
}

const ir::SourceFile *Sources::file(FileID F) {
  FileFacts &Facts = facts(F);
  if (Facts.File || Facts.Path.empty())
    return Facts.File;
  const ir::SourceFile *&Known = FileByPath[Facts.Path];
  if (!Known)
    Known = M.addFile(Options.DisplayPath ? Options.DisplayPath(Facts.Path) : displayPath(Facts.Path), Facts.Checked);
  return Facts.File = Known;
}

ir::SourceRange Sources::range(SourceRange R, SourceLocation Point) {
  ir::SourceRange Result;
  if (R.isInvalid())
    return Result;
  const LangOptions &Lang = Context.getLangOpts();
  CharSourceRange Chars = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(R), SM, Lang);
  if (Chars.isInvalid())
    Chars = Lexer::getAsCharRange(SM.getExpansionRange(R), SM, Lang);
  if (Chars.isInvalid())
    return Result;
  auto [BeginFile, Begin] = SM.getDecomposedLoc(Chars.getBegin());
  auto [EndFile, End] = SM.getDecomposedLoc(Chars.getEnd());
  Result.File = file(BeginFile);
  if (!Result.File)
    return {};
  Result.Begin = Begin;
  Result.End = EndFile == BeginFile && End >= Begin ? End : Begin;
  Result.Point = Begin;
  if (Point.isValid()) {
    auto [PointFile, Offset] = SM.getDecomposedLoc(SM.getFileLoc(Point));
    if (PointFile == BeginFile && Offset >= Result.Begin && Offset <= Result.End)
      Result.Point = Offset;
  }
  return Result;
}

ir::SourceRange Sources::range(const Stmt &S) {
  const auto *E = dyn_cast<Expr>(&S);
  // `model->` of `model->forward(x)` is a call; what is meant is `model`.
  const auto *Arrow = E ? dyn_cast<CXXOperatorCallExpr>(E->IgnoreImplicit()) : nullptr;
  if (Arrow && Arrow->getOperator() == OO_Arrow)
    return range(*Arrow->getArg(0));
  return range(S.getSourceRange(), E ? E->getExprLoc() : SourceLocation());
}

bool Sources::isProject(SourceLocation L) { return L.isValid() && facts(SM.getFileID(SM.getExpansionLoc(L))).Project; }

bool Sources::isProject(const Decl &D) {
  for (const Decl *Redecl : D.redecls())
    if (isProject(Redecl->getLocation()))
      return true;
  return false;
}

bool Sources::isLibraryMacro(SourceLocation L) {
  return L.isMacroID() && !facts(SM.getFileID(SM.getSpellingLoc(L))).Project;
}

bool Sources::isChecked(SourceLocation L) { return L.isValid() && facts(SM.getFileID(SM.getExpansionLoc(L))).Checked; }

} // namespace devtidy::frontend
