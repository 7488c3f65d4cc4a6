//===- PartMoves.cpp - What a module holds, moved by other ways than its name --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/PartMoves.h"
#include "ir/Loops.h"
#include "knowledge/ModuleParts.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;

static const knowledge::Callable *moduleMethod(llvm::StringRef Name) {
  return knowledge::findMethod(knowledge::Receiver::Module, std::string_view(Name));
}

/// True if what Part stands for is a whole, too: modules() begins with the module itself.
bool PartMoves::startsWithItself(ObjectId Part) const {
  const ir::Inst &Made = Solver.inst(Solver.object(Part).Site);
  const knowledge::Callable *C = Made.Kind == InstKind::Invoke ? moduleMethod(Made.Name) : nullptr;
  return C && (C->Canonical == "modules" || C->Kind == Action::AppliesToEach);
}

/// The module whose part O is in its turn, or whose parts it holds. Invalid if it is neither, or of one module on one
/// way here and of another one on another.
ObjectId PartMoves::wholeOf(ObjectId O) const {
  const Value *Whole = S.Mem.find({O, WholeField});
  return Whole && Whole->is(Value::Kind::Object) ? Whole->Obj : ObjectId();
}

void PartMoves::loosen(ObjectId O, const Placement &P, bool OfWhole) {
  if (const ObjectId Whole = Solver.object(O).Weak ? wholeOf(O) : ObjectId())
    loosen(Whole, P, OfWhole);
  Residence There(Solver, S, OfWhole);
  const Placement Old = There.place(O);
  if (Old == P || Old.isBottom())
    return;
  Placement Where = Old;
  Where.joinIn(P);
  There.move(O, Where.imprecise());
}

void PartMoves::movePart(ObjectId O, const Placement &P, bool All, bool OfWhole) {
  // A module may hold what stands for each of its parts: `setattr(model, name, wrap(part))`.
  const ObjectId Of = OfWhole ? ObjectId() : wholeOf(O);
  if (!Of)
    return;
  if (!startsWithItself(O))
    Residence(Solver, S, /*OfWhole=*/true).moveParts(Of, P, All);
  else if (All)
    Residence(Solver, S, /*OfWhole=*/true).move(Of, P);
  else
    loosen(Of, P, /*OfWhole=*/true);
}

bool PartMoves::coversAll(ir::ValueId V, ir::InstId Id) const {
  const ir::Inst *D = Solver.F.definition(V);
  // m._modules[k]
  if (D && D->Kind == InstKind::GetItem && D->Args.size() == 2) {
    const Value &Of = Solver.Values[D->Args[0].Value.index()], &Key = Solver.Values[D->Args[1].Value.index()];
    const auto ListOf = [&](ObjectId O) { return wholeOf(O) ? wholeOf(O) : O; };
    if (Of.is(Value::Kind::Object) && Key.is(Value::Kind::Number) && Key.Obj && ListOf(Key.Obj) == ListOf(Of.Obj))
      V = D->Args[1].Value;
  }
  // part.eval().to(d), part.conv.to(d)
  const auto IsOfEach = [&] {
    const Value &Own = Solver.Values[V.index()], &Of = Solver.Values[D->Args[0].Value.index()];
    return (D->Kind == InstKind::Invoke && Own == Of) ||
           (D->Kind == InstKind::GetField && Own.is(Value::Kind::Choice) && Of.is(Value::Kind::Choice));
  };
  while (D && !D->Args.empty() && IsOfEach()) {
    V = D->Args[0].Value;
    D = Solver.F.definition(V);
  }
  if (!Solver.Rounding.goesOverAll(V))
    return false;
  D = Solver.F.definition(V);
  while (D->Kind == InstKind::Unpack)
    D = Solver.F.definition(D->Args[0].Value);
  const ir::Loops Loops(Solver.F);
  const ir::Loop *Around = Loops.around(D->Parent);
  return Around && Loops.isInEachIteration(*Around, Solver.F.inst(Id).Parent);
}

