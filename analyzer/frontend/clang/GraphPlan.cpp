//===- GraphPlan.cpp - How one clang CFG is to be lowered -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/GraphPlan.h"
#include "frontend/clang/Peel.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace devtidy::frontend {

/// Expressions nested deeper than this are lowered piece by piece, so that the lowering's own recursion is bounded.
static constexpr unsigned MaxWaitingDepth = 64;

static const Stmt *elementStmt(const CFGElement &E) {
  auto S = E.getAs<CFGStmt>();
  return S ? S->getStmt() : nullptr;
}

GraphPlan::GraphPlan(const CFG &G) : G(G) {
  placeElements();
  for (auto I = G.try_blocks_begin(); I != G.try_blocks_end(); ++I)
    findConstructions(**I);
  for (const CFGBlock *B : G) {
    findWaiting(*B);
    findArms(*B);
    findRoles(*B);
  }
  for (const CFGBlock *B : G)
    findDecided(*B);
  orderBlocks();
}

void GraphPlan::placeElements() {
  for (const CFGBlock *B : G) {
    unsigned Index = 0;
    for (const CFGElement &E : *B) {
      ++Index;
      const Stmt *S = elementStmt(E);
      if (!S)
        continue;
      Elements.try_emplace(S, Place{B, Index});
      if (const BinaryOperator *Logical = logicalOperator(S))
        LogicalValues[B] = Logical;
    }
  }
}

void GraphPlan::findConstructions(const CFGBlock &Dispatch) {
  const auto *Try = dyn_cast_or_null<CXXTryStmt>(Dispatch.getTerminatorStmt());
  if (!Try)
    return;
  llvm::SmallVector<const Stmt *, 16> Work(1, Try->getTryBlock());
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    if (!S || isa<LambdaExpr>(S))
      continue;
    // What an inner try block throws is its own handlers' business; what they throw is this one's.
    if (const auto *Inner = dyn_cast<CXXTryStmt>(S)) {
      for (unsigned I = 0; I != Inner->getNumHandlers(); ++I)
        Work.push_back(Inner->getHandler(I));
      continue;
    }
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
      Constructions[Construct] = &Dispatch;
    Work.append(S->child_begin(), S->child_end());
  }
}

/// The operands of S that are evaluated where S is.
void GraphPlan::pushOperands(const Stmt *S, llvm::SmallVectorImpl<const Stmt *> &Out) {
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S); Cast && Cast->getCastKind() == CK_ConstructorConversion)
    Implicit.insert(peel(Cast->getSubExpr()));
  if (const auto *L = dyn_cast<LambdaExpr>(S)) {
    Out.append(L->capture_init_begin(), L->capture_init_end());
    return;
  }
  if (isa<StmtExpr>(S))
    return;
  Out.append(S->child_begin(), S->child_end());
}

void GraphPlan::findWaiting(const CFGBlock &B) {
  llvm::DenseMap<const Stmt *, unsigned> Depth;
  if (const Expr *Test = condition(&B))
    if (auto It = Elements.find(Test); It != Elements.end() && It->second.Block == &B)
      Waiting.insert(Test);
  unsigned Index = B.size();
  for (const CFGElement &E : llvm::reverse(B)) {
    unsigned Own = Index--;
    const Stmt *S = elementStmt(E);
    llvm::SmallVector<const Stmt *, 16> Operands;
    if (S)
      pushOperands(S, Operands);
    else if (auto Initializer = E.getAs<CFGInitializer>())
      Operands.push_back(Initializer->getInitializer()->getInit());
    while (!Operands.empty()) {
      const Stmt *Operand = Operands.pop_back_val();
      if (!Operand)
        continue;
      auto It = Elements.find(Operand);
      if (It == Elements.end()) {
        pushOperands(Operand, Operands);
      } else if (It->second.Block == &B && It->second.Index < Own) {
        unsigned D = Depth[Operand] = (S ? Depth.lookup(S) : 0) + 1;
        if (D % MaxWaitingDepth)
          Waiting.insert(Operand);
      }
    }
  }
}

