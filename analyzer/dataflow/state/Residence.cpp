//===- Residence.cpp - Where modules live and what moves them -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Batches.h"
#include "dataflow/state/Chosen.h"
#include "dataflow/state/PartMoves.h"
#include "dataflow/state/Positions.h"
#include "knowledge/ClassNames.h"
#include "knowledge/ModuleParts.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

static constexpr unsigned MaxNesting = 6;

/// True if the module Of registers V, which is assigned to its member of that name: a Parameter, a module, or a tensor
/// in the place of one that is registered. A buffer takes any tensor; a parameter takes Parameters alone, and fails for
/// others (torch/nn/modules/module.py, __setattr__).
bool Residence::registersByAssignment(ObjectId Of, llvm::StringRef Name, const Value &V) const {
  const knowledge::ClassInfo *Base = Solver.Prog.Types.libraryClass(Solver.object(Of).Class);
  if (!Base || !knowledge::registersByAssignment(*Base))
    return false;
  const Value *Held = S.Mem.find({Of, Name});
  return V.IsParameter || Solver.isModule(V) || V.is(Value::Kind::Choice) ||
         (V.isTensor() && Held && (Held->isTensor() || Held->isNone()) && Held->Registered);
}

/// What a container of modules holds is registered with whatever that is registered with, by whatever name others have
/// it.
void Residence::markHeld(const Value &V) {
  if (!V.is(Value::Kind::Object) || !Solver.isModuleObject(V.Obj) ||
      !Solver.Prog.Types.isContainer(Solver.object(V.Obj).Class))
    return;
  llvm::SmallVector<Value, 4> Held;
  for (const auto &[Key, Part] : S.Mem.of(V.Obj))
    if (!isOwnField(Key.second) && Solver.isModule(Part))
      Held.push_back(Part);
  for (const Value &Part : Held)
    markRegistered(S.Mem, Part);
}

/// Name: of the member that V becomes, if it is known.
void Residence::registerState(ObjectId O, Value &V, llvm::StringRef Name) {
  V.Registered = true;
  // Each in its turn: `for i, layer in enumerate(self.layers): self.add_module(str(i), layer)`.
  const Value Single[] = {V};
  for (const Value &Part : V.is(Value::Kind::Choice) ? llvm::ArrayRef<Value>(*V.Elements) : llvm::ArrayRef(Single)) {
    markRegistered(S.Mem, Part);
    markHeld(Part);
  }
  PartMoves(Solver, S).registerSame(V);
  Placement P = rest(O);
  const bool HasOwnPlace = Solver.isModule(V) && isApart(O, Name);
  const Value *Old = Name.empty() ? nullptr : S.Mem.find({O, Name});
  const bool Replaces = (Old && Old->Registered) || (!Name.empty() && libraryState(O, Name));
  if (!HasOwnPlace && Replaces)
    P = PartMoves(Solver, S).replaced(O, V, Name);
  else if (!HasOwnPlace && (!isOpenPart(S.Mem, V) || !Solver.isBuilding()))
    P.joinIn(Solver.placementOf(S, V));
  S.Mem.set({O, DeviceField}, Value::tensor(P));
  addToHolders(O, P, 0);
}

/// `self.layers = nn.ModuleList()`, and `self.layers.append(nn.Linear(2, 2))`: what a constructor puts into a part that
/// it has put in is the first state of the whole.
void Residence::addToBuilt(ObjectId Part, const Placement &P) {
  const Value *There = Solver.Self ? S.Mem.find({Solver.Self, DeviceField}) : nullptr;
  if (!There || !There->P.isBottom() || P.isBottom())
    return;
  if (llvm::any_of(S.Mem.of(Solver.Self), [&](const auto &Entry) {
        return Entry.second.is(Value::Kind::Object) && Entry.second.Obj == Part && !isOwnField(Entry.first.second);
      }))
    S.Mem.set({Solver.Self, DeviceField}, Value::tensor(P));
}

