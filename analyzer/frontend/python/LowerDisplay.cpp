//===- LowerDisplay.cpp - Displays, comprehensions, strings ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/FunctionLowering.h"
#include "frontend/python/Literals.h"
#include "llvm/Support/SaveAndRestore.h"

namespace devtidy::frontend::python {

using ir::InstKind;

/// Tables of data say nothing about devices, element by element.
static constexpr size_t LargestDisplay = 1000;

static ir::Type typeOf(InstKind K) {
  ir::Type T;
  T.Kind = K == InstKind::MakeTuple  ? ir::TypeKind::Tuple
           : K == InstKind::MakeList ? ir::TypeKind::List
                                     : ir::TypeKind::Dict;
  return T;
}

ir::ValueId FunctionLowering::lowerDisplay(InstKind K, Node N) {
  llvm::SmallVector<Node, 4> Elements = N.nodes();
  if (Elements.size() > LargestDisplay)
    return lowerOpaque(N, {}, typeOf(K));
  Args Operands;
  for (Node E : Elements) {
    Operands.push_back(lowerArg(E));
    if (E.is(Kind::ListSplat, Kind::ParenthesizedListSplat))
      Operands.back().Keyword = U.M.intern("*");
  }
  return append(K, "", Operands, U.range(N), typeOf(K));
}

ir::ValueId FunctionLowering::lowerDictionary(Node N) {
  llvm::SmallVector<Node, 4> Elements = N.nodes();
  if (Elements.size() > LargestDisplay)
    return lowerOpaque(N, {}, typeOf(InstKind::MakeDict));
  Args Operands;
  for (Node E : Elements) {
    if (E.is(Kind::Pair)) {
      Operands.push_back(lowerArg(E.child(Field::Key)));
      Operands.push_back(lowerArg(E.child(Field::Value)));
    } else {
      Operands.push_back(lowerArg(E.first()));
      Operands.back().Keyword = U.M.intern("**");
    }
  }
  return append(InstKind::MakeDict, "", Operands, U.range(N), typeOf(InstKind::MakeDict));
}

ir::ValueId FunctionLowering::lowerComprehension(Node N) {
  Scope *S = U.Names.of(N);
  if (!S)
    return lowerOpaque(N);
  InstKind K = N.is(Kind::DictionaryComprehension) ? InstKind::MakeDict : InstKind::MakeList;
  ir::SourceRange R = U.range(N);
  ir::Arg Result{append(K, "", {}, R, typeOf(K)), {}, R};
  llvm::SmallVector<Node, 4> Clauses;
  for (Node C : N.children())
    if (C.is(Kind::ForInClause, Kind::IfClause))
      Clauses.push_back(C);
  Node Element = N.child(Field::Body);
  auto Add = [&] {
    if (K == InstKind::MakeDict) {
      ir::Arg Key = lowerArg(Element.child(Field::Key));
      append(InstKind::SetItem, "", {Result, Key, lowerArg(Element.child(Field::Value))}, U.range(Element));
    } else {
      B.invoke("append", {Result, lowerArg(Element)}, U.range(Element));
    }
  };
  // Computed in the scope around the comprehension.
  const Node Source = !Clauses.empty() && Clauses[0].is(Kind::ForInClause) ? Clauses[0].child(Field::Right) : Node();
  const std::optional<Rounds> Written = Source ? lowerWrittenOut(Source, Element) : std::nullopt;
  const std::optional<ir::Arg> First = Source && !Written ? std::optional(lowerArg(Source)) : std::nullopt;
  llvm::SaveAndRestore Inside(Here, S);
  if (!Written) {
    lowerClauses(Clauses, First, Add);
    return Result.Value;
  }
  Repeated *= Written->Count;
  for (size_t K = 0; K < Written->Count; ++K) {
    takeRound(*Written, K, Clauses[0].child(Field::Left));
    lowerClauses(llvm::ArrayRef(Clauses).drop_front(), std::nullopt, Add);
  }
  Repeated /= Written->Count;
  return Result.Value;
}

void FunctionLowering::lowerClauses(llvm::ArrayRef<Node> Clauses, std::optional<ir::Arg> First,
                                    llvm::function_ref<void()> Body) {
  if (Clauses.empty())
    return Body();
  Node Clause = Clauses.front();
  if (Clause.is(Kind::IfClause)) {
    ir::BlockId Then = B.createBlock(), After = B.createBlock();
    lowerCondition(Clause.first(), Then, After);
    B.setBlock(Then);
    lowerClauses(Clauses.drop_front(), std::nullopt, Body);
    moveTo(After);
    return;
  }
  ir::BlockId Head, Loop, After;
  ir::Arg Source = First ? *First : lowerArg(Clause.child(Field::Right));
  lowerIteration(Clause.child(Field::Left), Source, Head, Loop, After);
  lowerClauses(Clauses.drop_front(), std::nullopt, Body);
  moveTo(Head);
  B.seal(Head);
  B.setBlock(After);
}

ir::ValueId FunctionLowering::lowerString(Node N) {
  llvm::SmallVector<StringPart, 4> Parts = stringParts(N);
  ir::SourceRange R = U.range(N);
  if (Parts.size() == 1 && !Parts[0].Expression)
    return B.constantString(Parts[0].Text, R);
  Args Operands;
  for (const StringPart &P : Parts)
    Operands.push_back(P.Expression ? lowerArg(P.Expression) : ir::Arg{B.constantString(P.Text, R), {}, R});
  // f"{name}_mean", where the name is known
  std::string Text;
  const bool IsKnown = llvm::all_of(Operands, [&](const ir::Arg &A) {
    Text += constantText(A.Value);
    return !constantText(A.Value).empty();
  });
  if (IsKnown && !Operands.empty())
    return B.constantString(U.M.intern(Text), R);
  ir::Type T;
  T.Kind = ir::TypeKind::String;
  return lowerOpaque(N, Operands, T);
}

} // namespace devtidy::frontend::python
