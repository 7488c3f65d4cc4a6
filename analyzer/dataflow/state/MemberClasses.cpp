//===- MemberClasses.cpp - Members that are of one of several classes ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/MemberClasses.h"
#include "ir/Edges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::dataflow {

llvm::SmallVector<llvm::StringRef, 4> classesOfMember(const FunctionFrame &In, ObjectId O) {
  const Object &Member = In.object(O);
  if (Member.K != Object::Kind::Symbolic || !In.isModuleObject(O) || In.Prog.Types.findClass(Member.Class))
    return {};
  const Path Held = In.Prog.Paths[Member.Path];
  const std::optional<ObjectId> Holder = Held.Kind == Path::Root::Child ? In.Objects.known(Held.Parent) : std::nullopt;
  const llvm::StringRef Of = Holder ? In.object(*Holder).Class : llvm::StringRef();
  const bool IsBuilding = Holder && *Holder == In.Self && In.F.Kind == ir::FunctionKind::Constructor;
  if (IsBuilding || !In.Prog.Types.findClass(Of) || In.Prog.Types.hasUnknownBase(Of) ||
      In.Prog.Members.isWrittenOutsideConstructors(Of, Held.Name))
    return {};
  const auto &Fields = In.Prog.solvedClass(Of).Fields;
  const auto *Facts = Fields.find(Held.Name);
  return Facts == Fields.end() ? llvm::SmallVector<llvm::StringRef, 4>()
                               : llvm::SmallVector<llvm::StringRef, 4>(llvm::ArrayRef(Facts->second.Classes));
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

std::vector<Cube> whenOfClass(Program &Prog, PathId P, llvm::ArrayRef<llvm::StringRef> Classes) {
  std::vector<Cube> Guards;
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
  } else if (V.is(Value::Kind::Object) && !V.Partial) {
    llvm::append_range(Classes, classesOfMember(In, V.Obj));
    Guards = whenOfClass(In.Prog, In.object(V.Obj).Path, Classes);
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
  return llvm::all_of(Parts, [&](const auto &Part) { return isPlainObject(In, Part.first); });
}

} // namespace devtidy::dataflow
