//===- ToldBuffers.cpp - Who could tell a buffer from a plain member ------ ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/ToldBuffers.h"
#include "checks/support/Callees.h"
#include "dataflow/state/Evidence.h"
#include "ir/Edges.h"
#include "knowledge/Builtins.h"
#include "knowledge/ElementTypes.h"
#include "knowledge/ModuleParts.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Value;
using ir::InstKind;
using ir::ValueId;
using llvm::StringRef;

//===--- Of what is stored ------------------------------------------------===//

/// `torch.float32`, `torch.long`: no module that is told to have floats has anything else then.
static bool isPlainType(const ir::Function &F, ValueId V) {
  const ir::Inst *D = F.definition(V);
  return D && (D->Kind == InstKind::GetGlobal || D->Kind == InstKind::GetField) &&
         knowledge::isPlainElementType(std::string_view(ir::lastName(D->Name)));
}

/// True if V has elements of PyTorch's default type, or integers, as what makes it says. No number of the program and
/// no tensor that it is given says another type.
static bool isPlain(const SolvedFunction &S, ValueId V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 16;
  const ir::Inst *D = S.F->definition(V);
  const Event *E = D ? S.eventAt(S.F->value(V).Definition) : nullptr;
  if (!D || Depth == MaxDepth)
    return false;
  const auto IsPlain = [&](const ir::Arg &A) { return isPlain(S, A.Value, Depth + 1); };
  if (D->Kind == InstKind::Const || (E && (E->Result.is(Value::Kind::Number) || E->Result.is(Value::Kind::Constant))))
    return true;
  if (D->Kind == InstKind::MakeList || D->Kind == InstKind::MakeTuple || D->Kind == InstKind::Op ||
      D->Kind == InstKind::GetItem)
    return llvm::all_of(D->Args, IsPlain);
  const bool IsCall = D->Kind == InstKind::Call || D->Kind == InstKind::Invoke;
  if (!E || !IsCall || !E->Result.isTensor())
    return false;
  if (const ir::Arg *Type = D->findKeyword("dtype"))
    return isPlainType(*S.F, Type->Value);
  const bool IsMethod = D->Kind == InstKind::Invoke;
  const std::string_view Name = ir::lastName(D->Name);
  if (IsMethod && knowledge::makesElements(Name))
    return knowledge::isPlainElementType(Name);
  if (E->Known && E->Known->Kind == knowledge::Action::Create && !knowledge::takesElementsOver(Name))
    return true;
  const bool IsOfTensors = E->Kind == InstKind::View || E->Kind == InstKind::Aten || E->Kind == InstKind::Create;
  return IsOfTensors && llvm::all_of(D->Args, IsPlain);
}

//===--- Of the run -------------------------------------------------------===//

static const Event *eventOf(const SolvedClass &C, const ir::Function &F, const ir::Inst &I) {
  const SolvedFunction *There = I.Result ? C.Owner->solvedHere(F) : nullptr;
  return There ? There->eventAt(F.value(I.Result).Definition) : nullptr;
}

/// True if I, of F, is called on a tensor.
static bool isOfTensor(const SolvedClass &C, const ir::Function &F, const ir::Inst &I) {
  if (I.Kind != InstKind::Invoke)
    return false;
  const ir::Inst *Of = F.definition(I.Args[0].Value);
  if (Of && (Of->Kind == InstKind::Op || Of->Kind == InstKind::Const))
    return true;
  // Its parameters are what somebody calls the module with.
  if (!Of && dataflow::isForward(F) && !F.isReceiver(I.Args[0].Value))
    return true;
  const Event *E = eventOf(C, F, I);
  if (!E || E->Operands.empty())
    return false;
  const Value &V = E->Operands[0].V;
  return (V.isTensor() && !V.MayBeModule) || (V.is(Value::Kind::Symbolic) && C.Owner->Paths[V.Path].IsTensor);
}

bool isOfOtherClass(const SolvedClass &C, const ir::Function &F, ValueId V) {
  StringRef Of;
  if (const ir::Inst *Made = makerOf(*C.Owner, F, V))
    Of = C.Owner->Types.canonical(Made->Name);
  else if (const std::optional<unsigned> N = parameterOf(F, V)) {
    const ir::Type T = C.Owner->Types.givenType(F, *N);
    Of = T.Kind == ir::TypeKind::Object ? C.Owner->Types.canonical(T.Name) : StringRef();
  }
  const StringRef Own = C.Owner->Types.canonical(C.C->Name);
  return !Of.empty() && !C.Owner->Types.derivesFrom(Own, {{std::string_view(Of)}}) &&
         !C.Owner->Types.derivesFrom(Of, {{std::string_view(Own)}});
}

