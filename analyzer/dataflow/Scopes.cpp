//===- Scopes.cpp - What with statements and guards enter and leave -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "knowledge/Exceptions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// The object that stands for a context: a guard, or, for a device, where the old default is kept.
std::optional<ObjectId> FunctionSolver::scopeObject(const ir::Inst &I, State &S) {
  Value Ctx = operand(I.Args[0], S);
  if (Ctx.is(Value::Kind::Object))
    return Ctx.Obj;
  if (!Ctx.is(Value::Kind::Device))
    return std::nullopt;
  const ObjectId Guard = Objects.guard(I.Args[0].Value);
  if (I.Kind == InstKind::Enter)
    S.Mem.set({Guard, DefaultDevice}, Ctx);
  return Guard;
}

static std::string_view view(llvm::StringRef Text) { return {Text.data(), Text.size()}; }

/// True for `pytest.raises` and `self.assertRaises`, as a package calls them, whatever the module is called in which
/// they stand.
static bool wantsFailure(const Program &Prog, const ir::Inst &Call) {
  return knowledge::wantsFailure(view(Call.Name)) ||
         (Call.Kind == InstKind::Call && knowledge::wantsFailure(view(Prog.canonical(Call.Name))));
}

/// `with pytest.raises(RuntimeError):`, `with self.assertRaises(RuntimeError):`, `with suppress(RuntimeError):`
static bool expectsError(const Program &Prog, const ir::Function &F, const ir::Inst &Scope) {
  const ir::Inst *D = F.definition(Scope.Args[0].Value);
  if (!D || (D->Kind != InstKind::Call && D->Kind != InstKind::Invoke))
    return false;
  const auto IsEnded = [&](const ir::Arg &A) {
    const ir::Inst *Given = F.definition(A.Value);
    return Given && Given->Kind == InstKind::GetGlobal && knowledge::isRaisedForDevices(view(Given->Name));
  };
  return wantsFailure(Prog, *D) ||
         (D->Kind == InstKind::Call && knowledge::suppressesGiven(view(D->Name)) && llvm::any_of(D->Args, IsEnded));
}

bool FunctionSolver::isFailureWanted(const State &S) const {
  return S.Mem.has({ObjectId(EnvironmentIndex), ExpectedError});
}

/// Notes what the call I of a function that nobody knows is given to call, and whether it is to fail.
void FunctionSolver::notePassed(const ir::Inst &I, const State &S) {
  const bool IsWanted = isFailureWanted(S) || wantsFailure(Prog, I);
  for (const ir::Arg &A : I.Args) {
    const Value V = operand(A, S);
    if (V.is(Value::Kind::Function) && V.Func)
      Now->Calls.noteFailure(*V.Func, F, IsWanted);
    else if (const auto Passed =
                 nameOfCallable(Prog, V).empty() ? std::nullopt : Prog.findFunction(nameOfCallable(Prog, V)))
      Now->Calls.noteFailure(*Passed->F, F, IsWanted);
  }
}

/// Enters or leaves the scope.
void FunctionSolver::crossScope(const ir::Inst &I, State &S) {
  const ObjectId Environment{EnvironmentIndex};
  const bool Enters = I.Kind == InstKind::Enter;
  const bool Expects = expectsError(Prog, F, I);
  if (Expects && Enters)
    S.Mem.set({Environment, ExpectedError}, Value::boolean(true));
  else if (Expects)
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
