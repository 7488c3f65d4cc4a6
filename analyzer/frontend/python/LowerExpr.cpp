//===- LowerExpr.cpp - Expressions without calls --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Literals.h"
#include "frontend/python/Promises.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::frontend::python {

using ir::InstKind;

ir::ValueId FunctionLowering::lower(Node N) {
  if (N.hasError()) {
    F.Incomplete = true;
    return B.opaque({}, U.range(N));
  }
  return lowerKind(N);
}

ir::ValueId FunctionLowering::lowerKind(Node N) {
  switch (N.kind()) {
  case Kind::Await: {
    ir::Arg Awaited = lowerArg(N.first());
    return append(InstKind::Await, "", Awaited, U.range(N));
  }
  case Kind::ParenthesizedExpression:
  case Kind::ParenthesizedListSplat:
  case Kind::ListSplat:
    return lower(N.first());
  case Kind::Identifier:
    return read(N.text(), N);
  case Kind::Attribute:
    return lowerAttribute(N);
  case Kind::Subscript:
    return lowerSubscript(N);
  case Kind::Slice:
    return lowerSlice(N);
  case Kind::Call:
    return lowerCall(N);
  case Kind::UnaryOperator:
  case Kind::NotOperator:
    return lowerUnary(N);
  case Kind::BinaryOperator:
    return lowerBinary(N);
  case Kind::BooleanOperator:
    return lowerLogical(N);
  case Kind::ComparisonOperator:
    return lowerComparison(N);
  case Kind::ConditionalExpression:
    return lowerConditional(N);
  case Kind::NamedExpression: {
    ir::Arg Value = lowerArg(N.child(Field::Value));
    store(N.child(Field::Name), Value, U.range(N));
    return Value.Value;
  }
  case Kind::Assignment:
    return lowerAssignment(N, /*NeedsValue=*/true);
  case Kind::AugmentedAssignment:
    return lowerAugmented(N);
  case Kind::Lambda:
    return lowerLambda(N);
  case Kind::Yield:
    return lowerYield(N);
  case Kind::Tuple:
  case Kind::ExpressionList:
  case Kind::ExpressionStatement: // `a, b` as a statement
    return lowerDisplay(InstKind::MakeTuple, N);
  case Kind::List:
  case Kind::Set:
    return lowerDisplay(InstKind::MakeList, N);
  case Kind::Dictionary:
    return lowerDictionary(N);
  case Kind::ListComprehension:
  case Kind::SetComprehension:
  case Kind::DictionaryComprehension:
  case Kind::GeneratorExpression:
    return lowerComprehension(N);
  case Kind::String:
  case Kind::ConcatenatedString:
    return lowerString(N);
  case Kind::Integer:
  case Kind::Float:
    return B.constant(numberConstant(N), U.range(N));
  case Kind::True:
  case Kind::False:
    return B.constantBool(N.is(Kind::True), U.range(N));
  case Kind::None:
    return B.constantNone(U.range(N));
  default:
    return lowerOpaque(N);
  }
}

ir::ValueId FunctionLowering::lowerOpaque(Node N, llvm::ArrayRef<ir::Arg> Read, ir::Type T) {
  return B.opaque(Read, U.range(N), T);
}

ir::ValueId FunctionLowering::lowerAttribute(Node N) {
  if (std::optional<llvm::StringRef> Name = U.Names.qualified(N, Here))
    return append(InstKind::GetGlobal, *Name, {}, U.range(N));
  Node Name = N.child(Field::Attribute);
  if (std::optional<llvm::StringRef> Variable = U.Names.classVariable(N, Here))
    return append(InstKind::GetGlobal, *Variable, {}, U.range(N, Name));
  const ir::SourceRange R = U.range(N, Name);
  return Promises(*this)
      .ofMember(N, {append(InstKind::GetField, Name.text(), lowerArg(N.child(Field::Object)), R), {}, R})
      .Value;
}