/// What is registered with a part is state of the whole: model.head[1] = nn.Linear(2, 2). A constructor puts parts
/// together before it puts them in.
void Residence::addToHolders(ObjectId Part, const Placement &P, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  if (Solver.F.Kind == ir::FunctionKind::Constructor)
    return addToBuilt(Part, P);
  if (Depth > MaxDepth)
    return;
  llvm::SmallVector<ObjectId, 2> Holders;
  const auto IsSettled = [&](ObjectId Holder) {
    const Object &Of = Solver.object(Holder);
    return Of.K == Object::Kind::Allocated && !Of.Weak && Solver.Prog.Types.isContainer(Of.Class);
  };
  S.Mem.forEach([&](const Memory::Key &Key, const Value &Held) {
    if (Held.is(Value::Kind::Object) && Held.Obj == Part && Key.first != Part && !isOwnField(Key.second) &&
        Solver.isModuleObject(Key.first) && S.Mem.has({Key.first, DeviceField}) &&
        (IsSettled(Key.first) || !isApart(Key.first, Key.second)))
      Holders.push_back(Key.first);
  });
  for (ObjectId Holder : Holders) {
    Placement All = IsSettled(Holder) ? partsOf(Holder) : rest(Holder);
    if (!IsSettled(Holder))
      All.joinIn(P);
    S.Mem.set({Holder, DeviceField}, Value::tensor(All));
    addToHolders(Holder, All, Depth + 1);
  }
}

/// What a module of the library has under that name, as its own code made it: `self.weight` of a Linear. Nothing for
/// other names.
std::optional<Value> Residence::libraryState(ObjectId O, llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Sure[] = {"weight", "in_proj_weight"},
                                       Optional[] = {"bias", "in_proj_bias", "running_mean", "running_var"};
  // A part of a model whose source nobody reads; it moves with the whole.
  if (const llvm::StringRef Class = Solver.Objects[O].Class;
      knowledge::isModelPart(std::string_view(Class), std::string_view(Name))) {
    Value Part = Value::object(Solver.Objects.unreadPart(O, Solver.Prog.Paths.global(Name), knowledge::ModuleClass));
    Part.Registered = true;
    S.Mem.set({Part.Obj, DeviceField}, Value::tensor(rest(O)));
    S.Mem.set({O, Name}, Part);
    return Part;
  }
  // `weight_hh` and `bias_hh` of a GRUCell, which others do not have.
  const auto Parameters = knowledge::parametersOf(std::string_view(Solver.Objects[O].Class));
  const bool IsOwn = llvm::is_contained(Parameters, std::string_view(Name));
  const bool IsOptional = llvm::is_contained(Optional, Name) || (IsOwn && Name.starts_with("bias"));
  if ((!IsOwn && !IsOptional && !llvm::is_contained(Sure, Name)) || !Solver.isModuleObject(O))
    return std::nullopt;
  const knowledge::ClassInfo *Info = Solver.Prog.Types.libraryClass(Solver.Objects[O].Class);
  if (!Info || !knowledge::hasOwnState(*Info, std::string_view(Solver.Objects[O].Class)))
    return std::nullopt;
  if (Solver.Prog.Types.findClass(Solver.Objects[O].Class) &&
      Solver.Prog.solvedClass(Solver.Objects[O].Class).Fields.contains(Name))
    return std::nullopt;
  Value V = Value::tensor(rest(O), Rank::AtLeastOne);
  V.Partial = IsOptional;
  V.Registered = V.IsParameter = true;
  return V;
}

/// Where a part of a module is, S has only once somebody has read it from its module: O is read here.
void Residence::findHolder(ObjectId O) {
  const Path &Part = Solver.Prog.Paths[Solver.Objects[O].Path];
  if (Part.Kind != Path::Root::Child || S.Mem.has({O, DeviceField}))
    return;
  const std::optional<ObjectId> Holder = Solver.Objects.known(Part.Parent);
  if (!Holder)
    return;
  const ObjectId Of = *Holder;
  findHolder(Of);
  llvm::StringRef Name = Part.Name;
  if (Name != ElementField && Name.consume_front("["))
    Name = Name.drop_back();
  Solver.fields(S).read(Of, Name);
}

