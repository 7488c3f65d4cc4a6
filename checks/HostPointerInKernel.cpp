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

static void run(const SolvedFunction &S, Sink &Out) {
  const uint8_t Worlds = (report::WorldGpu | report::WorldMulti) & Out.worlds();
  if (!Worlds)
    return;
  constexpr llvm::StringLiteral Launch = "launch:";
  for (const Event &E : S.Events) {
    if (E.I->Kind != InstKind::Call || !E.I->Name.starts_with(Launch))
      continue;
    for (const dataflow::Operand &O : E.Operands) {
      const PointerFacts Facts = O.A && O.A->Keyword.empty() ? sideOf(S, O.V, E.Path) : PointerFacts();
      if (Facts.Side != MemorySide::Host || asksForPageableAccess(*S.M))
        continue;
      std::string Name = Out.text(S.F, *O.A);
      Draft D = Out.draft(S.F, O.A->Range);
      llvm::StringRef Kernel = E.I->Name.substr(E.I->Name.find_last_of(':') + 1);
      D.slot("kernel", report::wording::quoted(Kernel == "?" ? "" : Kernel, "a kernel")).slot("value", Name);
      D.slot("device", Out.device(S, *Facts.Term));
      D.worlds(Worlds);
      Out.explain(D, S, *Facts.Term, Name);
      Out.add(std::move(D));
    }
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
