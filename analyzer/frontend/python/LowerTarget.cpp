//===- LowerTarget.cpp - What can be assigned to --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Promises.h"

namespace devtidy::frontend::python {

using ir::InstKind;

ir::ValueId FunctionLowering::lowerAssignment(Node N, bool NeedsValue) {
  Node Target = N.child(Field::Left), Source = N.child(Field::Right);
  // `Pair = namedtuple(...)` is a class.
  if (U.Names.of(N))
    return {};
  // `x: int` alone says what x will be.
  if (!Source)
    return NeedsValue ? lowerOpaque(N) : ir::ValueId();
  ir::SourceRange R = U.range(N, N.token("=") ? N.token("=") : N);
  if (!NeedsValue && storePairwise(Target, Source, R))
    return {};
  ir::Arg Value = lowerArg(Source);
  if (Node Annotation = N.child(Field::Type); Annotation && F.value(Value.Value).StaticType.isUnknown())
    F.value(Value.Value).StaticType = U.Type.of(Annotation, Here);
  Value = Promises(*this).ofAssignment(N.child(Field::Type), Target, Value);
  store(Target, Value, R);
  return Value.Value;
}

static bool isSequence(Node N) {
  return N.is(Kind::PatternList, Kind::TuplePattern, Kind::ListPattern) ||
         N.is(Kind::ExpressionList, Kind::Tuple, Kind::List);
}

/// `a, b = x, y` is two assignments, after x and y are there.
bool FunctionLowering::storePairwise(Node Target, Node Values, ir::SourceRange R) {
  if (!isSequence(Target) || !isSequence(Values) || Values.hasError())
    return false;
  llvm::SmallVector<Node, 4> Targets = Target.nodes(), Sources = Values.nodes();
  auto IsStar = [](Node E) { return E.is(Kind::ListSplat, Kind::ListSplatPattern, Kind::ParenthesizedListSplat); };
  if (Targets.size() != Sources.size() || llvm::any_of(Targets, IsStar) || llvm::any_of(Sources, IsStar))
    return false;
  Args Operands;
  for (Node S : Sources)
    Operands.push_back(lowerArg(S));
  for (unsigned I = 0; I != Targets.size(); ++I)
    store(Targets[I], Operands[I], R);
  return true;
}

void FunctionLowering::store(Node Target, ir::Arg Value, ir::SourceRange R) {
  switch (Target.kind()) {
  case Kind::Identifier:
    return write(Target.text(), Value, R);
  case Kind::Attribute: {
    if (std::optional<llvm::StringRef> Name = U.Names.qualified(Target, Here)) {
      append(InstKind::SetGlobal, *Name, Value, R);
      return;
    }
    ir::Arg Object = lowerArg(Target.child(Field::Object));
    Value = Promises(*this).ofMember(Target, Value);
    append(InstKind::SetField, Target.child(Field::Attribute).text(), {Object, Value}, R);
    return;
  }
  case Kind::Subscript: {
    // x.__dict__["mean"] = v
    const Node Holder = holderOf(Target.child(Field::Value));
    Args Operands{lowerArg(Holder ? Holder : Target.child(Field::Value))};
    if (Holder) {
      lowerIndices(Target, Operands);
      Operands.push_back(Value);
      if (!lowerMember("setattr", Holder, Operands, R) && !U.Names.isOwnTable(Holder, Here))
        call("setattr", Operands, R);
      return;
    }
    lowerIndices(Target, Operands);
    Operands.push_back(Value);
    append(InstKind::SetItem, "", Operands, R);
    return;
  }
  case Kind::ParenthesizedExpression:
  case Kind::AsPatternTarget:
    return store(Target.first(), Value, R);
  default:
    if (isSequence(Target))
      storeElements(Target, Value, R);
  }
}

void FunctionLowering::storeElements(Node Target, ir::Arg Value, ir::SourceRange R) {
  llvm::SmallVector<Node, 4> Elements = Target.nodes();
  size_t Star = 0;
  while (Star != Elements.size() && !Elements[Star].is(Kind::ListSplatPattern, Kind::ListSplat))
    ++Star;
  for (size_t I = 0; I != Elements.size(); ++I) {
    ir::SourceRange ER = U.range(Elements[I]);
    ir::Arg Element{{}, {}, ER};
    if (Star == Elements.size()) {
      ir::Inst Unpack;
      Unpack.Kind = InstKind::Unpack;
      Unpack.Args.push_back(Value);
      Unpack.Index = I;
      Unpack.Count = Elements.size();
      Unpack.Range = ER;
      Element.Value = B.append(std::move(Unpack));
    } else {
      // `a, *b, c = v` is v[0], v[1:-1], v[-1].
      int64_t Index =
          I < Star ? static_cast<int64_t>(I) : static_cast<int64_t>(I) - static_cast<int64_t>(Elements.size());
      ir::ValueId At = I == Star ? B.slice({}, ER) : B.constantInt(Index, ER);
      Element.Value = append(InstKind::GetItem, "", {Value, ir::Arg{At, {}, ER}}, ER);
    }
    store(I == Star ? Elements[I].first() : Elements[I], Element, R);
  }
}

ir::ValueId FunctionLowering::lowerAugmented(Node N) {
  Node Target = N.child(Field::Left), Operator = N.child(Field::Operator);
  while (Target.is(Kind::ParenthesizedExpression))
    Target = Target.first();
  ir::SourceRange R = U.range(N, Operator), TR = U.range(Target);
  auto Compute = [&](ir::ValueId Old) {
    ir::Arg Right = lowerArg(N.child(Field::Right));
    return ir::Arg{B.op(Operator.token(), {ir::Arg{Old, {}, TR}, Right}, R), {}, TR};
  };
  ir::Arg Result;
  // The object and the index are there once.
  if (Target.is(Kind::Subscript)) {
    Args Operands{lowerArg(Target.child(Field::Value))};
    lowerIndices(Target, Operands);
    Result = Compute(append(InstKind::GetItem, "", Operands, TR));
    Operands.push_back(Result);
    append(InstKind::SetItem, "", Operands, R);
  } else if (Target.is(Kind::Attribute) && !U.Names.qualified(Target, Here)) {
    Node Name = Target.child(Field::Attribute);
    ir::Arg Object = lowerArg(Target.child(Field::Object));
    Result = Compute(append(InstKind::GetField, Name.text(), Object, U.range(Target, Name)));
    append(InstKind::SetField, Name.text(), {Object, Result}, R);
  } else {
    Result = Compute(lower(Target));
    store(Target, Result, R);
  }
  return Result.Value;
}

} // namespace devtidy::frontend::python
