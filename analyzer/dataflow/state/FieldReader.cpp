//===- FieldReader.cpp - A field that nobody has written here ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/FieldReader.h"
#include "dataflow/program/Overrides.h"
#include "dataflow/state/AskedOfFields.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/GlobalReader.h"
#include "dataflow/state/LooseStores.h"
#include "dataflow/state/Positions.h"
#include "dataflow/state/SelfMembers.h"
#include "knowledge/ClassNames.h"

namespace devtidy::dataflow {

using ir::TypeKind;

static unsigned positionOf(llvm::StringRef IndexField) { return IndexField[0] - '0'; }

FieldReader::FieldReader(FunctionFrame &Solver, State &S, ObjectId O, llvm::StringRef Name)
    : Solver(Solver), S(S), O(O), Name(Name),
      InOwnConstructor(O == Solver.Self && Solver.F.Kind == ir::FunctionKind::Constructor) {}

bool FieldReader::isElement() const { return Name == ElementField || isIndexField(Name); }

Value FieldReader::read(const ir::Type &T) {
  if (std::optional<Value> Loose = LooseStores(Solver, S).member(O, Name, T))
    return *Loose;
  if (std::optional<Value> OfLibrary = Solver.residence(S).libraryState(O, Name))
    return *OfLibrary;
  if (std::optional<Value> Shared = InOwnConstructor ? std::nullopt : GlobalReader(Solver, S).ofClass(O, Name))
    return *Shared;
  Obj = Solver.object(O);
  if (Obj.K != Object::Kind::Symbolic)
    return Name == DeviceField ? Value::tensor(Placement::bottom()) : Value::unknown();
  if (Name == DeviceField)
    return deviceAtEntry();
  if (std::optional<Value> Same = shared(T))
    return *Same;
  PathTable &Paths = Solver.Prog.Paths;
  Child = isIndexField(Name) ? Paths.element(Obj.Path, Name) : Paths.child(Obj.Path, Name);
  return Child ? valueAtEntry(T) : Value::unknown();
}

std::optional<Value> FieldReader::shared(const ir::Type &T) {
  const Path Held = Solver.Prog.Paths[Obj.Path];
  const std::optional<ObjectId> Holder =
      Held.Kind == Path::Root::Child ? Solver.Objects.known(Held.Parent) : std::nullopt;
  const llvm::StringRef Of = Holder ? Solver.object(*Holder).Class : llvm::StringRef();
  if (!Solver.Prog.Types.findClass(Of) || (*Holder == Solver.Self && Solver.F.Kind == ir::FunctionKind::Constructor))
    return std::nullopt;
  const auto &Shared = Solver.Prog.solvedClass(Of).Shared;
  const auto *It = llvm::find_if(Shared, [&](const SolvedClass::SharedMember &Member) {
    return Member.Holder == Held.Name && Member.Name == Name;
  });
  return It == Shared.end() ? std::nullopt : std::optional(Solver.fields(S).read(*Holder, It->Own, T));
}

Value FieldReader::deviceAtEntry() {
  const Path &P = Solver.Prog.Paths[Obj.Path];
  const ir::Function &F = Solver.F;
  const Step *Origin = nullptr;
  if (P.Kind == Path::Root::Param && P.Owner == &F && P.Index < F.Params.size() && O != Solver.Self)
    Origin = Solver.Prog.Steps.get({.Kind = StepKind::Parameter,
                                    .M = &Solver.M,
                                    .F = &F,
                                    .Range = F.Params[P.Index].Range,
                                    .Subject = F.Params[P.Index].Name});
  return Value::tensor(Placement::of(Term::symbol(Obj.Path), Origin));
}

void FieldReader::declared(ir::Type &T, ir::SourceRange &Range) const {
  const std::optional<Program::ClassEntry> C = Solver.Prog.Types.findClass(Obj.Class);
  if (!C)
    return;
  for (const ir::Field &Field : C->C->Fields) {
    if (Field.Name != Name)
      continue;
    if (T.isUnknown())
      T = Solver.Prog.Types.meaning(Field.DeclaredType);
    if (!C->M->IsModel)
      Range = Field.Range;
  }
}

const FieldFacts *FieldReader::made() const {
  const auto *It = Class ? Class->Fields.find(Name) : nullptr;
  return Class && It != Class->Fields.end() ? &It->second : nullptr;
}

/// True if nobody says more of V than that the symbol P is there.
static bool isOpenAt(const Value &V, PathId P) {
  return V.is(Value::Kind::Symbolic)
             ? V.Path == P && !V.IsComputed
             : (V.isTensor() || V.is(Value::Kind::Device)) && V.P.single() && V.P.single()->T == Term::symbol(P);
}

/// True if host code reads what the pointers of F point to, if anybody does: `T &operator[](int i) { return data[i]; }`
/// reads nothing, and what is for a device, too, may run there.
static bool readsOnHost(const ir::Function &F) {
  return F.Kind != ir::FunctionKind::Lambda && !llvm::is_contained(F.Decorators, "device") &&
         !llvm::is_contained(F.Decorators, "reference");
}

Value FieldReader::valueAtEntry(ir::Type T) {
  ir::SourceRange Range;
  declared(T, Range);
  const bool HasClass = !InOwnConstructor && Solver.Prog.Types.findClass(Obj.Class);
  const FieldFacts *Made = nullptr;
  if (T.isUnknown() && HasClass) {
    Class = &Solver.Prog.solvedClass(Obj.Class);
    Made = made();
    T = Made ? Made->Made : T;
  }
  if (T.isUnknown() && (isElement() || Solver.Prog.Types.isContainer(Obj.Class)))
    T = isIndexField(Name) && positionOf(Name) < Obj.Parts.size() ? Obj.Parts[positionOf(Name)] : Obj.Element;
  if (T.isUnknown() && isNumberOfMember(Solver.Prog, Solver.F, Child))
    return Value::number();
  Value V = symbolicValue(Solver, Child, T, StepKind::Member, Range);
  if (Made && Made->Function && V.is(Value::Kind::Symbolic) && V.Path == Child)
    return function(*Made->Function);
  if (Made && V.is(Value::Kind::Symbolic) && isNumber(Solver.Prog, Obj.Class, Name, *Made)) {
    V = Value::given(Child);
    V.IsCount = Made->IsCount;
    return V;
  }
  if (Made)
    applyMade(*Made, V);
  if (HasClass) {
    const ObjectId Whole = registeredWith(); // which may solve the class anew
    Class = &Solver.Prog.solvedClass(Obj.Class);
    if (const FieldFacts *Counts = made();
        Counts && Counts->IsCount && isNumber(Solver.Prog, Obj.Class, Name, *Counts)) {
      V = Value::given(Child);
      V.IsCount = true;
      return V;
    }
    if (Whole)
      placeRegistered(V, Whole);
    else
      placeMember(V);
    placeStored(V);
    if (T.isUnknown() && isOpenAt(V, Child) && Solver.M.declaresTypes() && !Solver.Out.OnlyMembers &&
        readsOnHost(Solver.F))
      if (std::optional<Value> Pointer = MemberStores(Solver.Prog).pointer(Obj.Class, Name, made())) {
        V = *std::move(Pointer);
        V.Path = Child; // whose object it is knows which accelerator it is
      }
  }
  if (isElement() || Solver.Prog.Types.isModuleDict(Obj.Class))
    placeElement(V);
  if (isElement())
    placeStoredElement(V);
  return V;
}

/// When each of Several is what a constructor has put there, as members say it; always if they do not say it of all.
std::vector<Cube> FieldReader::choosing(llvm::ArrayRef<Cube> Several) {
  const SolvedClass &C = Solver.Prog.solvedClass(Obj.Class);
  std::vector<Cube> Asked;
  for (const Cube &Guard : Several) {
    const std::optional<Cube> Mine = askedOfFields(Solver.Prog, C, Guard, Obj.Path);
    if (!Mine)
      return std::vector<Cube>(Several.size());
    Asked.push_back(*Mine);
  }
  return Asked;
}

/// Held, a function that a constructor of the object has put there, with what it has captured as that is here. Paths
/// are those of what the constructor makes.
Value FieldReader::function(Value Held) {
  if (!Held.Elements)
    return Held;
  if (Held.isOneOfSeveral())
    Held.Guards = std::make_shared<const std::vector<Cube>>(choosing(*Held.Guards));
  PathTable &Paths = Solver.Prog.Paths;
  std::vector<Value> Parts;
  for (const Value &Part : *Held.Elements) {
    const Path Of = Part.is(Value::Kind::Symbolic) ? Paths[Part.Path] : Path();
    if (!Held.is(Value::Kind::Function))
      Parts.push_back(function(Part));
    else if (!Part.is(Value::Kind::Symbolic))
      Parts.push_back(Part);
    else if (Of.Kind == Path::Root::Param)
      Parts.push_back(Value::object(O));
    else
      Parts.push_back(Paths[Of.Parent].Kind == Path::Root::Param ? Solver.fields(S).read(O, Of.Name)
                                                                 : Value::unknown());
  }
  Held.Elements = std::make_shared<const std::vector<Value>>(std::move(Parts));
  return Held;
}

void FieldReader::applyMade(const FieldFacts &Made, Value &V) {
  V.MayBeModule |= V.isTensor() && Made.MayBeModule;
  if (V.is(Value::Kind::Object)) {
    Solver.Objects[V.Obj].Element = Made.Element;
    Solver.Objects[V.Obj].Parts = Made.Parts;
    if (Made.Hooked)
      S.Mem.set({V.Obj, HookedField}, Value::boolean(true));
  }
  const bool IsPlace = V.is(Value::Kind::Device) || V.is(Value::Kind::Options);
  if (IsPlace && Made.Settled && !Made.P.hasSymbol())
    V.P = askedOfFields(Solver.Prog, *Class, Made.P, Obj.Path);
  // A flag that the constructor computed: what it knew of the machine is known.
  if (Made.Flag && Made.Flag->isOfMachine())
    V.Cond = Made.Flag, V.Partial |= V.is(Value::Kind::Object) || V.is(Value::Kind::Device);
}

void FieldReader::placeMember(Value &V) {
  const FieldFacts *Facts = made();
  if (!Facts)
    return;
  const bool IsPlaced = V.isTensor() || V.is(Value::Kind::Object);
  // What they were given has the rank that it has in the object at hand.
  if (V.isTensor() && !(Facts->Dim == Rank::Unknown) &&
      !Solver.Prog.Members.isWrittenOutsideConstructors(Obj.Class, Name))
    V.Dim = Facts->Dim;
  // Tensors and generators stay where they were put. Modules move in place, whoever holds them; here nobody does.
  const bool IsGenerator = V.is(Value::Kind::Object) && Solver.Prog.Types.isGenerator(Solver.object(V.Obj).Class);
  const bool Stays =
      V.isTensor() || IsGenerator ||
      (Solver.isModule(V) && !S.Mem.has({V.Obj, DeviceField}) && !Solver.Prog.Members.movesElsewhere(Obj.Class, Name));
  // What somebody gave may be of a class that derives from this one and puts something else there.
  const bool IsReplaced = Obj.K == Object::Kind::Symbolic &&
                          Solver.Prog.Links.overrides().contains(Solver.Prog.Types.canonical(Obj.Class), Name);
  if (IsPlaced && Stays && !IsReplaced && (!Class->IsModule || IsGenerator) && Facts->Settled &&
      !Solver.Prog.Types.hasUnknownBase(Obj.Class))
    placeSettled(*Facts, V);
  if (Class->IsModule && Facts->Registered && !Class->Spread)
    placeRegistered(V, O);
  else
    V.Registered |= Class->IsModule && Facts->Registered;
}

void FieldReader::placeSettled(const FieldFacts &Facts, Value &V) {
  Placement P;
  for (const auto &[Term, Field] : Facts.Renamed) {
    Placement Part = Placement::of(Term.T, Term.Origin);
    if (!Field.empty()) {
      // As whoever moves something else to that member reads it.
      Value There = Solver.fields(S).read(O, Field);
      if (!There.is(Value::Kind::Device))
        There = Solver.fields(S).read(O, Field, {.Kind = TypeKind::Device});
      Part = There.P.withOrigin([&](const Step *) { return Term.Origin; });
    }
    P.joinIn(Part.guardedBy(askedOfFields(Solver.Prog, *Class, Term.Guard, Obj.Path).value_or(Cube())));
  }
  if (V.isTensor()) {
    V.P = P;
    return;
  }
  S.Mem.set({V.Obj, DeviceField}, Value::tensor(P));
  Solver.Objects[V.Obj].AtEntry = std::make_shared<const Placement>(P);
}

void FieldReader::placeStored(Value &V) {
  // What it is where this method begins.
  if (!isOpenAt(V, Child) || Solver.Out.OnlyMembers || Solver.M.declaresTypes() || isOwnField(Name) || V.Registered)
    return;
  const FieldFacts *Facts = made();
  // A constructor that leaves a tensor there says where.
  if (Facts && (Facts->Registered || Facts->HoldsTensors || Facts->MayBeModule || Facts->Hooked))
    return;
  const std::optional<MemberStores::Left> Left =
      MemberStores(Solver.Prog).in(Obj.Class, Name, Obj.Path, /*OfElements=*/false);
  if (!Left || (V.is(Value::Kind::Device) && !Left->V.is(Value::Kind::Device)))
    return;
  if (!Left->Class.empty())
    return placeStoredModule(*Left, V);
  // A device that only some methods set is the one that is asked for.
  if (Left->V.is(Value::Kind::Device) && (Left->IsOther || Left->V.P.hasSymbol()))
    return;
  take(*Left, V);
  V.Partial |= Facts != nullptr;
}

/// True if Left is where the module was when a method put it there, which it may have left since.
bool FieldReader::isOfEarlierCall(const MemberStores::Left &Left) const {
  const GuardedTerm *There = Left.V.isTensor() ? Left.V.P.single() : nullptr;
  return Class && Class->IsModule && Left.IsKept && There && There->T.isSymbol() &&
         Solver.Prog.Paths.isWithin(There->T.path(), Obj.Path);
}

/// A tuple that a method leaves at P, of whose parts nobody knows some: these are what the object has there, whoever
/// gave it to the method. `self.rows.append((state, reward))`
static Value withOpenParts(Program &Prog, const Value &Left, PathId P) {
  if (!Left.is(Value::Kind::Tuple))
    return Left;
  std::vector<Value> Parts = *Left.Elements;
  for (unsigned N = 0; N < Parts.size(); ++N)
    if (const PathId Part = Prog.Paths.element(P, std::to_string(N)); Parts[N] == Value::unknown() && Part)
      Parts[N] = Value::symbolic(Part);
  return Value::tuple(std::move(Parts));
}

/// V becomes what methods left, or as well what nobody knows.
void FieldReader::take(const MemberStores::Left &Left, Value &V) {
  V = withOpenParts(Solver.Prog, Left.V, Child);
  if (isOfEarlierCall(Left))
    V.P = Placement::of(Term::symbol(Child), Left.V.P.single()->Origin);
  V.Path = Child;
  V.Partial = Left.MayBeNone;
  if (!Left.IsOther)
    return;
  if (V.isTensor())
    V.P.joinIn(Placement::of(Term::symbol(Child)));
  else
    V = Value::symbolic(Child);
}

/// True if the object is no longer where it was when the function began.
bool FieldReader::hasMoved() const {
  const Value *There = S.Mem.find({O, DeviceField});
  const GuardedTerm *Only = There ? There->P.single() : nullptr;
  return There && !(Only && Only->T == Term::symbol(Obj.Path));
}

void FieldReader::placeStoredModule(const MemberStores::Left &Left, Value &V) {
  if (Class->IsModule && Solver.Prog.Types.isModuleClass(Left.Class) && hasMoved()) {
    // The whole has taken it along, whoever made it.
    V = Value::object(Solver.Objects.symbolic(Child, Left.Class));
    V.Partial = Left.MayBeNone;
    return placeRegistered(V, O);
  }
  // Modules move in place, whoever holds them; and parts of modules with them.
  if (Class->IsModule || Left.MayBeNone || Solver.Prog.Types.hasUnknownBase(Obj.Class))
    return;
  V = Value::object(Solver.Objects.symbolic(Child, Left.Class));
  const Placement &P = Left.V.P;
  if (!P.single() || S.Mem.has({V.Obj, DeviceField}) || Solver.Prog.Members.movesElsewhere(Obj.Class, Name))
    return;
  S.Mem.set({V.Obj, DeviceField}, Value::tensor(P));
  Solver.Objects[V.Obj].AtEntry = std::make_shared<const Placement>(P);
}

void FieldReader::placeStoredElement(Value &V) {
  const Path &Held = Solver.Prog.Paths[Obj.Path];
  const bool IsContainer = Obj.Class == "list" || Obj.Class == "dict";
  if (!IsContainer || Held.Kind != Path::Root::Child || !isOpenAt(V, Child) || Solver.Out.OnlyMembers ||
      Solver.M.declaresTypes())
    return;
  const std::optional<ObjectId> Holder = Solver.Objects.known(Held.Parent);
  const llvm::StringRef Of = Holder ? Solver.object(*Holder).Class : llvm::StringRef();
  if (!Solver.Prog.Types.findClass(Of) || (*Holder == Solver.Self && Solver.F.Kind == ir::FunctionKind::Constructor))
    return;
  const auto &Fields = Solver.Prog.solvedClass(Of).Fields;
  const auto *Facts = Fields.find(Held.Name);
  if (Facts != Fields.end() && (Facts->second.HoldsTensors || Facts->second.Registered))
    return;
  if (const std::optional<MemberStores::Left> Left =
          MemberStores(Solver.Prog).in(Of, Held.Name, Held.Parent, /*OfElements=*/true))
    take(*Left, V);
}

ObjectId FieldReader::registeredWith() const {
  const PathTable &Paths = Solver.Prog.Paths;
  llvm::SmallVector<llvm::StringRef, 4> Way = {Name};
  constexpr unsigned MaxNames = 4;
  for (PathId P = Obj.Path; Paths[P].Kind == Path::Root::Child && Way.size() < MaxNames; P = Paths[P].Parent) {
    const llvm::StringRef Member = Paths[P].Name;
    Way.insert(Way.begin(), Member.starts_with("[") ? llvm::StringRef(ElementField) : Member);
    const std::optional<ObjectId> Whole = Solver.Objects.known(Paths[P].Parent);
    const llvm::StringRef Of = Whole ? Solver.object(*Whole).Class : llvm::StringRef();
    if (!Solver.Prog.Types.findClass(Of) || !Solver.Prog.Types.isModuleClass(Of) ||
        (*Whole == Solver.Self && Solver.F.Kind == ir::FunctionKind::Constructor))
      continue;
    const SolvedClass &C = Solver.Prog.solvedClass(Of);
    if (!C.Spread && llvm::any_of(C.RegisteredParts, [&](const auto &Part) { return llvm::equal(Part, Way); }))
      return *Whole;
  }
  return {};
}

void FieldReader::placeRegistered(Value &V, ObjectId Whole) {
  V.Registered = true;
  if (V.isTensor())
    V.P = Solver.residence(S).rest(Whole);
  else if (V.is(Value::Kind::Object) && !S.Mem.has({V.Obj, DeviceField}))
    S.Mem.set({V.Obj, DeviceField}, Value::tensor(Solver.isModule(V) && Solver.residence(S).isApart(O, Name)
                                                      ? Solver.residence(S).partPlace(O, Child)
                                                      : Solver.residence(S).rest(Whole)));
}

void FieldReader::placeElement(Value &V) {
  const Value *Device = S.Mem.find({O, DeviceField});
  const bool IsContainer = Obj.Class == "list" || Obj.Class == "dict" || Solver.isModuleObject(O);
  if (!IsContainer || !Device)
    return;
  const Placement P = Device->P;
  const Path &Of = Solver.Prog.Paths[Obj.Path];
  // What a container of modules holds is a module, and moves with it; where types are declared, they say of what class.
  if (V.is(Value::Kind::Symbolic) && !Solver.M.declaresTypes() && Solver.Prog.Types.isContainer(Obj.Class) &&
      Solver.isModuleObject(O))
    V = Value::object(Solver.Objects.symbolic(Child, knowledge::ModuleClass));
  if (V.isTensor())
    V.P = P;
  else if (V.is(Value::Kind::Object) && !S.Mem.has({V.Obj, DeviceField}))
    S.Mem.set({V.Obj, DeviceField}, Value::tensor(Solver.isModule(V) && Of.Kind == Path::Root::Child &&
                                                          Solver.Prog.Members.isMovedAlone(Of.Name)
                                                      ? Solver.residence(S).partPlace(O, Child)
                                                      : P));
}

} // namespace devtidy::dataflow