static bool isParameter(const Value &V) { return V.isTensor() && V.IsParameter && V.Registered; }

/// `self.kept = (self.scale, 1)`
static bool holdsParameters(const Value &V) {
  return V.is(Value::Kind::Tuple) && llvm::any_of(*V.Elements, isParameter);
}

/// True if one of them is the place of a copy, which the other is not.
static bool isOfCopy(const Placement &A, const Placement &B) {
  const auto CopyOf = [](const Placement &P) {
    const GuardedTerm *Only = P.single();
    return Only && Only->Origin && Only->Origin->Kind == StepKind::Copied ? Only->Origin : nullptr;
  };
  return CopyOf(A) != CopyOf(B);
}

/// A module moved. A parameter of it that others hold may have moved with it: `self.w = net.weight`,
/// `list(net.parameters())`.
void Residence::moveHeldParameters(const Placement &From, const Placement &To) {
  if (From == To || From.isBottom() || From.isUnknown())
    return;
  llvm::SmallVector<Memory::Key, 4> Held;
  S.Mem.forEach([&](const Memory::Key &Key, const Value &V) {
    if (V.isTensor() && V.IsParameter && V.P == From && !isOfCopy(V.P, From) && !Solver.isModuleObject(Key.first) &&
        (!isOwnField(Key.second) || Key.second == ElementField))
      Held.push_back(Key);
  });
  for (const Memory::Key &Key : Held) {
    Value V = *S.Mem.find(Key);
    V.P.joinIn(To);
    V.P = V.P.imprecise();
    S.Mem.set(Key, V);
  }
}

/// True if both are made at one place of the program.
static bool isOfSamePlace(const Placement &A, const Placement &B) {
  const GuardedTerm *Of = A.single(), *With = B.single();
  return Of && With && Of->Origin && Of->Origin == With->Origin;
}

/// The module O, which is at From, moves. `decoder.weight = encoder.weight`: each moves what the other has of it.
void Residence::moveTied(ObjectId O, const Placement &From, const Placement &To) {
  llvm::SmallVector<Placement, 2> Shared = {From};
  for (const auto &[Key, Held] : S.Mem.of(O))
    if (isParameter(Held) && !isOfSamePlace(Held.P, From))
      Shared.push_back(Held.P);
  llvm::SmallVector<Memory::Key, 2> Tied;
  S.Mem.forEach([&](const Memory::Key &Key, const Value &V) {
    // Its own parameter is in memory only where somebody gave it another.
    const bool IsHeld = isParameter(V) && isOfSamePlace(V.P, From);
    const bool IsOwner =
        Key.second == DeviceField && V.isTensor() &&
        llvm::any_of(llvm::drop_begin(Shared), [&](const Placement &P) { return isOfSamePlace(P, V.P); });
    if (Key.first != O && (IsHeld || IsOwner) && Solver.isModuleObject(Key.first))
      Tied.push_back(Key);
  });
  for (const Memory::Key &Key : Tied)
    for (llvm::StringRef Name : {Key.second, llvm::StringRef(DeviceField)})
      if (const Value *Held = S.Mem.find({Key.first, Name})) {
        Value V = *Held;
        V.P.joinIn(To);
        V.P = V.P.imprecise();
        S.Mem.set({Key.first, Name}, V);
      }
}

static llvm::ArrayRef<Value> partsIn(const Value &V) {
  return V.is(Value::Kind::Choice) ? llvm::ArrayRef(*V.Elements) : llvm::ArrayRef(V);
}

/// Where the part N of V is, which was at Old, after V has moved to P.
static Placement ifPart(const FunctionFrame &In, const Value &V, size_t N, const Placement &P, const Placement &Old) {
  // `net if inplace else copy.deepcopy(net)`: whoever gave it has it still, and it stays if it is not the part.
  const bool MayStay =
      V.is(Value::Kind::Choice) && !Choices::isEach(V) && In.object((*V.Elements)[N].Obj).K == Object::Kind::Symbolic;
  return MayStay ? ifChosen(P, Old, (*V.Guards)[N]) : P;
}