void PartMoves::moveGiven(ir::InstId Id, ObjectId O, const Placement &P) {
  bool All = false;
  if (wholeOf(O)) {
    const GuardedTerm *Only = P.single();
    const ir::Inst &I = Solver.inst(Id);
    const knowledge::Callable *C = I.Kind == InstKind::Invoke ? moduleMethod(I.Name) : nullptr;
    All = Only && !Only->Imprecise &&
          ((C && C->Kind == Action::AppliesToEach) || llvm::any_of(I.Args, [&](const ir::Arg &A) {
             const Value &V = Solver.Values[A.Value.index()];
             return V.is(Value::Kind::Object) && V.Obj == O && coversAll(A.Value, Id);
           }));
  }
  Solver.residence(S).move(O, P, All);
}

bool PartMoves::moveElement(const ir::Arg &A, ir::InstId Id, const Placement &P) {
  const ir::Inst *D = Solver.F.definition(A.Value);
  // m[0].to(d), where m is [nn.Linear(2, 2) for _ in range(n)]
  const bool IsTaken = D && (D->Kind == InstKind::GetItem || D->Kind == InstKind::Invoke ||
                             ((D->Kind == InstKind::Unpack || D->Kind == InstKind::Next) && !coversAll(A.Value, Id)));
  if (const Value One = IsTaken ? Solver.operand(A, S) : Value::unknown();
      One.is(Value::Kind::Object) && Solver.isOfRounds(One.Obj)) {
    loosen(One.Obj, P);
    return true;
  }
  // m[i].conv.to(d)
  llvm::SmallVector<llvm::StringRef, 2> Names;
  for (; D && D->Kind == InstKind::GetField; D = Solver.F.definition(D->Args[0].Value))
    Names.push_back(D->Name);
  if (!D || D->Kind != InstKind::GetItem || D->Args.size() != 2)
    return false;
  const Value Of = Solver.operand(D->Args[0], S), Index = Solver.operand(D->Args[1], S);
  if (!Of.is(Value::Kind::Object) || Index.is(Value::Kind::Constant) ||
      !Solver.Prog.Types.isContainer(Solver.object(Of.Obj).Class))
    return false;
  llvm::SmallVector<ObjectId, 4> Elements;
  for (const auto &[Key, Held] : S.Mem.of(Of.Obj)) {
    const Value *Part = isOwnField(Key.second) ? nullptr : &Held;
    for (llvm::StringRef Name : llvm::reverse(Names))
      Part = Part && Solver.isModule(*Part) ? S.Mem.find({Part->Obj, Name}) : nullptr;
    if (Part && Solver.isModule(*Part))
      Elements.push_back(Part->Obj);
  }
  if (Elements.size() < 2)
    return false;
  const bool All = Index.is(Value::Kind::Number) && Index.Obj == Of.Obj && coversAll(D->Result, Id);
  for (ObjectId Element : Elements)
    if (All)
      Solver.residence(S).move(Element, P);
    else
      loosen(Element, P);
  return true;
}

/// While a module is built, what nobody knows is where its other parts are.
bool PartMoves::isOpenHere(const Placement &P) const { return Solver.isBuilding() && (P.isUnknown() || P.hasSymbol()); }

/// True if Store stores what a move gave, or what was made on a device: somebody says where it is.
bool PartMoves::isOfMove(const ir::Inst &Store) const {
  const ir::Inst *D = Store.Kind == InstKind::SetField ? Solver.F.definition(Store.Args[1].Value) : nullptr;
  return D && (isMove(*D) || D->findKeyword("device"));
}

void PartMoves::setData(const ir::Arg &A, const Value &V, ir::InstId Id) {
  const Value Old = Solver.operand(A, S);
  const Placement There = Solver.placementOf(S, V);
  if (There.isBottom() || (isOpenHere(There) && !isOfMove(Solver.inst(Id))) || (Old.isTensor() && Old.P == There))
    return;
  // A caller knows what it is.
  if (Old.Path && !Old.IsComputed && (Old.is(Value::Kind::Symbolic) || Old.isTensor()))
    S.Mem.set({Solver.Objects.symbolic(Old.Path, ""), DataField}, Value::tensor(There));
  const ir::Inst *D = Solver.F.definition(A.Value);
  if (D && D->Kind == InstKind::GetField)
    return setStateOf(D->Args[0], D->Name, There, Id);
  while (D && D->Kind == InstKind::Unpack)
    D = Solver.F.definition(D->Args[0].Value);
  const bool InTurn = D && D->Kind == InstKind::Next;
  const Value Over = InTurn ? Solver.Values[D->Args[0].Value.index()] : Value();
  const ObjectId Of = wholeOf(Over);
  if (!Of) {
    // What is another tensor in each round is not this one.
    if (!InTurn && Old.isTensor())
      S.Mem.set({Solver.Objects.data(A.Value), DataField}, Value::tensor(There, V.isTensor() ? V.Dim : Rank::Unknown));
    if (InTurn)
      setListed(D->Args[0].Value, There);
    return loosenBehind(A.Value, There, /*OfTensors=*/true);
  }
  // Buffers alone are not all.
  const bool OfBuffers = Solver.inst(Solver.object(Over.Obj).Site).Name.ends_with("buffers");
  if (!OfBuffers && !Solver.object(Of).Weak && coversAll(A.Value, Id))
    Solver.residence(S).move(Of, There);
  else
    loosen(Of, There);
}

