//===- SideReader.cpp - What of an argument meets others -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/SideReader.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/Options.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using ir::TypeKind;

/// A tensor, or what may be one for all that is known.
static bool mayBeTensor(const Value &V) { return V.isTensor() || V.is(Value::Kind::Symbolic); }

void SideReader::add(const ir::Arg &A, const Value &V, unsigned Position) {
  addStored(A, V, Position);
  if (mayBeTensor(V) || Solver.isModule(V))
    addOne(A, V, Position);
  else if (V.isOneOfSeveral())
    addSeveral(A, V, Position);
  else if (V.is(Value::Kind::Choice))
    addChoice(A, V, Position);
  else if (V.is(Value::Kind::Tuple))
    addTuple(A, V, Position);
  if (!V.is(Value::Kind::Object) || Solver.isModule(V))
    return;
  addOptions(A, V, Position);
  addElements(A, V, Position);
}

Side *SideReader::addOne(const ir::Arg &A, const Value &V, unsigned Position) {
  const bool Stays = OfTensors && V.is(Value::Kind::Symbolic);
  Placement P = Stays ? Placing(Solver, S).ofOperand(V) : Solver.placementOf(S, V);
  if (P.isBottom())
    return nullptr;
  const bool IsModule = V.is(Value::Kind::Choice) || Solver.isModule(V);
  const GuardedTerm *Only = P.single();
  const bool IsPath = V.Path && Only && Only->T == Term::symbol(V.Path);
  Sides.push_back({std::move(P), IsModule ? Rank::AtLeastOne : V.Dim, IsModule, V.Partial, false, A.Range, Position});
  Side &X = Sides.back();
  X.IsPath = IsPath;
  // A tensor or a number, for all that is known.
  if (V.is(Value::Kind::Symbolic)) {
    X.Partial = X.Untyped = true;
    X.Dim = V.rank();
  }
  return &X;
}

/// One list of several in its turn, `for column in zip(*rows): torch.cat(column)`: each is taken in some round, so one
/// whose elements are in different places says it for all.
bool SideReader::addColumn(const ir::Arg &A, const Value &V, unsigned Position) {
  const auto IsList = [&](const Value &X) { return X.is(Value::Kind::Object) && Solver.object(X.Obj).Class == "list"; };
  if (!llvm::all_of(*V.Elements, IsList))
    return false;
  const size_t Before = Sides.size();
  bool AreAlike = true;
  Placement First;
  for (const Value &Column : *V.Elements) {
    Sides.truncate(Before);
    addElements(A, Column, Position);
    const auto Mine = llvm::ArrayRef<Side>(Sides).drop_front(Before);
    if (Mine.empty())
      AreAlike = false;
    else if (llvm::any_of(Mine, [&](const Side &X) { return X.P.terms().size() > 1 || !(X.P == Mine[0].P); }))
      return true;
    else if (&Column == V.Elements->data())
      First = Mine[0].P;
    else
      AreAlike &= Mine[0].P == First;
  }
  if (!AreAlike)
    Sides.truncate(Before);
  return true;
}

void SideReader::addSeveral(const ir::Arg &A, const Value &V, unsigned Position) {
  if (addColumn(A, V, Position))
    return;
  Placement P = OfTensors ? Placing(Solver, S).ofOperand(V) : Solver.placementOf(S, V);
  if (P.isUnknown() || P.isBottom())
    return;
  Sides.push_back({std::move(P), Rank::Unknown, false, true, false, A.Range, Position});
  Sides.back().Untyped = true;
}

void SideReader::addChoice(const ir::Arg &A, const Value &V, unsigned Position) {
  // One that has no state meets nothing.
  if (Side *X = addOne(A, V, Position))
    X->Partial = llvm::any_of(*V.Elements, [&](const Value &E) { return Solver.residence(S).place(E.Obj).isBottom(); });
}

