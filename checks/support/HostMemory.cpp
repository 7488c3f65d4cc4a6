//===- HostMemory.cpp - What kind of host memory a tensor has -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/HostMemory.h"
#include "dataflow/engine/Resolve.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::Inst;
using ir::InstKind;
using knowledge::Action;

/// As the argument that asks for pinned memory says; Pageable if there is none.
static HostMemory asAsked(const SolvedFunction &S, const ir::Arg *Pin) {
  if (!Pin)
    return HostMemory::Pageable;
  const Inst *D = S.F->definition(Pin->Value);
  if (!D || D->Kind != InstKind::Const || D->Const.K != ir::Constant::Kind::Bool)
    return HostMemory::Unknown;
  return D->Const.Int ? HostMemory::Pinned : HostMemory::Pageable;
}

static HostMemory memoryOfFactory(const SolvedFunction &S, const Event &E) {
  // Options in a variable may ask for it; a blob may point into pinned memory.
  if (!E.Known || E.Known->Kind == Action::CreateBlob ||
      llvm::any_of(E.I->Args, [](const ir::Arg &A) { return A.Keyword == "options" || A.Keyword.starts_with("*"); }))
    return HostMemory::Unknown;
  const ir::Arg *Pin = E.I->findKeyword("pin_memory");
  return asAsked(S, Pin ? Pin : E.I->findKeyword("pinned_memory"));
}

/// What a batch of the loader that is made at E lives in: workers and collation know nothing but pageable memory.
static MemoryFacts memoryOfLoader(const SolvedFunction &S, const Event &E) {
  const knowledge::ClassInfo *C =
      E.I->Kind == InstKind::Call ? knowledge::findClass(std::string_view(E.I->Name)) : nullptr;
  if (!C || C->Kind != knowledge::ClassKind::DataLoader)
    return {};
  if (llvm::any_of(E.I->Args, [](const ir::Arg &A) { return A.Keyword.starts_with("*"); }))
    return {};
  return {asAsked(S, dataflow::argumentFor(llvm::StringRef(C->Params.data(), C->Params.size()), *E.I, "pin_memory")),
          &E};
}

/// What a read of a global gives: the last value written before it in its block, else the only one that the function
/// writes.
static std::optional<ir::ValueId> writtenBefore(const ir::Function &F, ir::InstId Read) {
  llvm::SmallVector<ir::InstId, 2> Writes;
  for (const ir::Block &B : F.Blocks) {
    size_t First = Writes.size();
    for (ir::InstId I : B.Insts) {
      if (I == Read && Writes.size() > First)
        return F.inst(Writes.back()).Args[0].Value;
      if (F.inst(I).Kind == InstKind::SetGlobal && F.inst(I).Name == F.inst(Read).Name)
        Writes.push_back(I);
    }
  }
  return Writes.size() == 1 ? std::optional(F.inst(Writes[0]).Args[0].Value) : std::nullopt;
}

static MemoryFacts hostMemoryOf(const SolvedFunction &S, ir::ValueId V, unsigned Depth) {
  const Inst *D = S.F->definition(V);
  if (!D || Depth == 16)
    return {};
  auto OfFirst = [&]() { return hostMemoryOf(S, D->Args[0].Value, Depth + 1); };
  switch (D->Kind) {
  // The way from a loader to a tensor of its batch.
  case InstKind::Next:
  case InstKind::Iterate:
  case InstKind::Unpack:
  case InstKind::GetField:
  case InstKind::GetItem:
    return OfFirst();
  case InstKind::GetGlobal:
    if (std::optional<ir::ValueId> Written = writtenBefore(*S.F, S.F->value(V).Definition))
      return hostMemoryOf(S, *Written, Depth + 1);
    return {};
  default:
    break;
  }
  const Event *E = S.eventAt(S.F->value(V).Definition);
  if (!E)
    return {};
  switch (E->Kind) {
  case InstKind::Create:
    return {memoryOfFactory(S, *E), E};
  case InstKind::View:
    if (E->Name == "pin_memory")
      return {HostMemory::Pinned, E};
    if (MemoryFacts F = OfFirst(); F.Kind == HostMemory::Pageable)
      return F;
    return {};
  case InstKind::Aten: {
    // A result is a view of its operand or new, and new memory is pageable.
    MemoryFacts F;
    for (const dataflow::Operand &O : E->Operands)
      if (O.A && O.V.isTensor()) {
        F = hostMemoryOf(S, O.A->Value, Depth + 1);
        if (F.Kind != HostMemory::Pageable)
          return {};
      }
    return F;
  }
  case InstKind::Call:
    if (E->Known && E->Known->Kind == Action::Enumerate)
      return OfFirst();
    return memoryOfLoader(S, *E);
  default:
    return memoryOfLoader(S, *E);
  }
}

MemoryFacts hostMemoryOf(const SolvedFunction &S, ir::ValueId V) { return hostMemoryOf(S, V, 0); }

} // namespace devtidy::checks
