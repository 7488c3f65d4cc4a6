//===- StructureCalls.cpp - Calls of what goes through containers ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/StructureCalls.h"
#include "dataflow/calls/Instantiation.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/Positions.h"
#include "dataflow/state/StructureMaps.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using Kind = StructureMap::Kind;
using Fate = StructureMap::Fate;

namespace {
class Through {
public:
  Through(FunctionFrame &In, ir::InstId Id, const Program::Entry &Callee, const ActualArguments &Actuals, State &S,
          unsigned Alternative, const StructureMap &Map)
      : In(In), Id(Id), Callee(Callee), Actuals(Actuals), S(S), Alternative(Alternative), Map(Map) {}

  /// What the function makes of V; nothing if nobody knows.
  std::optional<Value> of(const Value &V, unsigned Depth = 0);

private:
  std::optional<Value> ofPart(const Value &V);
  std::optional<Value> ofTuple(const Value &V, unsigned Depth);
  std::optional<Value> ofContainer(const Value &V, unsigned Depth);
  Fate fateFor(ObjectId O) const;

  FunctionFrame &In;
  const ir::InstId Id;
  const Program::Entry &Callee;
  const ActualArguments &Actuals;
  State &S;
  const unsigned Alternative;
  const StructureMap &Map;
  unsigned Made = 0;
};
} // namespace

/// What the function makes of what is no container: as it is solved for that alone.
std::optional<Value> Through::ofPart(const Value &V) {
  Program &Prog = In.Prog;
  const PathId Given = Prog.Paths.param(*Callee.F, Map.parameter());
  const PathId IsPart = Given ? Prog.Paths.question(Given, PartQuestion) : PathId();
  if (!IsPart)
    return std::nullopt;
  GivenFunctions Answer;
  if (const SolvedFunction &Any = Prog.solved(Callee); !Any.Applied.empty())
    Answer = Instantiation(In, S, Id, Callee, *Any.Sum, Actuals)
                 .givenFunctions(std::vector<PathId>(Any.Applied.begin(), Any.Applied.end()));
  Answer.add(IsPart, Value::boolean(true));
  const SolvedFunction *OfPart = Prog.solvedWith(Callee, Answer);
  if (!OfPart || !OfPart->Sum->Known || !OfPart->Sum->Returns)
    return std::nullopt;
  const std::shared_ptr<const Summary> Sum = OfPart->Sum;
  ActualArguments One = Actuals;
  One.Values[Map.parameter()] = V;
  Value Result = Instantiation(In, S, Id, Callee, *Sum, One, Alternative).result();
  return Result.isTensor() || Result.is(Value::Kind::Symbolic) || Result == V ? std::optional(Result) : std::nullopt;
}

std::optional<Value> Through::ofTuple(const Value &V, unsigned Depth) {
  if (Map.fate(Kind::Tuple) == Fate::Keeps)
    return V;
  if (Map.fate(Kind::Tuple) != Fate::Maps)
    return std::nullopt;
  std::vector<Value> Parts;
  for (const Value &Part : *V.Elements)
    Parts.push_back(of(Part, Depth + 1).value_or(Value::unknown()));
  return Value::tuple(std::move(Parts));
}

/// What becomes of the container O. What holds elements in order may be a tuple that is a list for the analysis alone.
Fate Through::fateFor(ObjectId O) const {
  const llvm::StringRef Class = In.object(O).Class;
  if (Class == "dict")
    return Map.fate(Kind::Dict);
  const Fate OfList = Map.fate(Kind::List);
  const bool IsList = isWrittenList(In.F, In.object(O));
  return Class == "list" && (IsList || OfList == Map.fate(Kind::Tuple)) ? OfList : Fate::Unknown;
}

std::optional<Value> Through::ofContainer(const Value &V, unsigned Depth) {
  const Fate O = fateFor(V.Obj);
  if (O == Fate::Keeps)
    return V;
  if ((O != Fate::Maps && O != Fate::Replaces) || In.object(V.Obj).K != Object::Kind::Allocated)
    return std::nullopt;
  llvm::SmallVector<std::pair<llvm::StringRef, Value>, 8> Held;
  for (const auto &[Key, Part] : S.Mem.of(V.Obj))
    if (!isOwnField(Key.second))
      Held.emplace_back(Key.second, of(Part, Depth + 1).value_or(Value::unknown()));
  ObjectId To = V.Obj;
  if (O == Fate::Maps) {
    constexpr unsigned FirstInner = 1U << 19;
    To = In.Objects.allocated(Id, FirstInner + Made++, In.object(V.Obj).Class, In.object(V.Obj).Weak);
    for (const auto &[Key, Part] : S.Mem.of(To))
      S.Mem.erase(Key);
    for (const auto &[Key, Part] : S.Mem.of(V.Obj))
      if (Key.second == PositionsField)
        S.Mem.set({To, Key.second}, Value(Part));
  }
  for (auto &[Name, Part] : Held)
    S.Mem.set({To, Name}, std::move(Part));
  return Value::object(To);
}

std::optional<Value> Through::of(const Value &V, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  if (Depth > MaxDepth)
    return std::nullopt;
  if (V.is(Value::Kind::Tuple))
    return ofTuple(V, Depth);
  if (V.is(Value::Kind::Object))
    return ofContainer(V, Depth);
  if (V.isTensor())
    return ofPart(V);
  // Numbers and texts stay what they are, or become tensors.
  if (V.is(Value::Kind::Number) || V.is(Value::Kind::Constant)) {
    const std::optional<Value> Made = V.isNone() ? std::nullopt : ofPart(V);
    return Made && Made->isTensor() && !Made->MayBeModule ? Made : std::optional(V);
  }
  // Nobody knows what it is: if it is a container, what it holds has become the same.
  const bool IsOpen = V.is(Value::Kind::Symbolic) || (V.is(Value::Kind::Unknown) && !V.Elements);
  return IsOpen && Map.reachesAll() ? ofPart(V) : std::nullopt;
}

std::optional<Value> callThrough(FunctionFrame &In, ir::InstId Id, const Program::Entry &Callee,
                                 const ActualArguments &Actuals, State &S, unsigned Alternative) {
  const std::optional<StructureMap> Map = StructureMap::of(In.Prog, Callee);
  const auto Passes = [](llvm::StringRef D) { return D == "staticmethod" || D == "classmethod"; };
  if (!Map || Map->parameter() >= Actuals.Values.size() || !llvm::all_of(Callee.F->Decorators, Passes))
    return std::nullopt;
  return Through(In, Id, Callee, Actuals, S, Alternative, *Map).of(Actuals.Values[Map->parameter()]);
}

} // namespace devtidy::dataflow
