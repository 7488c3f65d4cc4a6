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
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;

/// A call of a function of a library that reads or writes on the host where its arguments point. An iterator knows
/// whose memory it goes over.
static bool accessesMemory(const SolvedFunction &S, const Event &E) {
  const std::string_view Name(E.I->Name.data(), E.I->Name.size());
  if (E.I->Kind != InstKind::Call || knowledge::accessesAll(Name))
    return E.I->Kind == InstKind::Call;
  return knowledge::accessesIfFirst(Name) && !E.Operands.empty() &&
         E.Operands[0].V.is(dataflow::Value::Kind::Pointer) && S.F->value(E.I->Args[0].Value).StaticType.isUnknown();
}

/// What functions that are called here use on the host of what they are given.
static void reportCallees(const SolvedFunction &S, Sink &Out, uint8_t Worlds) {
  llvm::SmallVector<const ir::Inst *, 4> Done;
  for (const dataflow::PlacedDemand &P : S.Demands) {
    const bool IsEvent = !P.Lifted && P.D.Of == dataflow::Meeting::HostMemory && P.D.Name.empty();
    const bool Uses = P.D.Of == dataflow::Meeting::HostMemory && !IsEvent && !llvm::is_contained(Done, P.At);
    const PointerFacts Facts = Uses ? sideOf(S, P) : PointerFacts();
    if (Facts.Side != MemorySide::Device || Facts.Term->Origin->Kind != dataflow::StepKind::Allocated ||
        !P.D.Sides[1].P.isOnHost())
      continue;
    Done.push_back(P.At);
    const std::string Name = textOf(Out, P);
    Draft D = Out.draft(S, *P.At);
    D.F.Where = placeOf(Out, P);
    const bool IsScalar = P.D.Sides[1].Name != "the CPU";
    D.slot("how", IsScalar ? report::wording::quoted(P.D.Name) + " reads " + Name + " on the host"
                           : "host code dereferences " + Name);
    D.slot("device", Out.device(S, *Facts.Term)).worlds(Worlds);
    Out.explain(D, S, *Facts.Term, Name);
    if (P.Lifted)
      D.note(Out.place(P.D.I->Range), report::wording::usedHere(Name));
    Out.add(std::move(D));
  }
}

static void run(const SolvedFunction &S, Sink &Out) {
  const uint8_t Worlds = (report::WorldGpu | report::WorldMulti) & Out.worlds();
  if (!Worlds)
    return;
  for (const Event &E : S.Events) {
    const bool Through = E.Kind == InstKind::GetItem || E.Kind == InstKind::SetItem || E.Kind == InstKind::GetField ||
                         E.Kind == InstKind::SetField;
    if (!Through && !accessesMemory(S, E))
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
  reportCallees(S, Out, Worlds);
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
