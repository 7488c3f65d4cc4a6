//===- MemoryFrame.cpp - What a concept says of memory ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/MemoryFrame.h"
#include "dataflow/engine/FunctionSolver.h"
#include "dataflow/state/PointerSides.h"

namespace devtidy::dataflow {

void MemoryFrame::demand(const ir::Arg &A, llvm::ArrayRef<Side> Others, Meeting Of, llvm::StringRef Name) {
  llvm::SmallVector<Side, 2> Pointers;
  const unsigned Position = &A - F.I.Args.begin();
  PointerSides(F.Solver, F.S, Of == Meeting::KernelMemory)
      .add({.Range = A.Range, .Position = Position, .Name = Name}, F.operand(A), Pointers);
  for (const Side &X : Pointers) {
    llvm::SmallVector<Side, 3> Sides{X};
    llvm::append_range(Sides, Others);
    F.demand(F.I.Name.substr(F.I.Name.find_last_of(':') + 1), knowledge::DeviceRule::Same, Sides, Of);
  }
}

llvm::SmallVector<Side, 2> MemoryFrame::behind(const ir::Arg &A, const Side &As) {
  llvm::SmallVector<Side, 2> Sides;
  PointerSides(F.Solver, F.S).add(As, F.operand(A), Sides);
  return Sides;
}

llvm::StringRef MemoryFrame::memberName(const ir::Arg &A) const {
  std::string Text;
  ir::ValueId Of = A.Value;
  for (const ir::Inst *Read = F.definition(Of); Read && Read->Kind == ir::InstKind::GetField; Read = F.definition(Of)) {
    Text = ("." + Read->Name + Text).str();
    Of = Read->Args[0].Value;
  }
  const llvm::StringRef Base = F.variable(Of);
  return F.program().Names.intern(("'" + Base + llvm::StringRef(Text).drop_front(Base.empty()) + "'").str());
}

} // namespace devtidy::dataflow
