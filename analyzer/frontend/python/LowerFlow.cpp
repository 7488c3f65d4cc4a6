//===- LowerFlow.cpp - if, while, for, conditions -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/FunctionLowering.h"

namespace devtidy::frontend::python {

using ir::InstKind;

void FunctionLowering::moveTo(ir::BlockId Block) {
  if (!B.isTerminated())
    B.jump(Block, {});
  B.setBlock(Block);
}

namespace {

/// What decides, by a decorator, whether a test runs.
struct Skip {
  Node Condition; ///< none: the test needs an accelerator
  bool IfTrue = false;
};

} // namespace

/// What the statements of Body assign to Name; nothing if they do not.
static Node assigned(Node Body, llvm::StringRef Name) {
  for (Node N : Body.children())
    if (Node A = N.is(Kind::ExpressionStatement) ? N.first() : Node();
        A.is(Kind::Assignment) && A.child(Field::Left).is(Kind::Identifier) && A.child(Field::Left).text() == Name)
      return A.child(Field::Right);
  return {};
}

/// The first element of what is unpacked, `(not torch.cuda.is_available(), "no GPU")`, which may be held by a variable
/// of the module Module; what is unpacked itself if it is something else.
static Node firstOf(Node Unpacked, Node Module) {
  const Node Held = Unpacked.is(Kind::Identifier) ? assigned(Module, Unpacked.text()) : Unpacked;
  return Held.is(Kind::Tuple, Kind::List) ? Held.first() : Unpacked;
}

/// `pytest.mark.skipif(not torch.cuda.is_available(), reason="...")`, `unittest.skipUnless(...)`, `require_torch_gpu`,
/// or a variable of the module Module that holds such.
static std::optional<Skip> skipOf(Node Expression, Node Module) {
  if (Expression.is(Kind::Identifier))
    if (Node Held = assigned(Module, Expression.text()))
      Expression = Held;
  Node Arguments;
  if (Expression.is(Kind::Call)) {
    Arguments = Expression.child(Field::Arguments);
    Expression = Expression.child(Field::Function);
  }
  const std::string Name = dottedName(Expression);
  const llvm::StringRef Last = llvm::StringRef(Name).substr(Name.rfind('.') + 1);
  const bool IfTrue = Last == "skipif" || Last == "skipIf";
  if (IfTrue || Last == "skipUnless") {
    for (Node A : Arguments.children())
      if (!A.is(Kind::Token) && !A.is(Kind::KeywordArgument))
        return Skip{A.is(Kind::ListSplat) ? firstOf(A.first(), Module) : A, IfTrue};
    return std::nullopt;
  }
  // `gpu`, `require_torch_gpu`, `skip_if_no_cuda`, but not `clear_cuda_cache`.
  const std::string Lower = Last.lower();
  auto Has = [&](llvm::StringRef Word) { return llvm::StringRef(Lower).contains(Word); };
  const bool Demands = Has("require") || Has("need") || Has("skip") || Has("only") || Has("test");
  const bool Needs = Lower == "gpu" || Lower == "cuda" || (Demands && (Has("gpu") || Has("cuda")));
  return Needs && !llvm::StringRef(Name).starts_with("torch.") ? std::optional(Skip{}) : std::nullopt;
}

/// True if nothing else is called as the function or class is.
static bool isOnlyDefinition(const Scope &S) {
  Binding *B = S.Parent->find(S.Where.child(Field::Name).text());
  return B && B->Definitions == 1 && B->Assignments == 0 &&
         (S.Parent->K != Scope::Kind::Class || isOnlyDefinition(*S.Parent));
}

/// True of a condition that may ask for the machine: it calls something, or reads what a variable was told.
static bool mayAskForMachine(Node Condition) {
  if (Condition.is(Kind::Call, Kind::Identifier, Kind::Attribute))
    return Condition.text() != "TYPE_CHECKING" && !Condition.text().ends_with(".TYPE_CHECKING");
  return Condition.is(Kind::NotOperator, Kind::BooleanOperator, Kind::ComparisonOperator,
                      Kind::ParenthesizedExpression) &&
         llvm::any_of(Condition.children(), [](Node C) { return C.is(Kind::Call) || mayAskForMachine(C); });
}

/// `if torch.cuda.is_available(): def f(): ...`: whoever calls this f has it, so the condition held.
void FunctionLowering::lowerDefinedIf() {
  std::vector<std::pair<Node, bool>> Conditions;
  for (const Scope *S = &Function; S; S = S->Parent) {
    if (S->K == Scope::Kind::Function && S != &Function)
      return; // that has conditions of its own, where it is made
    Conditions.insert(Conditions.begin(), S->Conditions.begin(), S->Conditions.end());
  }
  const bool IsOnly = Conditions.empty() || isOnlyDefinition(Function);
  for (const auto &[Condition, Holds] : Conditions) {
    if (!mayAskForMachine(Condition))
      continue;
    const ir::SourceRange R = U.range(Condition);
    ir::BlockId Defined = B.createBlock(), Missing = B.createBlock();
    lowerCondition(Condition, Holds ? Defined : Missing, Holds ? Missing : Defined);
    B.seal(Defined);
    B.seal(Missing);
    // What is called so otherwise gives something else; finish() ends an open block in `unreachable`.
    B.setBlock(Missing);
    if (!IsOnly)
      B.ret(ir::Arg{B.opaque({}, R), {}, R}, R);
    B.setBlock(Defined);
  }
}

/// A test that is skipped returns before it does anything.
void FunctionLowering::lowerSkips() {
  if (!Function.Parent || Function.Parent->body()->K == Scope::Kind::Function)
    return;
  const Node Module = U.Names.module()->Where;
  auto Lower = [&](Node Expression) {
    const std::optional<Skip> Found = Expression ? skipOf(Expression, Module) : std::nullopt;
    if (!Found)
      return;
    ir::BlockId Runs = B.createBlock(), Skips = B.createBlock();
    const ir::SourceRange R = U.range(Expression);
    if (Found->Condition)
      lowerCondition(Found->Condition, Found->IfTrue ? Skips : Runs, Found->IfTrue ? Runs : Skips);
    else
      B.branch({call("torch.cuda.is_available", {}, R), {}, R}, Runs, Skips, R);
    B.seal(Runs);
    B.seal(Skips);
    B.setBlock(Skips);
    B.ret(std::nullopt, {});
    B.setBlock(Runs);
  };
  auto LowerAll = [&](Node Decorated) {
    for (Node D : Decorated.children())
      if (D.is(Kind::Decorator))
        Lower(D.first());
  };
  if (Function.Parent->K == Scope::Kind::Class) {
    LowerAll(Function.Parent->Decorated);
    Lower(assigned(Function.Parent->Where.child(Field::Body), "pytestmark"));
  }
  if (Function.Where.child(Field::Name).text().starts_with("test"))
    Lower(assigned(Module, "pytestmark"));
  LowerAll(Function.Decorated);
}

void FunctionLowering::lowerIf(Node N) {
  ir::BlockId After = B.createBlock();
  auto Branch = [&](Node Clause) {
    ir::BlockId Then = B.createBlock(), Else = B.createBlock();
    lowerCondition(Clause.child(Field::Condition), Then, Else);
    B.seal(Then);
    B.seal(Else);
    B.setBlock(Then);
    lowerStatements(Clause.child(Field::Consequence));
    moveTo(After);
    B.setBlock(Else);
  };
  Branch(N);
  for (Node C : N.children())
    if (C.is(Kind::ElifClause))
      Branch(C);
    else if (C.is(Kind::ElseClause))
      lowerStatements(C.child(Field::Body));
  moveTo(After);
  B.seal(After);
}

void FunctionLowering::lowerLoop(Node N, ir::BlockId Head, ir::BlockId Else, ir::BlockId After) {
  Frames.push_back({Frame::Kind::Loop, After, Head});
  lowerStatements(N.child(Field::Body));
  Frames.pop_back();
  moveTo(Head);
  B.seal(Head);
  B.setBlock(Else);
  B.seal(Else);
  lowerStatements(N.child(Field::Alternative).child(Field::Body));
  moveTo(After);
  B.seal(After);
}

void FunctionLowering::lowerWhile(Node N) {
  ir::BlockId Head = B.createBlock(), Body = B.createBlock(), Else = B.createBlock(), After = B.createBlock();
  moveTo(Head);
  lowerCondition(N.child(Field::Condition), Body, Else);
  B.seal(Body);
  B.setBlock(Body);
  lowerLoop(N, Head, Else, After);
}

void FunctionLowering::lowerIteration(Node Target, ir::Arg Source, ir::BlockId &Head, ir::BlockId &Body,
                                      ir::BlockId &After) {
  ir::Arg It{append(InstKind::Iterate, "", Source, Source.Range), {}, Source.Range};
  Head = B.createBlock();
  Body = B.createBlock();
  After = B.createBlock();
  moveTo(Head);
  ir::Type Bool;
  Bool.Kind = ir::TypeKind::Bool;
  B.branch({append(InstKind::HasNext, "", It, Source.Range, Bool), {}, Source.Range}, Body, After, Source.Range);
  B.seal(Body);
  B.setBlock(Body);
  ir::SourceRange R = U.range(Target);
  store(Target, {append(InstKind::Next, "", It, R), {}, R}, R);
}

void FunctionLowering::lowerFor(Node N) {
  if (lowerRounds(N))
    return;
  ir::BlockId Head, Body, Else, After = B.createBlock();
  lowerIteration(N.child(Field::Left), lowerArg(N.child(Field::Right)), Head, Body, Else);
  lowerLoop(N, Head, Else, After);
}

void FunctionLowering::lowerJump(Node N) {
  for (size_t I = Frames.size(); I-- > 0;) {
    if (Frames[I].K != Frame::Kind::Loop)
      continue;
    ir::BlockId To = N.is(Kind::BreakStatement) ? Frames[I].Break : Frames[I].Continue;
    unwind(I + 1);
    if (!B.isTerminated())
      B.jump(To, U.range(N));
    return;
  }
  // Python does not accept it.
  F.Incomplete = true;
}

void FunctionLowering::lowerCondition(Node N, ir::BlockId Then, ir::BlockId Else) {
  switch (N.kind()) {
  case Kind::ParenthesizedExpression:
    return N.hasError() ? lowerCondition({}, Then, Else) : lowerCondition(N.first(), Then, Else);
  case Kind::NotOperator:
    return lowerCondition(N.child(Field::Argument), Else, Then);
  case Kind::BooleanOperator: {
    ir::BlockId Second = B.createBlock();
    bool IsAnd = N.child(Field::Operator).token() == "and";
    lowerCondition(N.child(Field::Left), IsAnd ? Second : Then, IsAnd ? Else : Second);
    B.seal(Second);
    B.setBlock(Second);
    return lowerCondition(N.child(Field::Right), Then, Else);
  }
  case Kind::True:
    return B.jump(Then, U.range(N));
  case Kind::False:
    return B.jump(Else, U.range(N));
  case Kind::Integer:
    if (N.text() == "1" || N.text() == "0")
      return B.jump(N.text() == "1" ? Then : Else, U.range(N));
    [[fallthrough]];
  default:
    B.branch(lowerArg(N), Then, Else, U.range(N));
  }
}

ir::ValueId FunctionLowering::lowerLogical(Node N) {
  llvm::StringRef Result = temporary();
  ir::BlockId Second = B.createBlock(), Join = B.createBlock();
  ir::Arg Left = lowerArg(N.child(Field::Left));
  B.writeVariable(Result, Left.Value);
  bool IsAnd = N.child(Field::Operator).token() == "and";
  B.branch(Left, IsAnd ? Second : Join, IsAnd ? Join : Second, U.range(N, N.child(Field::Operator)));
  B.seal(Second);
  B.setBlock(Second);
  B.writeVariable(Result, lower(N.child(Field::Right)));
  moveTo(Join);
  B.seal(Join);
  return B.readVariable(Result);
}

ir::ValueId FunctionLowering::lowerConditional(Node N) {
  // `a if c else b`, in this order.
  llvm::SmallVector<Node, 4> Parts = N.nodes();
  if (Parts.size() != 3)
    return lowerOpaque(N);
  llvm::StringRef Result = temporary();
  ir::BlockId Then = B.createBlock(), Else = B.createBlock(), Join = B.createBlock();
  lowerCondition(Parts[1], Then, Else);
  B.seal(Then);
  B.seal(Else);
  B.setBlock(Then);
  B.writeVariable(Result, lower(Parts[0]));
  moveTo(Join);
  B.setBlock(Else);
  B.writeVariable(Result, lower(Parts[2]));
  moveTo(Join);
  B.seal(Join);
  return B.readVariable(Result);
}

ir::ValueId FunctionLowering::lowerComparison(Node N) {
  ir::Type Unknown;
  ir::Arg Left;
  Node Operator;
  llvm::StringRef Result;
  ir::BlockId Join;
  ir::ValueId Value;
  for (Node C : N.children()) {
    if (C.is(Kind::Token)) {
      Operator = C;
      continue;
    }
    // `a < b < c` holds b and goes on only if `a < b`.
    if (Value) {
      if (Result.empty()) {
        Result = temporary();
        Join = B.createBlock();
      }
      B.writeVariable(Result, Value);
      ir::BlockId Next = B.createBlock();
      B.branch({Value, {}, U.range(N)}, Next, Join, U.range(N));
      B.seal(Next);
      B.setBlock(Next);
    }
    ir::Arg Right = lowerArg(C);
    if (Operator) {
      llvm::StringRef Name = Operator.token() == "<>" ? "!=" : Operator.token();
      ir::Type T;
      // Tensors compare to tensors; the rest gives True or False.
      T.Kind = Name.contains("is") || Name.contains("in") ? ir::TypeKind::Bool : ir::TypeKind::Unknown;
      Value = B.op(Name, {Left, Right}, U.range(N, Operator), T);
    }
    Left = Right;
  }
  if (Result.empty())
    return Value ? Value : lowerOpaque(N);
  B.writeVariable(Result, Value);
  moveTo(Join);
  B.seal(Join);
  return B.readVariable(Result);
}

} // namespace devtidy::frontend::python
