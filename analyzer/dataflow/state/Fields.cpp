//===- Fields.cpp - What stands in the fields of objects -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/FieldReader.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/Positions.h"
#include "knowledge/ClassNames.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

/// True if P is a parameter of F, no type says what it is, and all of its callers give numbers.
static bool isGivenNumber(const Program &Prog, const Path &P, const ir::Function &F) {
  return P.Kind == Path::Root::Param && P.Owner == &F && P.Index < F.Params.size() &&
         F.Params[P.Index].DeclaredType.isUnknown() && Prog.Links.parameterTypes().isNumber(F, P.Index);
}

using ir::TypeKind;

namespace {
llvm::StringRef classOf(const ir::Type &T) {
  switch (T.Kind) {
  case TypeKind::List:
  case TypeKind::Tuple:
    return "list";
  case TypeKind::Dict:
    return "dict";
  default:
    return T.Name;
  }
}
} // namespace

Fields::Fields(FunctionFrame &In, State &S) : In(In), Prog(In.Prog), F(In.F), Objects(In.Objects), S(S) {}

bool Fields::isModule(const Value &V) const { return In.isModule(V); }

Value Fields::unboxed(const Value &V) {
  const bool IsCell = V.is(Value::Kind::Object) && Objects[V.Obj].Class == "cell";
  return IsCell ? read(V.Obj, CellField) : V;
}

static bool isPlainKind(TypeKind K) { return K == TypeKind::Number || K == TypeKind::Bool || K == TypeKind::String; }

bool isOfBuilt(PathTable &Paths, const ir::Function &F, PathId P) {
  return F.Kind == ir::FunctionKind::Constructor && P && Paths.root(P) == Paths.param(F, 0);
}

Value symbolicValue(FunctionFrame &In, PathId P, const ir::Type &T, StepKind Kind, ir::SourceRange Range) {
  Program &Prog = In.Prog;
  const ir::Function &F = In.F;
  if (!P)
    return Value::unknown();
  if (const Value *Function = In.Out.Given.at(P))
    return *Function;
  const Step *OnHost = In.Out.OnHost.lookup(P.index());
  auto Origin = [&]() {
    return OnHost ? OnHost
                  : Prog.Steps.get({.Kind = Kind,
                                    .M = &In.M,
                                    .F = &F,
                                    .Range = Range,
                                    .Subject = Prog.Names.intern(Prog.Paths.describe(P))});
  };
  Value V;
  const Path &Known = Prog.Paths[P];
  bool MayBeNone = Known.Kind == Path::Root::Param && Known.Owner == &F && Known.Index < F.Params.size() &&
                   F.Params[Known.Index].HasDefault && !F.Params[Known.Index].DefaultUnknown &&
                   F.Params[Known.Index].Default.K == ir::Constant::Kind::None;
  TypeKind Used = Known.IsTensor || OnHost ? TypeKind::Tensor : Known.IsDevice ? TypeKind::Device : TypeKind::Unknown;
  bool NamesDevice = T.Kind == TypeKind::String && Known.IsDevice;
  switch (T.isUnknown() || NamesDevice ? Used : T.Kind) {
  case TypeKind::Tensor:
    V = Value::tensor(Placement::of(Term::symbol(P), Origin()), Rank::of(P));
    break;
  case TypeKind::Device:
    V = Value::device(Placement::of(Term::symbol(P), Origin()));
    Prog.Paths.markDevice(P);
    break;
  case TypeKind::Options:
    V = Value::options(Placement::of(Term::symbol(P), Origin()));
    break;
  case TypeKind::Object:
    V = Value::object(In.Objects.symbolic(P, T.Name));
    break;
  case TypeKind::List:
  case TypeKind::Dict:
  case TypeKind::Tuple:
    V = Value::object(In.Objects.symbolic(P, classOf(T)));
    // An annotation says less than a type: what it calls tensors may be lists of them. Numbers are numbers.
    if (ir::Type &Element = In.Objects[V.Obj].Element;
        Element.isUnknown() && (isPlainKind(T.Element) || (In.M.declaresTypes() && T.Element == TypeKind::Tensor)))
      Element.Kind = T.Element;
    break;
  case TypeKind::Unknown:
  case TypeKind::Function:
    return isGivenNumber(Prog, Known, F) ? Value::given(P) : Value::symbolic(P);
  case TypeKind::None:
    return Value::none();
  default:
    V = Value::number();
    V.IsText = T.Kind == TypeKind::String;
    break;
  }
  V.Path = P;
  V.Partial = T.Optional || (T.isUnknown() && MayBeNone);
  return V;
}

