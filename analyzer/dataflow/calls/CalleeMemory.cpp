//===- CalleeMemory.cpp - Memory that a callee hands on, as its caller has it ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/calls/CalleeMemory.h"
#include "dataflow/calls/CalleeAnswers.h"
#include "dataflow/calls/CalleePaths.h"
#include "dataflow/calls/CalleeValues.h"
#include "dataflow/state/FunctionFrame.h"
#include "dataflow/state/PointerSides.h"

namespace devtidy::dataflow {

/// What X, a pointer of the callee, points to here.
void CalleeMemory::pointers(const Side &X, Meeting Of, llvm::SmallVectorImpl<Side> &Out) {
  const GuardedTerm *Only = X.P.single();
  const PathId Was = Only && Only->T.isSymbol() ? Only->T.path() : PathId();
  Side Mine = X;
  const std::optional<unsigned> Position = Call.positionOf(Was);
  Mine.Given = Position ? Call.Solver.inst(Call.Id).Args[*Position].Range : ir::SourceRange();
  const Value V = Was ? Paths.eval(Was) : Value::unknown();
  const bool IsPointer = V.is(Value::Kind::Pointer) || V.is(Value::Kind::Symbolic) || V.is(Value::Kind::Function) ||
                         (V.is(Value::Kind::Object) && !Call.Solver.isModule(V));
  if (IsPointer)
    return PointerSides(Call.Solver, Call.S, Of == Meeting::KernelMemory).add(Mine, V, Out);
  Mine.P = current(X.P);
  if (!Mine.P.isUnknown() && !Mine.P.isBottom())
    Out.push_back(std::move(Mine));
}

/// The accelerator that is current in the callee.
Placement CalleeMemory::current(const Placement &P) {
  const GuardedTerm *Only = P.single();
  return Only && isCurrent(Only->T) ? currentAccelerator(Call.Before, Only->Origin) : Values.placement(P);
}

/// Where the other side is: the accelerator of a stream, or the one that is current.
Placement CalleeMemory::other(const Side &X, Meeting Of) {
  const GuardedTerm *Only = X.P.single();
  llvm::SmallVector<Side, 1> Handles;
  if (Of == Meeting::Stream && Only && Only->T.isSymbol())
    pointers(X, Of, Handles);
  return Handles.size() == 1 ? Handles[0].P : current(X.P);
}

llvm::SmallVector<Demand, 1> CalleeMemory::of(const Demand &D) {
  llvm::SmallVector<Demand, 1> Mine;
  llvm::SmallVector<Side, 2> Pointers;
  bool Lost = false;
  const std::optional<Cube> Path = Answers.when(D.Path, Lost);
  if (Path)
    pointers(D.Sides[0], D.Of, Pointers);
  for (const Side &X : Pointers) {
    Mine.push_back(D);
    Demand &R = Mine.back();
    R.Path = *Path;
    R.Sides[0] = X;
    for (Side &Other : llvm::MutableArrayRef(R.Sides).drop_front())
      Other.P = other(Other, D.Of);
  }
  return Mine;
}

} // namespace devtidy::dataflow
