//===- Callers.cpp - Notes of calls and what they excuse ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/Callers.h"
#include "knowledge/Exceptions.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

void Callers::noteCall(const ir::Function &Callee, const ir::Function &Caller, bool Guarded, bool DeviceGuarded) {
  ByCallee[&Callee].insert(&Caller);
  count(Callee, Caller, Guarded, DeviceGuarded);
}

void Callers::notePassed(const ir::Function &Passed, const ir::Function &By, bool Guarded, bool DeviceGuarded) {
  count(Passed, By, Guarded, DeviceGuarded);
  noteReached(Passed, nullptr);
}

void Callers::count(const ir::Function &Callee, const ir::Function &Caller, bool Guarded, bool DeviceGuarded) {
  Count &C = Counts[&Callee];
  ++C.Total;
  C.DeviceGuarded += DeviceGuarded;
  if (!Guarded)
    C.Unguarded.insert(&Caller);
}

void Callers::noteFailure(const ir::Function &Callee, const ir::Function &Caller, bool Wanted) {
  Failures &Of = ToFail[&Callee];
  Of.AnyWanted |= Wanted;
  if (!Wanted)
    Of.Others.insert(&Caller);
}

void Callers::noteArgument(const ir::Function &Callee, unsigned Param, bool Tested) {
  auto &[Total, Yes] = Arguments[{&Callee, Param}];
  ++Total;
  Yes += Tested;
}

void Callers::notePlace(const ir::Function &Callee, unsigned Param, bool IsOnHost, bool IsBrought) {
  Host &H = OnHost[{&Callee, Param}];
  H.IsThere &= IsOnHost;
  H.IsBrought &= IsBrought;
}

void Callers::noteReached(const ir::Function &Callee, const ir::Inst *At) { Reached.insert({&Callee, At}); }

void Callers::add(const Callers &Others) {
  for (const auto &[F, Theirs] : Others.Counts) {
    Count &Mine = Counts[F];
    Mine.Total += Theirs.Total;
    Mine.DeviceGuarded += Theirs.DeviceGuarded;
    Mine.Unguarded.insert_range(Theirs.Unguarded);
  }
  for (const auto &[F, Theirs] : Others.ToFail) {
    Failures &Mine = ToFail[F];
    Mine.AnyWanted |= Theirs.AnyWanted;
    Mine.Others.insert_range(Theirs.Others);
  }
  for (const auto &[F, Theirs] : Others.ByCallee)
    ByCallee[F].insert_range(Theirs);
  for (const auto &[Argument, Theirs] : Others.Arguments) {
    auto &[Total, Yes] = Arguments[Argument];
    Total += Theirs.first;
    Yes += Theirs.second;
  }
  for (const auto &[Argument, Theirs] : Others.OnHost) {
    Host &Mine = OnHost[Argument];
    Mine.IsThere &= Theirs.IsThere;
    Mine.IsBrought &= Theirs.IsBrought;
  }
  Reached.insert_range(Others.Reached);
  Unknown.insert_range(Others.Unknown);
}

/// True if modules that nobody has seen may call it. Whoever hands out a closure is seen, and that counts as a call.
static bool isOpen(const ir::Function &F) {
  return !F.IsLocal && F.Kind != ir::FunctionKind::Lambda && F.Kind != ir::FunctionKind::TopLevel;
}

bool Callers::onlyGuarded(const ir::Function &F, bool SeesAll) const {
  llvm::SmallSetVector<const ir::Function *, 8> Work;
  Work.insert(&F);
  for (unsigned N = 0; N < Work.size(); ++N) {
    auto It = Counts.find(Work[N]);
    if (It == Counts.end() && (SeesAll || !isOpen(*Work[N])))
      return false;
    if (It != Counts.end())
      Work.insert_range(It->second.Unguarded);
  }
  return true;
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

bool Callers::onlyWhileBuilding(const ir::Function &F, bool SeesAll) const {
  llvm::SmallSetVector<const ir::Function *, 8> Work;
  Work.insert(&F);
  for (unsigned N = 0; N < Work.size(); ++N) {
    auto It = ByCallee.find(Work[N]);
    if (It == ByCallee.end()) {
      if (SeesAll || !isOpen(*Work[N]))
        return false;
      continue;
    }
    for (const ir::Function *Caller : It->second)
      if (Caller->Kind != ir::FunctionKind::Constructor)
        Work.insert(Caller);
  }
  return true;
}

bool Callers::holds(const Excuse &E) const { return isExcused(E, /*SeesAll=*/true); }

bool Callers::mayHold(const Excuse &E) const { return isExcused(E, /*SeesAll=*/false); }

bool Callers::isExcused(const Excuse &E, bool SeesAll) const {
  const bool IfUnseen = !SeesAll && isOpen(*E.F);
  switch (E.K) {
  case Excuse::Kind::Guarded:
    return onlyGuarded(*E.F, SeesAll);
  case Excuse::Kind::ToFail:
    return SeesAll && onlyToFail(*E.F);
  case Excuse::Kind::WhileBuilding:
    return onlyWhileBuilding(*E.F, SeesAll);
  case Excuse::Kind::DeviceGuarded: {
    auto It = Counts.find(E.F);
    return It == Counts.end() ? IfUnseen : It->second.DeviceGuarded == It->second.Total;
  }
  case Excuse::Kind::Tested: {
    auto It = Arguments.find({E.F, E.Param});
    return It == Arguments.end() ? IfUnseen : It->second.first == It->second.second;
  }
  case Excuse::Kind::OnHost:
  case Excuse::Kind::BroughtToHost: {
    auto It = OnHost.find({E.F, E.Param});
    // Hardly anybody brings tensors to the CPU for a function; without a call that does, nobody is believed to.
    if (It == OnHost.end())
      return IfUnseen && E.K == Excuse::Kind::OnHost;
    return It->second.IsThere && (E.K == Excuse::Kind::OnHost || It->second.IsBrought);
  }
  case Excuse::Kind::NotReached:
    if (Unknown.contains(E.F->Name.substr(E.F->Name.find_last_of(".:") + 1)))
      return false;
    return Counts.contains(E.F) ? !Reached.contains({E.F, nullptr}) && !Reached.contains({E.F, E.At}) : IfUnseen;
  }
  return false;
}

} // namespace devtidy::dataflow
