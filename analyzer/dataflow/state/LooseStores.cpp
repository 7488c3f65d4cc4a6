//===- LooseStores.cpp - Stores of which nobody knows where they go ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/LooseStores.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/Options.h"
#include "dataflow/state/PartMoves.h"
#include "dataflow/state/Positions.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;

/// True if it matters where V is.
static bool isPlaced(const Value &V) {
  return V.isTensor() || V.is(Value::Kind::Object) || V.is(Value::Kind::Tuple) || V.is(Value::Kind::Choice);
}

/// What is Old or New, nobody knows which. Who computes with None fails: `rows = [None] * n; rows[i] = x`.
static Value either(const Value &Old, const Value &New) {
  if (Old.isNone() && isPlaced(New)) {
    Value Put = New;
    Put.Partial |= New.isTensor();
    return Put;
  }
  Value V = Old;
  if (isPlaced(New) && !V.is(Value::Kind::Unknown))
    V.joinIn(New);
  if (Old.isTensor() && New.isTensor() && Old.P == New.P)
    return V;
  // A setting that somebody else may have set: `CFG.update(json.load(f))`.
  if (Old.is(Value::Kind::Constant) && !New.is(Value::Kind::Bottom) && !(Old == New))
    return V.is(Value::Kind::Constant) ? Value::unknown() : V;
  return V.mapped([](const Placement &P) { return P.imprecise(); });
}

bool LooseStores::isContainer(ObjectId O) const {
  const llvm::StringRef Class = Solver.object(O).Class;
  return Class == "list" || Class == "dict";
}

void LooseStores::maybe(ObjectId O, llvm::StringRef Field, const Value &V) {
  Solver.fields(S).write(O, Field, either(Solver.fields(S).read(O, Field), V));
}

void LooseStores::setMember(const Value &Of, const Value &Name, const Value &V) {
  const bool IsObject = Of.is(Value::Kind::Object);
  if (IsObject && !(Name.isString() && !Solver.isModule(Of)))
    return anywhere(Of.Obj, V);
  if (IsObject)
    return Solver.fields(S).write(Of.Obj, Name.Const.Text, V);
  if (mayHaveMembers(Of) && Name.isString())
    Options(Solver, S).keep(Solver.Prog.Paths.child(Of.Path, Name.Const.Text), V);
  else if (mayHaveMembers(Of))
    anywhere(Solver.Objects.symbolic(Of.Path, ""), V);
}

bool LooseStores::isRegistered(ObjectId O, const Value &Held) const {
  return Solver.isModuleObject(O) && (Held.Registered || Held.IsParameter || Solver.isModule(Held));
}

void LooseStores::anywhere(ObjectId O, const Value &V) {
  if (isRegistered(O, V))
    return;
  Positions(Solver, S, O).forget();
  llvm::SmallVector<ObjectId, 4> Modules, Lists;
  const bool Replaces = !isContainer(O) && !V.is(Value::Kind::Bottom);
  for (const auto &[Key, Held] : S.Mem.of(O))
    if (!isOwnField(Key.second) && Key.second != ElementField && !(Held == V) && !isRegistered(O, Held)) {
      if (Replaces && Held.is(Value::Kind::Object) && isContainer(Held.Obj))
        Lists.push_back(Held.Obj);
      if (Replaces && Solver.isModule(Held))
        Modules.push_back(Held.Obj);
      S.Mem.set(Key, either(Held, V));
    }
  // The same of what lists hold: `setattr(self, name, [v.cuda() for v in value])`.
  for (ObjectId List : Lists)
    for (const auto &[Key, Held] : S.Mem.of(List)) {
      if (isOwnField(Key.second) && Key.second != ElementField)
        continue;
      if (Solver.isModule(Held))
        Modules.push_back(Held.Obj);
      else
        S.Mem.set(Key, Held.mapped([](const Placement &P) { return P.imprecise(); }));
    }
  // Another one is there now, or this one has moved: `setattr(trainer, name, getattr(trainer, name).to(d))`.
  for (ObjectId Module : Modules)
    PartMoves(Solver, S).loosen(Module, Placement::unknown());
  const Object &Of = Solver.object(O);
  if (isContainer(O) && !V.is(Value::Kind::Bottom))
    Solver.fields(S).write(O, ElementField, V);
  if (Of.K == Object::Kind::Symbolic || (!isContainer(O) && isPlaced(V)))
    S.Mem.at({O, AnyField}).joinIn(isPlaced(V) ? V : Value::unknown());
}

