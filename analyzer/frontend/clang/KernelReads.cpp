//===- KernelReads.cpp - What a kernel reads of a structure -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/KernelReads.h"
#include "frontend/clang/Peel.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace devtidy::frontend {

namespace {

constexpr unsigned MaxDepth = 4;

/// Goes over a function on the device that knows a structure as a parameter, or as its receiver.
class Reader : public RecursiveASTVisitor<Reader> {
public:
  Reader(const ParmVarDecl *P, MemberChain Prefix, unsigned Depth, llvm::SmallVectorImpl<MemberChain> &Out)
      : P(P), Prefix(std::move(Prefix)), Depth(Depth), Out(Out) {}

  bool VisitMemberExpr(MemberExpr *E) {
    if (!E->getType()->isPointerType() || E->getType()->isFunctionPointerType())
      return true;
    if (std::optional<MemberChain> Chain = chainOf(E); Chain && !llvm::is_contained(Out, *Chain))
      Out.push_back(*Chain);
    return true;
  }

  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    const FunctionDecl *Body = nullptr;
    if (Depth == 0 || !Callee || !Callee->hasBody(Body))
      return true;
    unsigned First = 0;
    const Expr *Object = nullptr;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
      Object = Member->getImplicitObjectArgument();
    else if (isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(Callee)) {
      Object = E->getArg(0);
      First = 1;
    }
    if (Object && !isLambda(*Callee))
      follow(*Body, Object, nullptr);
    for (unsigned N = First; N < E->getNumArgs() && N - First < Body->getNumParams(); ++N)
      follow(*Body, E->getArg(N), Body->getParamDecl(N - First));
    return true;
  }

  // A pointer that is compared is not used.
  bool TraverseImplicitCastExpr(ImplicitCastExpr *E) {
    return E->getCastKind() == CK_PointerToBoolean || RecursiveASTVisitor::TraverseImplicitCastExpr(E);
  }
  bool TraverseBinaryOperator(BinaryOperator *E) {
    const bool Compares = E->isComparisonOp() && E->getLHS()->getType()->isPointerType();
    return Compares || RecursiveASTVisitor::TraverseBinaryOperator(E);
  }
  // Which pointer is good may hang on another member: `if (s.on_device) s.d[i] = 0; else s.h[i] = 0;`
  bool TraverseIfStmt(IfStmt *E) { return asksStructure(E->getCond()) || RecursiveASTVisitor::TraverseIfStmt(E); }
  bool TraverseConditionalOperator(ConditionalOperator *E) {
    return asksStructure(E->getCond()) || RecursiveASTVisitor::TraverseConditionalOperator(E);
  }
  bool TraverseSwitchStmt(SwitchStmt *E) {
    return chainOf(E->getCond()).has_value() || RecursiveASTVisitor::TraverseSwitchStmt(E);
  }

private:
  static bool isLambda(const FunctionDecl &F) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&F);
    return Method && Method->getParent()->isLambda();
  }

  /// The members from the structure to E; nothing if E is no part of it.
  std::optional<MemberChain> chainOf(const Expr *E) const {
    MemberChain Chain;
    for (E = peelAll(E); const auto *Member = dyn_cast<MemberExpr>(E); E = peelAll(Member->getBase())) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      const bool OfReceiver = !P && isa<CXXThisExpr>(peelAll(Member->getBase()));
      if (!Field || Field->getName().empty() || (Member->isArrow() && !OfReceiver))
        return std::nullopt;
      Chain.push_back(Field);
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    if (P ? !Ref || Ref->getDecl() != P : !isa<CXXThisExpr>(E))
      return std::nullopt;
    MemberChain Whole = Prefix;
    Whole.append(Chain.rbegin(), Chain.rend());
    return Whole;
  }

  static const Expr *peelAll(const Expr *E) {
    while (true) {
      E = peel(E);
      const auto *Copy = dyn_cast<CXXConstructExpr>(E);
      const auto *Behind = dyn_cast<UnaryOperator>(E);
      if (Copy && Copy->getNumArgs() == 1 && Copy->getConstructor()->isCopyOrMoveConstructor())
        E = Copy->getArg(0);
      else if (Behind && Behind->getOpcode() == UO_Deref && isa<CXXThisExpr>(peel(Behind->getSubExpr())))
        E = Behind->getSubExpr();
      else
        return E;
    }
  }

  /// True if a member that is no bound of an index decides.
  bool asksStructure(const Expr *Cond) const {
    Cond = Cond ? peel(Cond) : nullptr;
    if (const auto *Both = Cond ? logicalOperator(Cond) : nullptr)
      return asksStructure(Both->getLHS()) || asksStructure(Both->getRHS());
    const auto *Compared = dyn_cast_or_null<BinaryOperator>(Cond);
    return Cond && !(Compared && Compared->isRelationalOp()) && mentions(*Cond);
  }

  bool mentions(const Stmt &S) const {
    const auto *E = dyn_cast<Expr>(&S);
    if (E && chainOf(E))
      return true;
    return llvm::any_of(S.children(), [&](const Stmt *Part) { return Part && mentions(*Part); });
  }

  void follow(const FunctionDecl &Body, const Expr *Given, const ParmVarDecl *As) {
    const CXXRecordDecl *Record = Given->getType()->getAsCXXRecordDecl();
    if (!Record && isa<CXXThisExpr>(peel(Given)))
      Record = Given->getType()->getPointeeCXXRecordDecl();
    if (std::optional<MemberChain> Chain = Record ? chainOf(Given) : std::nullopt)
      Reader(As, *Chain, Depth - 1, Out).TraverseStmt(Body.getBody());
  }

  const ParmVarDecl *P; ///< null: the receiver
  const MemberChain Prefix;
  const unsigned Depth;
  llvm::SmallVectorImpl<MemberChain> &Out;
};

} // namespace

llvm::SmallVector<MemberChain, 2> membersRead(const FunctionDecl &Kernel, const ParmVarDecl &P) {
  llvm::SmallVector<MemberChain, 2> Read;
  const FunctionDecl *Body = nullptr;
  const CXXRecordDecl *Record = P.getType()->getAsCXXRecordDecl();
  if (!Record || Record->isLambda() || !Kernel.hasBody(Body) || Body->isDependentContext())
    return Read;
  for (unsigned N = 0; N < Kernel.getNumParams(); ++N)
    if (Kernel.getParamDecl(N) == &P)
      Reader(Body->getParamDecl(N), {}, MaxDepth, Read).TraverseStmt(Body->getBody());
  return Read;
}

} // namespace devtidy::frontend
