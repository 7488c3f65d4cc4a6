//===- ConstructorFacts.cpp - What one constructor leaves in a class -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/ConstructorFacts.h"
#include "dataflow/domain/Tested.h"
#include "dataflow/solved/RegisteredParts.h"
#include "dataflow/solved/SettledFields.h"
#include "dataflow/state/MemberStores.h"
#include "dataflow/state/Residence.h"
#include "dataflow/state/Taken.h"
#include "knowledge/ClassNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

/// What both are: some module, if both are modules.
static ir::Type commonType(const Hierarchy &Types, const ir::Type &A, const ir::Type &B) {
  bool Modules = A.Kind == ir::TypeKind::Object && B.Kind == ir::TypeKind::Object && Types.isModuleClass(A.Name) &&
                 Types.isModuleClass(B.Name);
  ir::Type T;
  if (!Modules)
    return T;
  T.Kind = ir::TypeKind::Object;
  // From a mixin modules derive, and it derives from none.
  const knowledge::ClassInfo *Info = Types.libraryClass(A.Name);
  T.Name = Info ? knowledge::moduleClassOf(*Info) : knowledge::ModuleClass;
  return T;
}

/// An object of this class has no way of its own to follow a module that is moved.
static bool isPlain(const Program &Prog, llvm::StringRef Class) {
  return Prog.Types.findClass(Class) && !Prog.Types.hasUnknownBase(Class) && !Prog.Types.findMethod(Class, "to") &&
         !Prog.Types.findMethod(Class, "cuda");
}

/// Nobody moves that member of a plain object; of a library's object it is known.
static bool isLeftBehind(const Program &Prog, llvm::StringRef Class, llvm::StringRef Field) {
  return Prog.Types.findClass(Class)->M->IsModel ||
         (!Prog.Members.isWrittenOutsideConstructors(Class, Field) && !Prog.Members.isMovedByOthers(Class, Field));
}

/// True if a condition of G says that the value at P is a number.
static bool saysScalar(const Program &Prog, PathId P, const Cube &G) {
  return saysTypes(G, P, Prog.Conditions, Prog.Paths,
                   [](llvm::StringRef Type) { return llvm::is_contained({"bool", "complex", "float", "int"}, Type); });
}

static ir::Type typeOfObject(llvm::StringRef Class) {
  ir::Type T;
  T.Kind = Class == "list" ? ir::TypeKind::List : Class == "dict" ? ir::TypeKind::Dict : ir::TypeKind::Object;
  if (T.Kind == ir::TypeKind::Object)
    T.Name = Class;
  return T;
}

/// The classes of the program that a module may be of, as Facts say; none if it may be of others.
static llvm::SmallVector<llvm::StringRef, 0> classesOf(const Hierarchy &Types, const FieldFacts &Facts) {
  if (!Facts.Classes.empty())
    return Facts.Classes;
  const ir::Type &Made = Facts.Made;
  if (Made.Kind != ir::TypeKind::Object || Made.Optional || !Types.isModuleClass(Made.Name) ||
      !Types.findClass(Made.Name))
    return {};
  return {Made.Name};
}

/// The classes of A and of B, where something is as one of them says; none if one of them knows of none, or if there is
/// one only.
static llvm::SmallVector<llvm::StringRef, 0> eitherOf(const Hierarchy &Types, const FieldFacts &A,
                                                      const FieldFacts &B) {
  constexpr unsigned MaxClasses = 4;
  llvm::SmallVector<llvm::StringRef, 0> All = classesOf(Types, A);
  const llvm::SmallVector<llvm::StringRef, 0> Others = classesOf(Types, B);
  if (All.empty() || Others.empty())
    return {};
  llvm::copy_if(Others, std::back_inserter(All), [&](llvm::StringRef C) { return !llvm::is_contained(All, C); });
  return All.size() == 1 || All.size() > MaxClasses ? llvm::SmallVector<llvm::StringRef, 0>() : All;
}