Value unknownOf(FunctionFrame &In, ir::InstId Id, const ir::Type &T) {
  switch (T.Kind) {
  case TypeKind::Tensor:
  case TypeKind::Device:
  case TypeKind::Options:
    return symbolicValue(In, In.Prog.Paths.site(In.F, Id), T, StepKind::Created, In.inst(Id).Range);
  case TypeKind::Object:
  case TypeKind::List:
  case TypeKind::Dict:
    return symbolicValue(In, In.Prog.Paths.site(In.F, Id), T, StepKind::Created, In.inst(Id).Range);
  case TypeKind::Number:
  case TypeKind::Bool:
    return Value::number();
  case TypeKind::String: {
    Value V = Value::number();
    V.IsText = true;
    return V;
  }
  case TypeKind::None:
    return Value::none();
  default:
    return Value::unknown();
  }
}

Value Fields::read(ObjectId O, llvm::StringRef Name, const ir::Type &T) {
  const Value *It = S.Mem.find({O, Name});
  return It ? *It : FieldReader(In, S, O, Name).read(T);
}

/// V, of which nothing but its path is known, as a tuple with parts of the kinds that those of Like are.
Value Fields::asTupleLike(Value V, const Value &Like) {
  if (!V.is(Value::Kind::Symbolic) || !Like.is(Value::Kind::Tuple))
    return V;
  std::vector<Value> Parts;
  for (const Value &Part : *Like.Elements) {
    const PathId Child = Prog.Paths.element(V.Path, std::to_string(Parts.size()));
    ir::Type T;
    T.Kind = Part.isTensor() ? ir::TypeKind::Tensor : ir::TypeKind::Unknown;
    Parts.push_back(symbolicValue(In, Child, T, StepKind::Member, {}));
  }
  return Value::tuple(std::move(Parts));
}

/// True if Either, of two elements of a list, says less than these do: parts of tuples that have no more in common.
static bool losesParts(const Value &Either) {
  return Either.is(Value::Kind::Unknown) ||
         (Either.is(Value::Kind::Tuple) &&
          llvm::any_of(*Either.Elements, [](const Value &Part) { return Part == Value::unknown(); }));
}

/// A container that holds Held takes in V, too. Rows that get there later may stand behind None so far:
/// `rows.append(None); rows[at] = (state, reward)`.
static void addElement(Value &Held, const Value &V) {
  const bool IsRow = Held.is(Value::Kind::Tuple) || V.is(Value::Kind::Tuple);
  if (!IsRow || !(Held.isNone() || V.isNone())) {
    Held.joinIn(V);
    return;
  }
  if (Held.isNone())
    Held = V;
  Held.Partial = true;
}

/// True for an object of a class of named tuples.
bool Fields::isRecord(const Value &V) const {
  return V.is(Value::Kind::Object) &&
         Prog.Types.derivesFrom(Objects[V.Obj].Class, std::span(&knowledge::NamedTupleClass, 1));
}

void Fields::write(ObjectId O, llvm::StringRef Name, Value V) {
  const Object &Obj = Objects[O];
  // One of those that rounds made is written, nobody knows which.
  const bool IsOne = In.isOfRounds(O) && !isOwnField(Name);
  if (const Value *Old = IsOne ? S.Mem.find({O, Name}) : nullptr; Old && !(*Old == V)) {
    V.joinIn(*Old);
    V = V.mapped([](const Placement &P) { return P.imprecise(); });
  }
  if (Obj.Weak || Name == ElementField) {
    const Value *It = S.Mem.find({O, Name});
    // Members of an object under construction start empty.
    if (!It && Obj.K == Object::Kind::Symbolic && !isOfBuilt(Prog.Paths, F, Obj.Path)) {
      Value Old = asTupleLike(read(O, Name), V);
      Value Either = Old;
      Either.joinIn(V);
      // d[k] = v: what was there under other keys still is.
      if (Name == ElementField && ((Either.is(Value::Kind::Unknown) && Obj.Class == "dict") ||
                                   ((V.is(Value::Kind::Tuple) || isRecord(V)) && losesParts(Either))))
        Either = oneOfSeveral({{Old, Cube()}, {V, Cube()}}, /*OfSummary=*/true);
      S.Mem.set({O, Name}, Either);
      return;
    }
    addElement(S.Mem.at({O, Name}), V);
    // What is stored somewhere may have replaced any element that is known by its position.
    if (Name == ElementField)
      for (const auto &[Key, Held] : S.Mem.of(O))
        if (isIndexField(Key.second) && !(Held == V)) {
          Value &Element = S.Mem.at(Key);
          const bool IsThere = Held.isTensor() && V.isTensor() && Held.P == V.P;
          Element.joinIn(V);
          if (!IsThere)
            Element = Element.mapped([](const Placement &P) { return P.imprecise(); });
        }
    return;
  }
  S.Mem.set({O, Name}, std::move(V));
}

