//===- Shared.cpp - Variables that others write when they like -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Shared.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

bool isOnlyCalled(const ir::Function &F, ir::ValueId V) {
  return llvm::none_of(F.Insts, [&](const ir::Inst &I) {
    for (unsigned N = 0; N < I.Args.size(); ++N)
      if (I.Args[N].Value == V && !(I.Kind == InstKind::Apply && N == 0))
        return true;
    return llvm::any_of(I.Targets, [&](const ir::Successor &T) { return llvm::is_contained(T.Args, V); });
  });
}

/// True if F writes the variable Cell, or a function that it makes does.
static bool writes(const ir::Module &M, const ir::Function &F, ir::ValueId Cell, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Kind == InstKind::SetCell)
      return I.Args[0].Value == Cell;
    if (I.Kind != InstKind::Closure || Depth == MaxDepth)
      return false;
    const ir::Function &Inner = M.function(I.Callee);
    for (unsigned N = 0; N < I.Args.size(); ++N)
      if (I.Args[N].Value == Cell && Inner.hasBody() && writes(M, Inner, Inner.Blocks[0].Params[N], Depth + 1))
        return true;
    return false;
  });
}

static bool isWrittenByOthers(const ir::Module &M, const ir::Function &F, ir::ValueId Cell) {
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    if (I.Kind != InstKind::Closure || isOnlyCalled(F, I.Result))
      return false;
    const ir::Function &Inner = M.function(I.Callee);
    for (unsigned N = 0; N < I.Args.size(); ++N)
      if (I.Args[N].Value == Cell && Inner.hasBody() && writes(M, Inner, Inner.Blocks[0].Params[N]))
        return true;
    return false;
  });
}

Value unlessShared(const ir::Module &M, const ir::Function &F, ir::ValueId Cell, const Value &V) {
  if (!V.is(Value::Kind::Constant) || !isWrittenByOthers(M, F, Cell))
    return V;
  if (V.isNone())
    return Value::unknown();
  Value Other = V.isInt() ? Value::integer() : Value::number();
  Other.IsText = V.isString();
  return Other;
}

} // namespace devtidy::dataflow
