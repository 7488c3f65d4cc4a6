//===- Actions.cpp - Calls that the knowledge tables describe -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/PartMoves.h"
#include "dataflow/engine/Rules.h"

namespace devtidy::dataflow {

using ir::InstKind;
using knowledge::Action;

static llvm::StringRef ref(std::string_view S) { return {S.data(), S.size()}; }

/// What a method does, and an attribute does not.
static bool onlyActsWhenCalled(Action Kind) {
  switch (Kind) {
  case Action::HostAccess:
  case Action::DataPointer:
  case Action::HostValue:
  case Action::Move:
  case Action::MoveCuda:
  case Action::MoveType:
  case Action::MoveCpu:
  case Action::MoveLike:
  case Action::NeedsAccelerator:
    return true;
  default:
    return false;
  }
}

Value FunctionSolver::known(ir::InstId Id, const knowledge::Callable &C, State &S, Event &E) {
  E.Known = &C;
  E.Name = ref(C.Canonical);
  CallFrame F(*this, Id, C, S, E);
  // `convert = x.numpy`: nothing happens before somebody calls it.
  if (F.I.Kind == InstKind::GetField && onlyActsWhenCalled(C.Kind)) {
    E.Known = nullptr;
    return F.unknown();
  }
  if (CallRule Rule = findRule(C.Kind))
    return Rule(F);
  switch (C.Kind) {
  case Action::Submodules:
  case Action::NamedSubmodules:
  case Action::SubmoduleTable:
  case Action::AppliesToEach:
  case Action::AppliesToState:
  case Action::TakesState:
  case Action::AddsHook:
  case Action::SetData:
    return PartMoves(*this, S).call(Id, C, F.Self, E);
  case Action::CreateLike:
    if (F.I.Kind == InstKind::Call)
      noteTensor(F.Self);
    return create(Id, C, S, E);
  case Action::Create:
  case Action::CreateCpu:
  case Action::CreateCuda:
  case Action::CreateBlob:
    return create(Id, C, S, E);
  case Action::Move:
  case Action::MoveCuda:
  case Action::MoveType:
  case Action::MoveCpu:
  case Action::MoveLike:
    return move(Id, C, S, E);
  case Action::Load:
    return load(Id, C, S, E);
  case Action::LoadState:
    keepState(Id, S, F.Self, std::nullopt);
    break;
  case Action::MakeGenerator:
    return makeGenerator(Id, ref(C.Params), S);
  case Action::RegisterParameter:
  case Action::RegisterBuffer:
  case Action::RegisterModule:
    return registerWith(Id, C, S, E);
  case Action::ModuleState:
    return parametersOf(Id, F.Self, S);
  case Action::CallFunction: // Makers.cpp, if there is a function
    return unknownCall(Id, S);
  case Action::CallParallel:
    return callParallel(Id, ref(C.Params), S, E);
  case Action::Sum:
    return sum(Id, S, E);
  default:
    break;
  }
  return F.unknown();
}

} // namespace devtidy::dataflow