/// All: every module that O stands for.
void Residence::moveAt(ObjectId O, const Placement &P, bool All, unsigned Depth) {
  if (Depth > MaxNesting)
    return;
  PartMoves(Solver, S).movePart(O, P, All, OfWhole);
  if (Depth == 0)
    moveHeldParameters(rest(O), P);
  moveTied(O, rest(O), P);
  Placement Where = P;
  if (PartMoves(Solver, S).leavesParts(O)) {
    Where.joinIn(place(O));
    Where = Where.imprecise();
  }
  if (const knowledge::ClassInfo *C = Solver.Prog.Types.libraryClass(Solver.Objects[O].Class);
      C && C->Kind == knowledge::ClassKind::DataLoader)
    return Batches::place(S, O, P);
  if (Solver.Objects[O].Weak && !All)
    Where.joinIn(place(O));
  // A module without state stays nowhere.
  if (!rest(O).isBottom())
    S.Mem.set({O, DeviceField}, Value::tensor(Where));
  S.Mem.erase({O, PartsField});
  PartMoves(Solver, S).forgetBeside(O);
  for (ObjectId Part : knownParts(O))
    if (Solver.object(Part).K == Object::Kind::Symbolic)
      moveAt(Part, Where, false, Depth + 1);
  PartMoves(Solver, S).carryGiven(O, Where);
  std::vector<std::pair<llvm::StringRef, Value>> Registered;
  // Whole lists are registered by their elements.
  auto IsList = [&](ObjectId Of) {
    return Solver.Prog.Types.isContainer(Solver.object(Of).Class) && S.Mem.has({Of, RegisteredField});
  };
  // layers.push_back(register_module("l0", Linear(2, 2)))
  auto HasRegistered = [&](llvm::StringRef Name, const Value &List) {
    return List.is(Value::Kind::Object) && Solver.Prog.Types.isContainer(Solver.object(List.Obj).Class) &&
           (IsList(List.Obj) || (!isOwnField(Name) && llvm::any_of(S.Mem.of(List.Obj), [](const auto &Element) {
              return Element.second.Registered;
            })));
  };
  const bool Whole = IsList(O);
  for (const auto &[Key, Held] : S.Mem.of(O))
    if ((Whole || Held.Registered || holdsParameters(Held) || HasRegistered(Key.second, Held)) &&
        Key.second != DeviceField)
      Registered.push_back({Key.second, Held});
  for (auto &[Name, V] : Registered) {
    if (V.isTensor()) {
      V.P = Where;
      S.Mem.set({O, Name}, V);
    } else if (V.is(Value::Kind::Tuple)) {
      std::vector<Value> Parts = *V.Elements;
      for (Value &Part : Parts)
        if (isParameter(Part))
          Part.P = Where;
      S.Mem.set({O, Name}, Value::tuple(std::move(Parts)));
    }
    for (const auto &[N, Part] : llvm::enumerate(partsIn(V)))
      if (Part.is(Value::Kind::Object))
        moveAt(Part.Obj, ifPart(Solver, V, N, Where, place(Part.Obj)), All, Depth + 1);
  }
  if (Depth == 0)
    settleHolders(O);
}

void Residence::forget(ObjectId O, unsigned Depth) {
  if (Depth > MaxNesting)
    return;
  std::vector<std::pair<llvm::StringRef, Value>> Fields;
  // Who is given the parameters of a module leaves them where they are.
  for (const auto &[Key, Held] : S.Mem.of(O))
    if (Key.second != WholeField || Solver.isModuleObject(O))
      Fields.push_back({Key.second, Held});
  for (auto &[Name, V] : Fields) {
    if (V.is(Value::Kind::Object))
      forget(V.Obj, Depth + 1);
    else
      S.Mem.set({O, Name}, V.mapped([](const Placement &) { return Placement::unknown(); }));
  }
  if (Solver.isModuleObject(O))
    S.Mem.set({O, DeviceField}, Value::tensor(Placement::unknown()));
}

