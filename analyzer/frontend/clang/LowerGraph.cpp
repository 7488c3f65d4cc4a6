//===- LowerGraph.cpp - Blocks and branches -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Constants.h"
#include "frontend/clang/Graph.h"
#include "frontend/clang/Peel.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace devtidy::frontend {

/// Trees deeper than this are not given to clang's CFG builder, which recurses.
static constexpr unsigned MaxTreeDepth = 2000;

namespace {

struct BodyShape {
  bool HasTry = false;
  bool TooDeep = false;
};

} // namespace

static BodyShape shapeOf(const Stmt *Body) {
  BodyShape Shape;
  llvm::SmallVector<std::pair<const Stmt *, unsigned>, 32> Work(1, {Body, 0});
  while (!Work.empty()) {
    auto [S, Depth] = Work.pop_back_val();
    if (!S)
      continue;
    Shape.HasTry |= isa<CXXTryStmt>(S);
    Shape.TooDeep |= Depth > MaxTreeDepth;
    if (Shape.TooDeep)
      break;
    if (isa<LambdaExpr>(S))
      continue;
    for (const Stmt *Child : S->children())
      Work.push_back({Child, Depth + 1});
  }
  return Shape;
}

void FunctionLowering::lowerGraph(const Decl &Owner, Stmt *Body, Graph &G) {
  BodyShape Shape = shapeOf(Body);
  CFG::BuildOptions Options;
  Options.AddImplicitDtors = true;
  Options.AddInitializers = true;
  Options.AddEHEdges = Shape.HasTry;
  if (!Shape.TooDeep)
    G.Clang = CFG::buildCFG(&Owner, Body, &U.Context, Options);
  if (!G.Clang) {
    F.Incomplete = true;
    U.problem(U.Files.range(*Body), Shape.TooDeep ? "code is nested too deeply" : "control flow could not be built");
    return;
  }
  G.Plan = std::make_unique<GraphPlan>(*G.Clang);
  Graph *Outer = Current;
  Current = &G;
  G.Blocks[&G.Clang->getEntry()] = B.block();
  for (const CFGBlock *Block : G.Plan->order())
    if (Block != &G.Clang->getExit())
      lowerBlock(G, *Block);
  Current = Outer;
}

static const Stmt *lastStmt(const CFGBlock &Block) {
  for (const CFGElement &E : llvm::reverse(Block))
    if (auto S = E.getAs<CFGStmt>())
      return S->getStmt();
  return nullptr;
}

void FunctionLowering::lowerBlock(Graph &G, const CFGBlock &Block) {
  auto [It, New] = G.Blocks.try_emplace(&Block);
  if (New)
    It->second = B.createBlock();
  B.setBlock(It->second);
  G.Value.reset();
  if (const auto *Catch = dyn_cast_or_null<CXXCatchStmt>(Block.getLabel()))
    if (const VarDecl *D = Catch->getExceptionDecl())
      define(D, B.opaque({}, U.Files.range(D->getSourceRange()), U.Type.of(D->getType())));
  const Stmt *Last = lastStmt(Block);
  // What TORCH_CHECK and its kin do once they failed: building the message has no meaning here.
  bool Fails = Block.hasNoReturnElement() || isa_and_nonnull<CXXThrowExpr>(Last);
  if (Fails && Last && U.Files.isLibraryMacro(Last->getBeginLoc())) {
    leaveBlock(G, Block);
    return;
  }
  for (const CFGElement &E : Block) {
    auto S = E.getAs<CFGStmt>();
    if (S && S->getStmt() == Last && G.Plan->handler(&Block)) {
      ir::BlockId Normal = B.createBlock();
      B.fork(Normal, blockFor(G, G.Plan->edge(&Block, 1)), U.Files.range(*Last));
      B.setBlock(Normal);
    }
    lowerElement(G, E);
  }
  leaveBlock(G, Block);
}

/// Calls such as deprecated_AT_ASSERTM(), which a library's macro makes for the compiler's sake.
static bool isMacroResidue(Sources &Files, const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  return Call && Call->getNumArgs() == 0 && Call->getType()->isVoidType() && !isa<CXXOperatorCallExpr>(Call) &&
         !isa<CXXMemberCallExpr>(Call) && Files.isLibraryMacro(Call->getBeginLoc());
}

