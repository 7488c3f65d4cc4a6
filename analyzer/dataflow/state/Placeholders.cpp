//===- Placeholders.cpp - Tensors that wait for others to take their place ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Placeholders.h"
#include "knowledge/Names.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

bool isPlaceholder(const Program &P, const GuardedTerm &T) {
  const ir::Inst *Made = T.Origin && T.Origin->Kind == StepKind::Defaulted ? T.Origin->I : nullptr;
  const knowledge::Callable *Maker = Made && Made->Kind == ir::InstKind::Call
                                         ? knowledge::findFunction(std::string_view(P.Types.canonical(Made->Name)))
                                         : nullptr;
  const auto IsEmpty = [&](auto &&Recurse, const ir::Inst *D) -> bool {
    if (!D)
      return false;
    const bool IsDisplay = D->Kind == ir::InstKind::MakeList || D->Kind == ir::InstKind::MakeTuple;
    // [n for n in numbers]
    const bool IsFilled = IsDisplay && llvm::any_of(T.Origin->F->Insts, [&](const ir::Inst &I) {
                            return I.Kind == ir::InstKind::Invoke && I.Args[0].Value == D->Result;
                          });
    if (IsFilled)
      return false;
    if (knowledge::takesData(*Maker))
      return IsDisplay && llvm::all_of(D->Args, [&](const ir::Arg &A) {
               return Recurse(Recurse, T.Origin->F->definition(A.Value));
             });
    if (IsDisplay)
      return llvm::any_of(D->Args,
                          [&](const ir::Arg &A) { return Recurse(Recurse, T.Origin->F->definition(A.Value)); });
    return D->Kind == ir::InstKind::Const && D->Const.K == ir::Constant::Kind::Int && D->Const.Int == 0;
  };
  return Maker && (knowledge::takesSize(*Maker) || knowledge::takesData(*Maker)) &&
         llvm::any_of(Made->Args, [&](const ir::Arg &A) {
           return (A.Keyword.empty() || A.Keyword == "size") && IsEmpty(IsEmpty, T.Origin->F->definition(A.Value));
         });
}
} // namespace devtidy::dataflow