//===--- What containers of modules hold -----------------------------------===//

/// The module of an entry {"name", module}, as C++ writes those of a dictionary; else the entry.
static Value moduleOfEntry(const Value &Entry) {
  const bool IsPair = Entry.is(Value::Kind::Tuple) && Entry.Elements->size() == 2 && (*Entry.Elements)[0].isString();
  return IsPair ? (*Entry.Elements)[1] : Entry;
}

/// A module container holds V, or what the list or dictionary V has.
void Residence::hold(ObjectId Container, Value V) {
  const llvm::StringRef Class = Solver.object(V.Obj).Class;
  if (Class != "list" && Class != "dict") {
    V.Registered = true;
    Solver.fields(S).append(Container, std::move(V));
    return;
  }
  const unsigned Before = Positions(Solver, S, Container).fields();
  for (const auto &[Key, Entry] : S.Mem.of(V.Obj)) {
    Value Held = moduleOfEntry(Entry);
    // What is of unknown type here is a module to the callers, who see that it is registered.
    if (!Held.is(Value::Kind::Object) && !Held.is(Value::Kind::Symbolic) && !Held.isTensor())
      continue;
    Held.Registered = !Held.is(Value::Kind::Symbolic);
    markRegistered(S.Mem, Held);
    PartMoves(Solver, S).registerSame(Held);
    if (Entry.is(Value::Kind::Tuple) && Held.is(Value::Kind::Object))
      Solver.fields(S).write(Container, (*Entry.Elements)[0].Const.Text, Held);
    else if (Class == "list" && Key.second != ElementField)
      Solver.fields(S).append(Container, Held);
    else
      Solver.fields(S).write(Container, Key.second, Held);
  }
  if (Class == "list")
    Positions(Solver, S, Container).follow(V.Obj, Before);
}

/// Where the elements of a container of modules are. While a module is built, one of which nothing is known is where
/// the others are.
Placement Residence::partsOf(ObjectId Container) {
  Placement P;
  // Entries that have names are all of a dictionary: what else is there stands for any of them.
  const bool Named =
      Solver.object(Container).Class == "dict" && llvm::any_of(S.Mem.of(Container), [](const auto &Entry) {
        return Entry.first.second != ElementField && !isOwnField(Entry.first.second);
      });
  for (const auto &[Key, Held] : S.Mem.of(Container))
    if (!isOwnField(Key.second) && !(Named && Key.second == ElementField) &&
        (!isOpenPart(S.Mem, moduleOfEntry(Held)) || !Solver.isBuilding()))
      P.joinIn(Solver.placementOf(S, moduleOfEntry(Held)));
  if (P.isBottom() && Solver.object(Container).K == Object::Kind::Symbolic)
    return Solver.placementOf(S, Value::object(Container));
  return P;
}

/// A module container, which is at P so far, gets modules, or lists or dictionaries of them.
void Residence::fill(ObjectId Container, llvm::ArrayRef<Operand> Operands, Placement P) {
  llvm::SmallVector<Operand, 4> All;
  for (const Operand &A : Operands)
    if (A.V.is(Value::Kind::Tuple))
      for (const Value &Part : *A.V.Elements)
        All.push_back({A.A, Part});
    else
      All.push_back(A);
  for (const Operand &A : All) {
    if (A.V.is(Value::Kind::Symbolic) || (A.V.is(Value::Kind::Unknown) && !Solver.isBuilding()))
      P.joinIn(Solver.placementOf(S, A.V));
    if (!A.V.is(Value::Kind::Object))
      continue;
    if (!isOpenPart(S.Mem, A.V) || !Solver.isBuilding())
      P.joinIn(Solver.Prog.Types.isContainer(Solver.object(A.V.Obj).Class) ? partsOf(A.V.Obj)
                                                                           : Solver.placementOf(S, A.V));
    hold(Container, A.V);
  }
  S.Mem.set({Container, DeviceField}, Value::tensor(P));
  addToHolders(Container, P, 0);
}

} // namespace devtidy::dataflow