/// `for p in [x]: p.data = ...`: what a loop goes over may be at P, if it stands in this function.
void PartMoves::setListed(ir::ValueId List, const Placement &P) {
  const ir::Inst *D = Solver.F.definition(List);
  if (D && D->Kind == InstKind::Iterate)
    D = Solver.F.definition(D->Args[0].Value);
  if (!D || (D->Kind != InstKind::MakeList && D->Kind != InstKind::MakeTuple && D->Kind != InstKind::MakeDict))
    return;
  for (const ir::Arg &A : D->Args)
    if (const Value Held = Solver.operand(A, S); Held.isTensor()) {
      Placement Where = Held.P;
      Where.joinIn(P);
      S.Mem.set({Solver.Objects.data(A.Value), DataField}, Value::tensor(Where.imprecise()));
    }
}

bool PartMoves::hasMoved(const FunctionFrame &Solver, const State &S, const Value &V) {
  const std::optional<ObjectId> Known = V.Path ? Solver.Objects.known(V.Path) : std::nullopt;
  return Known && S.Mem.has({*Known, DeviceField});
}

const Value *PartMoves::dataOf(const FunctionFrame &Solver, const State &S, ir::ValueId V) {
  const std::optional<ObjectId> Known = Solver.Objects.knownData(V);
  return Known ? S.Mem.find({*Known, DataField}) : nullptr;
}

/// `Module.Name.data = ...`
void PartMoves::setStateOf(const ir::Arg &Module, llvm::StringRef Name, const Placement &There, ir::InstId Id) {
  const Value Of = Solver.operand(Module, S);
  if (Solver.isModule(Of))
    return setState(Of.Obj, Name, There);
  if (Of.is(Value::Kind::Object) && !Solver.object(Of.Obj).Weak)
    return Solver.fields(S).write(Of.Obj, Name, Value::tensor(There, Solver.fields(S).read(Of.Obj, Name).rank()));
  // for layer in (a, b): layer.weight.data = ...
  if (!Of.is(Value::Kind::Choice) || !coversAll(Module.Value, Id))
    return loosenBehind(Module.Value, There);
  for (const Value &Each : *Of.Elements)
    setState(Each.Obj, Name, There);
}

void PartMoves::setData(PathId P, const Placement &There, llvm::function_ref<Value(PathId)> Holds) {
  const PathTable &Paths = Solver.Prog.Paths;
  for (PathId Of = P; Of && Paths[Of].Kind == Path::Root::Child; Of = Paths[Of].Parent)
    if (const Value Holder = Holds(Paths[Of].Parent); Solver.isModule(Holder)) {
      const bool IsSure = llvm::none_of(There.terms(), [](const GuardedTerm &T) { return T.Imprecise; });
      return Of == P && IsSure ? setState(Holder.Obj, Paths[Of].Name, There) : loosen(Holder.Obj, There);
    } else if (Holder.is(Value::Kind::Symbolic)) {
      const PathId Mine = Of == P ? Solver.Prog.Paths.child(Holder.Path, Paths[P].Name) : PathId();
      if (Mine)
        S.Mem.set({Solver.Objects.symbolic(Mine, ""), DataField}, Value::tensor(There));
      return;
    }
}

bool keepsGiven(const FunctionFrame &In, ObjectId O, llvm::StringRef Name) {
  const knowledge::ClassInfo *Base = In.Prog.Types.libraryClass(In.object(O).Class);
  return Base && knowledge::keepsGiven(*Base, std::string_view(Name));
}