/// True if V of F is a module, or may be one by what makes it and what callers give.
static bool mayBeModule(const SolvedClass &C, const Sink &Out, const ir::Function &F, ValueId V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  const dataflow::Program &P = *C.Owner;
  if (F.isReceiver(V))
    return P.Types.isModuleClass(F.Class) || P.Types.hasUnknownBase(F.Class);
  if (Depth == MaxDepth)
    return false;
  if (const ir::Inst *D = F.definition(V)) {
    if (D->Kind == InstKind::Call && P.Types.isModuleClass(P.Types.canonical(D->Name)))
      return true;
    if (D->Kind == InstKind::Invoke && mayBeModule(C, Out, F, D->Args[0].Value, Depth + 1))
      return true; // net.to(device), net.eval()
    const Event *E = eventOf(C, F, *D);
    const SolvedFunction *There = P.solvedHere(F);
    return E && (E->Result.MayBeModule || E->Result.is(Value::Kind::Choice) ||
                 (E->Result.is(Value::Kind::Object) &&
                  P.Types.isModuleClass(There->Sum->Objects[E->Result.Obj.index()].Class)));
  }
  const std::optional<unsigned> N = parameterOf(F, V);
  if (!N)
    return llvm::any_of(ir::incoming(F, V), [&](ValueId From) { return mayBeModule(C, Out, F, From, Depth + 1); });
  if (P.Types.isModuleClass(P.Types.meaning(F.Params[*N].DeclaredType).Name))
    return true;
  return llvm::any_of(Out.names().of({ir::lastName(F.Name)}), [&](const NameUses::Said &Call) {
    const std::optional<dataflow::Program::Entry> Callee = calleeOf(P, *Call.F, *Call.I);
    const ir::Arg *Given = Callee && Callee->F == &F ? givenFor(F, *N, *Call.I) : nullptr;
    return Given && mayBeModule(C, Out, *Call.F, Given->Value, Depth + 1);
  });
}

/// True if V may be a type of elements, or a tensor whose type is taken: `net.to(torch.float64)`, `net.to(x)`.
static bool mayBeElementType(const SolvedClass &C, const Sink &Out, const ir::Function &F, ValueId V,
                             unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  const ir::Inst *D = F.definition(V);
  const auto Is = [&](const ir::Function &Of, ValueId Each) {
    return Depth != MaxDepth && mayBeElementType(C, Out, Of, Each, Depth + 1);
  };
  if (!D) {
    const std::optional<unsigned> N = parameterOf(F, V);
    if (!N)
      return llvm::any_of(ir::incoming(F, V), [&](ValueId From) { return Is(F, From); });
    return llvm::any_of(Out.names().of({ir::lastName(F.Name)}), [&](const NameUses::Said &Call) {
      const std::optional<dataflow::Program::Entry> Callee = runBy(*C.Owner, *Call.F, *Call.I);
      const ir::Arg *Given = Callee && Callee->F == &F ? givenFor(F, *N, *Call.I) : nullptr;
      return Given && Is(*Call.F, Given->Value);
    });
  }
  const StringRef Name = ir::lastName(D->Name);
  const Event *E = eventOf(C, F, *D);
  switch (D->Kind) {
  case InstKind::GetGlobal:
    return knowledge::isFloatingType(std::string_view(Name)) ||
           llvm::any_of(Out.names().settingGlobal(C.Owner->Types.canonical(D->Name)),
                        [&](const NameUses::Said &Set) { return Is(*Set.F, Set.I->Args[0].Value); });
  case InstKind::GetField:
    return knowledge::saysElementType(std::string_view(Name)) ||
           llvm::any_of(Out.names().storing(D->Name),
                        [&](const NameUses::Said &Put) { return Is(*Put.F, Put.I->Args[1].Value); });
  case InstKind::Call:
    if (knowledge::readsMember(std::string_view(D->Name))) {
      const ir::Inst *Of = D->Args.empty() ? nullptr : F.definition(D->Args[0].Value);
      return Of && Of->Kind == InstKind::GetGlobal &&
             knowledge::isOfTorch(std::string_view(C.Owner->Types.canonical(Of->Name)));
    }
    if (const std::optional<dataflow::Program::Entry> Callee = calleeOf(*C.Owner, F, *D);
        Callee && Callee->F->hasBody())
      return llvm::any_of(Callee->F->Insts, [&](const ir::Inst &I) {
        return I.Kind == InstKind::Return && !I.Args.empty() && Is(*Callee->F, I.Args[0].Value);
      });
    return (E && E->Result.isTensor()) ||
           knowledge::givesElementType(std::string_view(C.Owner->Types.canonical(D->Name)));
  case InstKind::GetItem: // one of a table: `types[args.precision]`
    return Is(F, D->Args[0].Value);
  case InstKind::MakeDict:
  case InstKind::MakeList:
  case InstKind::MakeTuple:
    return llvm::any_of(D->Args, [&](const ir::Arg &A) { return Is(F, A.Value); });
  default:
    return E && E->Result.isTensor() && !E->Result.MayBeModule;
  }
}

