//===- Scopes.cpp - What with statements and guards enter and leave -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// The object that stands for a context: a guard, or, for a device, where the old default is kept.
std::optional<ObjectId> FunctionSolver::scopeObject(const ir::Inst &I, State &S) {
  Value Ctx = operand(I.Args[0], S);
  if (Ctx.is(Value::Kind::Object))
    return Ctx.Obj;
  if (!Ctx.is(Value::Kind::Device))
    return std::nullopt;
  auto [It, New] = ObjectIndex.try_emplace({2, I.Args[0].Value.index(), 0});
  if (New) {
    Objects.push_back({.K = Object::Kind::Allocated, .Class = "guard"});
    It->second = ObjectId(Objects.size() - 1);
  }
  if (I.Kind == InstKind::Enter)
    S.Mem.set({It->second, DefaultDevice}, Ctx);
  return It->second;
}

/// `with pytest.raises(RuntimeError):`, `with self.assertRaises(RuntimeError):`
static bool expectsError(const ir::Function &F, const ir::Inst &Scope) {
  const ir::Inst *D = F.definition(Scope.Args[0].Value);
  return D && ((D->Kind == InstKind::Call && D->Name == "pytest.raises") ||
               (D->Kind == InstKind::Invoke && D->Name.starts_with("assertRaises")));
}

/// Enters or leaves the scope.
void FunctionSolver::crossScope(const ir::Inst &I, State &S) {
  const ObjectId Environment{EnvironmentIndex};
  const bool Enters = I.Kind == InstKind::Enter;
  if (expectsError(F, I) && Enters)
    S.Mem.set({Environment, ExpectedError}, Value::boolean(true));
  else if (expectsError(F, I))
    S.Mem.erase({Environment, ExpectedError});
  const std::optional<ObjectId> Ctx = scopeObject(I, S);
  if (!Ctx || (!Enters && !S.Mem.has({*Ctx, SavedField})))
    return;
  const Value Saved = Enters ? Value::none() : *S.Mem.find({*Ctx, SavedField});
  for (llvm::StringRef Which : {CurrentDevice, DefaultDevice, AutocastDevice}) {
    if (!S.Mem.has({*Ctx, Which}))
      continue;
    if (Enters) {
      const Value *Old = S.Mem.find({Environment, Which});
      S.Mem.set({*Ctx, SavedField}, Old ? *Old : Value::none());
      S.Mem.set({Environment, Which}, *S.Mem.find({*Ctx, Which}));
    } else if (Saved.isNone()) {
      S.Mem.erase({Environment, Which});
    } else {
      S.Mem.set({Environment, Which}, Saved);
    }
  }
}

} // namespace devtidy::dataflow
