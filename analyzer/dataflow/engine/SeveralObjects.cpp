//===- SeveralObjects.cpp - Methods of one of several plain objects ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/SeveralObjects.h"
#include "dataflow/program/Overrides.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// True if F does nothing with V but call its methods.
static bool isOnlyCalled(const ir::Function &F, ir::ValueId V) {
  return llvm::all_of(F.Insts, [&](const ir::Inst &I) {
    const auto IsPassed = [&](const ir::Successor &Next) { return llvm::is_contained(Next.Args, V); };
    if (llvm::any_of(I.Targets, IsPassed))
      return false;
    const auto Uses = llvm::count_if(I.Args, [&](const ir::Arg &A) { return A.Value == V; });
    return Uses == 0 || (Uses == 1 && I.Kind == InstKind::Invoke && I.Args[0].Value == V);
  });
}

/// True if O holds nothing that moves, nor a place that others than its own constructor say.
static bool holdsNothing(const FunctionFrame &In, const State &S, ObjectId O) {
  using Kind = Value::Kind;
  return llvm::all_of(S.Mem.of(O), [&](const auto &Entry) {
    const Value &V = Entry.second;
    if (V.is(Kind::Device) || V.isString())
      return !In.Prog.Members.isWrittenOutsideConstructors(In.object(O).Class, Entry.first.second);
    return isOwnField(Entry.first.second) || V.is(Kind::Number) || V.is(Kind::Constant) || V.is(Kind::Symbolic) ||
           (V.is(Kind::Unknown) && !V.Elements);
  });
}

bool callsOneOfObjects(const FunctionFrame &In, const State &S, const ir::Inst &I, const Value &Several) {
  if (I.Kind != InstKind::Invoke || !Several.isOneOfSeveral() || In.M.declaresTypes())
    return false;
  const auto Has = [&](const Value &V) {
    if (!V.is(Value::Kind::Object) || V.Partial || In.isModuleObject(V.Obj) || S.Mem.has({V.Obj, I.Name}))
      return false;
    const std::optional<Program::Entry> Method = In.Prog.Types.findMethod(In.object(V.Obj).Class, I.Name);
    return Method && Method->F->Decorators.empty() && !isAbstract(*Method->F) &&
           !In.Prog.Types.hasUnknownBase(In.object(V.Obj).Class);
  };
  if (!llvm::all_of(*Several.Elements, Has))
    return false;
  return isOnlyCalled(In.F, I.Args[0].Value) ||
         llvm::all_of(*Several.Elements, [&](const Value &V) { return holdsNothing(In, S, V.Obj); });
}

} // namespace devtidy::dataflow
