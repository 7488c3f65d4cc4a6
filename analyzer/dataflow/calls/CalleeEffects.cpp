//===- CalleeEffects.cpp - What a call does to the objects it is given ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/CalleeEffects.h"
#include "dataflow/calls/CalleePaths.h"
#include "dataflow/calls/CalleeRounds.h"
#include "dataflow/calls/CalleeValues.h"
#include "dataflow/program/MovedParts.h"
#include "dataflow/state/Containers.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/LooseStores.h"
#include "dataflow/state/PartMoves.h"
#include "dataflow/state/Placing.h"
#include "dataflow/state/Taken.h"

namespace devtidy::dataflow {

CalleeEffects::CalleeEffects(BodyCall &Call, CalleePaths &Paths, CalleeValues &Values)
    : Call(Call), Paths(Paths), Values(Values), Solver(Call.Solver), S(Call.S), Callee(Call.Callee), Sum(Call.Sum) {}

/// `for k in batch: batch[k] = batch[k].to(d)`: each element of what the callee knows as Path gives way to what Stored
/// is of it.
void CalleeEffects::replaceEach(ObjectId Mine, PathId Path, const Value &Stored) {
  if (Solver.object(Mine).K == Object::Kind::Symbolic)
    S.Mem.set({Mine, EachField}, Values.value(Stored));
  const PathId Element = Solver.Prog.Paths.child(Path, ElementField);
  for (const auto &[Key, Held] : S.Mem.of(Mine)) {
    if (isOwnField(Key.second))
      continue;
    Paths.where(Element, Held, [&] { S.Mem.set(Key, Values.value(Stored)); });
  }
}

/// The modules that the caller gives where the callee knows one of several: `for c in parts: c.to(d)`,
/// `parts[i].to(d)`.
llvm::SmallVector<Value, 4> CalleeEffects::modulesAt(PathId Given) {
  const Path &Known = Solver.Prog.Paths[Given];
  llvm::SmallVector<Value, 4> Held;
  if (Known.Kind != Path::Root::Child || Known.Name != ElementField)
    return Held;
  const Value List = Paths.eval(Known.Parent);
  if (List.is(Value::Kind::Tuple))
    Held.append(List.Elements->begin(), List.Elements->end());
  else if (List.is(Value::Kind::Object) && Solver.Prog.Types.isContainer(Solver.object(List.Obj).Class))
    for (const auto &[Key, V] : S.Mem.of(List.Obj))
      if (!isOwnField(Key.second))
        Held.push_back(V);
  llvm::erase_if(Held, [&](const Value &V) { return !Solver.isModule(V) && !V.is(Value::Kind::Choice); });
  return Held;
}

/// The module at Given, which is Mine here, or each of what it stands for, is at P from here on.
void CalleeEffects::moveGiven(PathId Given, ObjectId Mine, const Placement &P) {
  PartMoves Parts(Solver, S);
  const llvm::SmallVector<Value, 4> Held = modulesAt(Given);
  if (Held.size() < 2)
    return Parts.moveGiven(Call.Id, Mine, P);
  for (const Value &V : Held)
    moveHeld(V, P);
}

/// V, a module or one of several that the callee was given with others, is at P from here on.
void CalleeEffects::moveHeld(const Value &V, const Placement &P) {
  if (V.is(Value::Kind::Choice))
    Solver.residence(S).moveChoice(V, P, /*All=*/true);
  else
    PartMoves(Solver, S).moveGiven(Call.Id, V.Obj, P);
}

/// The callee gave what is at Given, which is Mine here, to somebody whom nobody knows.
void CalleeEffects::handOn(PathId Given, ObjectId Mine) {
  const Value V = Paths.eval(Given);
  const Path &Known = Solver.Prog.Paths[Given];
  if (V.is(Value::Kind::Symbolic) && Solver.Prog.Paths[Solver.Prog.Paths.root(V.Path)].Kind == Path::Root::Param)
    S.Mem.set({Mine, HandedField}, Value::boolean(true));
  if (Solver.isModule(V) && Known.Kind == Path::Root::Child && Known.Name.starts_with("["))
    moveGiven(Given, V.Obj, Placement::unknown());
  else
    PartMoves(Solver, S).handOn(V);
  if (Given && isOfRest(Given))
    loosenStarred(Placement::unknown());
}

/// The callee gave the tensor at P other data, which is There.
void CalleeEffects::setData(PathId P, const Placement &There) {
  const bool IsParameter = Solver.Prog.Paths[P].Kind == Path::Root::Param;
  const std::optional<unsigned> Position = IsParameter ? Call.positionOf(P) : std::nullopt;
  PartMoves Parts(Solver, S);
  if (Position)
    Parts.setData(Solver.inst(Call.Id).Args[*Position], Value::tensor(There), Call.Id);
  else
    Parts.setData(P, There, [&](PathId Of) { return Paths.eval(Of); });
}

/// True if P says no more than that something is where the caller was given it.
static bool isWhereItWas(const Placement &P) {
  const GuardedTerm *Only = P.single();
  return !Only || (Only->T.isSymbol() && !Only->Origin);
}

/// The callee moved what is at Path, which is Mine here, or registered something with it: it is at P, Stored of the
/// callee's.
void CalleeEffects::applyMove(PathId Path, ObjectId Mine, const Placement &Stored, const Placement &P) {
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
  // The callee has only looked at a part of what was moved before the call: that is where the whole is.
  else if (Inherited && !S.Mem.has({Mine, DeviceField}) && !isWhereItWas(P))
    S.Mem.set({Mine, DeviceField}, Value::tensor(P));
}

/// The callee moved the whole that it made what is at Given a part of, if that is a module.
void CalleeEffects::carryGiven(PathId Given, const Placement &Stored, const Placement &P) {
  const Value At = Paths.eval(Given);
  if (Solver.isModule(At))
    applyMove(Given, At.Obj, Stored, P);
  else if (At.is(Value::Kind::Symbolic) && !At.IsComputed)
    S.Mem.set({Solver.Objects.symbolic(At.Path, ""), CarriedField}, Value::tensor(P));
}

/// The callee registered what is at Given, which is Mine here, or each of what it stands for.
void CalleeEffects::registerGiven(PathId Given, ObjectId Mine, const Value &V) {
  // A tensor, which is moved in place: whoever holds it sees it move.
  if (Value Tensor = Paths.eval(Given); Tensor.isTensor()) {
    Tensor.IsParameter = true;
    PartMoves(Solver, S).registerSame(Tensor);
    if (const std::optional<unsigned> Position = Call.positionOf(Given))
      registerTaken(Solver, S, Solver.inst(Call.Id).Args[*Position].Value, /*InPlace=*/true);
    return;
  }
  Solver.fields(S).write(Mine, RegisteredField, V);
  for (const Value &Each : modulesAt(Given))
    markRegistered(S.Mem, Each);
  const bool IsParameter = Solver.Prog.Paths[Given].Kind == Path::Root::Param;
  if (const std::optional<unsigned> Position = IsParameter ? Call.positionOf(Given) : std::nullopt)
    registerTaken(Solver, S, Solver.inst(Call.Id).Args[*Position].Value, /*InPlace=*/false);
  // Where members are found by their names in the source, who has it has it registered: `register_module("fc", fc)`.
  if (!Solver.M.declaresTypes())
    return;
  llvm::SmallVector<Memory::Key, 2> Held;
  S.Mem.forEach([&](const Memory::Key &Key, const Value &Member) {
    if (Member.is(Value::Kind::Object) && Member.Obj == Mine && !isOwnField(Key.second) &&
        Solver.isModuleObject(Key.first))
      Held.push_back(Key);
  });
  for (const Memory::Key &Key : Held)
    S.Mem.at(Key).Registered = true;
}

/// True if V is what the path Element holds, or a tuple of all that is in there.
static bool isHeldAt(PathTable &Paths, const Value &V, PathId Element) {
  if (V.is(Value::Kind::Symbolic))
    return V.Path == Element;
  if (!V.is(Value::Kind::Tuple) || V.Elements->empty())
    return false;
  for (unsigned N = 0; N < V.Elements->size(); ++N)
    if (const Value &Part = (*V.Elements)[N];
        !Part.isPlainPath() || Part.Path != Paths.element(Element, std::to_string(N)))
      return false;
  return true;
}

/// True if the callee appended Stored's parts to a list that it was given, beside what was there.
bool CalleeEffects::appendParts(ObjectId O, llvm::StringRef Field, const Value &Stored) {
  const Object &Info = Sum.Objects[O.index()];
  if (Field != ElementField || Info.K != Object::Kind::Symbolic || !Stored.isOneOfSeveral())
    return false;
  const PathId Before = Solver.Prog.Paths.child(Info.Path, ElementField);
  auto WasThere = [&](const Value &Part) { return isHeldAt(Solver.Prog.Paths, Part, Before); };
  if (llvm::none_of(*Stored.Elements, WasThere))
    return false;
  // It was no list.
  if (Solver.object(Values.object(O)).Class != "list")
    return true;
  for (const Value &Part : *Stored.Elements)
    if (!WasThere(Part))
      Solver.fields(S).append(Values.object(O), Values.value(Part));
  return true;
}

/// The objects that the callee knows by the path P, which stands for each of several.
void CalleeEffects::objectsAt(PathId P, llvm::SmallVectorImpl<ObjectId> &Out) {
  const Path N = Solver.Prog.Paths[P];
  if (const Value V = Paths.eval(P); V.is(Value::Kind::Object)) {
    Out.push_back(V.Obj);
    return;
  } else if (V.is(Value::Kind::Choice) || V.isOneOfSeveral()) {
    for (const Value &Part : *V.Elements)
      if (Part.is(Value::Kind::Object))
        Out.push_back(Part.Obj);
    return;
  }
  if (N.Kind != Path::Root::Child)
    return;
  const LooseStores Loose(Solver, S);
  if (N.Name.starts_with("["))
    return Loose.held(Paths.eval(N.Parent), Out);
  llvm::SmallVector<ObjectId, 4> Holders;
  objectsAt(N.Parent, Holders);
  for (ObjectId O : Holders)
    if (const Value V = Solver.fields(Call.Before).read(O, N.Name); V.is(Value::Kind::Object))
      Out.push_back(V.Obj);
}

/// True if the callee, which knows At as an element of what it was given, replaces what is in that, `walk(v)` for
/// each v of a dictionary that is one itself: it did so with some of those that the caller has there.
bool CalleeEffects::replacesInside(PathId At, const Value &Stored) {
  if (Paths.eval(At).is(Value::Kind::Object))
    return false;
  PathId Whole = At;
  while (Solver.Prog.Paths[Whole].Kind == Path::Root::Child && Solver.Prog.Paths[Whole].Name == ElementField &&
         !Paths.eval(Whole).is(Value::Kind::Object))
    Whole = Solver.Prog.Paths[Whole].Parent;
  const Value Given = Whole == At ? Value::unknown() : Paths.eval(Whole);
  if (!Given.is(Value::Kind::Object))
    return false;
  LooseStores Loose(Solver, S);
  llvm::SmallVector<ObjectId, 4> Inside;
  Loose.containersIn(Given.Obj, Inside);
  for (ObjectId O : Inside)
    Loose.anywhere(O, Values.value(Stored));
  return !Inside.empty();
}

bool CalleeEffects::storeLoosely(const Memory::Key &Key, const Value &Stored) {
  const auto &[O, Field] = Key;
  const Object &Info = Sum.Objects[O.index()];
  if (Field == EachField && Info.K == Object::Kind::Symbolic && replacesInside(Info.Path, Stored))
    return true;
  if (Info.K != Object::Kind::Symbolic || (isOwnField(Field) && Field != AnyField))
    return false;
  LooseStores Loose(Solver, S);
  const Value At = Paths.eval(Info.Path), V = Values.value(Sum.newPart(Key, Stored, Solver.Prog.Paths));
  const bool IsEntry = Field.starts_with("[") && Field != ElementField;
  if (!At.is(Value::Kind::Object)) {
    if (At.is(Value::Kind::Symbolic) || mayHaveMembers(At)) {
      const bool HasHoles = IsEntry && Field.contains("{}");
      if (HasHoles)
        Loose.toGivenNames(At, Field.drop_front().drop_back(), V);
      return HasHoles;
    }
    llvm::SmallVector<ObjectId, 4> Several;
    objectsAt(Info.Path, Several);
    // What takes the place of a method of a module is no part of it.
    const bool IsPart = V.isTensor() || Solver.isModule(V);
    for (ObjectId One : Several)
      if (Field == AnyField)
        Loose.anywhere(One, V);
      else if ((!IsPart || !Solver.isModuleObject(One)) && !IsEntry)
        Loose.maybe(One, Field, V);
    return !Several.empty() || IsEntry || Field == AnyField;
  }
  const bool IsContainer = Loose.isContainer(At.Obj);
  if (Field == AnyField || (Field == ElementField && IsContainer)) {
    Loose.anywhere(At.Obj, V);
    return true;
  }
  if (IsEntry && IsContainer)
    Loose.put(At.Obj, Field.drop_front().drop_back(), V);
  return IsEntry;
}

void CalleeEffects::setEnvironment(const Memory::Key &Key, const Value &V) {
  // cudaGetDevice(&before); ...; cudaSetDevice(before);
  const GuardedTerm *Only = Key.second == CurrentDevice ? V.P.single() : nullptr;
  if (!Only || !isCurrent(Only->T))
    S.Mem.set(Key, V);
  else if (const Value *Was = Call.Before.Mem.find(Key))
    S.Mem.set(Key, Value(*Was));
  else
    S.Mem.erase(Key);
}

/// True if F puts something into the member of its object that is called so: `self.kept[name] = p.data.clone()`.
static bool fills(const ir::Function &F, llvm::StringRef Member) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const ir::Inst *Of = I.Kind == ir::InstKind::SetItem ? F.definition(I.Args[0].Value) : nullptr;
    return Of && Of->Kind == ir::InstKind::GetField && Of->Name == Member && F.isReceiver(Of->Args[0].Value);
  });
}

