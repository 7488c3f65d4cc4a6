//===- Variables.h - The local variables of one function ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_VARIABLES_H
#define DEVTIDY_FRONTEND_CLANG_VARIABLES_H

#include "frontend/clang/Unit.h"
#include "llvm/ADT/DenseSet.h"

namespace devtidy::frontend {

/// A local variable in the words of ir::Builder.
struct Variable {
  llvm::StringRef Name;
  bool IsCell = false; ///< the builder's variable holds a cell, which holds the value
};

class Variables {
public:
  explicit Variables(Unit &U) : U(U) {}

  /// Finds the variables in Body that other code can write: captured by reference and written somewhere, passed by
  /// reference to a function that can give them another value, address taken. Bodies of lambdas that are called where
  /// they stand belong to Body.
  void findCells(const clang::Stmt *Body);
  bool needsCell(const clang::ValueDecl *D) const { return Cells.contains(resolve(D)); }

  /// Makes a variable for D, with a name that no other has.
  Variable &declare(const clang::ValueDecl *D, llvm::StringRef Name);
  /// No variable that is declared later gets this name.
  void reserve(llvm::StringRef Name) { ++Uses[Name]; }
  /// D is another name of Target, as a reference is.
  void alias(const clang::ValueDecl *D, const clang::ValueDecl *Target) { Aliases[D] = Target; }
  /// Null if D is not a local variable that was declared here.
  const Variable *find(const clang::ValueDecl *D) const;

private:
  const clang::ValueDecl *resolve(const clang::ValueDecl *D) const;
  void findAliases(const clang::Stmt *S);
  void findWrites(const clang::Stmt *S);
  void findCellsIn(const clang::Stmt *S);
  void markArguments(const clang::CallExpr *Call);
  void mark(const clang::Expr *E);

  Unit &U;
  llvm::DenseMap<const clang::ValueDecl *, Variable> Known;
  llvm::DenseMap<const clang::ValueDecl *, const clang::ValueDecl *> Aliases;
  llvm::DenseSet<const clang::ValueDecl *> Cells;
  llvm::StringMap<unsigned> Uses;
};

/// The variable that E names, through parentheses and casts; null if it is anything else.
const clang::ValueDecl *namedVariable(const clang::Expr *E);

/// The variable that the reference D is another name of; null if D is bound to something else.
const clang::ValueDecl *referredVariable(const clang::VarDecl *D);

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_VARIABLES_H