void ConstructorFacts::add() {
  Sum.Final.forEach([&](const Memory::Key &Key, const Value &V) {
    const Object &O = Sum.Objects[Key.first.index()];
    if (O.K == Object::Kind::Symbolic && O.Path == Self && !isOwnField(Key.second)) {
      FieldFacts Facts = factsOf(V);
      Facts.Pointer = MemberStores::targetOf(Prog.Paths, Key.second, V);
      addField(Key.second, Facts);
    }
  });
  addContainers();
  noteRegisteredParts(Prog, Of, Sum, Self);
  settleFields(Prog, Of, Sum, Self);
  notePlaces();
}

FieldFacts ConstructorFacts::factsOf(const Value &V, unsigned Depth) {
  constexpr unsigned MaxDepth = 4;
  FieldFacts Facts;
  Facts.Registered = V.Registered;
  Facts.IsNumber = (V.is(Value::Kind::Number) && !V.Cond && !V.IsText) || V.isNumericConstant();
  Facts.IsCount = V.is(Value::Kind::Number) && V.IsCount;
  Facts.MayBeModule = V.MayBeModule;
  if (V.isTensor()) {
    readTensor(V, Facts);
  } else if (V.isOneOfSeveral()) {
    readSeveral(V, Facts);
  } else if (V.is(Value::Kind::Device) || V.is(Value::Kind::Options)) {
    Facts.Made.Kind = V.is(Value::Kind::Device) ? ir::TypeKind::Device : ir::TypeKind::Options;
    Facts.P = V.P;
  } else if (V.is(Value::Kind::Object) && Depth < MaxDepth) {
    readObject(V, Facts, Depth);
  } else if (V.is(Value::Kind::Choice) && Depth < MaxDepth) {
    readChoice(V, Facts, Depth);
  } else if (V.is(Value::Kind::Tuple) && Depth < MaxDepth) {
    readTuple(V, Facts, Depth);
  }
  // That of a value which is not registered, if there is one.
  llvm::ArrayRef<GuardedTerm> Terms = Facts.P.terms();
  if (const auto *Left = llvm::find_if(Terms, [](const GuardedTerm &T) { return !T.Registered; }); !Terms.empty())
    Facts.Origin = (Left != Terms.end() ? *Left : Terms[0]).Origin;
  Facts.Constructor = E.F;
  return Facts;
}

/// What the parts of a tuple say, which moves only if a module has registered them.
void ConstructorFacts::readTuple(const Value &V, FieldFacts &Facts, unsigned Depth) {
  bool All = true;
  for (const Value &Part : *V.Elements) {
    const FieldFacts Of = factsOf(Part, Depth + 1);
    if (!Of.HoldsTensors)
      continue;
    Facts.Dim = Facts.P.isBottom() ? Of.Dim : Facts.Dim.joined(Of.Dim);
    Facts.HoldsTensors = true;
    All &= Of.Registered;
    Facts.P.joinIn(Of.P);
  }
  Facts.Registered = Facts.HoldsTensors && All;
}

void ConstructorFacts::readTensor(const Value &V, FieldFacts &Facts) {
  // A number in a tensor may stay on the CPU.
  Facts.HoldsTensors = V.Dim != Rank::Zero;
  Facts.P = V.P;
  Facts.Dim = V.Dim.withoutSymbol();
  Facts.Made.Kind = ir::TypeKind::Tensor;
  Facts.Made.Optional = V.Partial;
}

