//===- Residence.cpp - Where modules live and what moves them -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/PartMoves.h"
#include "knowledge/ClassNames.h"
#include "knowledge/ModuleParts.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

static constexpr unsigned MaxNesting = 6;

/// True if the module Of registers V, which is assigned to its member of that name: a Parameter, a module, or a tensor
/// in the place of one that is registered. A buffer takes any tensor; a parameter takes Parameters alone, and fails for
/// others (torch/nn/modules/module.py, __setattr__).
bool FunctionSolver::isRegisteredByAssignment(const Memory &Mem, ObjectId Of, llvm::StringRef Name,
                                              const Value &V) const {
  const knowledge::ClassInfo *Base = Prog.libraryClass(object(Of).Class);
  if (!Base || !knowledge::registersByAssignment(*Base))
    return false;
  const Value *Held = Mem.find({Of, Name});
  return V.IsParameter || isModule(V) ||
         (V.isTensor() && Held && (Held->isTensor() || Held->isNone()) && Held->Registered);
}

/// Name: of the member that V becomes, if it is known.
void FunctionSolver::registerState(State &S, ObjectId O, Value &V, llvm::StringRef Name) {
  V.Registered = true;
  // Each in its turn: `for i, layer in enumerate(self.layers): self.add_module(str(i), layer)`.
  const Value Single[] = {V};
  for (const Value &Part : V.is(Value::Kind::Choice) ? llvm::ArrayRef<Value>(*V.Elements) : llvm::ArrayRef(Single))
    if (Part.is(Value::Kind::Object))
      S.Mem.set({Part.Obj, "$registered"}, Value::boolean(true));
  PartMoves(*this, S).registerSame(V);
  Placement P = restDevice(S, O);
  const bool HasOwnPlace = isModule(V) && isApart(O, Name);
  const Value *Old = Name.empty() ? nullptr : S.Mem.find({O, Name});
  const bool Replaces = (Old && Old->Registered) || (!Name.empty() && libraryState(S, O, Name));
  if (!HasOwnPlace && Replaces && F.Kind != ir::FunctionKind::Constructor)
    P = PartMoves(*this, S).replaced(O, V, Name);
  else if (!HasOwnPlace && (!isOpenPart(S.Mem, V) || !isBuilding()))
    P.joinIn(placementOf(S, V));
  S.Mem.set({O, DeviceField}, Value::tensor(P));
  addToHolders(S, O, P, 0);
}

/// What is registered with a part is state of the whole: model.head[1] = nn.Linear(2, 2). A constructor puts parts
/// together before it puts them in.
void FunctionSolver::addToHolders(State &S, ObjectId Part, const Placement &P, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  if (F.Kind == ir::FunctionKind::Constructor || Depth > MaxDepth)
    return;
  llvm::SmallVector<ObjectId, 2> Holders;
  S.Mem.forEach([&](const Memory::Key &Key, const Value &Held) {
    if (Held.is(Value::Kind::Object) && Held.Obj == Part && Key.first != Part && !Key.second.starts_with("$") &&
        isModuleObject(Key.first) && S.Mem.has({Key.first, DeviceField}) && !isApart(Key.first, Key.second))
      Holders.push_back(Key.first);
  });
  for (ObjectId Holder : Holders) {
    Placement All = restDevice(S, Holder);
    All.joinIn(P);
    S.Mem.set({Holder, DeviceField}, Value::tensor(All));
    addToHolders(S, Holder, All, Depth + 1);
  }
}

/// What a module of the library has under that name, as its own code made it: `self.weight` of a Linear. Nothing for
/// other names.
std::optional<Value> FunctionSolver::libraryState(State &S, ObjectId O, llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Sure[] = {"weight", "in_proj_weight"},
                                       Optional[] = {"bias", "in_proj_bias", "running_mean", "running_var"};
  // A part of a model whose source nobody reads; it moves with the whole.
  if (const llvm::StringRef Class = Objects[O.index()].Class;
      knowledge::isModelPart(std::string_view(Class), std::string_view(Name))) {
    auto [It, New] = ObjectIndex.try_emplace({3, O.index(), Prog.Paths.global(Name).index()});
    if (New) {
      It->second = ObjectId(Objects.size());
      Objects.push_back(
          {.K = Object::Kind::Allocated, .Class = knowledge::ModuleClass, .Site = Objects[O.index()].Site});
    }
    Value Part = Value::object(It->second);
    Part.Registered = true;
    S.Mem.set({Part.Obj, DeviceField}, Value::tensor(restDevice(S, O)));
    S.Mem.set({O, Name}, Part);
    return Part;
  }
  const bool IsOptional = llvm::is_contained(Optional, Name);
  if ((!IsOptional && !llvm::is_contained(Sure, Name)) || !isModuleObject(O))
    return std::nullopt;
  const knowledge::ClassInfo *Info = Prog.libraryClass(Objects[O.index()].Class);
  if (!Info || !knowledge::hasOwnState(*Info, std::string_view(Objects[O.index()].Class)))
    return std::nullopt;
  if (Prog.findClass(Objects[O.index()].Class) && Prog.solvedClass(Objects[O.index()].Class).Fields.contains(Name))
    return std::nullopt;
  Value V = Value::tensor(restDevice(S, O), Rank::AtLeastOne);
  V.Partial = IsOptional;
  V.Registered = V.IsParameter = true;
  return V;
}