/// True if Name may be what Pattern says: what stands between the holes stands in Name in that order.
static bool mayBe(llvm::StringRef Name, llvm::StringRef Pattern) {
  const auto [Head, Tail] = Pattern.split("{}");
  if (Head.size() == Pattern.size() || !Name.consume_front(Head))
    return false;
  llvm::StringRef Rest = Tail;
  while (Rest.contains("{}")) {
    const auto [Piece, Next] = Rest.split("{}");
    const size_t At = Name.find(Piece);
    if (At == llvm::StringRef::npos)
      return false;
    Name = Name.drop_front(At + Piece.size());
    Rest = Next;
  }
  return Name.ends_with(Rest);
}

bool LooseStores::toNames(ObjectId O, llvm::StringRef Pattern, const Value &V) {
  bool IsOne = false;
  for (const auto &[Key, Held] : S.Mem.of(O)) {
    // An entry of what may as well have members is spelled "[name]".
    const bool IsSpelledOut = Key.second.starts_with("[");
    const llvm::StringRef Name = IsSpelledOut ? Key.second.drop_front().drop_back() : Key.second;
    if (isOwnField(Key.second) || Key.second == ElementField || (!IsSpelledOut && !isContainer(O)) ||
        !mayBe(Name, Pattern))
      continue;
    IsOne = true;
    if (!(Held == V))
      S.Mem.set(Key, either(Held, V));
  }
  return IsOne;
}

void LooseStores::put(ObjectId O, llvm::StringRef Key, const Value &V) {
  int64_t Position = 0;
  const bool IsPosition = !Key.getAsInteger(10, Position);
  if (Solver.object(O).Class == "list" && IsPosition && Positions(Solver, S, O).write(Position, V))
    return;
  if (Solver.object(O).Class == "list" || (IsPosition && Position >= MaxIndexField))
    return anywhere(O, V);
  const bool HasHoles = Key.contains("{}");
  if (HasHoles && !toNames(O, Key, V))
    return anywhere(O, V);
  if (!HasHoles)
    Solver.fields(S).write(O, Key, V);
  Solver.fields(S).write(O, ElementField, V);
}

void LooseStores::held(const Value &V, llvm::SmallVectorImpl<ObjectId> &Out, unsigned Depth) const {
  constexpr unsigned MaxNesting = 4;
  if (Depth > MaxNesting || Out.size() >= MaxHeld)
    return;
  if (V.Elements && !V.is(Value::Kind::Function))
    for (const Value &E : *V.Elements)
      held(E, Out, Depth + 1);
  if (!V.is(Value::Kind::Object))
    return;
  const llvm::StringRef Class = Solver.object(V.Obj).Class;
  if (!knowledge::holdsOthers({Class.data(), Class.size()})) {
    if (!llvm::is_contained(Out, V.Obj))
      Out.push_back(V.Obj);
    return;
  }
  for (const auto &[Key, Held] : S.Mem.of(V.Obj))
    held(Held, Out, Depth + 1);
}

/// The objects that V may be, by where this function has it from.
void LooseStores::receivers(ir::ValueId V, llvm::SmallVectorImpl<ObjectId> &Out, llvm::DenseSet<uint32_t> &Seen) const {
  constexpr unsigned MaxValues = 32;
  if (!V || Seen.size() > MaxValues || !Seen.insert(V.index()).second)
    return;
  const Value &Known = Solver.Values[V.index()];
  const size_t Before = Out.size();
  held(Known, Out);
  const ir::Inst *D = Solver.F.definition(V);
  if (Out.size() != Before || Known.isTensor() || Known.is(Value::Kind::Constant))
    return;
  if (!D) {
    for (ir::ValueId Coming : ir::incoming(Solver.F, V))
      receivers(Coming, Out, Seen);
    return;
  }
  const bool Takes = llvm::is_contained({InstKind::GetItem, InstKind::Iterate, InstKind::Next, InstKind::Unpack,
                                         InstKind::GetCell, InstKind::Call, InstKind::Invoke, InstKind::GetField},
                                        D->Kind);
  if (Takes)
    for (const ir::Arg &A : D->Args)
      receivers(A.Value, Out, Seen);
  // node = node.next, for node in tree.walk()
  if (llvm::is_contained({InstKind::Call, InstKind::Invoke, InstKind::GetField}, D->Kind))
    addHeldAlike(Out);
}

/// Adds the objects of the same classes that Objects hold, and these.
void LooseStores::addHeldAlike(llvm::SmallVectorImpl<ObjectId> &Objects) const {
  for (size_t N = 0; N < Objects.size(); ++N) {
    llvm::SmallVector<ObjectId, 4> Inside;
    for (const auto &[Key, Held] : S.Mem.of(Objects[N]))
      held(Held, Inside);
    for (ObjectId O : Inside)
      if (Solver.object(O).Class == Solver.object(Objects[N]).Class && !Solver.object(O).Class.empty() &&
          Objects.size() < MaxHeld && !llvm::is_contained(Objects, O))
        Objects.push_back(O);
  }
}