/// The tensor that O has registered under Name is at P from here on.
void PartMoves::setState(ObjectId O, llvm::StringRef Name, const Placement &P) {
  if (keepsGiven(Solver, O, Name))
    return S.Mem.set({O, DeviceField}, Value::tensor(P));
  if (Solver.object(O).Weak || Name.starts_with("["))
    return loosen(O, P);
  Value V = Solver.fields(S).read(O, Name);
  V = Value::tensor(P, V.rank());
  V.Registered = V.IsParameter = true;
  Solver.residence(S).registerState(O, V, Name);
  Solver.fields(S).write(O, Name, V);
}

/// True if each parameter that a layer of that class of the library has stands in Held, the members of one.
static bool holdsAll(llvm::StringRef Class, const Memory &Held, ObjectId O) {
  const knowledge::ModuleParts *Parts = knowledge::findModuleParts(std::string_view(Class));
  const auto Names = Parts && Parts->Buffers.empty() ? knowledge::parametersOf(std::string_view(Class))
                                                     : std::vector<std::string_view>{"weight", "bias"};
  return !Names.empty() && llvm::all_of(Names, [&](std::string_view Name) { return Held.has({O, Name}); });
}

/// Where the state of O is by what it holds, if all of that is known.
std::optional<Placement> PartMoves::stateOf(ObjectId O) {
  const Object &Of = Solver.object(O);
  // An object under construction has what its constructor has put there.
  const bool IsBuilt = O == Solver.Self && Solver.F.Kind == ir::FunctionKind::Constructor;
  if ((Of.K != Object::Kind::Allocated && !IsBuilt) || Of.Weak)
    return std::nullopt;
  if (Solver.Prog.Types.isContainer(Of.Class))
    return Solver.residence(S).partsOf(O);
  const bool IsOfProgram = Solver.Prog.Types.findClass(Of.Class) && !Solver.Prog.Types.hasUnknownBase(Of.Class);
  // A layer of the library: what it has by these names, if somebody has put all of it there.
  if (!IsOfProgram && !holdsAll(Of.Class, S.Mem, O))
    return std::nullopt;
  Placement P;
  for (const auto &[Key, Held] : S.Mem.of(O))
    if (!isOwnField(Key.second) && (Held.Registered || Held.IsParameter))
      P.joinIn(Solver.isModule(Held) && Solver.residence(S).isApart(O, Key.second) ? Placement::bottom()
                                                                                   : Solver.placementOf(S, Held));
  return P;
}

bool PartMoves::replacesState(ObjectId O, llvm::StringRef Name) const {
  const Value *Held = S.Mem.find({O, Name});
  const knowledge::ClassInfo *Base = Solver.Prog.Types.libraryClass(Solver.object(O).Class);
  const bool IsByAssignment = Base && knowledge::registersByAssignment(*Base);
  return Held && !IsByAssignment ? Held->isTensor() && Held->Registered
                                 : Solver.residence(S).libraryState(O, Name).has_value();
}

Placement PartMoves::replaced(ObjectId O, const Value &V, llvm::StringRef Name) {
  Placement P = Solver.residence(S).rest(O);
  if (!Name.empty()) {
    const Value *Held = S.Mem.find({O, Name});
    const std::optional<Value> Old = Held ? std::optional(*Held) : std::nullopt;
    S.Mem.set({O, Name}, V);
    const std::optional<Placement> All = stateOf(O);
    if (All && (All->single() || Solver.Prog.Types.isContainer(Solver.object(O).Class)))
      return *All;
    // Nothing is left of a layer each of whose parameters is another one, wherever these are.
    if (All && !Solver.Prog.Types.findClass(Solver.object(O).Class))
      return All->imprecise();
    if (Old)
      S.Mem.set({O, Name}, *Old);
    else
      S.Mem.erase({O, Name});
  }
  // What nobody knows is kept by its name; the others stay where they are.
  const Placement There = Solver.placementOf(S, V);
  if (There == P || (There.isUnknown() && !Name.empty()))
    return P;
  P.joinIn(There);
  return P.imprecise();
}

