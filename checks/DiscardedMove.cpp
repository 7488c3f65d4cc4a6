//===- DiscardedMove.cpp - device-discarded-move ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a move whose result nobody uses: `x.to(device)` returns a new tensor and leaves `x` where it was. Silent for
// modules, which move in place, where the receiver may be something else than a tensor, where the tensor is there
// already, and where the result is kept in a variable that is not read again.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Repair.h"
#include "checks/support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace devtidy::checks {

/// A name or a chain of members: something that can be assigned to.
static bool isPlace(llvm::StringRef Text) {
  return !Text.empty() && !llvm::isDigit(Text[0]) &&
         llvm::all_of(Text, [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
}

/// True if a function of Python would make a variable of its own by assigning to the name: that of the module, or of
/// the function around it.
static bool isOfOutside(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  auto IsSet = [&](ir::InstKind Kind, llvm::StringRef Name) {
    return llvm::any_of(F.Insts, [&](const ir::Inst &I) { return I.Kind == Kind && I.Name == Name; });
  };
  auto IsCaptured = [&](ir::ValueId Of) {
    const auto &Given = F.block(ir::BlockId(0)).Params;
    return llvm::is_contained(llvm::ArrayRef(Given).take_front(F.CaptureCount), Of);
  };
  if (!D)
    return IsCaptured(V);
  if (D->Kind == ir::InstKind::GetGlobal)
    return F.Kind != ir::FunctionKind::TopLevel && !IsSet(ir::InstKind::SetGlobal, D->Name);
  return D->Kind == ir::InstKind::GetCell && IsCaptured(D->Args[0].Value);
}

/// The class of the object that Read reads a member of; "" if nobody knows.
static llvm::StringRef ownerOf(const SolvedFunction &S, const ir::Inst &Read) {
  const ir::ValueId Owner = Read.Args[0].Value;
  const Event *E = S.eventAt(S.F->value(Read.Result).Definition);
  if (!S.F->Class.empty() && Owner == S.F->block(ir::BlockId(0)).Params[0])
    return S.F->Class;
  if (E && !E->Operands.empty() && E->Operands[0].V.is(dataflow::Value::Kind::Object))
    if (llvm::StringRef Class = S.Sum->Objects[E->Operands[0].V.Obj.index()].Class; !Class.empty())
      return Class;
  const ir::Type &Declared = S.F->value(Owner).StaticType;
  return Declared.Kind == ir::TypeKind::Object ? Declared.Name : llvm::StringRef();
}

/// True if the member may be a parameter of a module of Python, which takes no tensor in its place.
static bool isOfModule(const SolvedFunction &S, const ir::Inst &Read) {
  const llvm::StringRef Class = ownerOf(S, Read);
  if (!S.Owner->Types.isModuleClass(Class))
    return false;
  const auto &Fields = S.Owner->solvedClass(Class).Fields;
  const auto *It = Fields.find(Read.Name);
  return It == Fields.end() || It->second.Registered;
}

/// True if objects of the class of Python take another value for the member: no property without a setter, no tuple.
static bool isStorable(const SolvedFunction &S, llvm::StringRef Class, llvm::StringRef Member, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 8;
  const auto C = S.Owner->Types.findClass(Class);
  if (!C)
    return Class == "object" || S.Owner->Types.isModuleClass(Class);
  if (Depth > MaxDepth)
    return false;
  bool IsProperty = false, HasSetter = false;
  for (const auto &E : S.Owner->Links.methods(C->C->Name)) {
    const llvm::StringRef Name = E.F->Name.drop_front(C->C->Name.size()).ltrim('.').split('#').first;
    if (Name == "__setattr__")
      return false;
    IsProperty |= Name == Member;
    HasSetter |= Name == (Member + ".setter").str();
  }
  if (IsProperty)
    return HasSetter;
  return llvm::all_of(C->C->Bases, [&](llvm::StringRef Base) { return isStorable(S, Base, Member, Depth + 1); });
}

/// True if V is what a loop goes over, and nothing reads it behind At.
static bool isDropped(const ir::Function &F, ir::ValueId V, const ir::Inst &At) {
  const ir::Inst *D = F.definition(V);
  if (!D || (D->Kind != ir::InstKind::Next && D->Kind != ir::InstKind::Unpack))
    return false;
  return llvm::none_of(F.Insts, [&](const ir::Inst &I) {
    return (I.Range.Begin > At.Range.Begin && llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == V; })) ||
           llvm::any_of(I.Targets, [&](const ir::Successor &To) { return llvm::is_contained(To.Args, V); });
  });
}

