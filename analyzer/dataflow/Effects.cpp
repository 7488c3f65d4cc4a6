//===- Effects.cpp - What a call does to the objects it is given ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionFrame.h"
#include "dataflow/Instantiation.h"
#include "dataflow/PartMoves.h"

namespace devtidy::dataflow {

ObjectId Instantiation::object(ObjectId O) {
  const Object &Info = Sum.Objects[O.index()];
  switch (Info.K) {
  case Object::Kind::Environment:
    return O;
  case Object::Kind::Symbolic: {
    Value V = eval(Info.Path);
    if (V.is(Value::Kind::Object))
      return V.Obj;
    if (V.is(Value::Kind::Symbolic) || mayHaveMembers(V))
      return Solver.Objects.symbolic(V.Path, Info.Class);
    break;
  }
  case Object::Kind::Allocated:
    break;
  }
  constexpr unsigned MaxInner = 1U << 20;
  const ObjectId Mine = Solver.Objects.allocated(Id, Alternative * MaxInner + O.index() + 1, Info.Class, Info.Weak);
  Solver.Objects[Mine].OfRounds |= Info.OfRounds;
  return Mine;
}

/// `for k in batch: batch[k] = batch[k].to(d)`: each element of what the callee knows as Path gives way to what Stored
/// is of it.
void Instantiation::replaceEach(ObjectId Mine, PathId Path, const Value &Stored) {
  if (Solver.object(Mine).K == Object::Kind::Symbolic)
    S.Mem.set({Mine, EachField}, value(Stored));
  const PathId Element = Solver.Prog.Paths.child(Path, ElementField);
  for (const auto &[Key, Held] : S.Mem.of(Mine)) {
    if (isOwnField(Key.second))
      continue;
    const llvm::DenseMap<uint32_t, Value> Known = std::exchange(Cache, llvm::DenseMap<uint32_t, Value>());
    if (Element)
      Cache[Element.index()] = Held;
    S.Mem.set(Key, value(Stored));
    Cache = Known;
  }
}

/// The module at Given, which is Mine here, or each of what it stands for, is at P from here on.
void Instantiation::moveGiven(PathId Given, ObjectId Mine, const Placement &P) {
  const Path &Known = Solver.Prog.Paths[Given];
  PartMoves Parts(Solver, S);
  // `for c in parts: c.to(d)`, `parts[i].to(d)`
  const bool IsElement = Known.Kind == Path::Root::Child && (Known.Name == ElementField || Known.Name == "[]");
  const Value List = IsElement ? eval(Known.Parent) : Value();
  llvm::SmallVector<Value, 4> Held;
  if (List.is(Value::Kind::Tuple))
    Held.append(List.Elements->begin(), List.Elements->end());
  else if (List.is(Value::Kind::Object) && Solver.Prog.isContainer(Solver.object(List.Obj).Class))
    for (const auto &[Key, V] : S.Mem.of(List.Obj))
      if (!isOwnField(Key.second))
        Held.push_back(V);
  llvm::erase_if(Held, [&](const Value &V) { return !Solver.isModule(V); });
  if (Held.size() < 2)
    return Parts.moveGiven(Id, Mine, P);
  for (const Value &V : Held)
    if (Known.Name == ElementField)
      Parts.moveGiven(Id, V.Obj, P);
    else
      Parts.loosen(V.Obj, P);
}

/// The callee gave what is at Given, which is Mine here, to somebody whom nobody knows.
void Instantiation::handOn(PathId Given, ObjectId Mine) {
  const Value V = eval(Given);
  const Path &Known = Solver.Prog.Paths[Given];
  if (V.is(Value::Kind::Symbolic) && Solver.Prog.Paths[Solver.Prog.Paths.root(V.Path)].Kind == Path::Root::Param)
    S.Mem.set({Mine, HandedField}, Value::boolean(true));
  if (Solver.isModule(V) && Known.Kind == Path::Root::Child && Known.Name.starts_with("["))
    moveGiven(Given, V.Obj, Placement::unknown());
  else
    PartMoves(Solver, S).handOn(V);
}

/// The callee gave the tensor at P other data, which is There.
void Instantiation::setData(PathId P, const Placement &There) {
  const Path &Known = Solver.Prog.Paths[P];
  const bool IsArgument = Known.Kind == Path::Root::Param && Known.Owner == &Callee && Known.Index < Positions.size() &&
                          Positions[Known.Index] != ActualArguments::Implicit;
  PartMoves Parts(Solver, S);
  if (IsArgument)
    Parts.setData(Solver.inst(Id).Args[Positions[Known.Index]], Value::tensor(There), Id);
  else
    Parts.setData(P, There, [&](PathId Of) { return eval(Of); });
}

/// The callee moved what is at Path, which is Mine here, or registered something with it: it is at P, Stored of the
/// callee's.
void Instantiation::applyMove(PathId Path, ObjectId Mine, const Placement &Stored, const Placement &P) {
  const GuardedTerm *Only = Stored.single();
  const bool Unmoved = Only && Only->T == Term::symbol(Path);
  // A part of a registered whole carries the whole's symbol. `self.net.to(self.device)` is a move.
  const bool Inherited = Only && Only->T.isSymbol() && Solver.Prog.Paths.isWithin(Path, Only->T.path());
  // Registration adds to what is there; a move replaces it.
  const bool Registers = !Unmoved && llvm::any_of(Stored.terms(), [&](const GuardedTerm &T) {
    return T.T == Term::symbol(Path) && T.Guard.isAlways() && !T.Imprecise;
  });
  if (Registers)
    S.Mem.set({Mine, DeviceField}, Value::tensor(P));
  else if (!Unmoved && !Inherited)
    moveGiven(Path, Mine, P);
}

/// True if the callee appended Stored's parts to a list that it was given, beside what was there.
bool Instantiation::appendParts(ObjectId O, llvm::StringRef Field, const Value &Stored) {
  const Object &Info = Sum.Objects[O.index()];
  if (Field != ElementField || Info.K != Object::Kind::Symbolic || !Stored.isOneOfSeveral())
    return false;
  const PathId Before = Solver.Prog.Paths.child(Info.Path, ElementField);
  auto WasThere = [&](const Value &Part) { return Part.is(Value::Kind::Symbolic) && Part.Path == Before; };
  if (llvm::none_of(*Stored.Elements, WasThere))
    return false;
  // It was no list.
  if (Solver.object(object(O)).Class != "list")
    return true;
  for (const Value &Part : *Stored.Elements)
    if (!WasThere(Part))
      Solver.fields(S).append(object(O), value(Part));
  return true;
}

void Instantiation::applyEffects() {
  llvm::SmallVector<Memory::Key, 2> Parts;
  Sum.Final.forEach([&](const Memory::Key &Key, const Value &Stored) {
    const auto &[O, Field] = Key;
    const Object &Info = Sum.Objects[O.index()];
    if (!isOwnField(Field) && appendParts(O, Field, Stored))
      return;
    if (storeLoosely(Key, Stored))
      return;
    // `global t; t = t.cuda()`
    const bool IsVariable = Field == CellField && Info.K == Object::Kind::Symbolic &&
                            Solver.Prog.Paths[Info.Path].Kind == Path::Root::Global;
    const ObjectId Mine = IsVariable ? Solver.Objects.symbolic(Info.Path, "") : object(O);
    Value V = value(Sum.newPart(Key, Stored, Solver.Prog.Paths));
    if (Field == DeviceField && Info.AtEntry && *Info.AtEntry == Stored.P && !Stored.P.isBottom())
      return;
    if (Field == DeviceField && Info.K == Object::Kind::Symbolic && Callee.Kind != ir::FunctionKind::Constructor)
      return applyMove(Info.Path, Mine, Stored.P, V.P);
    if (Info.K == Object::Kind::Environment) {
      S.Mem.set({Mine, Field}, V);
      return;
    }
    if (Field == DataField)
      return setData(Info.Path, V.P);
    if (Field == HandedField)
      return handOn(Info.Path, Mine);
    if (Field == EachField) {
      replaceEach(Mine, Info.Path, Stored);
      return;
    }
    if (Field == PartsField) {
      const GuardedTerm *Only = V.P.single();
      return Solver.residence(S).moveParts(Mine, V.P, Only && !Only->Imprecise);
    }
    // The callee did not see that it registers something: a value of unknown type, an object of a class that is no
    // module, beside a base that is one, or a tensor in the place of one that the caller has registered.
    const bool Unseen = !Solver.Prog.isModuleClass(Info.Class) || !Stored.Registered;
    // `self.mean = self.mean.cuda()`: with what else the caller's module has, that says where it is.
    const bool Replaces = Stored.Registered && V.isTensor() && Info.K == Object::Kind::Symbolic &&
                          Callee.Kind != ir::FunctionKind::Constructor && Solver.isModuleObject(Mine) &&
                          Solver.object(Mine).K == Object::Kind::Allocated;
    if (!isOwnField(Field) && (Replaces || (Unseen && Solver.residence(S).registersByAssignment(Mine, Field, V)))) {
      V.Registered |= V.isTensor();
      Parts.push_back({Mine, Field});
    }
    Solver.fields(S).write(Mine, Field, V);
  });
  for (const Memory::Key &Part : Parts)
    if (const Value *Held = S.Mem.find(Part)) {
      Value V = *Held;
      Solver.residence(S).registerState(Part.first, V, Part.second);
      S.Mem.set(Part, V);
    }
}

} // namespace devtidy::dataflow
