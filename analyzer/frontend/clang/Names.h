//===- Names.h - What declarations are called in the IR -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names are those of the canonical declaration, without inline namespaces and template arguments, whatever the source
// spells: torch::Tensor is at::Tensor. The few classes and functions of c10 that every program knows by another name
// keep that name: torch::Device, torch::TensorOptions and the functions that make options.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_NAMES_H
#define DEVTIDY_FRONTEND_CLANG_NAMES_H

#include "frontend/clang/Sources.h"
#include "clang/AST/DeclCXX.h"

namespace devtidy::frontend {

class Names {
public:
  Names(Sources &Files, ir::Module &M) : Files(Files), M(M) {}

  /// "at::Tensor", "Net::forward". Lives as long as the module.
  llvm::StringRef qualified(const clang::NamedDecl &D);
  /// The name that calls use and that the function has in the module: the qualified name, and the types of the
  /// parameters if the project declares another function of that name beside it.
  llvm::StringRef callable(const clang::FunctionDecl &F);

private:
  std::string build(const clang::NamedDecl &D);
  void appendScopes(const clang::DeclContext *Scope, std::string &Out);
  /// The name of D alone, with the template arguments of a specialisation that the project writes out: "op<GPU>".
  std::string specialised(const clang::NamedDecl &D);
  bool isOverloaded(const clang::FunctionDecl &F);

  Sources &Files;
  ir::Module &M;
  llvm::DenseMap<const clang::Decl *, llvm::StringRef> Qualified, Callables;
};

/// The name of D alone: "forward", "operator()".
std::string unqualifiedName(const clang::NamedDecl &D);
/// True if the name of the class says which one it is, though it may have none: not of anonymous unions, whose members
/// are those of what is around them, nor of what has no name and stands in a namespace.
bool isToldApart(const clang::TagDecl &D);

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_NAMES_H
