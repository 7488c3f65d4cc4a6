//===- Actions.cpp - Calls that the knowledge tables describe -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/engine/Rules.h"
#include "knowledge/MethodNames.h"

namespace devtidy::dataflow {

using ir::InstKind;

static llvm::StringRef ref(std::string_view S) { return {S.data(), S.size()}; }

Value FunctionSolver::known(ir::InstId Id, const knowledge::Callable &C, State &S, Event &E) {
  E.Known = &C;
  E.Name = ref(C.Canonical);
  CallFrame F(*this, Id, C, S, E);
  // `convert = x.numpy`: nothing happens before somebody calls it.
  if (F.I.Kind == InstKind::GetField && knowledge::actsWhenCalled(C.Kind)) {
    E.Known = nullptr;
    return F.unknown();
  }
  const CallRule Rule = findRule(C.Kind);
  return Rule ? Rule(F) : F.unknown();
}

} // namespace devtidy::dataflow
