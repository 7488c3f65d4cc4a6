//===- MemberClasses.cpp - Members that are of one of several classes ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/MemberClasses.h"
#include "dataflow/state/AskedOfFields.h"
#include "ir/Edges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

/// The class of the object whose member P is, if only its constructors write that; null if there is none.
static const SolvedClass *holderOf(const FunctionFrame &In, PathId P) {
  const Path Held = In.Prog.Paths[P];
  const std::optional<ObjectId> Holder = Held.Kind == Path::Root::Child ? In.Objects.known(Held.Parent) : std::nullopt;
  const llvm::StringRef Of = Holder ? In.object(*Holder).Class : llvm::StringRef();
  const bool IsBuilding = Holder && *Holder == In.Self && In.F.Kind == ir::FunctionKind::Constructor;
  if (IsBuilding || !In.Prog.Types.findClass(Of) || In.Prog.Types.hasUnknownBase(Of) ||
      In.Prog.Members.isWrittenOutsideConstructors(Of, Held.Name))
    return nullptr;
  return &In.Prog.solvedClass(Of);
}

/// What the constructors of Of, if there is one, say of its member Name; null if they say nothing.
static const FieldFacts *factsIn(const SolvedClass *Of, llvm::StringRef Name) {
  const auto *Facts = Of ? Of->Fields.find(Name) : nullptr;
  return Of && Facts != Of->Fields.end() ? &Facts->second : nullptr;
}

llvm::SmallVector<llvm::StringRef, 4> classesAt(const FunctionFrame &In, PathId P) {
  const FieldFacts *Facts = factsIn(holderOf(In, P), In.Prog.Paths[P].Name);
  return Facts ? llvm::SmallVector<llvm::StringRef, 4>(llvm::ArrayRef(Facts->Classes))
               : llvm::SmallVector<llvm::StringRef, 4>();
}

llvm::SmallVector<llvm::StringRef, 4> classesOfMember(const FunctionFrame &In, ObjectId O) {
  const Object &Member = In.object(O);
  const bool IsOpen = Member.Class.empty() || (In.isModuleObject(O) && !In.Prog.Types.findClass(Member.Class));
  if (Member.K != Object::Kind::Symbolic || !IsOpen)
    return {};
  return classesAt(In, Member.Path);
}

llvm::SmallVector<llvm::StringRef, 4> classesOfGlobal(const Program &Prog, llvm::StringRef Name) {
  constexpr size_t MaxClasses = 4, MaxValues = 16;
  const std::optional<Program::Entry> Writer = Prog.Links.globalWriter(Name);
  if (!Writer || Writer->M->declaresTypes())
    return {};
  const ir::Function &F = *Writer->F;
  llvm::SmallVector<ir::ValueId, 8> Work;
  for (const ir::Inst &I : F.Insts)
    if (I.Kind == ir::InstKind::SetGlobal && Prog.Types.canonical(I.Name) == Name)
      Work.push_back(I.Args[0].Value);
  llvm::SmallVector<llvm::StringRef, 4> Classes;
  for (unsigned N = 0; N < Work.size(); ++N) {
    const ir::Inst *Made = F.definition(Work[N]);
    if (!Made)
      for (ir::ValueId V : ir::incoming(F, Work[N]))
        if (!llvm::is_contained(Work, V))
          Work.push_back(V);
    if (!Made && Work.size() <= MaxValues)
      continue;
    const auto C = Made && Made->Kind == ir::InstKind::Call ? Prog.Types.findClass(Made->Name) : std::nullopt;
    if (!C || Prog.Types.isModuleClass(C->C->Name))
      return {};
    if (!llvm::is_contained(Classes, C->C->Name))
      Classes.push_back(C->C->Name);
  }
  if (Classes.size() < 2 || Classes.size() > MaxClasses)
    Classes.clear();
  return Classes;
}

/// When the member at P is of each of Classes, as its object keeps what the constructor asked: `self.deep`. Empty if it
/// does not keep that.
static std::vector<Cube> whenKept(FunctionFrame &In, PathId P, llvm::ArrayRef<llvm::StringRef> Classes) {
  const SolvedClass *Of = holderOf(In, P);
  const FieldFacts *Facts = factsIn(Of, In.Prog.Paths[P].Name);
  std::vector<Cube> Guards;
  if (!Facts || Facts->WhenOfClass.size() != Classes.size() || !llvm::equal(Facts->Classes, Classes))
    return Guards;
  for (const Cube &Guard : Facts->WhenOfClass) {
    const std::optional<Cube> Kept = askedOfFields(In.Prog, *Of, Guard, In.Prog.Paths[P].Parent);
    if (!Kept || Kept->isAlways())
      return {};
    Guards.push_back(*Kept);
  }
  return Guards;
}

