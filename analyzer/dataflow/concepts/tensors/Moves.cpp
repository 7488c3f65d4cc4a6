//===- Moves.cpp - Tensors and modules that go elsewhere ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `x.to(d)`, `net.cuda()`, `x.cpu()`, `x.type(torch.cuda.FloatTensor)`: a tensor that is moved is a new one, a module
// moves in place.
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;

/// True if the result of another move of V is dropped: that moves modules in place.
static bool isMovedAgain(CallFrame &F, ir::ValueId V) {
  return llvm::any_of(F.instructions(), [&](const ir::Inst &I) {
    return isMove(I) && I.Args[0].Value == V && !F.isUsed(F.idOf(I.Result));
  });
}

/// The member that A was read from holds Moved, unless it is moved again.
static void keepMoved(CallFrame &F, const ir::Arg &A, Value Moved) {
  const ir::Inst *From = F.definition(A.Value);
  if (!From || From->Kind != InstKind::GetField)
    return;
  const auto Moves = [&](const ir::Inst &I) {
    const ir::Inst *Of = isMove(I) ? F.definition(I.Args[0].Value) : nullptr;
    return Of && Of->Kind == InstKind::GetField && Of->Name == From->Name;
  };
  if (const Value Holder = F.operand(From->Args[0]);
      Holder.is(Value::Kind::Object) && llvm::count_if(F.instructions(), Moves) == 1)
    F.writeField(Holder.Obj, From->Name, std::move(Moved));
}

/// What holds if the target is None, if it may be: `x.to(None)` leaves x where it is.
static std::optional<Literal> leftOut(CallFrame &F) {
  if (!F.E.TargetArg)
    return std::nullopt;
  const Value V = F.operand(*F.E.TargetArg);
  if (F.E.Name == "type" && V.is(Value::Kind::Symbolic))
    return ~truthOf(F.program(), F.paths().question(V.Path, PlaceQuestion));
  return targetIsNone(F);
}

/// What the mover itself says, or its argument. Neither if only a type of elements changes.
static void findDestination(CallFrame &F) {
  const auto Set = [&](Placement P) {
    F.E.Target = std::move(P);
    F.E.HasTarget = true;
  };
  if (F.C.Kind == Action::MoveCpu)
    return Set(Placement::of(Term::device({})));
  findTarget(F);
  if (F.C.Kind == Action::MoveCuda && !F.E.HasTarget)
    Set(F.currentAccelerator());
  if (F.C.Kind == Action::MoveType && !F.E.HasTarget)
    Set(Placement::of(Term::device({typeOfMover(F.C), -1})));
}

/// Where what is moved is afterwards.
static Placement destination(CallFrame &F, const Step *Origin) {
  const Placement Current = F.currentAccelerator();
  const auto Here = [&](const Step *) { return Origin; };
  Placement P = F.E.Target.withCurrent(Current).withOrigin(Here);
  const std::optional<Literal> None = leftOut(F);
  if (!None)
    return P;
  // x.cuda(None) is x.cuda()
  const Placement IfNone = F.C.Kind == Action::Move       ? F.E.Before
                           : F.C.Kind == Action::MoveType ? Placement::of(Term::device({typeOfMover(F.C), -1}), Origin)
                                                          : Current.withOrigin(Here);
  P = P.guardedBy(Cube(~*None));
  P.joinIn(IfNone.guardedBy(Cube(*None)));
  F.E.HasTarget = F.E.Name != "type"; // rather a type of elements
  return P;
}

/// Nobody knows that it is a tensor, or nobody knows what it is: a module moves in place.
static Value moveOpen(CallFrame &F, const Placement &P) {
  ModuleFrame Modules(F);
  const Value &Self = F.Self;
  const ir::ValueId Of = F.SelfArg->Value;
  if (!Self.isTensor() || Self.MayBeModule)
    Modules.loosenBehind(Of, P);
  // `net = library.Net(); net.to(device)`: nobody says what it is, but only a module moves in place.
  if (const Value &Given = F.computed(Of); Given.isPlainPath() && Given.is(Value::Kind::Unknown) && !F.isUsed(F.Id)) {
    F.S.Mem.set({Modules.symbolic(Given.Path), DeviceField}, Value::tensor(P));
    F.E.OnModule = true;
    keepMoved(F, *F.SelfArg, F.operand(*F.SelfArg));
    return Value::unknown();
  }
  // A tensor or a module, for all that is known; a module moves in place.
  if (Self.is(Value::Kind::Symbolic)) {
    F.noteMoved(Self);
    F.E.OnModule = true;
    Placement There = P;
    // `parts[i].to(d)`: nobody knows which one, and the others stay.
    if (F.paths()[Self.Path].Name == ElementField && !Modules.coversAll(Of)) {
      There.joinIn(Placement::of(Term::symbol(Self.Path)));
      There = There.imprecise();
    }
    F.S.Mem.set({Modules.symbolic(Self.Path), DeviceField}, Value::tensor(There));
    // `self.net = net; self.net.to(device)`: other methods read what the member holds.
    if (!F.isUsed(F.Id) && Modules.isUsedAsModule(Of)) {
      Value Member = Value::tensor(There);
      Member.MayBeModule = true;
      keepMoved(F, *F.SelfArg, std::move(Member));
    }
  }
  const bool MayBeModule =
      !Self.isTensor() && !(Self.Path && F.paths()[Self.Path].IsTensor) && !F.typeOf(Of).isTensor();
  Value V = Value::tensor(MayBeModule && isMovedAgain(F, F.I.Result) ? Placement::unknown() : P, Self.rank());
  V.Identity = F.Id.index() + 1;
  V.Partial = Self.Partial;
  V.MayBeModule = MayBeModule || Self.MayBeModule;
  return V;
}