/// True if Moving, `m.to(...)`, may give a module's floating-point buffers another type than IsPlain says they have.
static bool givesElementType(const SolvedClass &C, const Sink &Out, const ir::Function &F, const ir::Inst &Moving,
                             bool IsPlain) {
  unsigned Place = 0;
  return llvm::any_of(llvm::drop_begin(Moving.Args), [&](const ir::Arg &A) {
    const ir::Inst *D = F.definition(A.Value);
    const bool IsWritten = D && D->Kind == InstKind::Const;
    if (A.Keyword == "*" || A.Keyword == "**")
      return true;
    if (!A.Keyword.empty() && A.Keyword != "dtype" && A.Keyword != "other")
      return false;
    if (A.Keyword == "dtype" || (A.Keyword.empty() && Place++ > 0))
      return !IsWritten && !(IsPlain && isPlainType(F, A.Value));
    return !IsWritten && !(IsPlain && isPlainType(F, A.Value)) && mayBeElementType(C, Out, F, A.Value);
  });
}

/// True if Read takes a member of a module by a name, and calls it without an argument, which may give it another
/// element type: `getattr(net, args.precision)()`.
static bool callsByName(const SolvedClass &C, const Sink &Out, const NameUses::Said &Read, bool IsPlain) {
  const llvm::ArrayRef<ir::Arg> Args = Read.I->Args;
  if (Read.I->Kind != InstKind::Call || Args.size() < 2)
    return false;
  const ir::Inst *Key = Read.F->definition(Args[1].Value);
  const std::string_view Name =
      Key && Key->Kind == InstKind::Const ? std::string_view(Key->Const.Text) : std::string_view();
  if (!Name.empty() && (!knowledge::makesElements(Name) || (IsPlain && knowledge::isPlainElementType(Name))))
    return false;
  const bool IsCalled = llvm::any_of(Read.F->Insts, [&](const ir::Inst &I) {
    return I.Kind == InstKind::Apply && I.Args.size() == 1 && I.Args[0].Value == Read.I->Result;
  });
  return IsCalled && mayBeModule(C, Out, *Read.F, Args[0].Value);
}

bool mayTellBuffers(const SolvedClass &C, const Sink &Out, StringRef Member, const SolvedFunction &S, ValueId Stored) {
  const bool Plain = isPlain(S, Stored);
  return llvm::any_of(Out.names().tellingBuffers(), [&](const NameUses::Said &At) {
    const StringRef Name = ir::lastName(At.I->Name);
    const ir::Inst *Of = At.I->Args.empty() ? nullptr : At.F->definition(At.I->Args[0].Value);
    if (Name.starts_with("requires_grad"))
      return Of && Of->Kind == InstKind::GetField && Of->Name == Member;
    // Of what is no module, `vars(args)`, anybody may ask.
    if (knowledge::listsMembers(std::string_view(Name)))
      return At.I->Args.size() == 1 && mayBeModule(C, Out, *At.F, At.I->Args[0].Value);
    if (knowledge::readsMember(std::string_view(Name)))
      return callsByName(C, Out, At, Plain);
    if (knowledge::storesMember(std::string_view(Name))) {
      const ir::Inst *Key = At.I->Args.size() > 1 ? At.F->definition(At.I->Args[1].Value) : nullptr;
      const bool IsOther = Key && Key->Kind == InstKind::Const && Key->Const.Text != Member;
      return At.I->Kind == InstKind::Call && !IsOther && mayBeModule(C, Out, *At.F, At.I->Args[0].Value);
    }
    // Types have such names, too: `torch.float`. A method that is taken is called by somebody.
    if (At.I->Kind != InstKind::Invoke) {
      const bool IsUse = At.I->Kind == InstKind::Call || At.I->Kind == InstKind::GetField;
      return IsUse && (!knowledge::makesElements(std::string_view(Name)) ||
                       (!(Plain && knowledge::isPlainElementType(std::string_view(Name))) && !At.I->Args.empty() &&
                        mayBeModule(C, Out, *At.F, At.I->Args[0].Value)));
    }
    if (isOfTensor(C, *At.F, *At.I))
      return false;
    if (Name == "to")
      return givesElementType(C, Out, *At.F, *At.I, Plain);
    return !(Plain && knowledge::isPlainElementType(std::string_view(Name)));
  });
}

} // namespace devtidy::checks
