//===- HostPointerInKernel.cpp - device-host-pointer-in-kernel ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a kernel that is launched with the address of memory that only the host can use. Silent about pinned,
// registered and managed memory, and in a function that asks whether the accelerator reads pageable memory (hardware
// that does is rare, and programs for it ask).
//
//===----------------------------------------------------------------------===//

#include "checks/support/Pointers.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;

/// cudaDeviceProp::pageableMemoryAccess, cudaDevAttrPageableMemoryAccess.
static bool asksForPageableAccess(const ir::Module &M) {
  return llvm::any_of(M.Functions, [](const std::unique_ptr<ir::Function> &F) {
    return llvm::any_of(F->Insts, [](const ir::Inst &I) {
      return (I.Kind == InstKind::GetField || I.Kind == InstKind::GetGlobal) &&
             I.Name.contains_insensitive("pageableMemoryAccess");
    });
  });
}

/// True if objects of the program may be in memory that an accelerator reads, too: cudaMallocManaged, a `new` of a
/// class's own.
static bool placesObjects(const ir::Module &M) {
  return llvm::any_of(M.Functions, [](const std::unique_ptr<ir::Function> &F) {
    return F->Name.ends_with("::operator new") || llvm::any_of(F->Insts, [](const ir::Inst &I) {
             const auto *C =
                 I.Kind == InstKind::Call ? knowledge::findFunction({I.Name.data(), I.Name.size()}) : nullptr;
             return C && C->Kind == knowledge::Action::AllocateManaged;
           });
  });
}

static void run(const SolvedFunction &S, Sink &Out) {
  const uint8_t Worlds = (report::WorldGpu | report::WorldMulti) & Out.worlds();
  if (!Worlds)
    return;
  llvm::SmallVector<std::pair<const ir::Inst *, const dataflow::Step *>, 4> Done; // `p, p + n` is one memory
  for (const dataflow::PlacedDemand &P : S.Demands) {
    const PointerFacts Facts = P.D.Of == dataflow::Meeting::KernelMemory ? sideOf(S, P) : PointerFacts();
    if (Facts.Side != MemorySide::Host || asksForPageableAccess(*S.M) ||
        (Facts.Term->Origin->Kind == dataflow::StepKind::Captured && placesObjects(*S.M)))
      continue;
    const std::string Name = textOf(Out, P), Kernel = kernelOf(P);
    if (llvm::is_contained(Done, std::pair(P.At, Facts.Term->Origin)))
      continue;
    Done.emplace_back(P.At, Facts.Term->Origin);
    Draft D = Out.draft(S, *P.At);
    D.F.Where = placeOf(Out, P);
    D.slot("kernel", Kernel).slot("value", Name).slot("device", Out.device(S, *Facts.Term)).worlds(Worlds);
    Out.explain(D, S, *Facts.Term, Name);
    if (P.Lifted)
      D.note(Out.place(P.D.I->Range), report::wording::launchedHere(Kernel));
    Out.add(std::move(D));
  }
}

static const Check HostPointerInKernel = {
    .Name = "device-host-pointer-in-kernel",
    .Headline = "{kernel} is launched with {value}, whose memory is on {device}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(HostPointerInKernel)

} // namespace devtidy::checks
