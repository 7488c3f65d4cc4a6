//===- Callers.cpp - Notes of calls and what they excuse ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/Callers.h"
#include "dataflow/state/Private.h"
#include "knowledge/Exceptions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

void Callers::noteCall(const ir::Function &Callee, const ir::Function &Caller, bool IsGuarded, bool IsDeviceGuarded) {
  WhileBuilding.note(&Callee, Caller.Kind == ir::FunctionKind::Constructor, &Caller);
  Guarded.note(&Callee, IsGuarded, &Caller);
  DeviceGuarded.note(&Callee, IsDeviceGuarded, &Caller);
}

void Callers::notePassed(const ir::Function &Passed, const ir::Function &By, bool IsGuarded, bool IsDeviceGuarded) {
  Guarded.note(&Passed, IsGuarded, &By);
  DeviceGuarded.note(&Passed, IsDeviceGuarded, &By);
  noteReached(Passed, nullptr);
  noteCaught(Passed, /*IsCaught=*/false, nullptr);
}

void Callers::noteFailure(const ir::Function &Callee, const ir::Function &Caller, bool Wanted) {
  Failures &Of = ToFail[&Callee];
  Of.AnyWanted |= Wanted;
  if (!Wanted)
    Of.Others.insert(&Caller);
}

void Callers::noteCaught(const ir::Function &Callee, bool IsCaught, const ir::Function *Through) {
  Caught.note(&Callee, IsCaught, Through ? std::optional(Through) : std::nullopt);
}

void Callers::noteTested(const Argument &To, bool IsTested, const std::optional<Argument> &From) {
  Tested.note(To, IsTested, From);
}

void Callers::notePlace(const Argument &To, bool IsOnHost, bool IsBrought, const std::optional<Argument> &From) {
  // A public function that hands on what it is given has callers that happen to be on the CPU, and others.
  const bool IsInner = From && (From->first->IsLocal || isPrivate(*From->first));
  OnHost.note(To, IsOnHost, IsInner ? From : std::nullopt);
  BroughtToHost.note(To, IsOnHost && IsBrought, From);
}

void Callers::noteKnown(const Argument &To, bool IsKnown, const std::optional<Argument> &From) {
  KnownWhole.note(To, IsKnown, From);
}

void Callers::noteModule(const ir::Function &Callee, bool IsOnHost, const ir::Function *Through) {
  ModuleOnHost.note(&Callee, IsOnHost, Through ? std::optional(Through) : std::nullopt);
}

void Callers::noteReached(const ir::Function &Callee, const ir::Inst *At) { Reached.insert({&Callee, At}); }

void Callers::add(const Callers &Others) {
  Guarded.add(Others.Guarded);
  DeviceGuarded.add(Others.DeviceGuarded);
  WhileBuilding.add(Others.WhileBuilding);
  ModuleOnHost.add(Others.ModuleOnHost);
  Caught.add(Others.Caught);
  Tested.add(Others.Tested);
  OnHost.add(Others.OnHost);
  BroughtToHost.add(Others.BroughtToHost);
  KnownWhole.add(Others.KnownWhole);
  for (const auto &[F, Theirs] : Others.ToFail) {
    Failures &Mine = ToFail[F];
    Mine.AnyWanted |= Theirs.AnyWanted;
    Mine.Others.insert_range(Theirs.Others);
  }
  Reached.insert_range(Others.Reached);
  Unknown.insert_range(Others.Unknown);
}

/// True if modules that nobody has seen may call it. Whoever hands out a closure is seen, and that counts as a call.
static bool isOpen(const ir::Function &F) {
  return !F.IsLocal && F.Kind != ir::FunctionKind::Lambda && F.Kind != ir::FunctionKind::TopLevel;
}

/// True if F is a test that is marked so, or all who call it want a failure, or are such functions themselves.
bool Callers::onlyToFail(const ir::Function &F) const {
  llvm::SmallSetVector<const ir::Function *, 8> Work;
  Work.insert(&F);
  bool AnyWanted = false;
  for (unsigned N = 0; N < Work.size(); ++N) {
    if (llvm::any_of(Work[N]->Decorators,
                     [](llvm::StringRef D) { return knowledge::marksFailure({D.data(), D.size()}); })) {
      AnyWanted = true;
      continue;
    }
    const auto It = ToFail.find(Work[N]);
    if (It == ToFail.end() || (!It->second.AnyWanted && It->second.Others.empty()))
      return false;
    AnyWanted |= It->second.AnyWanted;
    Work.insert_range(It->second.Others);
  }
  return AnyWanted;
}

bool Callers::holds(const Excuse &E) const { return isExcused(E, /*SeesAll=*/true); }

bool Callers::mayHold(const Excuse &E) const { return isExcused(E, /*SeesAll=*/false); }

bool Callers::isExcused(const Excuse &E, bool SeesAll) const {
  const Argument Given{E.F, E.Param};
  auto IfUnseen = [&](const ir::Function *F) { return !SeesAll && isOpen(*F); };
  auto IfUnseenArgument = [&](const Argument &A) { return IfUnseen(A.first); };
  switch (E.K) {
  case Excuse::Kind::Guarded:
    return Guarded.holds(E.F, IfUnseen);
  case Excuse::Kind::DeviceGuarded:
    return DeviceGuarded.holds(E.F, IfUnseen);
  case Excuse::Kind::ToFail:
    return SeesAll && onlyToFail(*E.F);
  case Excuse::Kind::Caught:
    return Caught.holds(E.F, IfUnseen);
  case Excuse::Kind::WhileBuilding:
    return WhileBuilding.holds(E.F, IfUnseen);
  case Excuse::Kind::ModuleOnHost:
    return SeesAll && ModuleOnHost.holds(E.F, IfUnseen);
  case Excuse::Kind::Tested:
    return Tested.holds(Given, IfUnseenArgument);
  case Excuse::Kind::OnHost:
    return OnHost.holds(Given, IfUnseenArgument);
  case Excuse::Kind::Known:
    return KnownWhole.holds(Given, [](const Argument &) { return false; });
  case Excuse::Kind::BroughtToHost:
    // Hardly anybody brings tensors to the CPU for a function; without a call that does, nobody is believed to.
    return BroughtToHost.holds(Given, [](const Argument &) { return false; });
  case Excuse::Kind::NotReached:
    if (Unknown.contains(ir::lastName(E.F->Name)))
      return false;
    return Guarded.isCalled(E.F) ? !Reached.contains({E.F, nullptr}) && !Reached.contains({E.F, E.At}) : IfUnseen(E.F);
  }
  return false;
}

} // namespace devtidy::dataflow
