//===- Callees.cpp - Which function of the program a call runs -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Callees.h"
#include "checks/support/PathText.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Program;
using ir::InstKind;

const ir::Inst *makerOf(const Program &P, const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  return D && D->Kind == InstKind::Call && P.Types.findClass(D->Name) ? D : nullptr;
}

/// The class of the program that V is an object of, as the text of F and its callers say; "" if they do not.
static llvm::StringRef classOf(const Program &P, const ir::Function &F, ir::ValueId V) {
  if (const ir::Inst *Maker = makerOf(P, F, V))
    return Maker->Name;
  if (isSelf(F, V))
    return F.Class;
  const llvm::ArrayRef<ir::ValueId> Given = F.block(ir::BlockId(0)).Params;
  const size_t N = llvm::find(Given, V) - Given.begin();
  if (N >= F.Params.size())
    return {};
  const ir::Type T = P.Types.givenType(F, N);
  return T.Kind == ir::TypeKind::Object ? T.Name : llvm::StringRef();
}

std::optional<Program::Entry> calleeOf(const Program &P, const ir::Function &F, const ir::Inst &I) {
  if (I.Kind == InstKind::Call)
    return P.Types.findFunction(I.Name);
  if (I.Kind != InstKind::Invoke && I.Kind != InstKind::Apply)
    return std::nullopt;
  const llvm::StringRef Class = classOf(P, F, I.Args[0].Value);
  if (Class.empty())
    return std::nullopt;
  return P.Types.findMethod(Class, I.Kind == InstKind::Apply ? llvm::StringRef("__call__") : I.Name);
}

} // namespace devtidy::checks