void FunctionLowering::lowerElement(Graph &G, const CFGElement &E) {
  if (auto I = E.getAs<CFGInitializer>()) {
    lowerInitializer(*I->getInitializer());
    return;
  }
  if (auto D = E.getAs<CFGAutomaticObjDtor>()) {
    leaveScope(D->getVarDecl(), D->getTriggerStmt());
    return;
  }
  auto Element = E.getAs<CFGStmt>();
  if (!Element)
    return;
  const Stmt *S = Element->getStmt();
  if (G.Plan->waits(S) || isMacroResidue(U.Files, S))
    return;
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    lowerDeclaration(*D);
  } else if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    lowerReturn(G, *R);
  } else if (const auto *Expression = dyn_cast<Expr>(S)) {
    // Part of a chain of options that goes on in another block: it changes nothing, and is lowered with the whole.
    if (isOptionsPart(Expression))
      return;
    ir::ValueId V = lower(Expression);
    for (; Expression; Expression = peelOnce(Expression))
      Memo[Expression] = V;
  }
}

void FunctionLowering::follow(Graph &G, GraphPlan::Edge E) {
  const CFGBlock *To = E.To;
  if (!To) {
    ir::Inst I;
    I.Kind = ir::InstKind::Unreachable;
    B.append(std::move(I));
    return;
  }
  const BinaryOperator *Logical = G.Plan->logicalValue(To);
  const Expr *Right = Logical;
  while (const BinaryOperator *Operator = logicalOperator(Right ? peel(Right) : nullptr))
    Right = Operator->getRHS();
  bool Negated = false;
  if (G.Plan->isDecided(To, Negated)) {
    branch(G, Right, G.Plan->edge(To, Negated ? 1 : 0), G.Plan->edge(To, Negated ? 0 : 1));
    return;
  }
  if (GraphPlan::Arm A = G.Plan->armEnding(E); A.Of)
    B.writeVariable(temporary(A.Of), lower(A.Value));
  if (Logical) {
    bool Known = logicalOperator(E.From->getTerminatorStmt());
    B.writeVariable(temporary(Logical), Known ? B.constantBool(E.Index == 0, U.Files.range(*Logical)) : lower(Right));
  }
  if (To == &G.Clang->getExit()) {
    leaveFunction(G, *E.From);
    return;
  }
  auto [It, New] = G.Blocks.try_emplace(To);
  if (New && G.Plan->predecessors(To) == 1) {
    It->second = B.block();
    return;
  }
  if (New)
    It->second = B.createBlock();
  B.jump(It->second, {});
}

ir::BlockId FunctionLowering::blockFor(Graph &G, GraphPlan::Edge E) {
  bool Negated = false;
  bool Plain = E.To && E.To != &G.Clang->getExit() && !G.Plan->isDecided(E.To, Negated) &&
               !G.Plan->logicalValue(E.To) && !G.Plan->armEnding(E).Of;
  if (Plain) {
    auto [It, New] = G.Blocks.try_emplace(E.To);
    if (New)
      It->second = B.createBlock();
    return It->second;
  }
  ir::BlockId Here = B.block();
  ir::BlockId Between = B.createBlock();
  B.setBlock(Between);
  follow(G, E);
  B.setBlock(Here);
  return Between;
}

void FunctionLowering::branch(Graph &G, const Expr *Condition, GraphPlan::Edge True, GraphPlan::Edge False) {
  // A way that cannot be taken leaves only the other.
  if (!True.To || !False.To) {
    follow(G, True.To ? True : False);
    return;
  }
  auto [Test, Negated] = peelCondition(Condition);
  if (Negated)
    std::swap(True, False);
  ir::Arg Value = lowerArg(Test);
  ir::BlockId Then = blockFor(G, True);
  B.branch(Value, Then, blockFor(G, False), U.Files.range(*Condition));
}

void FunctionLowering::leaveBlock(Graph &G, const CFGBlock &Block) {
  if (B.isTerminated())
    return;
  const Stmt *T = Block.getTerminatorStmt();
  if (!T || Block.succ_size() == 1) {
    if (Block.succ_size() == 0)
      leaveFunction(G, Block);
    else
      follow(G, G.Plan->edge(&Block, 0));
    return;
  }
  if (const Expr *Condition = G.Plan->condition(&Block)) {
    branch(G, Condition, G.Plan->edge(&Block, 0), G.Plan->edge(&Block, 1));
    return;
  }
  if (const auto *S = dyn_cast<SwitchStmt>(T)) {
    lowerSwitch(G, Block, *S);
    return;
  }
  llvm::SmallVector<GraphPlan::Edge, 4> Edges;
  for (unsigned I = 0; I != Block.succ_size(); ++I)
    if (GraphPlan::Edge E = G.Plan->edge(&Block, I); E.To)
      Edges.push_back(E);
  forkToAll(G, Edges, U.Files.range(*T));
}

