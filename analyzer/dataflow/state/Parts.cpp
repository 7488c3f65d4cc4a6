//===- Parts.cpp - Parts of modules that have places of their own -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part of a module is where the module is: one place, one symbol. Parts that somebody moves alone or replaces
// (MemberChanges::isApart) have places of their own, and the module's DeviceField says where the rest of its state is.
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Chosen.h"
#include "dataflow/state/FunctionFrame.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

bool Residence::isApart(ObjectId Of, llvm::StringRef Name) const {
  return !Name.empty() && !isOwnField(Name) && Solver.isModuleObject(Of) &&
         Solver.Prog.Members.isApart(Solver.object(Of).Class, Name);
}

/// The module that a parallel one runs, and is where that is, whoever moved it. Invalid if O is none.
static ObjectId wrappedBy(const Memory &Mem, ObjectId O) {
  const Value *It = Mem.has({O, FirstField}) ? Mem.find({O, WrappedField}) : nullptr;
  return It && It->is(Value::Kind::Object) ? It->Obj : ObjectId();
}

/// Where the state of a module is, but for the parts that have places of their own.
Placement Residence::rest(ObjectId O) {
  if (const ObjectId Wrapped = wrappedBy(S.Mem, O))
    return place(Wrapped);
  return Solver.fields(S).read(O, DeviceField).P;
}

Placement Residence::place(ObjectId O) {
  Placement P;
  // Parts may hold their wholes: `self.head.owner = self`.
  llvm::SmallVector<ObjectId, 8> Reached{O};
  const auto Reach = [&](ObjectId Next) {
    if (!llvm::is_contained(Reached, Next))
      Reached.push_back(Next);
  };
  for (unsigned N = 0; N < Reached.size(); ++N) {
    const ObjectId Of = Reached[N];
    if (const ObjectId Wrapped = wrappedBy(S.Mem, Of)) {
      Reach(Wrapped);
      continue;
    }
    P.joinIn(Solver.fields(S).read(Of, DeviceField).P);
    const bool IsBuilt = Of == Solver.Self && Solver.F.Kind == ir::FunctionKind::Constructor;
    if (Solver.object(Of).K == Object::Kind::Symbolic && !IsBuilt)
      continue;
    for (const auto &[Key, Held] : S.Mem.of(Of))
      if (Held.Registered && Solver.isModule(Held) && isApart(Of, Key.second))
        Reach(Held.Obj);
  }
  return P;
}

/// Where the part at the path Part of a module is that somebody else made: at a place that nobody knows, unless it was
/// moved here with the whole, or with all other parts.
Placement Residence::partPlace(ObjectId Of, PathId Part) {
  const Object &Whole = Solver.object(Of);
  Placement Own = Placement::of(Term::symbol(Part));
  if (const Value *Moved = S.Mem.find({Of, PartsField})) {
    Placement P = Moved->P;
    if (const GuardedTerm *Only = P.single(); Only && !Only->Imprecise)
      return P;
    P.joinIn(Own);
    return P.imprecise();
  }
  const Placement P = rest(Of);
  if (P.isUnknown() || (Whole.AtEntry && *Whole.AtEntry == P))
    return P.isUnknown() ? P : Own;
  Placement R;
  for (const GuardedTerm &T : P.terms()) {
    const bool IsUnmoved = T.T.isSymbol() && Solver.Prog.Paths.isWithin(Whole.Path, T.T.path());
    if (IsUnmoved && T.Guard.isAlways() && !T.Imprecise)
      return Own;
    Placement There = (IsUnmoved ? Own : Placement::of(T.T, T.Origin)).guardedBy(T.Guard);
    R.joinIn(T.Imprecise ? There.imprecise() : There);
  }
  return R.isBottom() ? Own : R;
}

Placement leftPlace(const Program &Prog, const Summary &Sum, ObjectId Module, unsigned Depth) {
  constexpr unsigned MaxDepth = 6;
  const Value *Rest = Sum.Final.find({Module, DeviceField});
  Placement P = Rest ? Rest->P : Placement::bottom();
  const llvm::StringRef Class = Sum.Objects[Module.index()].Class;
  if (Prog.Types.isModuleClass(Class) && Depth < MaxDepth)
    for (const auto &[Key, Held] : Sum.Final.of(Module))
      if (Held.Registered && Held.is(Value::Kind::Object) && !isOwnField(Key.second) &&
          Prog.Members.isApart(Class, Key.second))
        P.joinIn(leftPlace(Prog, Sum, Held.Obj, Depth + 1));
  return P;
}

