//===- GraphPlan.h - How one clang CFG is to be lowered -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's CFG lists the expressions of a block in the order of evaluation, subexpressions first. The lowering goes the
// other way, from a whole expression down, since what an operand becomes depends on where it stands. The plan says
// which elements wait for the expression around them, what the branches of `?:`, `&&` and `||` hand to the block where
// they meet, and which blocks need not exist.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_GRAPHPLAN_H
#define DEVTIDY_FRONTEND_CLANG_GRAPHPLAN_H

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace devtidy::frontend {

/// The part that a declaration or expression plays in `for (x : range)`.
enum class RangeRole : uint8_t { None, Begin, End, Condition, Increment, Variable };

class GraphPlan {
public:
  explicit GraphPlan(const clang::CFG &G);

  /// A way from one block to the next that the lowering makes, past blocks that need not exist: To is reached by edge
  /// Index of From.
  struct Edge {
    const clang::CFGBlock *From = nullptr;
    unsigned Index = 0;
    const clang::CFGBlock *To = nullptr;
  };

  /// Every block that is to be lowered; what dominates a block comes before it.
  const std::vector<const clang::CFGBlock *> &order() const { return Order; }
  /// Where edge Index of B leads; To is null if it cannot be taken.
  Edge edge(const clang::CFGBlock *B, unsigned Index) const;
  unsigned predecessors(const clang::CFGBlock *B) const { return Predecessors.lookup(B); }

  /// True if S is lowered as part of the expression, declaration or branch around it.
  bool waits(const clang::Stmt *S) const { return Waiting.contains(S); }
  /// True for the constructor call of an implicit conversion.
  bool isImplicit(const clang::CXXConstructExpr *E) const { return Implicit.contains(E); }
  bool isElement(const clang::Stmt *S) const { return Elements.contains(S); }
  /// The condition that the branch at the end of B tests; null if it does not test one.
  const clang::Expr *condition(const clang::CFGBlock *B) const;

  /// The arm of `?:` that E leaves, and the operator that takes its value.
  struct Arm {
    const clang::AbstractConditionalOperator *Of = nullptr;
    const clang::Expr *Value = nullptr;
  };
  Arm armEnding(const Edge &E) const;
  /// The `&&` or `||` whose value is known at the start of B; null if there is none.
  const clang::BinaryOperator *logicalValue(const clang::CFGBlock *B) const { return LogicalValues.lookup(B); }
  /// True if B only branches on its logical value, so that each way into it can go on at once. Negated: on its
  /// opposite.
  bool isDecided(const clang::CFGBlock *B, bool &Negated) const;

  /// The exceptional successor of the call that ends B, where it stands inside `try`; null otherwise.
  const clang::CFGBlock *handler(const clang::CFGBlock *B) const;
  /// Where an exception of constructor call E goes first, inside `try`; null elsewhere. Clang's CFG has no edge for it.
  const clang::CFGBlock *handler(const clang::CXXConstructExpr *E) const { return Constructions.lookup(E); }

  std::pair<RangeRole, const clang::CXXForRangeStmt *> rangeRole(const void *DeclOrExpr) const {
    return Roles.lookup(DeclOrExpr);
  }
  /// The variable that holds one element of a tuple for a structured binding; `unpack` stands for it.
  bool isHoldingVariable(const clang::VarDecl *D) const { return Holding.contains(D); }

private:
  void placeElements();
  void findConstructions(const clang::CFGBlock &Dispatch);
  void findWaiting(const clang::CFGBlock &B);
  void pushOperands(const clang::Stmt *S, llvm::SmallVectorImpl<const clang::Stmt *> &Out);
  void findArms(const clang::CFGBlock &B);
  void findRoles(const clang::CFGBlock &B);
  void findDecided(const clang::CFGBlock &B);
  void orderBlocks();
  llvm::SmallVector<Edge, 4> edges(const clang::CFGBlock *B) const;

  struct Place {
    const clang::CFGBlock *Block = nullptr;
    unsigned Index = 0;
  };
  const clang::CFG &G;
  llvm::DenseMap<const clang::Stmt *, Place> Elements;
  llvm::DenseSet<const clang::Stmt *> Waiting, Implicit;
  llvm::DenseMap<const clang::CXXConstructExpr *, const clang::CFGBlock *> Constructions; ///< inside `try`
  llvm::DenseMap<const clang::CFGBlock *, Arm> Arms;
  llvm::DenseMap<const clang::CFGBlock *, const clang::BinaryOperator *> LogicalValues;
  llvm::DenseMap<const clang::CFGBlock *, bool> Decided; ///< to whether negated
  llvm::DenseMap<const void *, std::pair<RangeRole, const clang::CXXForRangeStmt *>> Roles;
  llvm::DenseSet<const clang::VarDecl *> Holding;
  llvm::DenseMap<const clang::CFGBlock *, unsigned> Predecessors;
  std::vector<const clang::CFGBlock *> Order;
};

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_GRAPHPLAN_H
