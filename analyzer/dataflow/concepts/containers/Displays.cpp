//===- Displays.cpp - Containers that calls make: list(x), dict(a=x) -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"

namespace devtidy::dataflow {

using knowledge::Action;

/// An empty container; one for all keys is what `defaultdict(list)` makes for each.
static Value makeEmpty(CallFrame &F, llvm::StringRef Class) {
  const ObjectId O = F.allocate(Class);
  const Value Maker = Class == "dict" && F.I.Args.size() == 1 ? F.computed(F.I.Args[0].Value) : Value::unknown();
  const Path *Named = Maker.is(Value::Kind::Symbolic) ? &F.paths()[Maker.Path] : nullptr;
  if (Named && Named->Kind == Path::Root::Global && (Named->Name == "list" || Named->Name == "dict"))
    F.S.Mem.set({O, ElementField}, Value::object(F.allocate(Named->Name, 1)));
  else if (Class == "dict" && F.I.Args.size() == 1)
    ContainerFrame(F).merge(O, Value::unknown()); // what defaultdict(f) makes under a name that is asked for
  return Value::object(O);
}

/// itertools.chain(a, b), chain(*lists), chain.from_iterable(lists)
static Value chain(CallFrame &F) {
  const Value List = Value::object(F.allocate("list"));
  ContainerFrame Containers(F);
  Containers.clear(List.Obj);
  for (const ir::Arg &A : F.I.Args) {
    const bool IsNested = A.Keyword == "*" || F.C.Canonical == "from_iterable";
    const Value Of = IsNested ? Containers.elementOf(F.operand(A)) : F.operand(A);
    if (Of.is(Value::Kind::Object) && F.object(Of.Obj).Class == "list" &&
        F.object(Of.Obj).K == Object::Kind::Allocated && !IsNested)
      Containers.appendAll(List.Obj, Of.Obj);
    else
      Containers.hold(List.Obj, Containers.elementOf(Of));
    if (IsNested)
      Containers.forgetPositions(List.Obj);
  }
  return List;
}

static Value make(CallFrame &F) {
  if (F.C.Canonical == "chain" || F.C.Canonical == "from_iterable")
    return chain(F);
  const bool IsDict = F.C.Canonical == "dict";
  // `defaultdict(list)` says what makes a missing element, and nothing of those that are there.
  const bool OnlyMaker = F.argument("maker") && F.I.Args.size() == 1;
  if (IsDict && !F.I.Args.empty() && !OnlyMaker)
    return ContainerFrame(F).filledDict();
  const ir::Arg *Given = F.argument("value");
  if (!Given && !F.I.Args.empty() && F.I.Args[0].Keyword.empty() && F.SelfArg)
    Given = F.SelfArg;
  if (!IsDict && Given) {
    const Value Of = F.operand(*Given);
    const Value New = Of.is(Value::Kind::Tuple) && F.C.Canonical == "tuple" ? Of : ContainerFrame(F).listOf(Of);
    if (F.C.Canonical == "sorted" && New.is(Value::Kind::Object) && !(New == Of))
      ContainerFrame(F).forgetPositions(New.Obj);
    return New;
  }
  return makeEmpty(F, IsDict ? "dict" : "list");
}

/// std::vector<int> ids(torch::cuda::device_count()), std::vector<torch::Tensor> v(2, t)
static Value makeSized(CallFrame &F) {
  const llvm::ArrayRef<Operand> Operands = F.E.Operands;
  const Value Size = Operands.empty() ? Value() : Operands[0].V;
  if (const unsigned Least = Size.is(Value::Kind::Number) ? Size.leastIfAny() : 0; Least > 0) {
    Value Each = Operands.size() > 1 ? Operands[1].V : Value::number();
    Each.Behind = Least;
    F.S.Mem.set({F.Self.Obj, ElementField}, Each);
  }
  if (Operands.size() != 2 || (!Size.is(Value::Kind::Number) && !Size.isInt()))
    return F.Self;
  const Value &Each = Operands[1].V;
  if (hasPlacement(Each))
    ContainerFrame(F).repeat(F.Self.Obj, Each);
  return F.Self;
}

static constexpr Rule Rules[] = {
    {Action::NewContainer, make},
    {knowledge::ClassKind::Container, makeSized},
};
REGISTER_CONCEPT(Displays, Rules)

} // namespace devtidy::dataflow
