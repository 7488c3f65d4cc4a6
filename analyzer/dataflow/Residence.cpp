//===- Residence.cpp - Where modules live and what moves them -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

static constexpr unsigned MaxNesting = 6;

Placement FunctionSolver::moduleDevice(State &S, ObjectId O) {
  // A parallel module is where the one that it runs is, whoever moved that.
  if (S.Mem.has({O, FirstField}))
    if (const Value *It = S.Mem.find({O, WrappedField}); It && It->is(Value::Kind::Object))
      return moduleDevice(S, It->Obj);
  return readField(S, O, DeviceField).P;
}

void FunctionSolver::moveModule(State &S, ObjectId O, const Placement &P, unsigned Depth) {
  if (Depth > MaxNesting)
    return;
  Placement Where = P;
  if (const knowledge::ClassInfo *C = Prog.libraryClass(Objects[O.index()].Class);
      C && C->Kind == knowledge::ClassKind::DataLoader)
    return placeBatches(S, O, P);
  if (Objects[O.index()].Weak)
    Where.joinIn(moduleDevice(S, O));
  // A module without state stays nowhere.
  if (!moduleDevice(S, O).isBottom())
    S.Mem.set({O, DeviceField}, Value::tensor(Where));
  std::vector<std::pair<llvm::StringRef, Value>> Registered;
  for (const auto &[Key, Held] : S.Mem.of(O))
    if (Held.Registered && Key.second != DeviceField)
      Registered.push_back({Key.second, Held});
  for (auto &[Name, V] : Registered) {
    if (V.isTensor()) {
      V.P = Where;
      S.Mem.set({O, Name}, V);
    } else if (V.is(Value::Kind::Object)) {
      moveModule(S, V.Obj, Where, Depth + 1);
    }
  }
}

void FunctionSolver::forgetObject(State &S, ObjectId O, unsigned Depth) {
  if (Depth > MaxNesting)
    return;
  std::vector<std::pair<llvm::StringRef, Value>> Fields;
  for (const auto &[Key, Held] : S.Mem.of(O))
    Fields.push_back({Key.second, Held});
  for (auto &[Name, V] : Fields) {
    if (V.is(Value::Kind::Object))
      forgetObject(S, V.Obj, Depth + 1);
    else
      S.Mem.set({O, Name}, V.mapped([](const Placement &) { return Placement::unknown(); }));
  }
  if (isModuleObject(O))
    S.Mem.set({O, DeviceField}, Value::tensor(Placement::unknown()));
}

bool FunctionSolver::hasPlacement(State &S, const Value &V) const {
  return V.isTensor() || V.is(Value::Kind::Object) || V.is(Value::Kind::Symbolic);
}

Placement FunctionSolver::placementOf(State &S, const Value &V, unsigned Depth) {
  switch (V.K) {
  case Value::Kind::Tensor:
  case Value::Kind::Device:
  case Value::Kind::Options:
    return V.P;
  case Value::Kind::Symbolic: {
    // Something that was moved: a module, if it was moved in place.
    if (auto Known = ObjectIndex.find({0, V.Path.index(), 0}); Known != ObjectIndex.end())
      if (const Value *It = S.Mem.find({Known->second, DeviceField}))
        return It->P;
    const Path &Where = Prog.Paths[V.Path];
    const Step *Origin = Where.Kind == Path::Root::Param && Where.Owner == &F
                             ? Prog.step({.Kind = StepKind::Parameter,
                                          .M = &M,
                                          .F = &F,
                                          .Range = F.Params[Where.Index].Range,
                                          .Subject = F.Params[Where.Index].Name})
                             : nullptr;
    return Placement::of(Term::symbol(V.Path), Origin);
  }
  case Value::Kind::Object: {
    if (Depth > MaxNesting)
      return Placement::unknown();
    if (isModuleObject(V.Obj))
      return moduleDevice(S, V.Obj);
    llvm::StringRef Class = Objects[V.Obj.index()].Class;
    if (isGenerator(V.Obj))
      return readField(S, V.Obj, DeviceField).P;
    if (Class != "list" && Class != "dict" && Class != "cell")
      return Placement::unknown();
    Placement P;
    for (const auto &[Key, Held] : S.Mem.of(V.Obj))
      P.joinIn(placementOf(S, Held, Depth + 1));
    if (P.isBottom() && Objects[V.Obj.index()].K == Object::Kind::Symbolic)
      return Placement::of(Term::symbol(Objects[V.Obj.index()].Path));
    return P;
  }
  case Value::Kind::Tuple: {
    Placement P;
    for (const Value &E : *V.Elements)
      if (E.isTensor() || E.is(Value::Kind::Object) || E.is(Value::Kind::Tuple))
        P.joinIn(placementOf(S, E, Depth + 1));
    return P;
  }
  case Value::Kind::Choice:
    return placementOfChoice(S, V);
  case Value::Kind::Bottom:
  case Value::Kind::Constant:
  case Value::Kind::Number:
    return Placement::bottom();
  case Value::Kind::Pointer: // no tensor
  case Value::Kind::Function:
  case Value::Kind::Unknown:
    return Placement::unknown();
  }
  return Placement::unknown();
}

} // namespace devtidy::dataflow
