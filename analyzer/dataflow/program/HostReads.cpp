//===- HostReads.cpp - What host code does with a pointer -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pointer that is handed on may be for a kernel. One that a function of the program dereferences is read by the host:
// here, behind an offset, in a lambda, or in what the pointer is given to.
//
//===----------------------------------------------------------------------===//

#include "dataflow/program/HostReads.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using ir::InstKind;

static constexpr unsigned MaxDepth = 4;

bool HostReads::readsParameter(const Entry &Of, unsigned Index, unsigned Depth) {
  const ir::Function &F = *Of.F;
  if (F.Kind == ir::FunctionKind::Kernel || !F.hasBody() || Index >= F.Blocks[0].Params.size() || Depth > MaxDepth)
    return false;
  auto [It, New] = Parameters.try_emplace({&F, Index}, false);
  if (!New)
    return It->second;
  const bool Reads = isReadOnHost(Of, F.Blocks[0].Params[Index], Depth);
  return Parameters[{&F, Index}] = Reads;
}

bool HostReads::isReadOnHost(const Entry &Of, ir::ValueId Pointer, unsigned Depth) {
  const ir::Function &F = *Of.F;
  llvm::SmallVector<ir::ValueId, 4> Same{Pointer};
  auto Add = [&](ir::ValueId V) {
    if (V && !llvm::is_contained(Same, V))
      Same.push_back(V);
  };
  auto Reads = [&](const ir::Inst &I, unsigned N) {
    switch (I.Kind) {
    case InstKind::GetItem:
    case InstKind::SetItem:
      return N == 0;
    case InstKind::Op:
      if (I.Name == "*" && I.Args.size() == 1)
        return true;
      if (I.Name == "+" || I.Name == "-" || I.Name == "+=" || I.Name == "-=")
        Add(I.Result);
      return false;
    case InstKind::Cell:
    case InstKind::GetCell:
      Add(I.Result);
      return false;
    case InstKind::SetCell:
      Add(I.Args[0].Value);
      return false;
    case InstKind::Closure:
      return readsParameter({Of.M, &Of.M->function(I.Callee)}, N, Depth + 1);
    case InstKind::Call:
      if (knowledge::readsMemory({I.Name.data(), I.Name.size()}))
        return true;
      if (const std::optional<Entry> Callee = Types.findFunction(I.Name); Callee && I.Args[N].Keyword.empty())
        return readsParameter(*Callee, N, Depth + 1);
      return false;
    case InstKind::Invoke:
      if (const ir::Type Class = F.value(I.Args[0].Value).StaticType; Class.Kind == ir::TypeKind::Object)
        if (const std::optional<Entry> Callee = Types.findMethod(Class.Name, I.Name))
          return readsParameter(*Callee, N, Depth + 1);
      return false;
    default:
      return false;
    }
  };
  for (unsigned At = 0; At < Same.size(); ++At)
    for (const ir::Inst &I : F.Insts) {
      for (unsigned N = 0; N < I.Args.size(); ++N)
        if (I.Args[N].Value == Same[At] && Reads(I, N))
          return true;
      for (const ir::Successor &Next : I.Targets)
        for (unsigned N = 0; N < Next.Args.size(); ++N)
          if (Next.Args[N] == Same[At])
            Add(F.block(Next.Block).Params[N]);
    }
  return false;
}

} // namespace devtidy::dataflow