/// True for the place of what the callee's object keeps under names, `self.kept[name]`, if its class puts that there
/// and moves nothing.
static bool isOfKept(const Program &Prog, const ir::Function &Callee, const GuardedTerm &T) {
  const PathTable &Paths = Prog.Paths;
  const PathId Table = T.T.isSymbol() && Paths[T.T.path()].Name.starts_with("[") ? Paths[T.T.path()].Parent : PathId();
  const PathId Self = Table && Paths[Table].Kind == Path::Root::Child ? Paths[Table].Parent : PathId();
  const bool IsOfSelf = Self && Paths[Self].Kind == Path::Root::Param && Paths[Self].Owner == &Callee &&
                        Paths[Self].Index == 0 && !Callee.Class.empty();
  const auto Moves = [](const Program::Entry &E) {
    return llvm::any_of(E.F->Insts, [](const ir::Inst &I) { return dataflow::isMove(I) || I.findKeyword("device"); });
  };
  if (!IsOfSelf)
    return false;
  const auto Methods = Prog.Links.methods(Callee.Class);
  return llvm::any_of(Methods, [&](const Program::Entry &E) { return fills(*E.F, Paths[Table].Name); }) &&
         llvm::none_of(Methods, Moves) && llvm::none_of(Prog.Types.makers(Callee.Class), Moves);
}

