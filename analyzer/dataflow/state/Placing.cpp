//===- Placing.cpp - Where values are -------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Placing.h"
#include "dataflow/state/FunctionFrame.h"

namespace devtidy::dataflow {

Placement Placing::of(const Value &V, unsigned Depth) {
  switch (V.K) {
  case Value::Kind::Tensor:
  case Value::Kind::Device:
  case Value::Kind::Options:
    return V.P;
  case Value::Kind::Symbolic:
    return ofSymbol(V.Path);
  case Value::Kind::Object:
    return ofObject(V.Obj, Depth);
  case Value::Kind::Tuple:
    return ofTuple(V, Depth);
  case Value::Kind::Choice:
    return Solver.residence(S).placeOfChoice(V);
  case Value::Kind::Bottom:
  case Value::Kind::Constant:
  case Value::Kind::Number:
    return Placement::bottom();
  case Value::Kind::Unknown:
    return V.isOneOfSeveral() ? ofSeveral(V, Depth) : Placement::unknown();
  case Value::Kind::Pointer: // no tensor
  case Value::Kind::Function:
    return Placement::unknown();
  }
  return Placement::unknown();
}

Placement Placing::ofSymbol(PathId P) {
  // Something that was moved: a module, if it was moved in place.
  if (const std::optional<ObjectId> Known = Solver.Objects.known(P))
    if (const Value *It = S.Mem.find({*Known, DeviceField}))
      return It->P;
  return atEntry(P);
}

/// True if Move, a step, moved what P holds, not something around it.
static bool movesItself(const FunctionFrame &In, const Step &Move, PathId P) {
  if (Move.Kind != StepKind::Moved || !Move.I || Move.I->Args.empty())
    return false;
  const ir::ValueId Of = Move.I->Args[0].Value;
  if (Move.F != &In.F)
    return Move.F && !Move.F->definition(Of);
  const Value &V = In.Values[Of.index()];
  if (!V.is(Value::Kind::Symbolic))
    return false;
  // A call of the function by itself moves what it is given there: another parameter.
  const Path &Moved = In.Prog.Paths[V.Path];
  return V.Path == P || (Moved.Kind == Path::Root::Param && !In.Prog.Paths.isWithin(P, V.Path));
}

/// One of several, which is There.
static Placement ofPart(const Value &Part, const Placement &There, const Cube &Guard) {
  const Placement Mine = There.guardedBy(Guard);
  return Part.isTensor() || Part.is(Value::Kind::Symbolic) ? Mine.withRank(Part.rank()) : Mine;
}

Placement Placing::ofTensor(PathId P) {
  Placement There = ofSymbol(P);
  auto IsCopy = [&](const GuardedTerm &T) { return T.Origin && movesItself(Solver, *T.Origin, P); };
  if (There.isUnknown() || llvm::none_of(There.terms(), IsCopy))
    return There;
  Placement Stays = There.filtered([&](const GuardedTerm &T) { return !IsCopy(T); });
  for (const GuardedTerm &T : There.terms())
    if (IsCopy(T))
      Stays.joinIn(atEntry(P).guardedBy(T.Guard));
  return Stays;
}

Placement Placing::ofOperand(const Value &V) {
  if (V.is(Value::Kind::Symbolic))
    return ofTensor(V.Path);
  if (!V.isOneOfSeveral())
    return of(V);
  Placement P;
  for (unsigned N = 0; N < V.Elements->size(); ++N)
    P.joinIn(ofPart((*V.Elements)[N], ofOperand((*V.Elements)[N]), (*V.Guards)[N]));
  return P;
}

Placement Placing::atEntry(PathId P) {
  const ir::Function &F = Solver.F;
  const Path &Where = Solver.Prog.Paths[P];
  const Step *Origin = Where.Kind == Path::Root::Param && Where.Owner == &F
                           ? Solver.Prog.Steps.get({.Kind = StepKind::Parameter,
                                                    .M = &Solver.M,
                                                    .F = &F,
                                                    .Range = F.Params[Where.Index].Range,
                                                    .Subject = F.Params[Where.Index].Name})
                           : nullptr;
  return Placement::of(Term::symbol(P), Origin);
}

Placement Placing::ofObject(ObjectId O, unsigned Depth) {
  constexpr unsigned MaxNesting = 6;
  if (Depth > MaxNesting)
    return Placement::unknown();
  if (Solver.isModuleObject(O))
    return Solver.residence(S).place(O);
  if (Solver.Prog.Types.isGenerator(Solver.object(O).Class))
    return Solver.fields(S).read(O, DeviceField).P;
  if (const llvm::StringRef Class = Solver.object(O).Class; Class != "list" && Class != "dict" && Class != "cell")
    return Placement::unknown();
  Placement P;
  for (const auto &[Key, Held] : S.Mem.of(O))
    if (Key.second != WholeField)
      P.joinIn(of(Held, Depth + 1));
  if (P.isBottom() && Solver.object(O).K == Object::Kind::Symbolic)
    return Placement::of(Term::symbol(Solver.object(O).Path));
  return P;
}

Placement Placing::ofTuple(const Value &V, unsigned Depth) {
  Placement P;
  for (const Value &E : *V.Elements)
    if (E.isTensor() || E.is(Value::Kind::Object) || E.is(Value::Kind::Tuple))
      P.joinIn(of(E, Depth + 1));
  return P;
}

Placement Placing::ofSeveral(const Value &V, unsigned Depth) {
  Placement P;
  for (unsigned N = 0; N < V.Elements->size(); ++N)
    P.joinIn(ofPart((*V.Elements)[N], of((*V.Elements)[N], Depth + 1), (*V.Guards)[N]));
  return P;
}

Placement defaultDevice(FunctionFrame &In, const State &S, ir::InstId Id) {
  const Value *It = S.Mem.find({ObjectId(EnvironmentIndex), DefaultDevice});
  if (!It || It->is(Value::Kind::Bottom))
    return In.Prog.Links.setsDefaultDevice(In.M)
               ? Placement::unknown()
               : Placement::of(Term::defaultDevice(), In.stepAt(StepKind::Defaulted, Id));
  const Step *Origin = In.stepAt(StepKind::Created, Id);
  return It->P.withOrigin([&](const Step *) { return Origin; });
}

Placement currentAccelerator(const State &S, const Step *Origin) {
  const Value *It = S.Mem.find({ObjectId(EnvironmentIndex), CurrentDevice});
  if (It && It->is(Value::Kind::Device))
    return It->P.withOrigin([&](const Step *) { return Origin; });
  return Placement::of(Term::device({knowledge::DeviceType::Cuda, -1}), Origin);
}

std::optional<Value> saidPlace(const FunctionFrame &In, const State &S, ObjectId O, llvm::StringRef Name) {
  const knowledge::Callable *Asked = knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(Name));
  if (!Asked || Asked->Kind != knowledge::Action::QueryDevice || In.isModuleObject(O) ||
      !In.Prog.Types.libraryClass(In.object(O).Class))
    return std::nullopt;
  const Value *There = S.Mem.find({O, DeviceField});
  return There ? std::optional(Value::device(There->P)) : std::nullopt;
}

} // namespace devtidy::dataflow
