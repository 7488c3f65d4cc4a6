//===- Peel.cpp - Expressions without what has no meaning in the IR -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Peel.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace devtidy::frontend {

const Expr *peelOnce(const Expr *E) {
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return P->getSubExpr();
  if (const auto *F = dyn_cast<FullExpr>(E))
    return F->getSubExpr();
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return M->getSubExpr();
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    return B->getSubExpr();
  if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return S->getReplacement();
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    switch (C->getCastKind()) {
    case CK_ConstructorConversion:
    case CK_UserDefinedConversion:
    case CK_Dependent:
    case CK_PointerToBoolean:
      return nullptr;
    default:
      return C->getSubExpr();
    }
  }
  return nullptr;
}

const Expr *peel(const Expr *E) {
  while (const Expr *Inner = peelOnce(E))
    E = Inner;
  return E;
}

const Expr *peelConditionOnce(const Expr *E, bool &Negated) {
  if (const Expr *Inner = peelOnce(E))
    return Inner;
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_LNot) {
    Negated = !Negated;
    return U->getSubExpr();
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (const FunctionDecl *F = Call->getDirectCallee(); F && F->getBuiltinID() && Call->getNumArgs() == 2 &&
                                                         F->getDeclName().isIdentifier() &&
                                                         F->getName() == "__builtin_expect")
      return Call->getArg(0);
  return nullptr;
}

Condition peelCondition(const Expr *E) {
  Condition C{E};
  while (const Expr *Inner = peelConditionOnce(C.Test, C.Negated))
    C.Test = Inner;
  return C;
}

const LambdaExpr *calledLambda(const CallExpr *Call) {
  const auto *O = dyn_cast<CXXOperatorCallExpr>(Call);
  if (!O || O->getOperator() != OO_Call || O->getNumArgs() == 0)
    return nullptr;
  return dyn_cast<LambdaExpr>(peel(O->getArg(0)));
}

const BinaryOperator *logicalOperator(const Stmt *S) {
  const auto *B = dyn_cast_or_null<BinaryOperator>(S);
  return B && B->isLogicalOp() ? B : nullptr;
}

} // namespace devtidy::frontend
