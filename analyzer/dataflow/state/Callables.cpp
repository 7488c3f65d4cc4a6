//===- Callables.cpp - Functions and classes as values -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Callables.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::ClassKind;

bool isGiven(const Program &Prog, const Value &V) {
  return V.is(Value::Kind::Symbolic) && Prog.Paths[V.Path].Kind == Path::Root::Param;
}

llvm::StringRef nameOfCallable(const Program &Prog, const Value &V) {
  if (!V.is(Value::Kind::Symbolic) || V.IsComputed)
    return "";
  const Path &P = Prog.Paths[V.Path];
  return P.Kind == Path::Root::Global && Prog.Types.isCallable(P.Name) ? P.Name : llvm::StringRef();
}

llvm::StringRef classOfChoice(const Program &Prog, const Value &V) {
  if (!V.is(Value::Kind::Unknown) || !V.Elements)
    return "";
  llvm::StringRef Chosen;
  for (const Value &E : *V.Elements) {
    llvm::StringRef Name = nameOfCallable(Prog, E);
    // A parameter that is called where a class may be is a class like that one.
    if (Name.empty() && isGiven(Prog, E))
      continue;
    if (!Prog.Types.isModuleClass(Name))
      return "";
    const knowledge::ClassInfo *Info = Prog.Types.libraryClass(Name);
    if (Chosen.empty() || (Info && Info->Kind == ClassKind::Module))
      Chosen = Name;
  }
  return Chosen;
}

llvm::StringRef methodOfClass(const Program &Prog, const Value &V, llvm::StringRef Method) {
  const llvm::StringRef Class = nameOfCallable(Prog, V);
  const std::optional<Program::ClassEntry> C = Class.empty() ? std::nullopt : Prog.Types.findClass(Class);
  if (!C || Prog.Types.findFunction(Class) || Prog.Links.isAssigned(C->C->Name))
    return "";
  const std::optional<Program::Entry> E = Prog.Types.findMethod(Class, Method);
  const bool IsMethod = E && (E->F->Kind == ir::FunctionKind::Method || E->F->Kind == ir::FunctionKind::StaticMethod);
  return IsMethod && !llvm::is_contained(E->F->Decorators, "property") ? E->F->Name : llvm::StringRef();
}

bool isFunction(const Program &Prog, const Value &V) {
  if (V.is(Value::Kind::Function))
    return V.Func != nullptr;
  const llvm::StringRef Name = nameOfCallable(Prog, V);
  return !Name.empty() && !Prog.Types.isModuleClass(Name);
}

} // namespace devtidy::dataflow