/// True if the argument Index of Made, `[x, *xs]`, is its element Index: what stands behind a star is several.
static bool isElementItself(const ir::Inst &Made, unsigned Index) {
  return Index < Made.Args.size() &&
         llvm::none_of(
             llvm::ArrayRef(Made.Args).take_front(Index + 1), [](const ir::Arg &Part) { return Part.Keyword == "*"; });
}

void SideReader::addTuple(const ir::Arg &A, const Value &V, unsigned Position) {
  // `(x, *xs)`
  const ir::Inst *Made = Solver.F.definition(A.Value);
  const bool IsOpen = Made && Made->Kind == InstKind::MakeTuple && !Made->Args.empty() &&
                      !isElementItself(*Made, Made->Args.size() - 1);
  for (const Value &E : *V.Elements)
    if (mayBeTensor(E))
      if (Side *X = addOne(A, E, Position)) {
        X->Row = static_cast<int>(&E - V.Elements->data());
        X->IsElement |= IsOpen;
      }
}

/// cross_entropy(x, y, CrossEntropyFuncOptions().weight(w))
void SideReader::addOptions(const ir::Arg &A, const Value &V, unsigned Position) {
  if (!isModuleOptions(Solver.staticType(A.Value)))
    return;
  for (llvm::StringRef Option : {"weight", "pos_weight"})
    if (const Value *Held = S.Mem.find({V.Obj, Option}); Held && Held->isTensor())
      if (Side *X = addOne(A, Value(*Held), Position))
        X->Name = "the weight";
}

/// `kwargs["weight"] = w; loss(x, y, **kwargs)`: what the function puts into the keywords that it is given.
void SideReader::addStored(const ir::Arg &A, const Value &V, unsigned Position) {
  const bool IsOwn = A.Keyword == "**" && V.is(Value::Kind::Symbolic) && Solver.Prog.Paths[V.Path].isKeywords();
  const std::optional<ObjectId> Known = IsOwn ? Solver.Objects.known(V.Path) : std::nullopt;
  if (!Known || takesOut(Solver.F, A.Value))
    return;
  for (const auto &[Key, Held] : S.Mem.of(*Known))
    if (!isOwnField(Key.second) && mayBeTensor(Held))
      if (Side *X = addOne(A, Held, Position))
        X->IsElement = true;
}

/// What a list or a dictionary holds.
void SideReader::addElements(const ir::Arg &A, const Value &V, unsigned Position) {
  llvm::StringRef Class = Solver.object(V.Obj).Class;
  // model(**batch), and batch is of a class of dictionaries.
  if (A.Keyword == "**" && Solver.Prog.Types.isDictionary(Class))
    Class = "dict";
  if (Class != "list" && Class != "dict")
    return;
  bool Any = false;
  const ir::Inst *Made = Solver.F.definition(A.Value);
  auto IsNamed = [](const auto &Entry) { return Entry.first.second != ElementField; };
  // The members that have names are all of it.
  const bool Named = Class == "dict" && llvm::any_of(S.Mem.of(V.Obj), IsNamed);
  for (const auto &[Key, Held] : S.Mem.of(V.Obj)) {
    if ((Named && Key.second == ElementField) || !mayBeTensor(Held))
      continue;
    Any = true;
    Side *X = addOne(A, Held, Position);
    if (!X)
      continue;
    X->IsElement = true;
    X->Row = Side::rowOf(S.Mem, V.Obj, Key.second);
    // An element of a list that is written in the call has a text of its own.
    unsigned Index = 0;
    if (Made && Made->Kind == InstKind::MakeList && !Key.second.getAsInteger(10, Index) &&
        isElementItself(*Made, Index) && Made->Args[Index].Range.isValid()) {
      X->Range = Made->Args[Index].Range;
      X->IsElement = false;
    }
  }
  if (!Any && Solver.object(V.Obj).K == Object::Kind::Symbolic)
    addOne(A, Solver.fields(S).element(V.Obj, std::nullopt, {.Kind = TypeKind::Tensor}), Position);
}

} // namespace devtidy::dataflow