/// Where a part of a module is, S has only once somebody has read it from its module: O is read here.
void FunctionSolver::findHolder(State &S, ObjectId O) {
  const Path &Part = Prog.Paths[Objects[O.index()].Path];
  if (Part.Kind != Path::Root::Child || S.Mem.has({O, DeviceField}))
    return;
  const auto Holder = ObjectIndex.find({0, Part.Parent.index(), 0});
  if (Holder == ObjectIndex.end())
    return;
  const ObjectId Of = Holder->second;
  findHolder(S, Of);
  llvm::StringRef Name = Part.Name;
  if (Name != ElementField && Name.consume_front("["))
    Name = Name.drop_back();
  readField(S, Of, Name);
}

/// All: every module that O stands for.
void FunctionSolver::moveModule(State &S, ObjectId O, const Placement &P, unsigned Depth, bool All) {
  if (Depth > MaxNesting)
    return;
  PartMoves(*this, S).movePart(O, P, All);
  Placement Where = P;
  if (PartMoves(*this, S).leavesParts(O)) {
    Where.joinIn(moduleDevice(S, O));
    Where = Where.imprecise();
  }
  if (const knowledge::ClassInfo *C = Prog.libraryClass(Objects[O.index()].Class);
      C && C->Kind == knowledge::ClassKind::DataLoader)
    return placeBatches(S, O, P);
  if (Objects[O.index()].Weak && !All)
    Where.joinIn(moduleDevice(S, O));
  // A module without state stays nowhere.
  if (!restDevice(S, O).isBottom())
    S.Mem.set({O, DeviceField}, Value::tensor(Where));
  S.Mem.erase({O, PartsField});
  PartMoves(*this, S).forgetBeside(O);
  for (ObjectId Part : knownParts(S, O))
    if (object(Part).K == Object::Kind::Symbolic)
      moveModule(S, Part, Where, Depth + 1);
  std::vector<std::pair<llvm::StringRef, Value>> Registered;
  // Whole lists are registered by their elements.
  auto IsList = [&](ObjectId Of) { return Prog.isContainer(object(Of).Class) && S.Mem.has({Of, "$registered"}); };
  const bool Whole = IsList(O);
  for (const auto &[Key, Held] : S.Mem.of(O))
    if ((Whole || Held.Registered || (Held.is(Value::Kind::Object) && IsList(Held.Obj))) && Key.second != DeviceField)
      Registered.push_back({Key.second, Held});
  for (auto &[Name, V] : Registered) {
    if (V.isTensor()) {
      V.P = Where;
      S.Mem.set({O, Name}, V);
    } else if (V.is(Value::Kind::Object)) {
      moveModule(S, V.Obj, Where, Depth + 1, All);
    }
  }
  if (Depth == 0)
    settleHolders(S, O);
}

Value FunctionSolver::copied(ir::InstId Id, Value V, State &S, std::map<ObjectId, ObjectId> &Copies, unsigned Inner) {
  if (V.is(Value::Kind::Symbolic))
    return Value::computed(V.Path);
  V.Identity = 0;
  V.Path = PathId();
  if (!V.is(Value::Kind::Object))
    return V;
  auto [It, New] = Copies.try_emplace(V.Obj);
  if (!New)
    return Value::object(It->second);
  const Object Of = object(V.Obj);
  const ObjectId O = It->second = allocate(Id, Inner + Copies.size() - 1, Of.Class);
  Objects[O.index()].Element = Of.Element;
  Objects[O.index()].Parts = Of.Parts;
  // In a loop, what was copied in the round before is gone.
  for (const auto &[Key, Held] : S.Mem.of(O))
    S.Mem.erase(Key);
  if (isModuleObject(V.Obj))
    S.Mem.set({O, DeviceField}, Value::tensor(restDevice(S, V.Obj)));
  for (const auto &[Key, Held] : S.Mem.of(V.Obj)) {
    Value Mine = copied(Id, Held, S, Copies, Inner);
    Mine.Registered = Held.Registered;
    S.Mem.set({O, Key.second}, Mine);
  }
  return Value::object(O);
}