void Fields::append(ObjectId O, Value V) {
  const auto Each = In.Rounding.eachOfRounds(V, In.Record.here(), In.Values);
  for (const Value &Of : Each)
    append(O, Of);
  if (!Each.empty())
    return Positions(In, S, O).forget();
  V = putInWhere(S.Path, std::move(V));
  // Each round of a loop may append what is as unknown as what the one before did.
  if (V.is(Value::Kind::Unknown))
    V.Path = PathId();
  // What is appended keeps its position as long as the container is known from its start and small.
  if (Positions(In, S, O).append(V))
    return;
  // Nothing that is there gives way to it.
  if (Objects[O].K == Object::Kind::Allocated && !Objects[O].Weak)
    addElement(S.Mem.at({O, ElementField}), V);
  else if (!appendToSymbolic(O, V))
    write(O, ElementField, std::move(V));
}

/// To a list that somebody else holds: what is there already, and V. False if that cannot be told apart.
bool Fields::appendToSymbolic(ObjectId O, const Value &V) {
  // Members of an object under construction start empty.
  if (Objects[O].K != Object::Kind::Symbolic || Objects[O].Weak || isOfBuilt(Prog.Paths, F, Objects[O].Path))
    return false;
  const Value *Held = S.Mem.find({O, ElementField});
  const Value Old = Held ? *Held : read(O, ElementField);
  if (!Old.is(Value::Kind::Symbolic) && !Old.Elements)
    return false;
  // What nobody knows may be None already, and rows are put there later.
  if (V.isNone() && (Old.is(Value::Kind::Symbolic) || Old.is(Value::Kind::Tuple)))
    return true;
  S.Mem.set({O, ElementField}, oneOfSeveral({{Old, Cube()}, {V, Cube()}}, /*OfSummary=*/true));
  return true;
}

/// The field that a record has at a position: each of a NamedTuple; of a dataclass that is a dictionary, as outputs of
/// models are, those that are not None. Nothing if that cannot be told.
static std::optional<llvm::StringRef> fieldAt(const Program &Prog, const Memory &Mem, ObjectId O, llvm::StringRef Class,
                                              int64_t Position) {
  // Lists and dictionaries, as nearly all are, have no dot.
  const bool MayBe = Position >= 0 && Class.contains('.');
  const std::optional<Program::ClassEntry> C = MayBe ? Prog.Types.findClass(Class) : std::nullopt;
  if (!C || C->C->Fields.empty())
    return std::nullopt;
  const bool IsTuple = llvm::is_contained(C->C->Bases, llvm::StringRef(knowledge::NamedTupleClass));
  if (!IsTuple && !Prog.Types.isDictionary(Class))
    return std::nullopt;
  for (const ir::Field &F : C->C->Fields) {
    const Value *Held = Mem.find({O, F.Name});
    if (!IsTuple && Held && Held->isNone())
      continue;
    if (Position-- == 0)
      return F.Name;
    // Whether it counts is not known.
    if (!IsTuple && (!Held || Held->Partial || Held->is(Value::Kind::Unknown)))
      return std::nullopt;
  }
  return std::nullopt;
}

/// The first of the modules that the dictionary O has under names, which are all that it holds, if these are of one
/// class and in one place: `nets[name](x)` does what each of them does.
const Value *Fields::alikeEntry(ObjectId O) {
  const Value *First = nullptr;
  if (Objects[O].Class != "dict" || Objects[O].K != Object::Kind::Allocated)
    return nullptr;
  for (const auto &[Key, Held] : S.Mem.of(O)) {
    if (Key.second == ElementField || isOwnField(Key.second))
      continue;
    if (!isModule(Held) || Held.Partial || (First && !areAlike(Held, *First)))
      return nullptr;
    First = First ? First : &Held;
  }
  return First;
}

/// Any of the modules that the dictionary O has under names: who moves it moves one of them.
static Value eachEntry(FunctionFrame &In, const Memory &Mem, ObjectId O) {
  llvm::SmallVector<Value, 4> Held;
  for (const auto &[Key, V] : Mem.of(O))
    if (Key.second != ElementField && !isOwnField(Key.second))
      Held.push_back(V);
  return In.choices().eachOf(Held);
}

/// True if both are modules of one class in one place: each says what the other one does.
bool Fields::areAlike(const Value &A, const Value &B) {
  return isModule(A) && isModule(B) && Objects[A.Obj].Class == Objects[B.Obj].Class &&
         In.residence(S).place(A.Obj) == In.residence(S).place(B.Obj);
}