/// Parts of Of, a module or what turns out to be one, that this function knows.
llvm::SmallVector<ObjectId, 4> Residence::knownParts(ObjectId Of) const {
  llvm::SmallVector<ObjectId, 4> Parts;
  for (const auto &[Key, Held] : S.Mem.of(Of))
    if (Held.Registered && Solver.isModule(Held) && Held.Obj != Of)
      Parts.push_back(Held.Obj);
  // What was read from it.
  const PathId Whole = Solver.object(Of).K == Object::Kind::Symbolic ? Solver.object(Of).Path : PathId();
  const SolvedClass *C = Whole && Solver.Prog.Types.findClass(Solver.object(Of).Class)
                             ? &Solver.Prog.solvedClass(Solver.object(Of).Class)
                             : nullptr;
  for (unsigned N = 0; Whole && N < Solver.Objects.all().size(); ++N) {
    const Object &Part = Solver.object(ObjectId(N));
    const PathId P = Part.K == Object::Kind::Symbolic ? Part.Path : PathId();
    if (!P || Solver.Prog.Paths[P].Kind != Path::Root::Child || Solver.Prog.Paths[P].Parent != Whole ||
        !S.Mem.has({ObjectId(N), DeviceField}) || llvm::is_contained(Parts, ObjectId(N)))
      continue;
    const llvm::StringRef Name = Solver.Prog.Paths[P].Name;
    const auto *Facts = C ? C->Fields.find(Name) : nullptr;
    if (Name.starts_with("[") || (Facts && Facts != C->Fields.end() && Facts->second.Registered))
      Parts.push_back(ObjectId(N));
  }
  return Parts;
}

/// O was moved alone, and it has no place of its own: where the rest of Of is, something may be elsewhere.
static void loosenRest(State &S, ObjectId Of, Placement Rest, const Placement &P) {
  if (Rest == P || Rest.isBottom())
    return;
  Rest.joinIn(P);
  S.Mem.set({Of, DeviceField}, Value::tensor(Rest.imprecise()));
}

/// `for part in model.children(): part.to(d)`: what the module holds itself stays. All: none is left out.
void Residence::moveParts(ObjectId Of, const Placement &P, bool All) {
  if (!Solver.Prog.Members.isMovedAlone(""))
    loosenRest(S, Of, rest(Of), P);
  if (Solver.object(Of).K == Object::Kind::Symbolic) {
    Placement Where = P;
    if (const Value *Old = S.Mem.find({Of, PartsField}); Old && !All)
      Where.joinIn(Old->P);
    S.Mem.set({Of, PartsField}, Value::tensor(All ? Where : Where.imprecise()));
  }
  for (ObjectId Part : knownParts(Of)) {
    Placement Where = P;
    if (!All)
      Where.joinIn(place(Part));
    move(Part, All ? Where : Where.imprecise(), All);
  }
}

/// O, or a part of it, was moved alone: the containers that hold it are where their elements are.
void Residence::settleHolders(ObjectId O, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  if (Depth > MaxDepth)
    return;
  llvm::SmallVector<ObjectId, 2> Holders, Wholes, Around;
  S.Mem.forEach([&](const Memory::Key &Key, const Value &Held) {
    const bool IsBuilt = Key.first == Solver.Self && Solver.F.Kind == ir::FunctionKind::Constructor;
    if (!Held.is(Value::Kind::Object) || Held.Obj != O || Key.first == O || isOwnField(Key.second) ||
        !Solver.isModuleObject(Key.first) || (Solver.object(Key.first).K != Object::Kind::Allocated && !IsBuilt))
      return;
    if (Solver.Prog.Types.isContainer(Solver.object(Key.first).Class))
      Holders.push_back(Key.first);
    else if (Held.Registered)
      (isApart(Key.first, Key.second) ? Around : Wholes).push_back(Key.first);
  });
  for (ObjectId Whole : Wholes)
    loosenRest(S, Whole, rest(Whole), place(O));
  for (ObjectId Holder : Holders)
    S.Mem.set({Holder, DeviceField}, Value::tensor(partsOf(Holder)));
  for (ObjectId Holder : llvm::concat<ObjectId>(Holders, Wholes, Around))
    settleHolders(Holder, Depth + 1);
}

Placement Residence::placeOfChoice(const Value &Choice) {
  Placement P;
  for (unsigned N = 0; N < Choice.Elements->size(); ++N)
    P.joinIn(place((*Choice.Elements)[N].Obj).guardedBy((*Choice.Guards)[N]));
  return P;
}

/// All: of what a loop goes over, each moves.
void Residence::moveChoice(const Value &Choice, const Placement &P, bool All) {
  for (unsigned N = 0; N < Choice.Elements->size(); ++N) {
    ObjectId O = (*Choice.Elements)[N].Obj;
    const Cube &Guard = (*Choice.Guards)[N];
    const Placement Old = place(O);
    Placement Where = ifChosen(P, Old, Guard);
    if (Guard.isAlways() && !All && Choices::isEach(Choice) && Old != P) {
      Where.joinIn(Old);
      Where = Where.imprecise();
    }
    move(O, Where);
  }
}

} // namespace devtidy::dataflow