std::vector<Cube> whenOfClass(FunctionFrame &In, PathId P, llvm::ArrayRef<llvm::StringRef> Classes) {
  std::vector<Cube> Guards = whenKept(In, P, Classes);
  if (!Guards.empty())
    return Guards;
  Program &Prog = In.Prog;
  Cube Others;
  for (llvm::StringRef Class : Classes) {
    Cube Mine = Others;
    if (Guards.size() + 1 != Classes.size()) {
      const PathId Asked = Prog.Paths.question(
          P, (" " + ClassQuestion + " " + Class + " of " + llvm::join(Classes.begin(), Classes.end(), "|")).str());
      if (!Asked || !Mine.add(Prog.Conditions.truth(Asked)) || !Others.add(~Prog.Conditions.truth(Asked)))
        return {};
    }
    if (Mine.size() > Cube::MaxTerm)
      return {};
    Guards.push_back(Mine);
  }
  return Guards;
}

llvm::SmallVector<llvm::StringRef, 4> typesOf(const Program &Prog, const ir::Function &F, ir::ValueId Type) {
  llvm::SmallVector<llvm::StringRef, 4> Names;
  const ir::Inst *D = F.definition(Type);
  if (D && D->Kind == ir::InstKind::GetGlobal)
    return {Prog.Types.canonical(D->Name)};
  if (D && D->Kind == ir::InstKind::MakeTuple)
    for (const ir::Arg &A : D->Args) {
      llvm::SmallVector<llvm::StringRef, 4> Inner = typesOf(Prog, F, A.Value);
      if (Inner.empty())
        return {};
      Names.append(Inner);
    }
  return Names;
}

std::optional<Value> isOneOfClasses(FunctionFrame &In, const Value &V, llvm::ArrayRef<llvm::StringRef> Asked) {
  if (Asked.empty() || !llvm::all_of(Asked, [&](llvm::StringRef T) { return In.Prog.Types.findClass(T).has_value(); }))
    return std::nullopt;
  std::vector<llvm::StringRef> Classes;
  std::vector<Cube> Guards;
  if (V.isOneOfSeveral() || (V.is(Value::Kind::Choice) && !Choices::isEach(V))) {
    Guards = *V.Guards;
    for (const Value &Part : *V.Elements)
      Classes.push_back(Part.is(Value::Kind::Object) && !Part.Partial ? In.object(Part.Obj).Class : llvm::StringRef());
  } else {
    const bool IsObject = V.is(Value::Kind::Object) && !V.Partial;
    llvm::append_range(Classes, IsObject          ? classesOfMember(In, V.Obj)
                                : V.isPlainPath() ? classesAt(In, V.Path)
                                                  : llvm::SmallVector<llvm::StringRef, 4>());
    if (!Classes.empty())
      Guards = whenOfClass(In, IsObject ? In.object(V.Obj).Path : V.Path, Classes);
  }
  if (Classes.empty() || Classes.size() != Guards.size())
    return std::nullopt;
  Cases C;
  for (const auto &[Class, Guard] : llvm::zip(Classes, Guards)) {
    const bool Is = llvm::any_of(Asked, [&](llvm::StringRef T) {
      const std::string_view Bases[] = {std::string_view(T)};
      return Class == T || In.Prog.Types.derivesFrom(Class, Bases);
    });
    if (Class.empty() || (!Is && In.Prog.Types.hasUnknownBase(Class)))
      return std::nullopt;
    (Is ? C.Yes : C.No).push_back(Guard);
  }
  return In.flags().answer(C);
}

bool isPlainObject(const FunctionFrame &In, const Value &V) {
  return V.is(Value::Kind::Object) && !V.Partial && !In.isModuleObject(V.Obj) &&
         In.Prog.Types.findClass(In.object(V.Obj).Class);
}

bool arePlainObjects(const FunctionFrame &In, llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  const auto IsPlain = [&](const Value &V) { return isPlainObject(In, V); };
  return llvm::all_of(llvm::make_first_range(Parts), [&](const Value &V) {
    return IsPlain(V) || (V.isOneOfSeveral() && llvm::all_of(*V.Elements, IsPlain));
  });
}

} // namespace devtidy::dataflow