/// Where the callee's Stored is, P, or what is left of it where nobody knows what its object keeps: `p.data =
/// self.kept[name]` puts back what was taken there, which stands where the parameters do.
static Placement whereMoved(const BodyCall &Call, CalleeValues &Values, const Placement &Stored, const Placement &P) {
  const auto IsKept = [&](const GuardedTerm &T) { return isOfKept(Call.Solver.Prog, Call.Callee, T); };
  if (!P.isUnknown() || Stored.isUnknown() || llvm::none_of(Stored.terms(), IsKept))
    return P;
  return Values.placement(Stored.filtered([&](const GuardedTerm &T) { return !IsKept(T); }));
}

bool CalleeEffects::applyOwn(const Memory::Key &Key, const Value &Stored, ObjectId Mine, const Value &V) {
  const auto &[O, Field] = Key;
  const Object &Info = Sum.Objects[O.index()];
  if (Field == DeviceField && Info.AtEntry && *Info.AtEntry == Stored.P && !Stored.P.isBottom())
    return true;
  const bool IsGiven = Info.K == Object::Kind::Symbolic && !isOfBuilt(Solver.Prog.Paths, Callee, Info.Path);
  const Placement There =
      (Field == DeviceField && IsGiven) || Field == DataField ? whereMoved(Call, Values, Stored.P, V.P) : V.P;
  if (There.isBottom() && !V.P.isBottom())
    return true;
  if (Field == DeviceField && IsGiven)
    applyMove(Info.Path, Mine, Stored.P, There);
  else if (Info.K == Object::Kind::Environment)
    setEnvironment({Mine, Field}, V);
  else if (Field == DataField)
    setData(Info.Path, There);
  else if (Field == HandedField)
    handOn(Info.Path, Mine);
  else if (Field == CarriedField)
    carryGiven(Info.Path, Stored.P, V.P);
  else if (Field == RegisteredField && Info.K == Object::Kind::Symbolic)
    registerGiven(Info.Path, Mine, V);
  else if (Field == EachField)
    replaceEach(Mine, Info.Path, Stored);
  else if (const GuardedTerm *Only = V.P.single(); Field == PartsField)
    Solver.residence(S).moveParts(Mine, V.P, Only && !Only->Imprecise);
  else
    return false;
  return true;
}

