//===- Variables.cpp - The local variables of one function ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Variables.h"
#include "frontend/clang/Calls.h"
#include "frontend/clang/Peel.h"

using namespace clang;

namespace devtidy::frontend {

const ValueDecl *namedVariable(const Expr *E) {
  const auto *D = dyn_cast<DeclRefExpr>(peel(E));
  return D && isa<VarDecl, BindingDecl>(D->getDecl()) ? D->getDecl() : nullptr;
}

const ValueDecl *referredVariable(const VarDecl *D) {
  if (!D->getType()->isReferenceType() || !D->getInit() || isa<ParmVarDecl>(D))
    return nullptr;
  const ValueDecl *Target = namedVariable(D->getInit());
  const auto *V = dyn_cast_or_null<VarDecl>(Target);
  return V && !V->hasLocalStorage() ? nullptr : Target;
}

const ValueDecl *Variables::resolve(const ValueDecl *D) const {
  // A reference to a reference; a cycle (auto &r = r) is cut.
  for (unsigned Steps = 0; Steps != 16; ++Steps) {
    auto It = Aliases.find(D);
    if (It == Aliases.end())
      break;
    D = It->second;
  }
  return D;
}

Variable &Variables::declare(const ValueDecl *D, llvm::StringRef Name) {
  std::string Unique = Name.empty() ? "_" : Name.str();
  if (unsigned Earlier = Uses[Unique]++)
    Unique += "#" + std::to_string(Earlier + 1);
  Variable &V = Known[D];
  V.Name = U.M.intern(Unique);
  V.IsCell = Cells.contains(D);
  return V;
}

const Variable *Variables::find(const ValueDecl *D) const {
  auto It = Known.find(resolve(D));
  return It == Known.end() ? nullptr : &It->second;
}

void Variables::mark(const Expr *E) {
  if (const ValueDecl *D = namedVariable(E))
    Cells.insert(resolve(D));
}

void Variables::markArguments(const CallExpr *Call) {
  forEachArgument(Call, [&](const Expr *Arg, const ParmVarDecl *, QualType Parameter) {
    if (sharing(U, Call, Parameter) != Sharing::None)
      mark(Arg);
  });
}

void Variables::findAliases(const Stmt *S) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        if (const ValueDecl *Target = referredVariable(V))
          alias(V, Target);
}

static bool isWrite(OverloadedOperatorKind K) {
  return K == OO_Equal || K == OO_PlusPlus || K == OO_MinusMinus || CXXOperatorCallExpr::isAssignmentOp(K);
}

void Variables::findWrites(const Stmt *S) {
  auto Write = [&](const Expr *Target) {
    if (const ValueDecl *D = namedVariable(Target))
      U.Written.insert(resolve(D));
  };
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    Write(B->getLHS());
  else if (const auto *O = dyn_cast<UnaryOperator>(S);
           O && (O->isIncrementDecrementOp() || O->getOpcode() == UO_AddrOf))
    Write(O->getSubExpr());
  else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S); Call && isWrite(Call->getOperator()))
    Write(Call->getArg(0));
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const bool IsWritten = Callee && Callee->isInStdNamespace() &&
                           llvm::StringSwitch<bool>(U.Name.qualified(*Callee))
                               .Cases({"std::tie", "std::swap", "std::exchange"}, true)
                               .Default(false);
    forEachArgument(Call, [&](const Expr *Arg, const ParmVarDecl *, QualType Parameter) {
      if (IsWritten || sharing(U, Call, Parameter) != Sharing::None)
        Write(Arg);
    });
  }
}

void Variables::findCellsIn(const Stmt *S) {
  if (const auto *L = dyn_cast<LambdaExpr>(S)) {
    for (const LambdaCapture &C : L->captures())
      if (U.isSharedCapture(C) && U.Written.contains(resolve(C.getCapturedVar()))) {
        Cells.insert(resolve(C.getCapturedVar()));
        U.Written.insert(C.getCapturedVar());
      }
  } else if (const auto *O = dyn_cast<UnaryOperator>(S)) {
    if (O->getOpcode() == UO_AddrOf && (U.Type.isTensorAddress(O->getType()) || U.Type.isPointerAddress(O->getType())))
      mark(O->getSubExpr());
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    markArguments(Call);
  }
}

void Variables::findCells(const Stmt *Body) {
  // Writes count wherever they stand, also in lambdas that are functions of their own.
  struct Entry {
    const Stmt *S;
    bool Own;
  };
  llvm::SmallVector<Entry, 32> Work(1, {Body, true});
  std::vector<Entry> All;
  llvm::DenseSet<const LambdaExpr *> Inlined;
  while (!Work.empty()) {
    auto [S, Own] = Work.pop_back_val();
    if (!S)
      continue;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const LambdaExpr *L = calledLambda(Call))
        Inlined.insert(L);
    if (const auto *L = dyn_cast<LambdaExpr>(S)) {
      Work.push_back({L->getBody(), Own && Inlined.contains(L)});
      if (!Inlined.contains(L))
        All.push_back({S, Own});
      for (const Expr *Init : L->capture_inits())
        Work.push_back({Init, Own});
      continue;
    }
    All.push_back({S, Own});
    for (const Stmt *Child : S->children())
      Work.push_back({Child, Own});
  }
  for (auto [S, Own] : All)
    findAliases(S);
  for (auto [S, Own] : All)
    findWrites(S);
  for (auto [S, Own] : All)
    if (Own)
      findCellsIn(S);
}

} // namespace devtidy::frontend