void PartMoves::settle(ObjectId O) {
  if (Solver.object(O).K == Object::Kind::Allocated && !Solver.object(O).Weak && !S.Mem.has({O, ElementField}))
    S.Mem.set({O, DeviceField}, Value::tensor(Solver.residence(S).partsOf(O)));
}

/// True if F does something with V behind the bytes of R: what was put somewhere may yet move.
static bool isUsedBehind(const ir::Function &F, ir::ValueId V, ir::SourceRange R) {
  const auto IsV = [&](const ir::Arg &A) { return A.Value == V; };
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const bool GoesOn =
        llvm::any_of(I.Targets, [&](const ir::Successor &Next) { return llvm::is_contained(Next.Args, V); });
    return GoesOn || (llvm::any_of(I.Args, IsV) && !(I.Range.isValid() && I.Range.End <= R.End));
  });
}

/// The module O has V as one of its parts from here on, nobody knows which: `setattr(model, name, nn.Linear(2, 2))`.
/// First is the first argument of what puts it there, V the last.
static void putSomewhere(FunctionFrame &Solver, State &S, const ir::Arg &First, ObjectId O, const Value &V) {
  const Placement There = Solver.placementOf(S, V);
  const GuardedTerm *Only = There.single();
  const bool IsMade = Solver.isModule(V) && Solver.object(V.Obj).K == Object::Kind::Allocated;
  const auto Put = llvm::find_if(Solver.F.Insts, [&](const ir::Inst &I) { return I.Args.data() == &First; });
  if (!IsMade || !Only || Only->Imprecise || Only->T.isSymbol() || Solver.object(O).Weak ||
      Put == Solver.F.Insts.end() || isUsedBehind(Solver.F, Put->Args.back().Value, Put->Range))
    return PartMoves(Solver, S).loosen(O, There);
  // The others may all be gone.
  Residence Of(Solver, S, /*OfWhole=*/false);
  Placement Where = There;
  Where.joinIn(Of.place(O).imprecise());
  Of.move(O, Where);
}

void PartMoves::setMember(const ir::Arg &Module, const Value &Name, Value V) {
  if (const Value Of = V.is(Value::Kind::Symbolic) ? Solver.operand(Module, S) : Value(); Solver.isModule(Of))
    registerHeld(Of.Obj, V);
  if (!V.IsParameter && !Solver.isModule(V))
    return;
  const Value Of = Solver.operand(Module, S);
  if (!Solver.isModule(Of))
    return loosenBehind(Module.Value, Solver.placementOf(S, V));
  // One of its own parts, which has moved in place.
  if (wholeOf(V) == Of.Obj)
    return;
  registerHeld(Of.Obj, V);
  if (!Name.isString() || Solver.object(Of.Obj).Weak)
    return putSomewhere(Solver, S, Module, Of.Obj, V);
  V.Path = PathId();
  Solver.residence(S).registerState(Of.Obj, V, Name.Const.Text);
  Solver.fields(S).write(Of.Obj, Name.Const.Text, V);
}

bool PartMoves::setEntry(const ir::Arg &Table, const Value &Key, const Value &V) {
  const Value T = Solver.operand(Table, S);
  const ObjectId Of = wholeOf(T);
  if (!Of || Solver.isModuleObject(T.Obj)) {
    if (T.is(Value::Kind::Unknown) && (V.IsParameter || Solver.isModule(V)))
      loosenBehind(Table.Value, Solver.placementOf(S, V));
    return false;
  }
  // state_dict() and dict(m.named_children()) are copies: the module keeps what it has.
  const ir::Inst &Made = Solver.inst(Solver.object(T.Obj).Site);
  const bool IsTable = Made.Kind == InstKind::GetField && knowledge::keepsMembers(std::string_view(Made.Name));
  if (!IsTable && (Made.Kind != InstKind::Call || !Solver.Prog.Types.findFunction(Made.Name)))
    return false;
  if (wholeOf(V) == Of)
    return true;
  if (V.IsParameter || Solver.isModule(V))
    registerHeld(Of, V);
  if (IsTable && Key.isString() && !Solver.object(Of).Weak) {
    Value Held = V;
    if (!V.is(Value::Kind::Symbolic)) // a symbol is its path
      Held.Path = PathId();
    Solver.residence(S).registerState(Of, Held, Key.Const.Text);
    Solver.fields(S).write(Of, Key.Const.Text, Held);
  } else if (hasPlacement(V)) {
    putSomewhere(Solver, S, Table, Of, V);
  }
  return true;
}

