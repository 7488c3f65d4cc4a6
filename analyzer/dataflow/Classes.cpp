//===- Classes.cpp - What constructors leave in a class -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/ConstructorFacts.h"
#include "knowledge/ClassNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

/// What a tensor's operands demand, they demand where it is there. If all branches put it at the same place, that is
/// where it is, whatever they ask; unless the places of other members follow from the same question.
Placement Program::whereverUsed(const SolvedClass &C, llvm::StringRef Field, const Placement &P, PathId Self) {
  auto Tells = [&](Literal L) {
    return askedOfFields(C, L, Self) || llvm::any_of(C.Fields, [&](const auto &Other) {
             const auto IsThere = [&](const GuardedTerm &T) { return T.T == Other.second.P.terms()[0].T; };
             return Other.first != Field && !llvm::all_of(Other.second.P.terms(), IsThere) &&
                    llvm::any_of(Other.second.P.terms(), [&](const GuardedTerm &T) {
                      return llvm::any_of(T.Guard.literals(),
                                          [&](Literal O) { return O.condition() == L.condition(); });
                    });
           });
  };
  // A number that stands in for a tensor fits anywhere: which of them it is matters.
  bool Same = llvm::all_of(P.terms(), [&](const GuardedTerm &T) {
    const bool IsAlike = T.Dim == P.terms()[0].Dim || (T.Dim != Rank::Zero && P.terms()[0].Dim != Rank::Zero);
    return T.T == P.terms()[0].T && IsAlike && llvm::none_of(T.Guard.literals(), Tells);
  });
  return Same ? P.exhaustive() : P;
}

/// Members of the objects in members of S that hold what a member of S holds, as long as nobody writes either.
void Program::noteShared(SolvedClass &S, const Summary &Sum, PathId Self,
                         const std::map<PathId, llvm::StringRef> &Devices) {
  S.Shared.clear();
  if (constructors(S.C->Name).size() != 1)
    return;
  const auto OwnOf = [&](const Value &V) -> llvm::StringRef {
    if (const GuardedTerm *Only = V.is(Value::Kind::Device) ? V.P.single() : nullptr; Only && Only->T.isSymbol()) {
      const auto It = Devices.find(Only->T.path());
      return It == Devices.end() ? llvm::StringRef() : It->second;
    }
    const auto *It =
        V.isPlainPath() ? llvm::find_if(S.Kept, [&](const auto &Kept) { return Kept.first == V.Path; }) : S.Kept.end();
    return It == S.Kept.end() ? llvm::StringRef() : It->second;
  };
  Sum.Final.forEach([&](const Memory::Key &Key, const Value &V) {
    const Object &O = Sum.Objects[Key.first.index()];
    if (O.K != Object::Kind::Symbolic || O.Path != Self || !V.is(Value::Kind::Object) ||
        Sum.Objects[V.Obj.index()].K != Object::Kind::Allocated || isWrittenOutsideConstructors(S.C->Name, Key.second))
      return;
    const llvm::StringRef Class = Sum.Objects[V.Obj.index()].Class;
    if (!findClass(Class))
      return;
    for (const auto &[Part, Held] : Sum.Final.of(V.Obj))
      if (const llvm::StringRef Own = OwnOf(Held);
          !Own.empty() && !isOwnField(Part.second) && !isWrittenOutsideConstructors(Class, Part.second))
        S.Shared.push_back({Key.second, Part.second, Own});
  });
}

