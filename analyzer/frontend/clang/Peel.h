//===- Peel.h - Expressions without what has no meaning in the IR ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_PEEL_H
#define DEVTIDY_FRONTEND_CLANG_PEEL_H

#include "clang/AST/Expr.h"

namespace clang {
class LambdaExpr;
class CallExpr;
} // namespace clang

namespace devtidy::frontend {

/// E without parentheses, temporaries' bookkeeping and casts that change no value. Stops at conversions that call
/// something. Never null.
const clang::Expr *peel(const clang::Expr *E);

/// One step of peel: the operand, or null if E has a meaning of its own.
const clang::Expr *peelOnce(const clang::Expr *E);

/// What a condition tests, without `!`, __builtin_expect and conversions to bool of numbers.
struct Condition {
  const clang::Expr *Test;
  bool Negated = false;
};
Condition peelCondition(const clang::Expr *E);
/// One step of peelCondition; null if there is none.
const clang::Expr *peelConditionOnce(const clang::Expr *E, bool &Negated);

/// The lambda that is called where it is written, `[&] { ... }()`, or null.
const clang::LambdaExpr *calledLambda(const clang::CallExpr *Call);

/// The logical operator that E is, or null.
const clang::BinaryOperator *logicalOperator(const clang::Stmt *S);

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_PEEL_H
