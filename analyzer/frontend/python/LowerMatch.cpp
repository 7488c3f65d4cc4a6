//===- LowerMatch.cpp - match ---------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/FunctionLowering.h"
#include "frontend/python/Literals.h"

namespace devtidy::frontend::python {

using ir::InstKind;

void FunctionLowering::lowerMatch(Node N) {
  Args Subjects;
  for (Node C : N.children())
    if (C.field() == Field::Subject)
      Subjects.push_back(lowerArg(C));
  ir::Arg Subject = Subjects.size() == 1 ? Subjects[0] : ir::Arg{append(InstKind::MakeTuple, "", Subjects, U.range(N))};
  ir::BlockId After = B.createBlock();
  for (Node Clause : N.child(Field::Body).children()) {
    if (!Clause.is(Kind::CaseClause))
      continue;
    llvm::SmallVector<Node, 4> Patterns;
    for (Node C : Clause.children())
      if (C.is(Kind::CasePattern))
        Patterns.push_back(C);
    ir::BlockId Next = B.createBlock();
    // `case a, b:` is a tuple without its parentheses.
    if (Patterns.size() == 1)
      lowerPattern(Patterns[0], Subject, Next);
    else
      lowerSequencePattern(Clause, Subject, Next);
    if (Node Guard = Clause.child(Field::Guard)) {
      ir::BlockId Holds = B.createBlock();
      lowerCondition(Guard.first(), Holds, Next);
      B.setBlock(Holds);
    }
    lowerStatements(Clause.child(Field::Consequence));
    moveTo(After);
    B.setBlock(Next);
  }
  moveTo(After);
}

void FunctionLowering::matchValue(ir::Arg Subject, llvm::StringRef Operator, ir::Arg Value, ir::BlockId Fail, Node N) {
  ir::BlockId Holds = B.createBlock();
  B.branch({B.op(Operator, {Subject, Value}, U.range(N)), {}, U.range(N)}, Holds, Fail, U.range(N));
  B.setBlock(Holds);
}

ir::Arg FunctionLowering::negated(Node Number) {
  ir::Constant C = numberConstant(Number);
  return {B.constant({C.K, -C.Int, {}}, U.range(Number)), {}, U.range(Number)};
}

void FunctionLowering::bindName(Node Name, ir::Arg Value) {
  if (Name.is(Kind::Identifier) && Name.text() != "_")
    write(Name.text(), Value, U.range(Name));
}

void FunctionLowering::lowerPattern(Node Pattern, ir::Arg Subject, ir::BlockId Fail) {
  Node First = Pattern.first();
  switch (Pattern.kind()) {
  case Kind::CasePattern:
    // `_` is a token, and so is the minus before a number.
    if (!First)
      return;
    if (Pattern.token("-"))
      return matchValue(Subject, "==", negated(First), Fail, Pattern);
    return lowerPattern(First, Subject, Fail);
  case Kind::AsPattern:
    lowerPattern(First, Subject, Fail);
    return bindName(Pattern.child(Kind::Identifier), Subject);
  case Kind::DottedName: {
    if (Pattern.nodes().size() == 1)
      return bindName(First, Subject);
    std::optional<llvm::StringRef> Name = U.Names.qualified(Pattern.text(), Here);
    ir::SourceRange R = U.range(Pattern);
    return matchValue(Subject, "==", {Name ? append(InstKind::GetGlobal, *Name, {}, R) : B.opaque({}, R), {}, R}, Fail,
                      Pattern);
  }
  case Kind::True:
  case Kind::False:
  case Kind::None:
    return matchValue(Subject, "is", lowerArg(Pattern), Fail, Pattern);
  case Kind::String:
  case Kind::ConcatenatedString:
  case Kind::Integer:
  case Kind::Float:
  case Kind::ComplexPattern:
    return matchValue(Subject, "==", lowerArg(Pattern), Fail, Pattern);
  case Kind::UnionPattern: {
    ir::BlockId Match = B.createBlock();
    bool IsNegative = false;
    for (Node C : Pattern.children()) {
      if (C.is(Kind::Token)) {
        IsNegative = C.token() == "-";
        continue;
      }
      ir::BlockId Next = B.createBlock();
      if (IsNegative)
        matchValue(Subject, "==", negated(C), Next, C);
      else
        lowerPattern(C, Subject, Next);
      moveTo(Match);
      B.setBlock(Next);
      IsNegative = false;
    }
    // A union that holds `_` always matches; the token is no node.
    B.jump(Pattern.token("_") ? Match : Fail, U.range(Pattern));
    B.setBlock(Match);
    return;
  }
  case Kind::ListPattern:
  case Kind::TuplePattern:
    return lowerSequencePattern(Pattern, Subject, Fail);
  case Kind::DictPattern:
    return lowerMappingPattern(Pattern, Subject, Fail);
  case Kind::ClassPattern:
    return lowerClassPattern(Pattern, Subject, Fail);
  default: {
    ir::BlockId Holds = B.createBlock();
    B.branch({lowerOpaque(Pattern, Subject), {}, U.range(Pattern)}, Holds, Fail, U.range(Pattern));
    B.setBlock(Holds);
  }
  }
}

void FunctionLowering::lowerSequencePattern(Node Pattern, ir::Arg Subject, ir::BlockId Fail) {
  llvm::SmallVector<Node, 4> Elements;
  for (Node C : Pattern.children())
    if (C.is(Kind::CasePattern))
      Elements.push_back(C);
  // A tuple of one element without a comma is that element in parentheses.
  if (Pattern.is(Kind::TuplePattern) && Elements.size() == 1 && !Pattern.token(",") &&
      !Elements[0].first().is(Kind::SplatPattern))
    return lowerPattern(Elements[0], Subject, Fail);
  ir::SourceRange R = U.range(Pattern);
  matchValue(Subject, "is not", {B.constantNone(R), {}, R}, Fail, Pattern);
  bool AfterStar = false;
  for (unsigned I = 0; I != Elements.size(); ++I) {
    Node E = Elements[I];
    ir::SourceRange ER = U.range(E);
    bool IsStar = E.first().is(Kind::SplatPattern);
    int64_t Index = AfterStar ? static_cast<int64_t>(I) - static_cast<int64_t>(Elements.size()) : I;
    ir::ValueId At = IsStar ? B.slice({}, ER) : B.constantInt(Index, ER);
    ir::Arg Value{append(InstKind::GetItem, "", {Subject, ir::Arg{At, {}, ER}}, ER), {}, ER};
    if (IsStar)
      bindName(E.first().first(), Value);
    else
      lowerPattern(E, Value, Fail);
    AfterStar |= IsStar;
  }
}

void FunctionLowering::lowerMappingPattern(Node Pattern, ir::Arg Subject, ir::BlockId Fail) {
  Node Key;
  for (Node C : Pattern.children()) {
    if (C.field() == Field::Key) {
      Key = C;
    } else if (C.field() == Field::Value && !C.is(Kind::Token)) {
      ir::SourceRange R = U.range(C);
      ir::Arg At = lowerArg(Key);
      matchValue(At, "in", Subject, Fail, Key);
      lowerPattern(C, {append(InstKind::GetItem, "", {Subject, At}, R), {}, R}, Fail);
    } else if (C.is(Kind::SplatPattern)) {
      bindName(C.first(), Subject);
    }
  }
}

void FunctionLowering::lowerClassPattern(Node Pattern, ir::Arg Subject, ir::BlockId Fail) {
  Node Class = Pattern.child(Kind::DottedName);
  ir::SourceRange R = U.range(Class);
  std::optional<llvm::StringRef> Name = U.Names.qualified(Class.text(), Here);
  ir::Arg Wanted{Name ? append(InstKind::GetGlobal, *Name, {}, R) : B.opaque({}, R), {}, R};
  ir::BlockId Holds = B.createBlock();
  B.branch({call("isinstance", {Subject, Wanted}, R), {}, R}, Holds, Fail, R);
  B.setBlock(Holds);
  for (Node C : Pattern.children()) {
    if (!C.is(Kind::CasePattern))
      continue;
    ir::SourceRange ER = U.range(C);
    if (Node Keyword = C.first(); Keyword.is(Kind::KeywordPattern)) {
      llvm::SmallVector<Node, 4> Parts = Keyword.nodes();
      ir::Arg Value{append(InstKind::GetField, Parts[0].text(), Subject, ER), {}, ER};
      if (Parts.size() == 2)
        lowerPattern(Parts[1], Value, Fail);
    } else {
      // Which attribute a position means, the class says.
      lowerPattern(C, {B.opaque(Subject, ER), {}, ER}, Fail);
    }
  }
}

} // namespace devtidy::frontend::python
