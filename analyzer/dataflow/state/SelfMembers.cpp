//===- SelfMembers.cpp - What members of the receiver are -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/SelfMembers.h"

namespace devtidy::dataflow {

bool isUnregisteredMember(Program &Prog, const ir::Function &F, PathId Symbol) {
  if (F.Class.empty() || F.Kind == ir::FunctionKind::Constructor || Prog.Paths[Symbol].Kind != Path::Root::Child)
    return false;
  PathId Self = Prog.Paths.param(F, 0), Member = Symbol;
  while (Prog.Paths[Prog.Paths[Member].Parent].Kind == Path::Root::Child)
    Member = Prog.Paths[Member].Parent;
  if (Prog.Paths[Member].Parent != Self)
    return false;
  const SolvedClass &C = Prog.solvedClass(F.Class);
  const auto *It = C.Fields.find(Prog.Paths[Member].Name);
  return C.IsModule && It != C.Fields.end() && It->second.HoldsTensors && !It->second.Registered;
}

bool isOfUnregisteredMember(Program &Prog, const ir::Function &F, const Placement &P) {
  const GuardedTerm *Only = P.single();
  return Only && Only->T.isSymbol() && isUnregisteredMember(Prog, F, Only->T.path());
}

bool isNumberOfMember(Program &Prog, const ir::Function &F, PathId Symbol) {
  if (F.Class.empty() || F.Kind == ir::FunctionKind::Constructor || Prog.Paths[Symbol].Kind != Path::Root::Child)
    return false;
  const Path Held = Prog.Paths[Symbol], Member = Prog.Paths[Held.Parent];
  if (Member.Kind != Path::Root::Child || Member.Parent != Prog.Paths.param(F, 0) || !Prog.Types.findClass(F.Class))
    return false;
  const SolvedClass &C = Prog.solvedClass(F.Class);
  const auto *It = C.Fields.find(Member.Name);
  return It != C.Fields.end() && llvm::is_contained(It->second.Numbers, Held.Name);
}

bool isNumber(const Program &Prog, llvm::StringRef Class, llvm::StringRef Field, const FieldFacts &Facts) {
  return Facts.IsNumber && !Prog.Members.isWrittenOutsideConstructors(Class, Field) &&
         !Prog.Links.written().isUpdated(Field);
}

} // namespace devtidy::dataflow
