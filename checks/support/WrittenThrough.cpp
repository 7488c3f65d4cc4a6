//===- WrittenThrough.cpp - Writes to the memory of a view --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Repair.h"
#include "knowledge/Arrays.h"
#include "llvm/ADT/DenseSet.h"

namespace devtidy::checks {

using ir::InstKind;

namespace {
/// Follows the values of a function that share the memory of one.
class SharedMemory {
public:
  SharedMemory(const dataflow::Program &Prog, const ir::Function &F, unsigned Depth) : Prog(Prog), F(F), Depth(Depth) {}

  bool isWritten(ir::ValueId V) {
    if (!Seen.insert(V.index()).second)
      return false;
    for (const ir::Inst &I : F.Insts) {
      for (unsigned N = 0; N < I.Args.size(); ++N)
        if (I.Args[N].Value == V && (writes(I, N) || (shares(I, N) && isWritten(I.Result)) || isWrittenWhereKept(I, N)))
          return true;
      for (const ir::Successor &To : I.Targets)
        for (unsigned N = 0; N < To.Args.size(); ++N)
          if (To.Args[N] == V && isWritten(F.block(To.Block).Params[N]))
            return true;
    }
    return false;
  }

private:
  bool writes(const ir::Inst &I, unsigned N) const {
    constexpr unsigned MaxDepth = 3;
    if (I.Args[N].Keyword == "out")
      return true;
    switch (I.Kind) {
    case InstKind::SetItem:
      return N == 0;
    case InstKind::Op:
      return N == 0 && I.Name.size() > 1 && I.Name.ends_with("=") &&
             !llvm::is_contained({"==", "!=", "<=", ">="}, I.Name);
    case InstKind::Invoke:
      return (N == 0 && knowledge::writesToArray(std::string_view(I.Name))) ||
             knowledge::writesToArguments(std::string_view(I.Name));
    case InstKind::Call: {
      // An installed NumPy has names of its own behind those that programs use, and bodies that say nothing.
      if (N == 0 && (knowledge::writesToFirst(std::string_view(I.Name)) ||
                     knowledge::writesToFirst(std::string_view(Prog.Types.canonical(I.Name)))))
        return true;
      const auto Callee = Depth < MaxDepth ? Prog.Types.findFunction(I.Name) : std::nullopt;
      return Callee && Callee->F->hasBody() && N < Callee->F->Blocks[0].Params.size() &&
             SharedMemory(Prog, *Callee->F, Depth + 1).isWritten(Callee->F->Blocks[0].Params[N]);
    }
    default:
      return false;
    }
  }

  bool shares(const ir::Inst &I, unsigned N) const {
    switch (I.Kind) {
    case InstKind::GetItem:
    case InstKind::Iterate:
    case InstKind::Next:
    case InstKind::Unpack:
    case InstKind::Cell:
      return N == 0;
    case InstKind::GetCell:
    case InstKind::MakeList:
    case InstKind::MakeTuple:
      return true;
    case InstKind::GetField:
    case InstKind::Invoke:
      return N == 0 && knowledge::sharesMemory(std::string_view(I.Name));
    case InstKind::Call:
      return knowledge::givesSharedMemory(std::string_view(I.Name)) ||
             knowledge::givesSharedMemory(std::string_view(Prog.Types.canonical(I.Name)));
    default:
      return false;
    }
  }

  /// `view = x.numpy()`, where view is a global, a member, or a variable that is captured.
  bool isWrittenWhereKept(const ir::Inst &I, unsigned N) {
    const InstKind Reads = I.Kind == InstKind::SetField    ? InstKind::GetField
                           : I.Kind == InstKind::SetGlobal ? InstKind::GetGlobal
                                                           : InstKind::GetCell;
    if (I.Kind == InstKind::SetCell && N == 1)
      return isWritten(I.Args[0].Value);
    if (Reads == InstKind::GetCell || N + 1 != I.Args.size())
      return false;
    return llvm::any_of(F.Insts, [&](const ir::Inst &Read) {
      return Read.Kind == Reads && Read.Name == I.Name && isWritten(Read.Result);
    });
  }

  const dataflow::Program &Prog;
  const ir::Function &F;
  unsigned Depth;
  llvm::DenseSet<unsigned> Seen;
};
} // namespace

bool isWrittenThrough(const SolvedFunction &S, ir::ValueId View) {
  return SharedMemory(*S.Owner, *S.F, 0).isWritten(View);
}

} // namespace devtidy::checks