Value Fields::element(ObjectId O, std::optional<int64_t> Index, const ir::Type &T, bool IsPart) {
  if (Index)
    if (std::optional<Value> There = Positions(In, S, O).at(*Index, T))
      return *There;
  // From the end of a list that is known from its start.
  if (Index && *Index < 0 && !S.Mem.has({O, ElementField}) && Objects[O].K == Object::Kind::Allocated)
    *Index += llvm::count_if(S.Mem.of(O), [](const auto &Entry) { return isIndexField(Entry.first.second); });
  if (Index) {
    llvm::StringRef Name = indexField(*Index);
    if (const Value *It = S.Mem.find({O, Name}))
      return *It;
    if (std::optional<llvm::StringRef> Field = fieldAt(Prog, S.Mem, O, Objects[O].Class, *Index))
      return read(O, *Field, T);
  }
  if (!Index && alikeEntry(O))
    return eachEntry(In, S.Mem, O);
  Value Joined;
  const Value *First = nullptr;
  bool Alike = true;
  const Memory::Range Fields = S.Mem.of(O);
  for (const auto &[Key, Held] : Fields) {
    if (Key.second != ElementField && !isIndexField(Key.second))
      continue;
    Joined.joinIn(Held);
    Alike = Alike && areAlike(Held, First ? *First : Held);
    First = First ? First : &Held;
  }
  // Of a dictionary that somebody else made, others are what they were.
  const Object &Obj = Objects[O];
  if (First && Obj.Class == "dict" && Obj.K == Object::Kind::Symbolic && !S.Mem.has({O, ElementField})) {
    Joined.joinIn(read(O, ElementField, T));
    return Joined;
  }
  if (First && Alike) {
    Value Each = *First;
    Each.Behind = Joined.Behind;
    return Each;
  }
  if (const size_t Parts = Objects[O].Parts.size(); Index && Joined.is(Value::Kind::Bottom) && Parts != 0) {
    *Index += *Index < 0 ? static_cast<int64_t>(Parts) : 0;
    if (*Index >= 0 && static_cast<size_t>(*Index) < Parts)
      return read(O, indexField(*Index), T);
  }
  if (!Joined.is(Value::Kind::Bottom))
    return Joined;
  if (Objects[O].K != Object::Kind::Symbolic)
    return Value::unknown();
  return read(O, IsPart ? indexField(*Index) : llvm::StringRef(ElementField), T);
}

Value Fields::copied(ir::InstId Id, Value V, std::map<ObjectId, ObjectId> &Copies, unsigned Inner) {
  return duplicated(Id, std::move(V), Copies, Inner, true);
}

Value Fields::renewed(ir::InstId Id, Value V) {
  std::map<ObjectId, ObjectId> Copies;
  return duplicated(Id, std::move(V), Copies, 0, false);
}

Value Fields::duplicated(ir::InstId Id, Value V, std::map<ObjectId, ObjectId> &Copies, unsigned Inner, bool IsCopy) {
  if (V.is(Value::Kind::Symbolic))
    return IsCopy ? Value::copyOf(V.Path) : Value::computed(V.Path);
  V.Identity = 0;
  V.Path = PathId();
  if (V.isTensor() && V.IsParameter && IsCopy)
    V.P = asCopied(In, Id, V.P);
  if (!V.is(Value::Kind::Object))
    return V;
  auto [It, New] = Copies.try_emplace(V.Obj);
  if (!New)
    return Value::object(It->second);
  const Object Of = Objects[V.Obj];
  const ObjectId O = It->second = Objects.allocated(Id, Inner + Copies.size() - 1, Of.Class);
  Objects[O].Element = Of.Element;
  Objects[O].Parts = Of.Parts;
  // In a loop, what was copied in the round before is gone.
  for (const auto &[Key, Held] : S.Mem.of(O))
    S.Mem.erase(Key);
  const auto SetPlace = [&](const Placement &P) {
    S.Mem.set({O, DeviceField}, Value::tensor(IsCopy ? asCopied(In, Id, P) : P));
  };
  if (In.isModuleObject(V.Obj))
    SetPlace(In.residence(S).rest(V.Obj));
  for (const auto &[Key, Held] : S.Mem.of(V.Obj)) {
    Value Mine = duplicated(Id, Held, Copies, Inner, IsCopy);
    Mine.Registered = Held.Registered;
    if (Key.second == DeviceField && In.isModuleObject(V.Obj))
      SetPlace(Mine.P);
    else
      S.Mem.set({O, Key.second}, Mine);
  }
  return Value::object(O);
}

Placement asCopied(FunctionFrame &In, ir::InstId Id, const Placement &P) {
  return P.withOrigin([&](const Step *Of) { return In.stepAt(StepKind::Copied, Id, {}, Of); });
}

} // namespace devtidy::dataflow