/// A field that only constructors write is where they put it: on a device, or on the device that another field names,
/// because the constructor stored its parameter there.
void Program::settleFields(SolvedClass &S, const Summary &Sum, PathId Self) {
  std::map<PathId, llvm::StringRef> KeptIn;
  Sum.Final.forEach([&](const Memory::Key &Key, const Value &V) {
    const Object &O = Sum.Objects[Key.first.index()];
    const GuardedTerm *Only = V.P.single();
    if (O.K == Object::Kind::Symbolic && O.Path == Self && V.is(Value::Kind::Device) && Only && Only->T.isSymbol() &&
        !isWrittenOutsideConstructors(S.C->Name, Key.second))
      KeptIn.try_emplace(Only->T.path(), Key.second);
  });
  Sum.Final.forEach([&](const Memory::Key &Key, const Value &V) {
    const Object &O = Sum.Objects[Key.first.index()];
    auto *Facts = S.Fields.find(Key.second);
    if (O.K != Object::Kind::Symbolic || O.Path != Self || Facts == S.Fields.end() ||
        isWrittenOutsideConstructors(S.C->Name, Key.second) || constructors(S.C->Name).size() != 1)
      return;
    if (V.isPlainPath() && Paths[V.Path].Kind == Path::Root::Param)
      S.Kept.emplace_back(V.Path, Key.second);
    Facts->second.Flag = V.Cond;
  });
  noteShared(S, Sum, Self, KeptIn);
  for (auto &[Name, Facts] : S.Fields) {
    Facts.Renamed.clear();
    if (Facts.HoldsTensors || isGenerator(*this, {.Class = Facts.Made.Name}))
      Facts.P = whereverUsed(S, Name, Facts.P, Self);
    Facts.Settled = !Facts.P.isUnknown() && !Facts.P.isBottom() && !isWrittenOutsideConstructors(S.C->Name, Name) &&
                    constructors(S.C->Name).size() == 1;
    // Where a device that another member keeps says.
    auto *Kept = llvm::find_if(S.Fields, [&](const auto &Other) {
      return Other.second.Made.Kind == ir::TypeKind::Device && Other.second.P == Facts.P && Other.first != Name &&
             !isWrittenOutsideConstructors(S.C->Name, Other.first);
    });
    if (Facts.Settled && Facts.Made.Kind != ir::TypeKind::Device && Kept != S.Fields.end()) {
      GuardedTerm There = Facts.P.terms()[0];
      There.Guard = {};
      Facts.Renamed.push_back({There, Kept->first});
      continue;
    }
    for (const GuardedTerm &T : Facts.P.terms()) {
      auto It = T.T.isSymbol() ? KeptIn.find(T.T.path()) : KeptIn.end();
      // Guards over a constructor's own conditions mean nothing elsewhere.
      if (!askedOfFields(S, T.Guard, Self) || (T.T.isSymbol() && It == KeptIn.end()))
        Facts.Settled = false;
      else
        Facts.Renamed.push_back({T, It == KeptIn.end() ? llvm::StringRef() : It->second});
    }
  }
}

std::optional<Literal> Program::askedOfFields(const SolvedClass &C, Literal L, PathId Of) {
  if (L.isOfMachine())
    return L;
  const Condition Asked = Conditions[L.condition()];
  auto Signed = [&](Literal R) { return L.isPositive() ? R : ~R; };
  for (const auto &[Name, Facts] : C.Fields)
    if (Facts.Flag && Facts.Flag->condition() == L.condition())
      if (PathId Field = Paths.child(Of, Name))
        return Facts.Flag->isPositive() ? Signed(truthOf(Field)) : ~Signed(truthOf(Field));
  if (!Asked.P)
    return std::nullopt;
  for (const auto &[Given, Name] : C.Kept) {
    PathId Field = Paths.child(Of, Name), P = Field ? Paths.rebased(Asked.P, Given, Field) : PathId();
    if (!P)
      continue;
    switch (Asked.K) {
    case Condition::Kind::Truth:
      return Signed(truthOf(P));
    case Condition::Kind::IsNone:
      return Signed(Conditions.isNone(P));
    case Condition::Kind::IsTensor:
      return Signed(Conditions.isTensor(P));
    case Condition::Kind::Equals:
      return Signed(equalsOf(P, Asked.Text));
    default:
      break;
    }
  }
  return std::nullopt;
}

std::optional<Cube> Program::askedOfFields(const SolvedClass &C, const Cube &Guard, PathId Of) {
  Cube R;
  for (Literal L : Guard.literals())
    if (std::optional<Literal> Mine = askedOfFields(C, L, Of); !Mine || !R.add(*Mine))
      return std::nullopt;
  return R;
}

Placement Program::askedOfFields(const SolvedClass &C, const Placement &P, PathId Of) {
  Placement R = P.isUnknown() ? P : Placement::bottom();
  for (const GuardedTerm &T : P.terms()) {
    std::optional<Cube> Guard = askedOfFields(C, T.Guard, Of);
    Placement Part = Placement::of(T.T, T.Origin).guardedBy(Guard.value_or(Cube()));
    R.joinIn(T.Imprecise || !Guard ? Part.imprecise() : Part);
  }
  return R;
}

/// An object of this class has no way of its own to follow a module that is moved.
bool Program::isPlain(llvm::StringRef Class) const {
  return findClass(Class) && !hasUnknownBase(Class) && !findMethod(Class, "to") && !findMethod(Class, "cuda");
}

/// Nobody moves that member of a plain object; of a library's object it is known.
bool Program::isLeftBehind(llvm::StringRef Class, llvm::StringRef Field) const {
  return findClass(Class)->M->IsModel ||
         (!isWrittenOutsideConstructors(Class, Field) && !isMovedByOthers(Class, Field));
}

/// True if a condition of G says that the value at P is a number.
bool Program::saysScalar(PathId P, const Cube &G) const {
  return P && llvm::any_of(G.literals(), [&](Literal L) {
           const Condition &C = Conditions[L.condition()];
           if (!L.isPositive() || C.K != Condition::Kind::Truth || !Paths.isQuestion(C.P) || Paths[C.P].Parent != P)
             return false;
           llvm::SmallVector<llvm::StringRef, 4> Words;
           llvm::StringRef(Paths[C.P].Name).split(Words, ' ', -1, /*KeepEmpty=*/false);
           return Words.size() > 1 && Words[0] == "is" && llvm::all_of(llvm::drop_begin(Words), [](llvm::StringRef W) {
                    return llvm::is_contained({"bool", "complex", "float", "int"}, W);
                  });
         });
}

