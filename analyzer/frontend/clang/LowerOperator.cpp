//===- LowerOperator.cpp - Operator syntax on objects ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/FunctionLowering.h"
#include "frontend/clang/Peel.h"

using namespace clang;

namespace devtidy::frontend {

using ir::InstKind;

static bool isCompound(OverloadedOperatorKind K) {
  switch (K) {
  case OO_PlusEqual:
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_SlashEqual:
  case OO_PercentEqual:
  case OO_AmpEqual:
  case OO_PipeEqual:
  case OO_CaretEqual:
  case OO_LessLessEqual:
  case OO_GreaterGreaterEqual:
    return true;
  default:
    return false;
  }
}

/// A function that is written as a constant of a class with operator(): std::views::iota.
static const VarDecl *functionObject(const Expr &Callee) {
  const auto *Named = dyn_cast<DeclRefExpr>(Callee.IgnoreParenImpCasts());
  const auto *Constant = Named ? dyn_cast<VarDecl>(Named->getDecl()) : nullptr;
  return Constant && Constant->hasGlobalStorage() && Constant->isConstexpr() ? Constant : nullptr;
}

const Expr *FunctionLowering::arrayOrPointer(const Expr *Base) {
  for (const Expr *Inner = Base; Inner; Inner = peelOnce(Inner))
    if (const Expr *Array = decayingArray(Inner))
      return Array;
  return Base;
}

ir::ValueId FunctionLowering::lowerSubscript(const Expr *Base, const Expr *Index, const Expr &Whole) {
  ir::Arg Object = lowerArg(arrayOrPointer(Base));
  return get(InstKind::GetItem, {}, {Object, lowerArg(Index)}, U.Files.range(Whole), U.Type.of(Whole.getType()));
}

ir::ValueId FunctionLowering::lowerOperatorCall(const CXXOperatorCallExpr &E) {
  OverloadedOperatorKind K = E.getOperator();
  ir::SourceRange R = U.Files.range(E);
  ir::Type T = U.Type.of(E.getType());
  const FunctionDecl *Callee = E.getDirectCallee();
  if (K == OO_Call) {
    if (const LambdaExpr *L = calledLambda(&E))
      return lowerCalledLambda(E, *L);
    if (const VarDecl *Named = functionObject(*E.getArg(0)); Named && !U.Files.isProject(*Named)) {
      Args Operands;
      llvm::SmallVector<WriteBack, 2> Back;
      lowerArguments(E, Operands, Back);
      ir::ValueId V = get(InstKind::Call, U.Name.qualified(*Named), Operands, R, T);
      writeBack(Back);
      return V;
    }
    return lowerApply(E, lowerArg(E.getArg(0)));
  }
  // An operator that the project defines is a function like any other; one that the compiler made is not.
  if (Callee && U.Files.isProject(*Callee) && !Callee->isDefaulted() && !Callee->isImplicit()) {
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee)) {
      if (isOneOfSeveral(*Method))
        return lowerMethodAs(*Method, lowerArg(E.getArg(0)), E);
      return lowerInvoke(unqualifiedName(*Callee), lowerArg(E.getArg(0)), E);
    }
    return lowerFunctionCall(E, *Callee);
  }
  if (auto V = lowerIteratorOperator(E))
    return *V;
  const Expr *Left = E.getArg(0);
  const Expr *Right = E.getNumArgs() > 1 ? E.getArg(1) : nullptr;
  if (K == OO_Subscript && E.getNumArgs() == 2)
    return lowerSubscript(Left, Right, E);
  if (K == OO_Arrow || (K == OO_Star && !Right))
    return U.Type.isNullable(Left->getType()) || U.Type.role(Left->getType()) == ClassRole::Tensor
               ? lower(Left)
               : B.opaque(lowerArg(Left), R, T);
  if (K == OO_Equal && Right)
    return lowerAssignment(Left, Right, E);
  if (isCompound(K) && Right)
    return lowerCompound(getOperatorSpelling(K), Left, Right, E);
  if (K == OO_PlusPlus || K == OO_MinusMinus)
    return lowerStep(Left, K == OO_PlusPlus, /*Prefix=*/!Right, E);
  if ((K == OO_EqualEqual || K == OO_ExclaimEqual) && Right)
    return lowerOperands(K == OO_EqualEqual ? BO_EQ : BO_NE, Left, Right, E);
  llvm::StringRef Spelling = getOperatorSpelling(K);
  if (K == OO_Minus && !Right)
    Spelling = "neg";
  else if (K == OO_Exclaim)
    Spelling = "not";
  Args Operands;
  for (const Expr *Arg : E.arguments())
    if (!isa<CXXDefaultArgExpr>(Arg))
      Operands.push_back(lowerArg(Arg));
  ir::ValueId V = B.op(Spelling, Operands, R, T);
  forgetWritten(E);
  return V;
}

} // namespace devtidy::frontend