void LooseStores::containersIn(ObjectId O, llvm::SmallVectorImpl<ObjectId> &Out) const {
  llvm::SmallVector<ObjectId, 4> Work{O};
  for (size_t N = 0; N < Work.size(); ++N)
    for (const auto &[Key, Held] : S.Mem.of(Work[N]))
      if (Held.is(Value::Kind::Object) && isContainer(Held.Obj) && Out.size() < MaxHeld &&
          !llvm::is_contained(Out, Held.Obj)) {
        Out.push_back(Held.Obj);
        Work.push_back(Held.Obj);
      }
}

void LooseStores::intoTaken(const ir::Arg &A, const Value &V) {
  const ir::Inst *Taken = Solver.F.definition(A.Value);
  const bool IsTaken = Taken && !Taken->Args.empty() &&
                       llvm::is_contained({InstKind::GetItem, InstKind::Next, InstKind::Invoke}, Taken->Kind);
  const ir::ValueId From = IsTaken ? Taken->Args[0].Value : ir::ValueId();
  const ir::Inst *Made = From ? Solver.F.definition(From) : nullptr;
  if (!Made || Made->Kind != InstKind::MakeList)
    return;
  // What was put there: it may have been taken out again.
  llvm::SmallVector<ObjectId, 4> Put;
  const auto Add = [&](const ir::Arg &Given) {
    const Value &Held = Solver.Values[Given.Value.index()];
    if (!Held.is(Value::Kind::Object) || !isContainer(Held.Obj) || llvm::is_contained(Put, Held.Obj))
      return;
    Put.push_back(Held.Obj);
    containersIn(Held.Obj, Put);
  };
  llvm::for_each(Made->Args, Add);
  for (const ir::Inst &I : Solver.F.Insts)
    if (I.Kind == InstKind::Invoke && I.Args[0].Value == From)
      llvm::for_each(llvm::drop_begin(I.Args), Add);
  for (ObjectId O : Put)
    anywhere(O, V);
}

void LooseStores::behind(const ir::Arg &A, llvm::StringRef Field, const Value &V) {
  llvm::SmallVector<ObjectId, 4> Objects;
  llvm::DenseSet<uint32_t> Seen;
  receivers(A.Value, Objects, Seen);
  for (ObjectId O : Objects)
    if (!Solver.isModuleObject(O))
      maybe(O, Field, V);
}

void LooseStores::toGiven(const Value &Of, const Value &Key, const Value &V) {
  PathTable &Paths = Solver.Prog.Paths;
  PathId Member;
  if (Key.isString())
    Member = Paths.element(Of.Path, Key.Const.Text);
  else if (Key.isInt() && Key.Const.Int >= 0)
    Member = Paths.element(Of.Path, std::to_string(Key.Const.Int));
  if (Member)
    Options(Solver, S).keep(Member, V);
  else if (isPlaced(V))
    anywhere(Solver.Objects.symbolic(Of.Path, ""), V);
}

void LooseStores::toGivenNames(const Value &Of, llvm::StringRef Pattern, const Value &V) {
  const PathId Member = Solver.Prog.Paths.element(Of.Path, Pattern);
  if (!Member)
    return toGiven(Of, Value::unknown(), V);
  Options(Solver, S).keep(Member, V);
  toNames(Solver.Objects.symbolic(Of.Path, ""), Pattern, V);
}

bool LooseStores::hasNamesWithHoles(const Value &Of) const {
  const std::optional<ObjectId> Known = Of.Path ? Solver.Objects.known(Of.Path) : std::nullopt;
  return Known && llvm::any_of(S.Mem.of(*Known), [](const auto &Held) {
           return Held.first.second.starts_with("[") && Held.first.second.contains("{}");
         });
}

std::optional<Value> LooseStores::underPattern(const Value &Of, llvm::StringRef Name) const {
  const std::optional<ObjectId> Known = Of.Path ? Solver.Objects.known(Of.Path) : std::nullopt;
  if (!Known || S.Mem.has({*Known, AnyField}))
    return std::nullopt;
  std::optional<Value> Found;
  for (const auto &[Key, Held] : S.Mem.of(*Known))
    if (Key.second.starts_with("[") && mayBe(Name, Key.second.drop_front().drop_back()))
      Found = Found ? either(*Found, Held) : Held;
  return Found;
}

