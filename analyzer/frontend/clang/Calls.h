//===- Calls.h - Arguments and parameters of clang's call expressions -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_CALLS_H
#define DEVTIDY_FRONTEND_CLANG_CALLS_H

#include "frontend/clang/Unit.h"

namespace devtidy::frontend {

/// Calls F(argument, parameter or null, parameter's type or null) for the arguments of a call; the object of an
/// operator that is a member function is no argument.
void forEachArgument(const clang::CallExpr *Call,
                     llvm::function_ref<void(const clang::Expr *, const clang::ParmVarDecl *, clang::QualType)> F);

/// How a callee can change the variable that is its argument.
enum class Sharing : uint8_t {
  None,  ///< not at all, or only the object behind it
  Cell,  ///< the callee is the project's and takes a cell
  Value, ///< a library function that fills it in, such as torch::load: takes the value, the variable must be a cell
};
Sharing sharing(Unit &U, const clang::CallExpr *Call, clang::QualType Parameter);

/// True if the parameter is declared as T&& of a template, which binds to anything.
bool isForwarding(const clang::FunctionDecl *Callee, unsigned Parameter);

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_CALLS_H
