//===- Scopes.cpp - What with statements and guards enter and leave -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Scopes.h"
#include "ir/Edges.h"
#include "knowledge/Contexts.h"
#include "knowledge/Exceptions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

/// True for `pytest.raises` and `self.assertRaises`, as a package calls them, whatever the module is called in which
/// they stand.
static bool wantsFailure(const Program &Prog, const ir::Inst &Call) {
  return knowledge::wantsFailure(std::string_view(Call.Name)) ||
         (Call.Kind == InstKind::Call && knowledge::wantsFailure(std::string_view(Prog.Types.canonical(Call.Name))));
}

/// `with pytest.raises(RuntimeError):`, `with self.assertRaises(RuntimeError):`, `with suppress(RuntimeError):`
static bool expectsError(const Program &Prog, const ir::Function &F, const ir::Inst &Scope) {
  const ir::Inst *D = F.definition(Scope.Args[0].Value);
  if (!D || (D->Kind != InstKind::Call && D->Kind != InstKind::Invoke))
    return false;
  const auto IsEnded = [&](const ir::Arg &A) {
    const ir::Inst *Given = F.definition(A.Value);
    return Given && Given->Kind == InstKind::GetGlobal && knowledge::isRaisedForDevices(std::string_view(Given->Name));
  };
  return wantsFailure(Prog, *D) ||
         (D->Kind == InstKind::Call && knowledge::suppressesGiven(std::string_view(D->Name)) &&
          llvm::any_of(D->Args, IsEnded));
}

bool isFailureWanted(const Memory &Mem) { return Mem.has({ObjectId(EnvironmentIndex), ExpectedError}); }

bool isToFail(const Program &Prog, const ir::Inst &Call, const Memory &Mem) {
  return isFailureWanted(Mem) || wantsFailure(Prog, Call);
}

/// True if what V holds may set the default device when it is entered, as nobody who reads the program knows: a manager
/// of a package that is not read, `fabric.init_tensor()`, or one that somebody gave.
static bool maySetDefault(const Program &Prog, const ir::Function &F, ir::ValueId V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  const ir::Inst *D = F.definition(V);
  if (!D) {
    const auto Coming = ir::incoming(F, V);
    if (Depth >= MaxDepth || Coming.empty())
      return knowledge::maySetDefaultDevice(std::string_view(F.value(V).Variable));
    return llvm::any_of(Coming, [&](ir::ValueId Of) { return maySetDefault(Prog, F, Of, Depth + 1); });
  }
  switch (D->Kind) {
  case InstKind::Call: {
    const llvm::StringRef Name = Prog.Types.canonical(D->Name);
    return !Name.contains("::") && !knowledge::leavesDefaultDevice(std::string_view(Name)) &&
           !Prog.Types.isCallable(Name) &&
           knowledge::maySetDefaultDevice(std::string_view(Name.substr(Name.find_last_of('.') + 1)));
  }
  case InstKind::Invoke: {
    const llvm::StringRef Class = F.isReceiver(D->Args[0].Value) ? F.Class : F.value(D->Args[0].Value).StaticType.Name;
    return (Class.empty() || !Prog.Types.findMethod(Class, D->Name)) &&
           knowledge::maySetDefaultDevice(std::string_view(D->Name));
  }
  case InstKind::Apply:
    return maySetDefault(Prog, F, D->Args[0].Value, Depth + 1);
  case InstKind::GetField:
  case InstKind::GetGlobal:
    return knowledge::maySetDefaultDevice(std::string_view(D->Name.substr(D->Name.find_last_of('.') + 1)));
  default:
    return false;
  }
}

/// Where Context keeps what it changes: a guard; for a device, or what nobody knows, a guard that it becomes when it is
/// entered.
static std::optional<ObjectId> guardOf(const Program &Prog, const ir::Function &F, const ir::Inst &I,
                                       const Value &Context, ObjectTable &Objects, Memory &Mem) {
  if (Context.is(Value::Kind::Object))
    return Context.Obj;
  const bool IsOpen = Context.is(Value::Kind::Unknown) || Context.is(Value::Kind::Symbolic);
  const bool IsDevice = Context.is(Value::Kind::Device);
  if (!IsDevice && !(IsOpen && maySetDefault(Prog, F, I.Args[0].Value)))
    return std::nullopt;
  const ObjectId Guard = Objects.guard(I.Args[0].Value);
  if (I.Kind == InstKind::Enter)
    Mem.set({Guard, DefaultDevice}, IsDevice ? Context : Value::device(Placement::unknown()));
  return Guard;
}

void crossScope(const Program &Prog, const ir::Function &F, const ir::Inst &I, const Value &Context,
                ObjectTable &Objects, Memory &Mem) {
  const ObjectId Environment{EnvironmentIndex};
  const bool Enters = I.Kind == InstKind::Enter;
  const bool Expects = expectsError(Prog, F, I);
  if (Expects && Enters)
    Mem.set({Environment, ExpectedError}, Value::boolean(true));
  else if (Expects)
    Mem.erase({Environment, ExpectedError});
  const std::optional<ObjectId> Ctx = guardOf(Prog, F, I, Context, Objects, Mem);
  if (!Ctx || (!Enters && !Mem.has({*Ctx, SavedField})))
    return;
  const Value Saved = Enters ? Value::none() : *Mem.find({*Ctx, SavedField});
  for (llvm::StringRef Which : {CurrentDevice, DefaultDevice, AutocastDevice}) {
    if (!Mem.has({*Ctx, Which}))
      continue;
    if (Enters) {
      const Value *Old = Mem.find({Environment, Which});
      Mem.set({*Ctx, SavedField}, Old ? *Old : Value::none());
      Mem.set({Environment, Which}, *Mem.find({*Ctx, Which}));
    } else if (Saved.isNone()) {
      Mem.erase({Environment, Which});
    } else {
      Mem.set({Environment, Which}, Saved);
    }
  }
}

} // namespace devtidy::dataflow
