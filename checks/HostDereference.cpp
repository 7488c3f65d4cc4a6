//===- HostDereference.cpp - device-host-dereference ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags host code that reads or writes memory of an accelerator through a pointer: p[i], *p, p->x, and functions of the
// C library that do. What a tensor's data_ptr gives is device-host-access.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Pointers.h"
#include "knowledge/Packages.h"

namespace devtidy::checks {

using ir::InstKind;

static void run(const SolvedFunction &S, Sink &Out) {
  const uint8_t Worlds = (report::WorldGpu | report::WorldMulti) & Out.worlds();
  if (!Worlds)
    return;
  for (const Event &E : S.Events) {
    const bool Through = E.Kind == InstKind::GetItem || E.Kind == InstKind::SetItem || E.Kind == InstKind::GetField ||
                         E.Kind == InstKind::SetField;
    if (!Through && !(E.I->Kind == InstKind::Call && knowledge::accessesAll({E.I->Name.data(), E.I->Name.size()})))
      continue;
    for (const dataflow::Operand &O : E.Operands) {
      if (Through && &O != E.Operands.begin())
        break; // what is stored
      const PointerFacts Facts = O.A ? sideOf(S, O.V, E.Path) : PointerFacts();
      if (Facts.Side != MemorySide::Device || Facts.Term->Origin->Kind != dataflow::StepKind::Allocated)
        continue;
      std::string Name = Out.text(S.F, *O.A);
      Draft D = Out.draft(S, *E.I);
      D.slot("how", Through ? "host code dereferences " + Name
                            : "host code hands " + Name + " to " + report::wording::quoted(E.I->Name));
      D.slot("device", Out.device(S, *Facts.Term));
      D.worlds(Worlds);
      Out.explain(D, S, *Facts.Term, Name);
      Out.add(std::move(D));
    }
  }
}

static const Check HostDereference = {
    .Name = "device-host-dereference",
    .Headline = "{how}, which is on {device}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(HostDereference)

} // namespace devtidy::checks