/// True if P is what the callee's `*args` or `**kwargs` is, or holds.
bool CalleeEffects::isOfRest(PathId P) const {
  const Path &Root = Solver.Prog.Paths[Solver.Prog.Paths.root(P)];
  if (Root.Kind != Path::Root::Param || Root.Owner != &Callee || Root.Index >= Callee.Params.size())
    return false;
  const ir::Param::Mode Mode = Callee.Params[Root.Index].PassMode;
  return Mode == ir::Param::Mode::Star || Mode == ir::Param::Mode::StarStar;
}

/// `place(*layers)`, `place(net=net)`: the modules in what is given behind a star, or under names of one's own, may be
/// at P.
void CalleeEffects::loosenStarred(const Placement &P) {
  PartMoves Parts(Solver, S);
  for (const ir::Arg &A : Solver.inst(Call.Id).Args)
    if (A.Keyword.starts_with("*"))
      for (ObjectId Module : Parts.modulesIn(Solver.operand(A, S)))
        Parts.loosen(Module, P);
  for (const auto &[Keyword, V] : Call.Given.Others)
    for (ObjectId Module : Parts.modulesIn(V))
      Parts.loosen(Module, P);
}

/// True if Stored, where the callee left O of its own, is not where O was.
bool CalleeEffects::isMove(const Object &O, const Value &Stored) const {
  const GuardedTerm *Only = Stored.P.single();
  const bool IsInherited = Only && Only->T.isSymbol() && Solver.Prog.Paths.isWithin(O.Path, Only->T.path());
  return !Stored.P.isBottom() && !IsInherited && !(O.AtEntry && *O.AtEntry == Stored.P);
}

