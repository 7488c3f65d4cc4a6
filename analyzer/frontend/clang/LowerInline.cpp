//===- LowerInline.cpp - Expressions that are control flow --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `c ? x : y`, `a && b` as a value, and lambdas that are called where they stand: blocks whose value is a temporary
// variable. Clang's CFG has made the blocks of the first two unless they stand in an expression that it keeps whole.
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Graph.h"
#include "frontend/clang/Peel.h"

using namespace clang;

namespace devtidy::frontend {

/// Lambdas called in lambdas called in lambdas: AT_DISPATCH macros nest two or three.
static constexpr unsigned MaxInlineDepth = 12;

ir::ValueId FunctionLowering::lowerCalledLambda(const CallExpr &Call, const LambdaExpr &L) {
  const CXXMethodDecl *Body = L.getCallOperator();
  ir::SourceRange R = U.Files.range(Call);
  if (L.isGenericLambda() || InlineDepth == MaxInlineDepth || !Current)
    return lowerApply(Call, lowerArg(&L));
  for (unsigned I = 0; I != Body->getNumParams() && I + 1 < Call.getNumArgs(); ++I)
    define(Body->getParamDecl(I), lower(Call.getArg(I + 1)));
  auto *Init = L.capture_init_begin();
  for (const LambdaCapture &C : L.captures()) {
    const auto *D = C.capturesVariable() ? dyn_cast<VarDecl>(C.getCapturedVar()) : nullptr;
    if (D && D->isInitCapture())
      define(D, lower(*Init));
    ++Init;
  }
  Graph G;
  G.Around = Current;
  G.Continue = B.createBlock();
  G.Result = temporary(&Call);
  ++InlineDepth;
  lowerGraph(*Body, L.getBody(), G);
  --InlineDepth;
  if (!G.Clang)
    B.jump(G.Continue, R);
  B.setBlock(G.Continue);
  return readVariable({G.Result, false}, R, U.Type.of(Call.getType()));
}

llvm::StringRef FunctionLowering::temporary(const Stmt *S) {
  llvm::StringRef &Name = Temporaries[S];
  if (Name.empty())
    Name = U.M.intern("$" + std::to_string(Temporaries.size()));
  return Name;
}

ir::ValueId FunctionLowering::lowerConditional(const AbstractConditionalOperator &E) {
  ir::SourceRange R = U.Files.range(E);
  ir::Type T = U.Type.of(E.getType());
  for (Graph *G = Current; G; G = G->Around)
    if (G->Plan->isElement(&E))
      return readVariable({temporary(&E), false}, R, T);
  auto [Test, Negated] = peelCondition(E.getCond());
  ir::BlockId Then = B.createBlock(), Else = B.createBlock(), Join = B.createBlock();
  B.branch(lowerArg(Test), Negated ? Else : Then, Negated ? Then : Else, U.Files.range(*E.getCond()));
  B.setBlock(Then);
  B.writeVariable(temporary(&E), lower(E.getTrueExpr()));
  B.jump(Join, {});
  B.setBlock(Else);
  B.writeVariable(temporary(&E), lower(E.getFalseExpr()));
  B.jump(Join, {});
  B.setBlock(Join);
  return readVariable({temporary(&E), false}, R, T);
}

ir::ValueId FunctionLowering::lowerLogical(const BinaryOperator &E) {
  ir::SourceRange R = U.Files.range(E);
  ir::Type Bool;
  Bool.Kind = ir::TypeKind::Bool;
  for (Graph *G = Current; G; G = G->Around)
    if (G->Plan->isElement(&E))
      return readVariable({temporary(&E), false}, R, Bool);
  ir::BlockId Right = B.createBlock(), Join = B.createBlock();
  ir::Arg Left = lowerArg(E.getLHS());
  B.writeVariable(temporary(&E), Left.Value);
  bool And = E.getOpcode() == BO_LAnd;
  B.branch(Left, And ? Right : Join, And ? Join : Right, R);
  B.setBlock(Right);
  B.writeVariable(temporary(&E), lower(E.getRHS()));
  B.jump(Join, {});
  B.setBlock(Join);
  return readVariable({temporary(&E), false}, R, Bool);
}

} // namespace devtidy::frontend
