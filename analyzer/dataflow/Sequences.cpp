//===- Sequences.cpp - Tuples and lists that conditions choose ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if hidden is None: hidden = (zeros, zeros)`: what a caller may give, and what is made where none is given. Who takes
// an element takes it of either.
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// One sequence in the place of a made one and given ones, which hang on conditions. Writes go to it alone.
std::optional<Value> FunctionSolver::sequenceOf(ir::InstId At, unsigned Param,
                                                llvm::ArrayRef<std::pair<Value, Cube>> Parts, State &S) {
  auto IsList = [&](const Value &V) {
    return V.is(Value::Kind::Object) && object(V.Obj).Class == "list" && object(V.Obj).K == Object::Kind::Allocated;
  };
  const std::pair<Value, Cube> *Made = nullptr;
  for (const auto &Part : Parts) {
    const bool IsMade = Part.first.is(Value::Kind::Tuple) || IsList(Part.first);
    if ((IsMade && Made) || (!IsMade && (!Part.first.is(Value::Kind::Symbolic) || Part.first.IsComputed)))
      return std::nullopt;
    Made = IsMade ? &Part : Made;
  }
  if (!Made || Parts.size() < 2)
    return std::nullopt;
  const ir::SourceRange Range = F.inst(At).Range;
  auto Either = [&](const Value &Own, llvm::StringRef Name) {
    llvm::SmallVector<std::pair<Value, Cube>, 4> Alternatives = {{Own, Made->second}};
    for (const auto &Part : Parts)
      if (&Part != Made)
        Alternatives.emplace_back(symbolicValue(Prog.Paths.element(Part.first.Path, Name), {}, StepKind::Member, Range),
                                  Part.second);
    Value Joined;
    for (const auto &[V, Guard] : Alternatives)
      Joined.joinIn(V.guardedBy(Guard));
    return Joined.is(Value::Kind::Unknown) ? unknownOfParts(Alternatives) : Joined;
  };
  if (Made->first.is(Value::Kind::Tuple)) {
    std::vector<Value> Elements;
    for (unsigned N = 0; N < Made->first.Elements->size(); ++N)
      Elements.push_back(Either((*Made->first.Elements)[N], std::to_string(N)));
    return Value::tuple(std::move(Elements));
  }
  constexpr uint32_t FirstInner = 1U << 16; // beyond what instructions allocate
  const ObjectId Joined = allocate(At, FirstInner + Param, "list");
  for (const auto &[Key, Held] : llvm::to_vector(S.Mem.of(Joined)))
    S.Mem.erase(Key);
  for (const auto &[Key, Held] : llvm::to_vector(S.Mem.of(Made->first.Obj)))
    if (!Key.second.starts_with("$"))
      S.Mem.set({Joined, Key.second}, Either(Held, Key.second == ElementField ? "" : Key.second));
  return Value::object(Joined);
}

} // namespace devtidy::dataflow