/// `place(env)`, which moves `env.net`, and env is one of several objects: each of those nets may be there. False if Of
/// is something else.
bool CalleeEffects::loosenParts(const Object &Of, const Value &Stored) {
  llvm::SmallVector<ObjectId, 4> Several;
  objectsAt(Of.Path, Several);
  llvm::erase_if(Several, [&](ObjectId O) { return !Solver.isModuleObject(O); });
  if (!Several.empty() && isMove(Of, Stored))
    for (ObjectId O : Several)
      PartMoves(Solver, S).loosen(O, Values.value(Stored).P);
  return !Several.empty();
}

/// `for m in (a, b): place(m)`: the callee moved one of several modules that the caller has, in each round another.
/// False if it knows which one.
bool CalleeEffects::moveSeveral(const Memory::Key &Key, const Value &Stored) {
  const Object &Info = Sum.Objects[Key.first.index()];
  if (Key.second != DeviceField || Info.K != Object::Kind::Symbolic || isOfBuilt(Solver.Prog.Paths, Callee, Info.Path))
    return false;
  const Value At = Paths.eval(Info.Path);
  const bool IsStarred = (At.is(Value::Kind::Unknown) || At.isNone()) && isOfRest(Info.Path);
  if (At.is(Value::Kind::Unknown) && !IsStarred && loosenParts(Info, Stored))
    return true;
  if (!IsStarred && !At.is(Value::Kind::Choice))
    return false;
  if (!isMove(Info, Stored))
    return true;
  const Placement There = Values.value(Stored).P;
  // `place(d, encoder, decoder)`
  if (const llvm::SmallVector<Value, 4> Held = modulesAt(Info.Path); !Held.empty()) {
    for (const Value &V : Held)
      moveHeld(V, There);
    return true;
  }
  if (IsStarred) {
    loosenStarred(There);
    return true;
  }
  const PathId Given = Solver.Prog.Paths.root(Info.Path);
  const bool IsParameter = Solver.Prog.Paths[Given].Kind == Path::Root::Param;
  const std::optional<unsigned> Position = IsParameter ? Call.positionOf(Given) : std::nullopt;
  const bool All = Position && PartMoves(Solver, S).coversAll(Solver.inst(Call.Id).Args[*Position].Value, Call.Id);
  Solver.residence(S).moveChoice(At, There, All);
  return true;
}