/// True if P is in one of several places at once, for all that is known: none of its guards, nor what they stand for,
/// as the else of `if is_available() and args.gpu`, says which.
static bool isOnSeveral(CallFrame &F, const Placement &P) {
  for (unsigned I = 0; I != P.terms().size(); ++I)
    for (unsigned J = 0; J != I; ++J)
      if (const std::optional<Cube> Both = P.terms()[I].Guard.meet(P.terms()[J].Guard);
          Both && F.conditions().allows(*Both))
        return true;
  return false;
}

/// Self is at P from here on.
static Value moveTo(CallFrame &F, Placement P) {
  ModuleFrame Modules(F);
  const Value &Self = F.Self;
  const ir::ValueId Of = F.SelfArg->Value;
  const bool IsModule = F.E.OnModule;
  // To one of several places, in the rounds of a loop: which goes where is not followed.
  const bool IsWeak = IsModule && F.object(Self.Obj).Weak;
  if ((Self.is(Value::Kind::Choice) || IsModule) && isOnSeveral(F, P))
    P = P.imprecise();
  // for i, part in enumerate(parts): part.to(a if i < 2 else b)
  if (IsModule)
    P = P.withoutLiterals([&](Literal L) { return Modules.isOfRound(L); });
  // type(part).cuda(part)
  for (const ir::Arg &A : F.I.Args)
    if (&A != F.SelfArg && A.Keyword.empty() && Modules.isModule(F.operand(A)))
      Modules.loosenBehind(A.Value, Placement::unknown());
  if (IsModule) {
    if (!Modules.moveElement(*F.SelfArg, P))
      Modules.move(Self.Obj, P, IsWeak && Modules.coversAll(Of));
    return Self;
  }
  if (Self.is(Value::Kind::Choice)) {
    F.E.OnModule = true;
    Modules.moveChoice(Self, P, Modules.coversAll(Of));
    return Self;
  }
  return Self.is(Value::Kind::Object) ? F.unknown() : moveOpen(F, P);
}

/// Where x.type(y.type()) is, and y is at P: a type names a kind of accelerators, and means the current one.
static Placement ofType(const Placement &P) {
  return P.substituted([](const GuardedTerm &T) {
    const bool IsIndexed = T.T.kind() == Term::Kind::Concrete && T.T.device().Type == knowledge::DeviceType::Cuda;
    return Placement::of(IsIndexed ? Term::device({knowledge::DeviceType::Cuda, -1}) : T.T, T.Origin);
  });
}

static Value move(CallFrame &F) {
  F.E.Kind = InstKind::Move;
  if (!F.argument("self"))
    return F.unknown();
  F.E.Before = F.placementOf(F.Self);
  // x.type(), where a type is a value like others.
  if (F.C.Canonical == "type" && F.I.Args.size() == 1 && !F.declaresTypes()) {
    F.E.Kind = F.I.Kind;
    return Value::options(ofType(F.E.Before));
  }
  findDestination(F);
  F.E.OnModule = ModuleFrame(F).isModule(F.Self);
  if (!F.E.HasTarget) {
    // Only a dtype changes: the place stays, the tensor is new.
    Value Same = F.Self;
    Same.Identity = 0;
    if (!Same.is(Value::Kind::Symbolic))
      Same.Path = PathId();
    return Same.is(Value::Kind::Unknown) ? F.unknown() : Same;
  }
  if (!F.E.movesStateless())
    F.needAccelerator(F.E.Target);
  const llvm::StringRef Subject = F.subject().empty() ? F.variable(F.SelfArg->Value) : F.subject();
  const GuardedTerm *Only = F.E.Before.single();
  const Placement P = destination(F, F.step(StepKind::Moved, Subject, std::nullopt, Only ? Only->Origin : nullptr));
  meet(Occasion::Moves, F, F.Self, P);
  return moveTo(F, P);
}

static constexpr Rule Rules[] = {
    {Action::Move, move},    {Action::MoveCuda, move}, {Action::MoveType, move},
    {Action::MoveCpu, move}, {Action::MoveLike, move},
};
REGISTER_CONCEPT(Moves, Rules)

} // namespace devtidy::dataflow
