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
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

/// Where a tensor is told to be whose memory Facts tells of; nothing if that is where the memory is, or not known.
static std::optional<std::string> toldWrongly(const SolvedFunction &S, const Sink &Out, const PointerFacts &Facts,
                                              const dataflow::Placement &Told, const dataflow::Cube &Path) {
  if (!Facts || Told.isUnknown())
    return std::nullopt;
  if (Facts.Side == MemorySide::Device)
    return Told.isBottom() || isSurelyOnCpu(S, Told, Path) ? std::optional<std::string>("cpu") : std::nullopt;
  const AcceleratorFacts Target = onAccelerator(S, Told, Path);
  // Options that come from another tensor may be those of one that this code knows to be on the CPU.
  const bool IsDevice = Target.On && (!Target.On->T.isSymbol() || Target.Evidence.Kind == "device-variable");
  return IsDevice ? std::optional(Out.device(S, *Target.On)) : std::nullopt;
}

/// Tensors that functions which are called here make of memory that this one gives.
static void reportCallees(const SolvedFunction &S, Sink &Out, uint8_t Worlds) {
  llvm::SmallVector<const ir::Inst *, 4> Done;
  for (const dataflow::PlacedDemand &P : S.Demands) {
    if (!P.Lifted || P.D.Of != dataflow::Meeting::BlobMemory || llvm::is_contained(Done, P.At))
      continue;
    const PointerFacts Facts = sideOf(S, P);
    const std::optional<std::string> Told = toldWrongly(S, Out, Facts, P.D.Sides[1].P, P.D.Path);
    if (!Told)
      continue;
    Done.push_back(P.At);
    const std::string Name = textOf(Out, P);
    Draft D = Out.draft(S, *P.At);
    D.F.Where = placeOf(Out, P);
    D.worlds(Worlds).slot("op", report::wording::quoted(P.D.Name)).slot("told", *Told);
    D.slot("value", Name).slot("device", Out.device(S, *Facts.Term));
    Out.explain(D, S, *Facts.Term, Name);
    D.note(Out.place(P.D.I->Range), report::wording::calledHere(P.D.Name));
    Out.add(std::move(D));
  }
}

static void run(const SolvedFunction &S, Sink &Out) {
  const uint8_t Worlds = (report::WorldGpu | report::WorldMulti) & Out.worlds();
  if (!Worlds)
    return;
  for (const Event &E : S.Events) {
    if (!E.Known || E.Known->Kind != knowledge::Action::CreateBlob || E.Operands.empty())
      continue;
    const PointerFacts Facts = sideOf(S, E.Operands[0].V, E.Path);
    const std::optional<std::string> Told =
        toldWrongly(S, Out, Facts, E.HasTarget ? E.Target : dataflow::Placement(), E.Path);
    if (!Told)
      continue;
    std::string Name = Out.text(S.F, *E.Operands[0].A);
    Draft D = Out.draft(S, *E.I);
    D.worlds(Worlds).slot("op", report::wording::quoted(E.Name)).slot("told", *Told);
    D.slot("value", Name).slot("device", Out.device(S, *Facts.Term));
    Out.explain(D, S, *Facts.Term, Name);
    Out.add(std::move(D));
  }
  reportCallees(S, Out, Worlds);
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
