//===- StreamMismatch.cpp - device-stream-mismatch ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a launch into a stream of another accelerator than the current one, and an event that is recorded on a stream
// of another accelerator than its own: CUDA refuses both (CUDA C++ Programming Guide, "Stream and Event Behavior").
//
//===----------------------------------------------------------------------===//

#include "checks/support/Pointers.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

static void run(const SolvedFunction &S, Sink &Out) {
  if (!(Out.worlds() & report::WorldMulti))
    return;
  llvm::SmallVector<const ir::Inst *, 4> Done;
  for (const dataflow::PlacedDemand &P : S.Demands) {
    const dataflow::Verdict &V = P.In[dataflow::World::Multi];
    if (P.D.Of != dataflow::Meeting::Stream || !V.fails() || llvm::is_contained(Done, P.At))
      continue;
    Done.push_back(P.At);
    const std::string Name = textOf(Out, P);
    Draft D = Out.draft(S, *P.At);
    D.worlds(report::WorldMulti).certain(V.Result == dataflow::Outcome::Fails);
    if (!D.F.Certain)
      D.atLeastLevel(2);
    const bool IsLaunch = P.D.I->Name.starts_with(ir::LaunchPrefix);
    const std::string There = Out.device(S, V.secondTerm(P.D));
    D.slot("op", IsLaunch ? kernelOf(P) : report::wording::quoted(P.D.Name));
    D.slot("value", Name).slot("device", Out.device(S, V.firstTerm(P.D)));
    D.slot("where", IsLaunch ? There + " is current" : "the stream is on " + There);
    Out.explain(D, S, V.firstTerm(P.D), Name);
    if (P.Lifted)
      D.note(Out.place(P.D.I->Range),
             IsLaunch ? report::wording::launchedHere(D.Slots[0].second) : report::wording::calledHere(P.D.Name));
    Out.add(std::move(D));
  }
}

static const Check StreamMismatch = {
    .Name = "device-stream-mismatch",
    .Headline = "{op} {is|may be} given {value}, which is on {device}, while {where}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(StreamMismatch)

} // namespace devtidy::checks