bool CalleeEffects::registers(const Memory::Key &Key, const Value &Stored, ObjectId Mine, const Value &V) {
  const Object &Info = Sum.Objects[Key.first.index()];
  if (isOwnField(Key.second))
    return false;
  // `self.mean = self.mean.cuda()`: with what else the caller's module has, that says where it is.
  const bool Replaces = Stored.Registered && V.isTensor() && Info.K == Object::Kind::Symbolic &&
                        Callee.Kind != ir::FunctionKind::Constructor && Solver.isModuleObject(Mine) &&
                        Solver.object(Mine).K == Object::Kind::Allocated;
  // The callee did not see that it registers something: a value of unknown type, an object of a class that is no
  // module, beside a base that is one, or a tensor in the place of one that the caller has registered.
  const bool Unseen = !Solver.Prog.Types.isModuleClass(Info.Class) || !Stored.Registered;
  return Replaces || (Unseen && Solver.residence(S).registersByAssignment(Mine, Key.second, V));
}

/// True if the callee left a member as it was, but for its place, `self.net.cuda()`, where it saw no class: the caller
/// knows that it is a module, which moves in place.
static bool isModuleInPlace(const FunctionFrame &In, const Memory &Mem, const Summary &Sum, const Memory::Key &Key,
                            const Value &Stored, ObjectId Mine) {
  const Object &Info = Sum.Objects[Key.first.index()];
  const Value *Held = Info.K == Object::Kind::Symbolic && Stored.isTensor() && Stored.MayBeModule && !Stored.Path
                          ? Mem.find({Mine, Key.second})
                          : nullptr;
  if (!Held || !In.isModule(*Held))
    return false;
  const PathId Member = In.Prog.Paths.child(Info.Path, Key.second);
  for (unsigned N = 0; N < Sum.Objects.size(); ++N)
    if (Sum.Objects[N].K == Object::Kind::Symbolic && Sum.Objects[N].Path == Member) {
      const Value *Moved = Sum.Final.find({ObjectId(N), DeviceField});
      return Moved && Moved->P == Stored.P;
    }
  return false;
}

