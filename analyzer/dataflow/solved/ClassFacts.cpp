//===- ClassFacts.cpp - What constructors leave in classes ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/ClassFacts.h"
#include "dataflow/solved/ConstructorFacts.h"
#include "dataflow/solved/Solutions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

ClassFacts::ClassFacts(Solutions &Prog, const ClassFacts *Base) : Prog(Prog), Base(Base), ParamsMoved(Prog.Types) {}

const SolvedClass *ClassFacts::find(const ir::Class &C) const {
  const auto It = Classes.find(C.Name);
  return It != Classes.end() && It->second->C == &C ? It->second.get() : nullptr;
}

const SolvedClass &ClassFacts::of(llvm::StringRef Name) {
  if (Base)
    if (auto Known = Base->Classes.find(Prog.Types.canonical(Name)); Known != Base->Classes.end())
      if (Known->second && Known->second->State == SolvedClass::Done && !Prog.isOwn(Known->second->M))
        return *Known->second;
  auto [It, New] = Classes.try_emplace(Prog.Types.canonical(Name));
  if (New || !It->second)
    It->second = std::make_unique<SolvedClass>();
  SolvedClass &S = *It->second;
  if (S.State == SolvedClass::Done)
    return S;
  std::vector<Program::Entry> Constructors = Prog.Types.constructors(Name);
  // Its own methods that the constructor of a base runs.
  llvm::copy_if(Prog.Links.methods(Prog.Types.canonical(Name)), std::back_inserter(Constructors),
                [&](const Program::Entry &E) { return Prog.Links.builders().isInherited(*E.F); });
  if (Prog.Frames.isBeingBuilt(Constructors) || S.State == SolvedClass::Running)
    return S;
  S = SolvedClass();
  S.State = SolvedClass::Running;
  bool Complete = true;
  S.Owner = &Prog;
  auto C = Prog.Types.findClass(Name);
  if (!C) {
    S.State = SolvedClass::Done;
    return S;
  }
  S.M = C->M;
  S.C = C->C;
  S.IsModule = Prog.Types.isModuleClass(Name);
  S.Known = true;
  // Bases first: their members are members.
  for (llvm::StringRef Parent : C->C->Bases)
    if (Prog.Types.findClass(Parent)) {
      const SolvedClass Known = of(Parent);
      Complete &= Known.State == SolvedClass::Done;
      for (auto [Field, Facts] : Known.Fields) {
        // Through the base beside it that is a module, what this one assigns is registered.
        Facts.Registered |= S.IsModule && !Known.IsModule && Prog.Types.isModuleClass(Facts.Made.Name);
        S.Fields.insert({Field, Facts});
      }
      S.Kept.append(Known.Kept.begin(), Known.Kept.end());
      llvm::append_range(S.RegisteredParts, Known.RegisteredParts);
    }
  for (const Program::Entry &E : Constructors) {
    if (const SolvedFunction &Ctor = Prog.solved(E); Ctor.Sum->Known)
      ConstructorFacts(Prog, S, E, *Ctor.Sum).add();
    else
      S.Known = false;
    // A constructor that reads `d_model` waits for the script that sets it, which may run the class.
    Complete &= !Prog.isTooEarly(*E.F);
  }
  S.State = Complete ? SolvedClass::Done : SolvedClass::Open;
  noteMovedAlong(S);
  return S;
}

/// Which members of S move though they are not registered.
void ClassFacts::noteMovedAlong(SolvedClass &S) {
  std::optional<MovedAlong> Moved;
  for (auto &[Name, Facts] : S.Fields) {
    if (!S.IsModule || Facts.Registered || Facts.IsNumber)
      continue;
    if (!Moved)
      Moved.emplace(Prog.Types, ParamsMoved, S.C->Name);
    const bool HoldsModules = Facts.Made.Kind != ir::TypeKind::Tensor && Facts.Element.Kind != ir::TypeKind::Tensor;
    Facts.MovedBeside = Moved->isMovedWithModule(Name);
    if (Facts.HoldsTensors)
      Facts.MovedAlong = Facts.MovedBeside || Moved->isMovedByMethod(Name, HoldsModules) ||
                         (HoldsModules && Prog.Links.movedParts().isMovedThroughObject(Name)) ||
                         Prog.Links.written().isRegisteredByOthers(Prog.Types.canonical(S.C->Name), Name);
  }
}

} // namespace devtidy::dataflow
