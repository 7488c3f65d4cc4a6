//===- Calls.cpp - Arguments and parameters of clang's call expressions ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Calls.h"
#include "frontend/clang/Peel.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace devtidy::frontend {

static bool isMemberOperator(const CallExpr *Call) {
  const auto *O = dyn_cast<CXXOperatorCallExpr>(Call);
  return O && isa_and_nonnull<CXXMethodDecl>(O->getDirectCallee());
}

void forEachArgument(const CallExpr *Call, llvm::function_ref<void(const Expr *, const ParmVarDecl *, QualType)> F) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  const FunctionProtoType *Proto = nullptr;
  if (!Callee) {
    QualType T = Call->getCallee()->getType();
    if (const auto *P = T->getAs<PointerType>())
      T = P->getPointeeType();
    Proto = T->getAs<FunctionProtoType>();
  }
  unsigned First = isMemberOperator(Call) ? 1 : 0;
  for (unsigned I = First; I < Call->getNumArgs(); ++I) {
    unsigned Index = I - First;
    const ParmVarDecl *P = Callee && Index < Callee->getNumParams() ? Callee->getParamDecl(Index) : nullptr;
    QualType T = P ? P->getType() : Proto && Index < Proto->getNumParams() ? Proto->getParamType(Index) : QualType();
    F(Call->getArg(I), P, T);
  }
}

bool isForwarding(const FunctionDecl *Callee, unsigned Parameter) {
  const FunctionDecl *Pattern = Callee->getTemplateInstantiationPattern();
  if (!Pattern)
    return false;
  // A pack makes the instance longer than its pattern; the pack is the pattern's last parameter.
  unsigned Index = std::min(Parameter, Pattern->getNumParams() ? Pattern->getNumParams() - 1 : 0);
  if (Pattern->getNumParams() == 0)
    return false;
  QualType T = Pattern->getParamDecl(Index)->getType();
  if (const auto *Pack = T->getAs<PackExpansionType>())
    T = Pack->getPattern();
  return T->isRValueReferenceType();
}

Sharing sharing(Unit &U, const CallExpr *Call, QualType Parameter) {
  if (Parameter.isNull() || Parameter->isDependentType() || !U.Type.isSharedVariable(Parameter) || calledLambda(Call))
    return Sharing::None;
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return Sharing::Cell;
  for (unsigned I = 0; I != Callee->getNumParams(); ++I)
    if (Callee->getParamDecl(I)->getType() == Parameter && isForwarding(Callee, I))
      return Sharing::None;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  bool IsCallable = Method && U.Type.role(Method->getParent()) == ClassRole::Function;
  if (IsCallable || U.Files.isProject(*Callee))
    return Sharing::Cell;
  return Callee->getReturnType()->isVoidType() && U.Type.role(Parameter) == ClassRole::Tensor ? Sharing::Value
                                                                                              : Sharing::None;
}

} // namespace devtidy::frontend