void FunctionLowering::lowerIndices(Node Subscript, Args &Out) {
  for (Node C : Subscript.children())
    if (C.field() == Field::Subscript && !C.is(Kind::Token)) {
      Out.push_back(lowerArg(C.is(Kind::ListSplat) ? C.first() : C));
      if (C.is(Kind::ListSplat))
        Out.back().Keyword = U.M.intern("*");
    }
}

ir::ValueId FunctionLowering::lowerSubscript(Node N) {
  // x.__dict__["mean"]
  const Node Holder = holderOf(N.child(Field::Value));
  Args Operands{lowerArg(Holder ? Holder : N.child(Field::Value))};
  lowerIndices(N, Operands);
  if (!Holder)
    return append(InstKind::GetItem, "", Operands, U.range(N));
  const std::optional<ir::ValueId> Member = lowerMember("getattr", Holder, Operands, U.range(N));
  if (!Member && U.Names.isOwnTable(Holder, Here))
    return append(InstKind::GetItem, "", Operands, U.range(N));
  return Member ? *Member : call("getattr", Operands, U.range(N));
}

ir::ValueId FunctionLowering::lowerSlice(Node N) {
  Args Bounds;
  for (Node C : N.nodes())
    Bounds.push_back(lowerArg(C));
  return B.slice(Bounds, U.range(N));
}

ir::ValueId FunctionLowering::lowerUnary(Node N) {
  Node Operator = N.is(Kind::NotOperator) ? N.token("not") : N.child(Field::Operator);
  Node Operand = N.child(Field::Argument);
  ir::SourceRange R = U.range(N);
  if (Operator.token() == "-") {
    std::string Storage;
    if (std::optional<ir::Constant> C = literalConstant(N, Storage))
      return B.constant(*C, R);
  }
  // Plus gives its operand back.
  if (Operator.token() == "+")
    return lower(Operand);
  ir::Type T;
  T.Kind = N.is(Kind::NotOperator) ? ir::TypeKind::Bool : ir::TypeKind::Unknown;
  return B.op(Operator.token() == "-" ? "neg" : Operator.token(), lowerArg(Operand), R, T);
}

/// Long sums lean to the left: `((a + b) + c) + d`. They are lowered from the inside without recursion.
ir::ValueId FunctionLowering::lowerBinary(Node N) {
  llvm::SmallVector<Node, 4> Spine;
  Node Innermost = N;
  for (; Innermost.is(Kind::BinaryOperator); Innermost = Innermost.child(Field::Left))
    Spine.push_back(Innermost);
  ir::Arg Left = lowerArg(Innermost);
  for (Node E : llvm::reverse(Spine)) {
    Node Operator = E.child(Field::Operator);
    ir::Arg Right = lowerArg(E.child(Field::Right));
    Left = {B.op(Operator.token(), {Left, Right}, U.range(E, Operator)), {}, U.range(E)};
  }
  return Left.Value;
}

ir::ValueId FunctionLowering::lowerYield(Node N) {
  Node Value = N.first();
  ir::SourceRange R = U.range(N);
  if (!N.token("from")) {
    const ir::Arg Given = Value ? lowerArg(Value) : ir::Arg{B.constantNone(R), {}, R};
    forkIfHandled(R);
    return append(InstKind::Yield, "", Given, R);
  }
  // `yield from xs` gives each of them; its own value is what xs returns.
  ir::Arg Source = lowerArg(Value);
  ir::Arg It{append(InstKind::Iterate, "", Source, Source.Range), {}, Source.Range};
  ir::BlockId Head = B.createBlock(), Body = B.createBlock(), After = B.createBlock();
  moveTo(Head);
  B.branch({append(InstKind::HasNext, "", It, Source.Range), {}, Source.Range}, Body, After, Source.Range);
  B.setBlock(Body);
  append(InstKind::Yield, "", ir::Arg{append(InstKind::Next, "", It, Source.Range), {}, Source.Range}, R);
  B.jump(Head, {});
  B.seal(Head);
  B.setBlock(After);
  return B.opaque(Source, R);
}

} // namespace devtidy::frontend::python
