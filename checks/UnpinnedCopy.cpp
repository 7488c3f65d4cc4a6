//===- UnpinnedCopy.cpp - device-unpinned-copy --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags copies to an accelerator that start in pageable memory of the host although they are meant to run beside other
// work: non-blocking ones, and those of batches whose loader could pin them. Silent where the memory is not known.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "checks/support/FactoryFix.h"
#include "checks/support/HostMemory.h"
#include "dataflow/engine/Resolve.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using ir::InstKind;

/// The loader that made the memory and could have pinned it; null otherwise.
static const Event *pinningLoader(const MemoryFacts &F) {
  if (!F.Maker || F.Maker->I->Kind != InstKind::Call)
    return nullptr;
  const knowledge::ClassInfo *C = knowledge::findClass(std::string_view(F.Maker->I->Name));
  bool CanPin = C && C->Kind == knowledge::ClassKind::DataLoader &&
                llvm::StringRef(C->Params.data(), C->Params.size()).contains("pin_memory");
  return CanPin ? F.Maker : nullptr;
}

/// What the loader was told already, by position, too.
static const ir::Arg *pinArgument(const Event &Loader) {
  const knowledge::ClassInfo *C = knowledge::findClass(std::string_view(Loader.I->Name));
  return C ? dataflow::argumentFor(llvm::StringRef(C->Params.data(), C->Params.size()), *Loader.I, "pin_memory")
           : nullptr;
}

static void run(const SolvedFunction &S, Sink &Out) {
  llvm::SmallVector<const Event *, 2> Loaders;
  for (const Event &E : S.Events) {
    if (E.Operands.empty())
      continue;
    // x.to(device) copies its receiver; target.copy_(x) its argument.
    bool Copies = E.Kind == InstKind::Copy && E.Operands.size() > 1 && E.Operands[0].V.isTensor();
    bool Moves = E.Kind == InstKind::Move && !E.OnModule && E.HasTarget;
    if (!Copies && !Moves)
      continue;
    const dataflow::Operand &From = E.Operands[Copies ? 1 : 0];
    const Placement &To = Copies ? E.Operands[0].V.P : E.Target;
    if (!From.A || !From.V.isTensor() || !isSurelyOnCpu(S, From.V.P, E.Path))
      continue;
    const AcceleratorFacts Target = onAccelerator(S, To, E.Path);
    if (!Target.On)
      continue;
    const MemoryFacts Memory = hostMemoryOf(S, From.A->Value);
    if (Memory.Kind != HostMemory::Pageable)
      continue;
    const Event *Loader = pinningLoader(Memory);
    if ((!Loader && !isNonBlocking(E)) || llvm::is_contained(Loaders, Loader))
      continue;
    std::string Value = Out.text(S.F, *From.A), Device = Copies ? Out.device(S, *Target.On) : targetText(S, Out, E);
    Draft D = Out.draft(S, Loader ? *Loader->I : *E.I);
    D.worlds(Target.Worlds & Out.worlds()).slot("device", Device);
    if (!Loader) {
      D.slot("value", Value);
      if (Memory.Maker && Memory.Maker->Kind == InstKind::Create && Memory.Maker->I->Range.Begin < E.I->Range.Begin)
        D.note(Out.place(Memory.Maker->I->Range), report::wording::created(Value, "cpu"));
    } else {
      Loaders.push_back(Loader);
      D.slot("value", "each batch of the data loader");
      D.note(Out.place(E.I->Range), report::wording::moved(Value, Device));
      std::optional<report::Edit> Pin = keywordArgument(S, Out, *Loader->I, "pin_memory", "True");
      if (Pin && !pinArgument(*Loader))
        D.fix("pin the batches", std::move(*Pin), false);
    }
    Out.add(std::move(D));
  }
}

static const Check UnpinnedCopy = {
    .Name = "device-unpinned-copy",
    .Headline = "{value} is copied to {device} from pageable memory: the copy cannot overlap with other work",
    .Level = 3,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(UnpinnedCopy)

} // namespace devtidy::checks