/// Of which classes Several, plain objects, may be; and of these and of modules, when it is of which, if each class is
/// there once.
void ConstructorFacts::noteClasses(const Value &Several, FieldFacts &Facts) const {
  constexpr size_t MaxClasses = 4;
  llvm::SmallVector<llvm::StringRef, 4> OfParts, Distinct;
  bool ArePlain = true;
  for (const Value &Part : *Several.Elements) {
    OfParts.push_back(Part.is(Value::Kind::Object) && !Part.Partial ? Sum.Objects[Part.Obj.index()].Class : "");
    ArePlain &= Prog.Types.findClass(OfParts.back()) && !Prog.Types.isModuleClass(OfParts.back());
    if (!llvm::is_contained(Distinct, OfParts.back()))
      Distinct.push_back(OfParts.back());
  }
  if (ArePlain && Distinct.size() > 1 && Distinct.size() <= MaxClasses)
    Facts.Classes.assign(Distinct.begin(), Distinct.end());
  if (Several.Guards && Distinct.size() == OfParts.size() && llvm::equal(Distinct, Facts.Classes))
    Facts.WhenOfClass.assign(Several.Guards->begin(), Several.Guards->end());
}

/// A number of which a tensor was made, or what was given: a number need not be registered.
void ConstructorFacts::readSeveral(const Value &V, FieldFacts &Facts) {
  bool All = true;
  noteClasses(V, Facts);
  for (const auto &[Part, Guard] : llvm::zip(*V.Elements, *V.Guards)) {
    if (!Part.isTensor() || Part.MayBeModule || Part.Dim == Rank::Zero || saysScalar(Prog, Part.Dim.symbol(), Guard))
      continue;
    Facts.HoldsTensors = true;
    All &= Part.Registered;
    Facts.P.joinIn(Part.P.guardedBy(Guard));
    Facts.Made.Kind = ir::TypeKind::Tensor;
  }
  Facts.Registered |=
      Facts.HoldsTensors ? All : llvm::all_of(*V.Elements, [](const Value &Part) { return Part.Registered; });
}

/// One of several modules, `self.net = A() if deep else B()`: what all of them say.
void ConstructorFacts::readChoice(const Value &V, FieldFacts &Facts, unsigned Depth) {
  bool All = true, IsOpen = false;
  for (const auto &[Part, Guard] : llvm::zip(*V.Elements, *V.Guards)) {
    const FieldFacts Of = factsOf(Part, Depth + 1);
    const bool IsFirst = &Part == V.Elements->data();
    IsOpen |= classesOf(Prog.Types, Of).empty();
    Facts.Classes = IsFirst ? Of.Classes : eitherOf(Prog.Types, Facts, Of);
    Facts.Made = IsFirst || Facts.Made == Of.Made ? Of.Made : commonType(Prog.Types, Facts.Made, Of.Made);
    All &= Of.Registered;
    Facts.Hooked |= Of.Hooked;
    Facts.HoldsTensors |= Of.HoldsTensors;
    Facts.P.joinIn(Of.P.guardedBy(Guard));
  }
  if (IsOpen)
    Facts.Classes.clear();
  noteClasses(V, Facts);
  Facts.Registered |= All;
  Facts.P = Facts.P.exhaustive();
  Facts.Dim = Rank::AtLeastOne; // their parameters have dimensions
}

void ConstructorFacts::readObject(const Value &V, FieldFacts &Facts, unsigned Depth) {
  const llvm::StringRef Class = Sum.Objects[V.Obj.index()].Class;
  Facts.Made = typeOfObject(Class);
  Facts.Made.Optional = V.Partial;
  const bool IsModule = Prog.Types.isModuleClass(Class);
  if (IsModule && Sum.Final.has({V.Obj, DeviceField})) {
    Facts.P = leftPlace(Prog, Sum, V.Obj);
    Facts.HoldsTensors = !Facts.P.isBottom();
    Facts.Dim = Rank::AtLeastOne; // its parameters have dimensions
  }
  // A generator stays where it was made.
  if (const Value *There =
          Prog.Types.isGenerator(Sum.Objects[V.Obj.index()].Class) ? Sum.Final.find({V.Obj, DeviceField}) : nullptr)
    Facts.P = There->P;
  Facts.Registered |= isMarkedRegistered(Sum.Final, V);
  Facts.Hooked = Sum.Final.has({V.Obj, HookedField});
  const knowledge::ClassInfo *Info = Prog.Types.libraryClass(Class);
  // Where its batches come from is more than its type says.
  if (Info && Info->Kind == knowledge::ClassKind::DataLoader)
    if (const Value *From = Sum.Final.find({V.Obj, BatchField}); From && !From->P.isOnHost())
      Facts.Made = {};
  const bool IsPython = Class == "list" || Class == "dict";
  if (IsPython || (Info && Info->Kind == knowledge::ClassKind::ModuleContainer))
    readContainer(V.Obj, IsPython, Facts, Depth);
  else if (!IsModule && isPlain(Prog, Class))
    readPlain(V.Obj, Class, Facts, Depth);
}