bool LooseStores::namedEntries(const Value &Of, llvm::SmallVectorImpl<Entry> &Out) const {
  if (!Of.is(Value::Kind::Object) || Solver.object(Of.Obj).Class != "dict" ||
      Solver.object(Of.Obj).K != Object::Kind::Allocated || S.Mem.has({Of.Obj, AnyField}))
    return false;
  Value All;
  for (const auto &[Key, Held] : S.Mem.of(Of.Obj)) {
    if (isOwnField(Key.second) || Key.second == ElementField)
      continue;
    Out.push_back({Key.second, Held});
    All.joinIn(Held);
  }
  const Value *Any = S.Mem.find({Of.Obj, ElementField});
  return !Any || *Any == All;
}

bool LooseStores::updateGiven(const ir::Inst &I, llvm::ArrayRef<Value> Actuals) {
  llvm::SmallVector<Entry, 4> Entries;
  for (const auto &[A, V] : llvm::drop_begin(llvm::zip(I.Args, Actuals)))
    if (!A.Keyword.empty() && !A.Keyword.starts_with("*"))
      Entries.push_back({A.Keyword, V});
    else if (!namedEntries(V, Entries))
      return false;
  for (const auto &[Name, V] : Entries)
    toGiven(Actuals[0], Value::constant({.K = ir::Constant::Kind::String, .Text = Name}), V);
  return true;
}

void LooseStores::mutate(const ir::Inst &I, llvm::ArrayRef<Value> Actuals) {
  if (I.Kind != InstKind::Invoke || !Actuals[0].is(Value::Kind::Symbolic) || Actuals[0].IsComputed)
    return;
  const knowledge::Callable *C = knowledge::findMethod(knowledge::Receiver::Container, {I.Name.data(), I.Name.size()});
  const Action Kind = C ? C->Kind : Action::Pure;
  // d.pop("mask") leaves the others where they are.
  const bool Takes = (Kind == Action::TakesFirst || Kind == Action::TakesLast) &&
                     (Actuals.size() == 1 || (Actuals.size() == 2 && Actuals[1].isInt()));
  if (!Takes && !llvm::is_contained({Action::Clears, Action::Reorders, Action::Insert, Action::Extend}, Kind))
    return;
  if (Kind == Action::Extend && updateGiven(I, Actuals))
    return;
  const bool Adds = Kind == Action::Insert || Kind == Action::Extend;
  anywhere(Solver.Objects.symbolic(Actuals[0].Path, ""), Adds && Actuals.size() > 1 ? Actuals.back() : Value::bottom());
}

/// What gave the answer that L speaks of, in this function; null if nobody asked.
const ir::Inst *LooseStores::askedBy(Literal L) const {
  const Condition &C = Solver.Prog.Conditions[L.condition()];
  if (C.K == Condition::Kind::Opaque)
    return C.F == &Solver.F ? Solver.F.definition(C.V) : nullptr;
  if (C.K != Condition::Kind::Truth && C.K != Condition::Kind::Equals && C.K != Condition::Kind::IsNone)
    return nullptr;
  const Path &Root = Solver.Prog.Paths[Solver.Prog.Paths.root(C.P)];
  return Root.Kind == Path::Root::Site && Root.Owner == &Solver.F ? &Solver.F.Insts[Root.Index] : nullptr;
}

bool LooseStores::isOfSomeRounds() const {
  const ir::Loop *Around = Solver.Rounding.around(Solver.Record.here());
  return Around && llvm::any_of(S.Path.literals(), [&](Literal L) {
           const ir::Inst *D = askedBy(L);
           // What is not moved anyway is left out by who asks of what type an element is, or whether it has a method.
           return D && D->Kind != InstKind::HasNext && Solver.Rounding.isOfLoop(L, Around->Header) &&
                  !knowledge::asksForKind({D->Name.data(), D->Name.size()});
         });
}

std::optional<Value> LooseStores::member(ObjectId O, llvm::StringRef Name, const ir::Type &T) {
  const Value *Any = isOwnField(Name) || isContainer(O) ? nullptr : S.Mem.find({O, AnyField});
  if (!Any)
    return std::nullopt;
  const Value Stored = *Any;
  S.Mem.erase({O, AnyField});
  const Value Own = Solver.fields(S).read(O, Name, T);
  S.Mem.set({O, AnyField}, Stored);
  return isRegistered(O, Own) ? Own : either(Own, Stored);
}

bool LooseStores::isMuddled(const FunctionFrame &Solver, const Memory &Mem, const Value &Of) {
  const std::optional<ObjectId> Known = Of.Path ? Solver.Objects.known(Of.Path) : std::nullopt;
  return Known && Mem.has({*Known, AnyField});
}

} // namespace devtidy::dataflow