const Expr *GraphPlan::condition(const CFGBlock *B) const {
  const Stmt *T = B->getTerminatorStmt();
  if (!T || B->succ_size() != 2 || isa<SwitchStmt, CXXTryStmt>(T) || !B->getTerminator().isStmtBranch())
    return nullptr;
  if (const Expr *Last = B->getLastCondition())
    return Last;
  const auto *Whole = dyn_cast_or_null<Expr>(B->getTerminatorCondition());
  while (const BinaryOperator *Logical = Whole ? logicalOperator(Whole->IgnoreParens()) : nullptr)
    Whole = Logical->getRHS();
  return Whole;
}

void GraphPlan::findArms(const CFGBlock &B) {
  const auto *C = dyn_cast_or_null<AbstractConditionalOperator>(B.getTerminatorStmt());
  if (!C || B.succ_size() != 2)
    return;
  const CFGBlock *Meeting = Elements.lookup(C).Block;
  if (!Meeting)
    return;
  const Expr *Values[] = {C->getTrueExpr(), C->getFalseExpr()};
  unsigned Index = 0;
  for (const CFGBlock::AdjacentBlock &Successor : B.succs()) {
    const Expr *Value = Values[Index++];
    llvm::SmallVector<const CFGBlock *, 8> Work;
    llvm::DenseSet<const CFGBlock *> Seen;
    if (const CFGBlock *First = Successor.getReachableBlock(); First && First != Meeting)
      Work.push_back(First);
    while (!Work.empty()) {
      const CFGBlock *Inside = Work.pop_back_val();
      if (Inside == &B || !Seen.insert(Inside).second)
        continue;
      for (const CFGBlock *Next : Inside->succs()) {
        if (!Next)
          continue;
        if (Next == Meeting)
          Arms[Inside] = {C, Value};
        else
          Work.push_back(Next);
      }
    }
  }
}

void GraphPlan::findRoles(const CFGBlock &B) {
  for (const CFGElement &E : B)
    if (const auto *D = dyn_cast_or_null<DeclStmt>(elementStmt(E)))
      for (const Decl *Declared : D->decls())
        if (const auto *Bindings = dyn_cast<DecompositionDecl>(Declared))
          for (const BindingDecl *Binding : Bindings->bindings())
            if (const VarDecl *Variable = Binding->getHoldingVar())
              Holding.insert(Variable);
  const auto *For = dyn_cast_or_null<CXXForRangeStmt>(B.getTerminatorStmt());
  if (!For || !For->getBeginStmt())
    return;
  Roles[For->getBeginStmt()->getSingleDecl()] = {RangeRole::Begin, For};
  Roles[For->getEndStmt()->getSingleDecl()] = {RangeRole::End, For};
  Roles[For->getLoopVariable()] = {RangeRole::Variable, For};
  Roles[peel(For->getCond())] = {RangeRole::Condition, For};
  Roles[peel(For->getInc())] = {RangeRole::Increment, For};
}

void GraphPlan::findDecided(const CFGBlock &B) {
  const BinaryOperator *Logical = logicalValue(&B);
  const Expr *E = Logical ? condition(&B) : nullptr;
  if (!E)
    return;
  bool Negated = false;
  llvm::SmallVector<const Stmt *, 8> Chain;
  for (; E && E != Logical; E = peelConditionOnce(E, Negated))
    Chain.push_back(E);
  if (!E)
    return;
  Chain.push_back(Logical);
  for (const CFGElement &Element : B)
    if (!llvm::is_contained(Chain, elementStmt(Element)))
      return;
  Decided[&B] = Negated;
}