/// The list or the table of modules that the callee was given and made the container O of, `nn.ModuleList(layers)`;
/// nothing if it made something else. Stored: where the callee left O.
static std::optional<Value> modulesHeld(const FunctionFrame &In, const Memory &Mem, CalleePaths &Paths,
                                        const Summary &Sum, ObjectId O, const Value &Stored) {
  const Object &Info = Sum.Objects[O.index()];
  const GuardedTerm *Only = Stored.P.isUnknown() ? nullptr : Stored.P.single();
  const bool IsOfGiven = Info.K == Object::Kind::Allocated && In.Prog.Types.isModuleClass(Info.Class) &&
                         In.Prog.Types.isContainer(Info.Class) && Only && Only->T.isSymbol();
  const auto IsOwn = [](const auto &Entry) { return isOwnField(Entry.first.second); };
  if (!IsOfGiven || !llvm::all_of(Sum.Final.of(O), IsOwn))
    return std::nullopt;
  const Value Held = Paths.eval(Only->T.path());
  const bool IsList = Held.is(Value::Kind::Object) && In.object(Held.Obj).K == Object::Kind::Allocated &&
                      (In.object(Held.Obj).Class == "list" || In.object(Held.Obj).Class == "dict");
  const auto IsModule = [&](const auto &Entry) { return isOwnField(Entry.first.second) || In.isModule(Entry.second); };
  return IsList && llvm::all_of(Mem.of(Held.Obj), IsModule) ? std::optional(Held) : std::nullopt;
}

void CalleeEffects::apply() {
  llvm::SmallVector<Memory::Key, 2> Parts;
  llvm::SmallVector<ObjectId, 2> Made;
  llvm::SmallVector<std::pair<ObjectId, Value>, 2> Holders;
  CalleeRounds Rounds(Call, Paths, Values);
  Sum.Final.forEach([&](const Memory::Key &Key, const Value &Stored) {
    const auto &[O, Field] = Key;
    const Object &Info = Sum.Objects[O.index()];
    if (Rounds.isWrittenOut(O))
      return;
    if ((!isOwnField(Field) && appendParts(O, Field, Stored)) || storeLoosely(Key, Stored) || moveSeveral(Key, Stored))
      return;
    // `global t; t = t.cuda()`
    const bool IsVariable = Field == CellField && Info.K == Object::Kind::Symbolic &&
                            Solver.Prog.Paths[Info.Path].Kind == Path::Root::Global;
    const ObjectId Mine = IsVariable ? Solver.Objects.symbolic(Info.Path, "") : Values.object(O);
    Value V = Values.value(Sum.newPart(Key, Stored, Solver.Prog.Paths));
    if (const auto Held = Field == DeviceField ? modulesHeld(Solver, S.Mem, Paths, Sum, O, Stored) : std::nullopt)
      Holders.emplace_back(Mine, *Held);
    if (applyOwn(Key, Stored, Mine, V) || isModuleInPlace(Solver, S.Mem, Sum, Key, Stored, Mine))
      return;
    if (Info.K == Object::Kind::Allocated && Info.Class == "dict" && !llvm::is_contained(Made, Mine))
      Made.push_back(Mine);
    if (registers(Key, Stored, Mine, V)) {
      V.Registered |= V.isTensor();
      Parts.push_back({Mine, Field});
    }
    Solver.fields(S).write(Mine, Field, V);
  });
  for (const auto &[Container, Held] : Holders)
    Solver.residence(S).fill(Container, Operand{.V = Held}, Placement());
  for (const ObjectId O : Made)
    Containers(Solver, S).fillCopied(O);
  for (const Memory::Key &Part : Parts)
    if (const Value *Held = S.Mem.find(Part)) {
      Value V = *Held;
      Solver.residence(S).registerState(Part.first, V, Part.second);
      S.Mem.set(Part, V);
    }
}

} // namespace devtidy::dataflow