//===--- What is the same, and what the class moves itself ----------------===//

static bool isSame(const Value &Held, const Value &V) {
  return (V.is(Value::Kind::Object) && Held.is(Value::Kind::Object) && Held.Obj == V.Obj) ||
         (V.isTensor() && Held.isTensor() && Held.Identity != 0 && Held.Identity == V.Identity);
}

/// True if both are parameters that one place of the program makes: those of a list are not told apart.
static bool isOfSamePlace(const Value &Held, const Value &V) {
  const GuardedTerm *A = Held.P.single(), *B = V.P.single();
  return Held.isTensor() && Held.IsParameter && A && B && A->Origin && A->Origin == B->Origin;
}

/// What else holds a parameter that is registered now holds what moves: `self.held = nn.ParameterList(self.weights)`. A
/// move gives the same parameter other memory.
void PartMoves::registerSame(const Value &V) {
  if (!V.isTensor() || !V.IsParameter)
    return;
  llvm::SmallVector<Memory::Key, 4> Same;
  S.Mem.forEach([&](const Memory::Key &Key, const Value &Held) {
    if (!Held.Registered && !isOwnField(Key.second) && (isSame(Held, V) || isOfSamePlace(Held, V)))
      Same.push_back(Key);
  });
  for (const Memory::Key &Key : Same)
    S.Mem.at(Key).Registered = true;
}

/// A member of O that already holds the value, which is registered with O now, is registered with it.
void PartMoves::registerHeld(ObjectId O, const Value &V) {
  markRegistered(S.Mem, V);
  registerSame(V);
  // `for n in nets: self.add_module(name, n)`: who gave them knows what they are.
  if (const Path *Part = V.is(Value::Kind::Symbolic) ? &Solver.Prog.Paths[V.Path] : nullptr;
      Part && Part->Kind == Path::Root::Child && Part->Name == ElementField)
    S.Mem.set({Solver.Objects.symbolic(Part->Parent, ""), RegisteredField}, Value::boolean(true));
  for (const auto &[Key, Held] : S.Mem.of(O)) {
    if (Key.second == DeviceField)
      continue;
    if (isSame(Held, V)) {
      S.Mem.at(Key).Registered = true;
      continue;
    }
    // `for m in self.layers: self.add_module(...)`: on the way around the loop there is nothing to register.
    if (Held.is(Value::Kind::Object) && Solver.Prog.Types.isContainer(Solver.object(Held.Obj).Class) &&
        llvm::any_of(S.Mem.of(Held.Obj), [&](const auto &Element) { return isSame(Element.second, V); }))
      markRegistered(S.Mem, Held);
  }
}

/// V, which something may have moved, is anywhere.
void PartMoves::forgetPlace(Value &V, unsigned Depth) {
  if (V.isTensor()) {
    V.P = Placement::unknown();
  } else if (V.is(Value::Kind::Object) && Depth <= MaxDepth) {
    if (S.Mem.has({V.Obj, DeviceField}))
      S.Mem.set({V.Obj, DeviceField}, Value::tensor(Placement::unknown()));
    for (const auto &[Key, Held] : S.Mem.of(V.Obj)) {
      if (isOwnField(Key.second) && Key.second != ElementField)
        continue;
      Value Part = Held;
      forgetPlace(Part, Depth + 1);
      S.Mem.set(Key, Part);
    }
  } else {
    V = Value::unknown();
  }
}

/// What the class of O moves on its own when O moves: its `to` reads it, and nobody looks whether it moves all of it.
void PartMoves::forgetBeside(ObjectId O) {
  const llvm::StringRef Class = Solver.object(O).Class;
  if (Class.empty() || !Solver.Prog.Types.findClass(Class))
    return;
  for (const auto &[Name, Facts] : Solver.Prog.solvedClass(Class).Fields)
    if (Facts.MovedBeside) {
      const Value *Held = S.Mem.find({O, Name});
      Value V = Held ? *Held : Value::unknown();
      forgetPlace(V, 0);
      S.Mem.set({O, Name}, V);
    }
}

} // namespace devtidy::dataflow