/// True if nobody could go on with what is moved: `torch.zeros(1).cuda()` only wakes the accelerator.
static bool isThrownAway(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  return D && D->Kind == ir::InstKind::Call && F.value(V).Variable.empty();
}

/// True if the result may be assigned to what the text names, and changes nothing else.
static bool canBeAssigned(const SolvedFunction &S, const Sink &Out, const Event &E, llvm::StringRef Text) {
  if (!isPlace(Text) || !isStatement(S, Out, E.I->Range))
    return false;
  const ir::ValueId V = E.Operands[0].A->Value;
  if (isDropped(*S.F, V, *E.I))
    return false;
  if (Spelling(S).assignsThroughReferences())
    return true;
  if (const ir::Inst *D = S.F->definition(V); D && D->Kind == ir::InstKind::GetField)
    return !isOfModule(S, *D) && isStorable(S, ownerOf(S, *D), D->Name);
  return !isOfOutside(*S.F, V);
}

/// True if nothing changes but the place, for nobody but who reads the variable: the call asks for no element type, the
/// tensor is no part of something that holds it, and it is no leaf whose gradient somebody may want.
static bool changesPlaceOnly(const SolvedFunction &S, const Sink &Out, const Event &E) {
  const ir::ValueId V = E.Operands[0].A->Value;
  const ir::Inst *Made = S.F->definition(V);
  if (!Made || Made->Kind == ir::InstKind::GetItem || Made->Kind == ir::InstKind::GetField ||
      Made->findKeyword("requires_grad") || E.Operands[0].V.IsParameter || isOfWrittenArray(S, Out, *Made))
    return false;
  const auto Says = [](const ir::Arg &A) { return A.Keyword != "non_blocking"; };
  if (llvm::count_if(E.I->Args, Says) > 2)
    return false;
  const bool IsOfTensor = llvm::any_of(llvm::drop_begin(E.Operands), [](const dataflow::Operand &O) {
    return O.A && O.A->Keyword != "non_blocking" && !O.V.is(dataflow::Value::Kind::Device) && !O.V.isString();
  });
  return !IsOfTensor && llvm::none_of(S.F->Insts, [&](const ir::Inst &I) {
    return !I.Args.empty() && I.Args[0].Value == V && I.Name.starts_with("requires_grad");
  });
}

static void run(const SolvedFunction &S, Sink &Out) {
  for (const Event &E : S.Events) {
    if (!isDiscardedMove(S, E))
      continue;
    const dataflow::Operand &Receiver = E.Operands[0];
    bool IsTensor = Receiver.V.isTensor() && S.F->value(Receiver.A->Value).StaticType.Kind != ir::TypeKind::Object;
    if (!IsTensor || (!E.Before.isUnknown() && E.Before == E.Target) || isThrownAway(*S.F, Receiver.A->Value))
      continue;
    std::string Name = Out.text(S.F, *Receiver.A);
    Draft D = Out.draft(S, *E.I);
    D.slot("op", report::wording::quoted(E.Name)).slot("value", Name);
    const dataflow::GuardedTerm *Where = E.Before.single();
    D.slot("place", Where && !Where->T.isSymbol() ? "on " + Out.device(S, *Where) : "where it was");
    if (Where)
      Out.explain(D, S, *Where, Name);
    llvm::StringRef Text = Out.source(Receiver.A->Range);
    report::Place Begin = Out.place(Receiver.A->Range);
    if (canBeAssigned(S, Out, E, Text))
      D.fix("assign the result to " + Name, {Begin.Path, Begin.Begin, Begin.Begin, (Text + " = ").str()},
            changesPlaceOnly(S, Out, E));
    Out.add(std::move(D));
  }
}

static const Check DiscardedMove = {
    .Name = "device-discarded-move",
    .Headline = "result of {op} is discarded; {value} stays {place}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(DiscardedMove)

} // namespace devtidy::checks
