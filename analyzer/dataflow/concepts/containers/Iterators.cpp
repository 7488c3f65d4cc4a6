//===- Iterators.cpp - enumerate, zip, items: objects that remember what they go over ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "knowledge/ClassNames.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::Action;

static Value iterator(CallFrame &F, llvm::StringRef Class, llvm::ArrayRef<Value> Of) {
  const ObjectId O = F.allocate(Class);
  for (const auto &[Field, V] : llvm::zip(IteratedFields, Of))
    F.S.Mem.set({O, Field}, V);
  return Value::object(O);
}

static Value numbered(CallFrame &F) {
  return iterator(F, F.C.Kind == Action::Items ? "items" : "enumerate",
                  {F.I.Args.empty() ? Value::unknown() : F.operand(F.I.Args[0])});
}

/// How many names what the call gives is unpacked into, `s, a, r = zip(*rows)`; 0 if it is not.
static unsigned namesOf(CallFrame &F) {
  for (const ir::Inst &I : F.instructions())
    if (I.Kind == ir::InstKind::Unpack && I.Args[0].Value == F.I.Result)
      return I.Count;
  return 0;
}

/// zip(*Rows): columns, each as long as there are rows.
static Value transposed(CallFrame &F, const Value &Rows) {
  const Value Row = ContainerFrame(F).elementOf(Rows);
  unsigned Count = 0;
  const auto Column = [&](const Value &Element) {
    const ObjectId O = F.allocate("list", Count++);
    F.S.Mem.set({O, ElementField}, Element);
    return Value::object(O);
  };
  std::vector<Value> Columns;
  if (Row.is(Value::Kind::Tuple)) {
    for (unsigned N = 0; N < Row.Elements->size(); ++N) {
      Columns.push_back(Column((*Row.Elements)[N]));
      // Rows that are told apart are so in each column, too.
      if (Rows.is(Value::Kind::Object))
        for (const auto &[Key, Held] : F.S.Mem.of(Rows.Obj))
          if (Held.is(Value::Kind::Tuple) && N < Held.Elements->size())
            F.S.Mem.set({Columns.back().Obj, Key.second}, Value((*Held.Elements)[N]));
    }
    return Value::tuple(std::move(Columns));
  }
  // Rows of a named tuple.
  const auto Class = Row.is(Value::Kind::Object) ? F.program().Types.findClass(F.object(Row.Obj).Class) : std::nullopt;
  if (Class && F.program().Types.derivesFrom(F.object(Row.Obj).Class, std::span(&knowledge::NamedTupleClass, 1))) {
    for (const ir::Field &Of : Class->C->Fields)
      Columns.push_back(Column(F.readField(Row.Obj, Of.Name, Of.DeclaredType)));
    return Value::tuple(std::move(Columns));
  }
  const bool IsSymbolic = Row.is(Value::Kind::Symbolic);
  const auto PartOfRow = [&](llvm::StringRef Position) {
    return IsSymbolic ? F.symbol(F.paths().element(Row.Path, Position), StepKind::Member) : Value::unknown();
  };
  // Rows that a caller has, which have as many parts as there are names.
  for (unsigned N = 0, End = IsSymbolic ? namesOf(F) : 0; N < End; ++N)
    Columns.push_back(Column(PartOfRow(std::to_string(N))));
  return Columns.empty() ? Column(Column(PartOfRow(""))) : Value::tuple(std::move(Columns));
}

/// itertools.combinations(xs, 2): elements of one, so many at a time; nothing if nobody knows how many.
static std::optional<llvm::SmallVector<Value, 4>> combined(CallFrame &F) {
  const Value Count = F.I.Args.size() == 2 ? F.operand(F.I.Args[1]) : Value::unknown();
  const bool IsKnown =
      Count.isInt() && Count.Const.Int > 0 && static_cast<size_t>(Count.Const.Int) < std::size(IteratedFields);
  return IsKnown ? std::optional(llvm::SmallVector<Value, 4>(Count.Const.Int, F.operand(F.I.Args[0]))) : std::nullopt;
}

static Value zip(CallFrame &F) {
  if (F.C.Canonical == "combinations") {
    const auto Of = combined(F);
    return Of ? iterator(F, "zip", *Of) : F.unknown();
  }
  if (F.I.findKeyword("repeat"))
    return F.unknown();
  if (F.I.Args.size() == 1 && F.I.Args[0].Keyword == "*")
    return transposed(F, F.operand(F.I.Args[0]));
  llvm::SmallVector<Value, 4> Of;
  for (const ir::Arg &A : F.I.Args)
    if (A.Keyword.empty() || A.Keyword == "*")
      Of.push_back(F.operand(A));
  return iterator(F, "zip", Of);
}

/// What functools.reduce gives is where an element is, unless something else comes before the first.
static Value next(CallFrame &F) {
  return F.argument("initial") ? F.unknown() : ContainerFrame(F).elementOf(F.given("value"));
}

static constexpr Rule Rules[] = {
    {Action::Enumerate, numbered},
    {Action::Items, numbered},
    {Action::Zip, zip},
    {Action::NextOf, next},
};
REGISTER_CONCEPT(Iterators, Rules)

} // namespace devtidy::dataflow