void FunctionLowering::forkToAll(Graph &G, llvm::ArrayRef<GraphPlan::Edge> Edges, ir::SourceRange R) {
  for (; Edges.size() > 1; Edges = Edges.drop_front()) {
    ir::BlockId Rest = B.createBlock();
    B.fork(blockFor(G, Edges.front()), Rest, R);
    B.setBlock(Rest);
  }
  follow(G, Edges.empty() ? GraphPlan::Edge() : Edges.front());
}

/// What tells the cases apart that a macro repeats for each type: where the lambda in it stands in the user's text.
static std::pair<unsigned, unsigned> repeatedBody(Sources &Files, const Stmt *Case) {
  llvm::SmallVector<const Stmt *, 16> Work(1, Case);
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    if (!S)
      continue;
    if (isa<LambdaExpr>(S)) {
      ir::SourceRange R = Files.range(*S);
      return {R.Begin, R.End};
    }
    Work.append(S->child_begin(), S->child_end());
  }
  return {0, 0};
}

void FunctionLowering::lowerSwitch(Graph &G, const CFGBlock &Block, const SwitchStmt &S) {
  ir::Arg Value = lowerArg(S.getCond());
  ir::SourceRange R = U.Files.range(*S.getCond());
  bool Dispatch = U.Files.isLibraryMacro(S.getSwitchLoc());
  std::pair<unsigned, unsigned> Seen;
  llvm::SmallVector<GraphPlan::Edge, 4> Others;
  // Clang lists the cases backwards and the default last.
  for (unsigned Cases = Block.succ_size() - 1, N = 0; N <= Cases; ++N) {
    unsigned I = N == Cases ? Cases : Cases - 1 - N;
    GraphPlan::Edge E = G.Plan->edge(&Block, I);
    const CFGBlock *Labelled = *std::next(Block.succ_begin(), I);
    if (!E.To || !Labelled)
      continue;
    const auto *Case = dyn_cast_or_null<CaseStmt>(Labelled->getLabel());
    if (Case && Dispatch) {
      auto Body = repeatedBody(U.Files, Case);
      if (Body != std::pair(0U, 0U) && Body == Seen)
        continue;
      Seen = Body;
    }
    std::optional<ir::Constant> Label;
    if (Case && !Dispatch && !Case->getRHS())
      Label = constantOf(U, Case->getLHS());
    if (!Label) {
      Others.push_back(E);
      continue;
    }
    ir::SourceRange LabelRange = U.Files.range(*Case->getLHS());
    ir::Arg Constant{B.constant(*Label, LabelRange), {}, LabelRange};
    ir::Type Bool;
    Bool.Kind = ir::TypeKind::Bool;
    ir::Arg Test{B.op("==", {Value, Constant}, LabelRange, Bool), {}, LabelRange};
    ir::BlockId Rest = B.createBlock();
    B.branch(Test, blockFor(G, E), Rest, LabelRange);
    B.setBlock(Rest);
  }
  forkToAll(G, Others, R);
}

void FunctionLowering::leaveFunction(Graph &G, const CFGBlock &Block) {
  const Stmt *Last = lastStmt(Block);
  ir::SourceRange R = Last && isa<ReturnStmt, CXXThrowExpr>(Last) ? U.Files.range(*Last) : ir::SourceRange();
  ir::Inst I;
  I.Range = R;
  if (Block.hasNoReturnElement()) {
    I.Kind = ir::InstKind::Unreachable;
    B.append(std::move(I));
    return;
  }
  bool Throws = isa_and_nonnull<CXXThrowExpr>(Last) || isa_and_nonnull<CXXTryStmt>(Block.getTerminatorStmt());
  if (Throws) {
    I.Kind = ir::InstKind::Raise;
    if (G.Value)
      I.Args.push_back(*G.Value);
    B.append(std::move(I));
    return;
  }
  if (!G.Continue) {
    B.ret(G.Value, R);
    return;
  }
  B.writeVariable(G.Result, G.Value ? G.Value->Value : B.constantNone(R));
  B.jump(G.Continue, R);
}

} // namespace devtidy::frontend