/// IsPython: a list or a dictionary, which moves only if a module has registered what it holds.
void ConstructorFacts::readContainer(ObjectId O, bool IsPython, FieldFacts &Facts, unsigned Depth) {
  bool All = true, Mixed = false, Counted = true, Open = false;
  for (const auto &[Key, Held] : Sum.Final.of(O)) {
    if (isOwnField(Key.second))
      continue;
    const FieldFacts Element = factsOf(Held, Depth + 1);
    Open |= Element.MayBeModule;
    if (Facts.Element.isUnknown())
      Facts.Element = Element.Made;
    else if (Facts.Element != Element.Made && !Element.Made.isUnknown())
      Facts.Element = commonType(Prog.Types, Facts.Element, Element.Made), Mixed = true;
    Facts.Parts.push_back(Element.Made);
    Counted &= Key.second == llvm::utostr(Facts.Parts.size() - 1);
    if (!IsPython || !Element.HoldsTensors)
      continue;
    Facts.HoldsTensors = true;
    All &= Element.Registered || Sum.Final.has({O, EachRegisteredField});
    Facts.Dim = Facts.P.isBottom() ? Element.Dim : Facts.Dim.joined(Element.Dim);
    Facts.P.joinIn(Element.P);
  }
  // `[make(kind).to(device)]`, and nobody knows what that gives: no tensor, if it is a module.
  if (Open)
    Facts.Element = {};
  if (!Mixed || !Counted || Open)
    Facts.Parts.clear();
  if (IsPython)
    Facts.Registered = Facts.HoldsTensors && All;
}

/// `to` of a module does not look into other objects: their parts move only if a module has registered them.
void ConstructorFacts::readPlain(ObjectId O, llvm::StringRef Class, FieldFacts &Facts, unsigned Depth) {
  for (const auto &[Key, Held] : Sum.Final.of(O)) {
    if (const FieldFacts Member = factsOf(Held, Depth + 1);
        Member.HoldsTensors && !movesWithModule(Sum.Final, Held) && isLeftBehind(Prog, Class, Key.second)) {
      // A tensor may be a number, for all that is known.
      const Rank Dim = Held.is(Value::Kind::Object) ? Member.Dim : Rank(Rank::Unknown);
      Facts.Dim = Facts.P.isBottom() ? Dim : Facts.Dim.joined(Dim);
      Facts.HoldsTensors = true;
      Facts.P.joinIn(Member.P);
    }
    if ((Held.is(Value::Kind::Number) || Held.is(Value::Kind::Constant)) && !Held.isNone() &&
        !Prog.Members.isWrittenOutsideConstructors(Class, Key.second))
      Facts.Numbers.push_back(Key.second);
  }
}

