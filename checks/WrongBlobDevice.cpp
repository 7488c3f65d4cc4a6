//===- WrongBlobDevice.cpp - device-wrong-blob-device ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags from_blob with memory of an accelerator and no device, or with memory of the host and one. A tensor believes
// what it is told, so that an operator reads memory that is not there
// (torch/csrc/autograd/generated/variable_factories.h).
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "checks/support/Pointers.h"

namespace devtidy::checks {

static void run(const SolvedFunction &S, Sink &Out) {
  const uint8_t Worlds = (report::WorldGpu | report::WorldMulti) & Out.worlds();
  if (!Worlds)
    return;
  for (const Event &E : S.Events) {
    if (!E.Known || E.Known->Kind != knowledge::Action::CreateBlob || E.Operands.empty())
      continue;
    const PointerFacts Facts = sideOf(S, E.Operands[0].V, E.Path);
    if (!Facts || (E.HasTarget && E.Target.isUnknown()))
      continue;
    const AcceleratorFacts Target = E.HasTarget ? onAccelerator(S, E.Target, E.Path) : AcceleratorFacts();
    // Options that come from another tensor may be those of one that this code knows to be on the CPU.
    const bool IsDevice = Target.On && (!Target.On->T.isSymbol() || Target.Evidence.Kind == "device-variable");
    const dataflow::GuardedTerm *Told = IsDevice ? Target.On : nullptr;
    const bool OnCpu = !E.HasTarget || E.Target.isBottom() || isSurelyOnCpu(S, E.Target, E.Path);
    const bool Fails = Facts.Side == MemorySide::Device ? OnCpu : Told != nullptr;
    if (!Fails)
      continue;
    std::string Name = Out.text(S.F, *E.Operands[0].A);
    Draft D = Out.draft(S, *E.I);
    D.worlds(Worlds);
    D.slot("op", report::wording::quoted(E.Name)).slot("told", Told ? Out.device(S, *Told) : "cpu");
    D.slot("value", Name).slot("device", Out.device(S, *Facts.Term));
    Out.explain(D, S, *Facts.Term, Name);
    Out.add(std::move(D));
  }
}

static const Check WrongBlobDevice = {
    .Name = "device-wrong-blob-device",
    .Headline = "{op} makes a tensor on {told} of {value}, whose memory is on {device}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(WrongBlobDevice)

} // namespace devtidy::checks