GraphPlan::Arm GraphPlan::armEnding(const Edge &E) const {
  // `x ?: y` has no block for its first arm.
  const auto *Short = dyn_cast_or_null<BinaryConditionalOperator>(E.From->getTerminatorStmt());
  if (Short && E.Index == 0 && E.To == Elements.lookup(Short).Block)
    return {Short, Short->getCommon()};
  return Arms.lookup(E.From);
}

bool GraphPlan::isDecided(const CFGBlock *B, bool &Negated) const {
  auto It = Decided.find(B);
  if (It == Decided.end())
    return false;
  Negated = It->second;
  return true;
}

const CFGBlock *GraphPlan::handler(const CFGBlock *B) const {
  if (B->getTerminatorStmt() || B->succ_size() != 2)
    return nullptr;
  const CFGBlock *Handler = *std::next(B->succ_begin());
  return Handler && Handler != &G.getExit() ? Handler : nullptr;
}

static const CFGBlock *successor(const CFGBlock *B, unsigned Index) {
  return std::next(B->succ_begin(), Index)->getReachableBlock();
}

GraphPlan::Edge GraphPlan::edge(const CFGBlock *B, unsigned Index) const {
  Edge E{B, Index, successor(B, Index)};
  // Each step leaves a block that has no instruction of its own; a loop of such blocks is cut.
  for (unsigned Steps = 0; E.To && E.To != &G.getExit() && Steps < G.size(); ++Steps) {
    bool Negated = false;
    if (isDecided(E.To, Negated)) {
      if (!logicalOperator(E.From->getTerminatorStmt()))
        return E;
      bool Truth = (E.Index == 0) != Negated;
      E = {E.To, Truth ? 0U : 1U, successor(E.To, Truth ? 0 : 1)};
      continue;
    }
    bool Empty = E.To->empty() && !E.To->getTerminatorStmt() && E.To->succ_size() == 1 && !Arms.contains(E.To) &&
                 !isa_and_nonnull<CXXCatchStmt>(E.To->getLabel()) && !logicalValue(*E.To->succ_begin());
    if (!Empty)
      return E;
    E = {E.To, 0, successor(E.To, 0)};
  }
  return E;
}

llvm::SmallVector<GraphPlan::Edge, 4> GraphPlan::edges(const CFGBlock *B) const {
  llvm::SmallVector<Edge, 4> Result;
  for (unsigned I = 0; I != B->succ_size(); ++I) {
    Edge E = edge(B, I);
    bool Negated = false;
    if (!E.To) {
      continue;
    }
    if (isDecided(E.To, Negated)) {
      for (unsigned Way : {0, 1})
        if (Edge Next = edge(E.To, Way); Next.To)
          Result.push_back(Next);
    } else {
      Result.push_back(E);
    }
  }
  for (const CFGElement &E : *B)
    if (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(elementStmt(E)))
      if (const CFGBlock *To = handler(Construct))
        Result.push_back({To, 0, To});
  return Result;
}

void GraphPlan::orderBlocks() {
  struct Frame {
    const CFGBlock *Block;
    llvm::SmallVector<Edge, 4> Edges;
    unsigned Next = 0;
  };
  llvm::DenseSet<const CFGBlock *> Seen;
  std::vector<Frame> Stack;
  auto Enter = [&](const CFGBlock *B) {
    if (Seen.insert(B).second)
      Stack.push_back({B, edges(B)});
  };
  Enter(&G.getEntry());
  while (!Stack.empty()) {
    Frame &Top = Stack.back();
    // The last edge first: reverse post-order then has a loop's body before what follows the loop.
    if (Top.Next < Top.Edges.size()) {
      const CFGBlock *To = Top.Edges[Top.Edges.size() - ++Top.Next].To;
      ++Predecessors[To];
      Enter(To);
      continue;
    }
    Order.push_back(Top.Block);
    Stack.pop_back();
  }
  std::reverse(Order.begin(), Order.end());
}

} // namespace devtidy::frontend