/// What both are: some module, if both are modules.
ir::Type Program::commonType(const ir::Type &A, const ir::Type &B) const {
  bool Modules = A.Kind == ir::TypeKind::Object && B.Kind == ir::TypeKind::Object && isModuleClass(A.Name) &&
                 isModuleClass(B.Name);
  ir::Type T;
  if (!Modules)
    return T;
  T.Kind = ir::TypeKind::Object;
  T.Name = knowledge::moduleClassOf(*libraryClass(A.Name));
  return T;
}

const SolvedClass &Program::solvedClass(llvm::StringRef Name) {
  if (Base)
    if (auto Known = Base->Classes.find(canonical(Name)); Known != Base->Classes.end())
      if (Known->second && Known->second->State == SolvedClass::Done && !llvm::is_contained(Own, Known->second->M))
        return *Known->second;
  auto [It, New] = Classes.try_emplace(canonical(Name));
  if (New || !It->second)
    It->second = std::make_unique<SolvedClass>();
  SolvedClass &S = *It->second;
  if (S.State == SolvedClass::Done)
    return S;
  std::vector<Entry> Constructors = constructors(Name);
  // Its own methods that the constructor of a base runs.
  llvm::copy_if(methods(canonical(Name)), std::back_inserter(Constructors),
                [&](const Entry &E) { return Links.builders().isInherited(*E.F); });
  if (isBeingBuilt(Constructors) || S.State == SolvedClass::Running)
    return S;
  S = SolvedClass();
  S.State = SolvedClass::Running;
  bool Complete = true;
  S.Owner = this;
  auto C = findClass(Name);
  if (!C) {
    S.State = SolvedClass::Done;
    return S;
  }
  S.M = C->M;
  S.C = C->C;
  S.IsModule = isModuleClass(Name);
  S.Known = true;
  // Bases first: their members are members.
  for (llvm::StringRef Parent : C->C->Bases)
    if (findClass(Parent)) {
      const SolvedClass Known = solvedClass(Parent);
      Complete &= Known.State == SolvedClass::Done;
      for (auto [Field, Facts] : Known.Fields) {
        // Through the base beside it that is a module, what this one assigns is registered.
        Facts.Registered |= S.IsModule && !Known.IsModule && isModuleClass(Facts.Made.Name);
        S.Fields.insert({Field, Facts});
      }
      S.Kept.append(Known.Kept.begin(), Known.Kept.end());
    }
  for (const Entry &E : Constructors) {
    if (const SolvedFunction &Ctor = solved(E); Ctor.Sum->Known)
      ConstructorFacts(*this, S, E, *Ctor.Sum).add();
    else
      S.Known = false;
    // A constructor that reads `d_model` waits for the script that sets it, which may run the class.
    if (const auto Known = Solutions.find(E.F); Known != Solutions.end())
      Complete &= Known->second.Status == Solution::Done && Known->second.Unready == ~0U;
  }
  S.State = Complete ? SolvedClass::Done : SolvedClass::Open;
  return noteMovedAlong(S);
}

bool Program::isUnregisteredMember(const ir::Function &F, PathId Symbol) {
  if (F.Class.empty() || F.Kind == ir::FunctionKind::Constructor || Paths[Symbol].Kind != Path::Root::Child)
    return false;
  PathId Self = Paths.param(F, 0), Member = Symbol;
  while (Paths[Paths[Member].Parent].Kind == Path::Root::Child)
    Member = Paths[Member].Parent;
  if (Paths[Member].Parent != Self)
    return false;
  const SolvedClass &C = solvedClass(F.Class);
  const auto *It = C.Fields.find(Paths[Member].Name);
  return C.IsModule && It != C.Fields.end() && It->second.HoldsTensors && !It->second.Registered;
}

bool Program::isNumberOfMember(const ir::Function &F, PathId Symbol) {
  if (F.Class.empty() || F.Kind == ir::FunctionKind::Constructor || Paths[Symbol].Kind != Path::Root::Child)
    return false;
  const Path Held = Paths[Symbol], Member = Paths[Held.Parent];
  if (Member.Kind != Path::Root::Child || Member.Parent != Paths.param(F, 0) || !findClass(F.Class))
    return false;
  const SolvedClass &C = solvedClass(F.Class);
  const auto *It = C.Fields.find(Member.Name);
  return It != C.Fields.end() && llvm::is_contained(It->second.Numbers, Held.Name);
}

} // namespace devtidy::dataflow