/// A field that another constructor, or one of a base, leaves as well is what both say.
void ConstructorFacts::addField(llvm::StringRef Name, const FieldFacts &Facts) {
  auto [Slot, Fresh] = Of.Fields.insert({Name, Facts});
  if (Fresh)
    return;
  FieldFacts &Known = Slot->second;
  // The base made it, and the class that derives registers it: that comes later.
  const bool IsOfBase = Known.Constructor && Known.Constructor->Class != E.F->Class && E.F->Class == Of.C->Name;
  // What the base left, as its own parameters say it, is part of what the class's own constructor leaves.
  const bool IsReplaced = IsOfBase && E.F->Kind == ir::FunctionKind::Constructor;
  Known.Classes = IsReplaced ? Facts.Classes : eitherOf(Prog.Types, Known, Facts);
  Known.WhenOfClass = IsReplaced ? Facts.WhenOfClass : llvm::SmallVector<Cube, 0>();
  if (Known.Made != Facts.Made && !Facts.Made.isUnknown())
    Known.Made = Known.Made.isUnknown() ? Facts.Made : commonType(Prog.Types, Known.Made, Facts.Made);
  if (Known.Parts != Facts.Parts)
    Known.Parts.clear();
  if (Known.Numbers != Facts.Numbers)
    Known.Numbers.clear();
  // A constructor that leaves the member null, or a number, says nothing of how it is held.
  if (Facts.HoldsTensors &&
      (!Known.HoldsTensors || (Known.Registered && !Facts.Registered) || (IsOfBase && Facts.Registered))) {
    Known.Registered = Facts.Registered;
    Known.Origin = Facts.Origin;
    Known.Constructor = Facts.Constructor;
  }
  Known.HoldsTensors |= Facts.HoldsTensors;
  const bool IsAlike = Known.Pointer && Facts.Pointer &&
                       (Known.Pointer->is(Value::Kind::Bottom) || Facts.Pointer->is(Value::Kind::Bottom) ||
                        Known.Pointer->Mem == Facts.Pointer->Mem);
  if (IsAlike)
    Known.Pointer->joinIn(*Facts.Pointer);
  else
    Known.Pointer.reset();
  Known.MayBeModule |= Facts.MayBeModule;
  Known.Hooked |= Facts.Hooked;
  Known.IsNumber &= Facts.IsNumber;
  Known.IsCount &= Facts.IsCount;
  if (IsReplaced)
    Known.P = Facts.P;
  else
    Known.P.joinIn(Facts.P);
  if (Known.Dim != Facts.Dim)
    Known.Dim = Known.Dim.joined(Facts.Dim);
  if (!Known.Origin)
    Known.Origin = Facts.Origin;
}

/// Containers that are members of self: what the constructor put into them.
void ConstructorFacts::addContainers() {
  for (unsigned N = 0; N < Sum.Objects.size(); ++N) {
    const Object &O = Sum.Objects[N];
    if (O.K != Object::Kind::Symbolic || (O.Class != "list" && O.Class != "dict"))
      continue;
    const Path &P = Prog.Paths[O.Path];
    if (P.Kind != Path::Root::Child || P.Parent != Self)
      continue;
    if (FieldFacts Facts = factsOf(Value::object(ObjectId(N))); Facts.HoldsTensors)
      Of.Fields.insert({P.Name, Facts});
  }
}

/// True if a part is where a caller had it: `def __init__(self, activation)`. Nobody has put it there.
static bool isWhereGiven(const GuardedTerm &T) {
  return T.T.isSymbol() && T.Origin && T.Origin->Kind == StepKind::Parameter;
}

/// Whether the class puts its parts on devices that somebody has chosen, and on different ones.
void ConstructorFacts::notePlaces() {
  const Placement *First = nullptr;
  bool Chosen = false, Differ = false;
  for (const auto &[Field, Facts] : Of.Fields) {
    if (!Facts.Registered || Facts.P.isBottom() || Facts.P.isUnknown())
      continue;
    for (const GuardedTerm &T : Facts.P.terms()) {
      const bool Accelerator = T.T.kind() == Term::Kind::Concrete && T.T.device().isAccelerator();
      Of.PlacesSubmodules |= Accelerator;
      Chosen |= Accelerator || (T.T.isSymbol() && !isWhereGiven(T));
    }
    First = First ? First : &Facts.P;
    Differ |= !(*First == Facts.P);
  }
  Of.Spread |= Chosen && Differ;
}

} // namespace devtidy::dataflow