void FunctionSolver::forgetObject(State &S, ObjectId O, unsigned Depth) {
  if (Depth > MaxNesting)
    return;
  std::vector<std::pair<llvm::StringRef, Value>> Fields;
  // Who is given the parameters of a module leaves them where they are.
  for (const auto &[Key, Held] : S.Mem.of(O))
    if (Key.second != WholeField || isModuleObject(O))
      Fields.push_back({Key.second, Held});
  for (auto &[Name, V] : Fields) {
    if (V.is(Value::Kind::Object))
      forgetObject(S, V.Obj, Depth + 1);
    else
      S.Mem.set({O, Name}, V.mapped([](const Placement &) { return Placement::unknown(); }));
  }
  if (isModuleObject(O))
    S.Mem.set({O, DeviceField}, Value::tensor(Placement::unknown()));
}

bool FunctionSolver::hasPlacement(State &S, const Value &V) const {
  return V.isTensor() || V.is(Value::Kind::Object) || V.is(Value::Kind::Symbolic);
}

Placement FunctionSolver::placementOf(State &S, const Value &V, unsigned Depth) {
  switch (V.K) {
  case Value::Kind::Tensor:
  case Value::Kind::Device:
  case Value::Kind::Options:
    return V.P;
  case Value::Kind::Symbolic: {
    // Something that was moved: a module, if it was moved in place.
    if (auto Known = ObjectIndex.find({0, V.Path.index(), 0}); Known != ObjectIndex.end())
      if (const Value *It = S.Mem.find({Known->second, DeviceField}))
        return It->P;
    const Path &Where = Prog.Paths[V.Path];
    const Step *Origin = Where.Kind == Path::Root::Param && Where.Owner == &F
                             ? Prog.step({.Kind = StepKind::Parameter,
                                          .M = &M,
                                          .F = &F,
                                          .Range = F.Params[Where.Index].Range,
                                          .Subject = F.Params[Where.Index].Name})
                             : nullptr;
    return Placement::of(Term::symbol(V.Path), Origin);
  }
  case Value::Kind::Object: {
    if (Depth > MaxNesting)
      return Placement::unknown();
    if (isModuleObject(V.Obj))
      return moduleDevice(S, V.Obj);
    llvm::StringRef Class = Objects[V.Obj.index()].Class;
    if (isGenerator(Prog, object(V.Obj)))
      return readField(S, V.Obj, DeviceField).P;
    if (Class != "list" && Class != "dict" && Class != "cell")
      return Placement::unknown();
    Placement P;
    for (const auto &[Key, Held] : S.Mem.of(V.Obj))
      if (Key.second != WholeField)
        P.joinIn(placementOf(S, Held, Depth + 1));
    if (P.isBottom() && Objects[V.Obj.index()].K == Object::Kind::Symbolic)
      return Placement::of(Term::symbol(Objects[V.Obj.index()].Path));
    return P;
  }
  case Value::Kind::Tuple: {
    Placement P;
    for (const Value &E : *V.Elements)
      if (E.isTensor() || E.is(Value::Kind::Object) || E.is(Value::Kind::Tuple))
        P.joinIn(placementOf(S, E, Depth + 1));
    return P;
  }
  case Value::Kind::Choice:
    return placementOfChoice(S, V);
  case Value::Kind::Bottom:
  case Value::Kind::Constant:
  case Value::Kind::Number:
    return Placement::bottom();
  case Value::Kind::Unknown: {
    if (!V.isOneOfSeveral())
      return Placement::unknown();
    Placement P;
    for (unsigned N = 0; N < V.Elements->size(); ++N) {
      const Value &Part = (*V.Elements)[N];
      Placement There = placementOf(S, Part, Depth + 1).guardedBy((*V.Guards)[N]);
      P.joinIn(Part.isTensor() || Part.is(Value::Kind::Symbolic) ? There.withRank(Part.rank()) : There);
    }
    return P;
  }
  case Value::Kind::Pointer: // no tensor
  case Value::Kind::Function:
    return Placement::unknown();
  }
  return Placement::unknown();
}

} // namespace devtidy::dataflow
