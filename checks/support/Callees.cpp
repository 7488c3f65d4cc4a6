//===- Callees.cpp - Which function of the program a call runs -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Callees.h"
#include "checks/support/PathText.h"

namespace devtidy::checks {

using dataflow::Program;
using ir::InstKind;

const ir::Inst *makerOf(const SolvedFunction &S, ir::ValueId V) {
  const ir::Inst *D = S.F->definition(V);
  return D && D->Kind == InstKind::Call && S.Owner->findClass(D->Name) ? D : nullptr;
}

std::optional<Program::Entry> calleeOf(const SolvedFunction &S, const ir::Inst &I) {
  if (I.Kind == InstKind::Call)
    return S.Owner->findFunction(I.Name);
  if (I.Kind != InstKind::Invoke && I.Kind != InstKind::Apply)
    return std::nullopt;
  const ir::ValueId Object = I.Args[0].Value;
  const ir::Inst *Maker = makerOf(S, Object);
  const llvm::StringRef Class = Maker ? Maker->Name : isSelf(*S.F, Object) ? S.F->Class : llvm::StringRef();
  if (Class.empty())
    return std::nullopt;
  return S.Owner->findMethod(Class, I.Kind == InstKind::Apply ? llvm::StringRef("__call__") : I.Name);
}

} // namespace devtidy::checks
