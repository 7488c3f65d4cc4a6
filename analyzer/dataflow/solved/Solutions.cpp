//===- Solutions.cpp - Who is solved when ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/Solutions.h"
#include "dataflow/engine/FunctionSolver.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

namespace {
/// Calls nest at most this deep while summaries are computed; deeper callees are unknown.
constexpr unsigned MaxCallDepth = 80;
/// Instructions of other modules that are solved for one module, or twice as many as it has itself if that is more:
/// the time of a run stays linear in its size. What is called beyond is unknown.
constexpr unsigned MinForeignWork = 60000;
} // namespace

Solutions::Solutions(const Linker &Links, llvm::ArrayRef<const ir::Module *> Own, const Solutions *Base)
    : Program(Links, Own, Base), Base(Base), ByClass(*this, Base ? &Base->ByClass : nullptr),
      ByGlobal(*this, Base ? &Base->ByGlobal : nullptr) {
  for (const ir::Module *M : Own) {
    unsigned OwnWork = 0;
    for (const auto &F : M->Functions)
      OwnWork += F->Insts.size();
    MaxForeignWork += std::max(MinForeignWork, 2 * OwnWork);
  }
}

void Solutions::forgetDetails() {
  for (auto &[F, Of] : Known) {
    Of.S->Events = {};
    Of.S->Demands = {};
  }
}

Callers Solutions::calls() const {
  Callers All;
  for (const auto &[F, Of] : Known)
    All.add(Of.S->Calls);
  return All;
}

const SolvedFunction &Solutions::solved(const Entry &E) {
  // Of its own functions the base has summaries only, if its modules call them.
  const bool IsForeign = !isOwn(E.M);
  if (Base && IsForeign)
    if (const SolvedFunction *There = Base->Known.settled(*E.F))
      return *There;
  const SolutionTable::Solution *There = Known.find(*E.F);
  if (!There)
    return solveNew(E, IsForeign);
  Frames.noteUnready(There->Unready);
  if (There->Status == SolutionTable::Solution::Running)
    Frames.ask(*E.F);
  else if (There->Status == SolutionTable::Solution::Provisional)
    Frames.noteLow(There->Low);
  return *There->S;
}

const SolvedFunction &Solutions::solveNew(const Entry &E, bool IsForeign) {
  if (IsForeign)
    ForeignWork += E.F->Insts.size();
  const unsigned Depth = Frames.depth();
  if (Depth >= MaxCallDepth || (IsForeign && ForeignWork > MaxForeignWork) || isSkipped(*E.F)) {
    // Too deep to be worth it now; solved by itself later.
    static const SolvedFunction Nothing;
    return Nothing;
  }
  if (Depth == 0)
    CycleWork = 0;
  auto Owned = std::make_unique<SolvedFunction>(this, E.M, E.F);
  SolvedFunction &S = *Owned;
  Known.add(std::move(Owned));
  Frames.push(*E.F);
  solveCycle(E, S);
  const FrameStack::Frame Mine = Frames.pop();
  forgetUnready(Depth);
  Known.finish(Mine, Depth);
  Frames.noteUnready(Mine.Unready);
  Frames.noteLow(Mine.Low);
  return S;
}

void Solutions::forgetUnready(unsigned Depth) {
  Known.forgetUnready(Depth);
  ByGlobal.forgetUnready(Depth);
}

FrameStack::Frame Solutions::solveAside(SolvedFunction &S) {
  Frames.push(*S.F);
  FunctionSolver(*this, S, /*KeepsEvents=*/false).run();
  return Frames.pop();
}

void Solutions::solveOnce(SolvedFunction &S) {
  SolvedFunction Attempt(this, S.M, S.F);
  // Checks look at what they may report; of the rest only the summary is used.
  const bool IsOwn = isOwn(S.M);
  FunctionSolver(*this, Attempt, IsOwn).run();
  if (!IsOwn)
    Attempt.Demands = {};
  S = std::move(Attempt);
}

void Solutions::solveCycle(const Entry &E, SolvedFunction &S) {
  constexpr unsigned MaxRounds = 16, MaxCycleWork = 600;
  // A constructor that calls itself twice makes twice as many in each round.
  constexpr size_t MaxObjects = 1000;
  const unsigned Depth = Frames.depth() - 1, FirstProvisional = Known.provisional();
  // Until it is known what it returns, it does not.
  Summary Never;
  Never.Known = true;
  S.Sum = std::make_shared<Summary>(std::move(Never));
  bool Last = false, IsStale = false;
  for (unsigned Round = 0;; ++Round) {
    Last |= Round == MaxRounds || CycleWork > MaxCycleWork || S.Sum->Objects.size() > MaxObjects;
    if (Last)
      S.Sum = std::make_shared<Summary>();
    std::shared_ptr<const Summary> Old = S.Sum;
    Frames.takeAsked();
    solveOnce(S);
    if (!Frames.takeAsked())
      return;
    if (Last) {
      // Nothing may be assumed of a call; which objects the function's own values are is known all the same.
      Summary Open;
      Open.Objects = S.Sum->Objects;
      S.Sum = std::make_shared<Summary>(std::move(Open));
    }
    bool Settles = Last || *S.Sum == *Old;
    // What had to agree when less was known of what a call gives hands itself on: what is demanded is found out anew.
    const bool HasOthers = Known.provisional() > FirstProvisional;
    IsStale |= !Old->Demands.empty() && ((HasOthers && Round == 1) || !S.Sum->doesSame(*Old));
    if (Settles && !Last && std::exchange(IsStale, false) && !S.Sum->Demands.empty()) {
      Summary Undemanding = *S.Sum;
      Undemanding.Demands.clear();
      S.Sum = std::make_shared<Summary>(std::move(Undemanding));
      Settles = false;
      Round = 0;
    }
    // Nobody writes a recursion without an end: rather is it another function that is called.
    const bool IsEndless = !Last && Settles && S.Sum->Known && !S.Sum->Returns;
    if (Settles && !IsEndless)
      return Known.settle(FirstProvisional, Depth);
    Last = IsEndless;
    CycleWork += 1 + Known.provisional() - FirstProvisional;
    Known.forgetProvisional(FirstProvisional);
  }
}

void Solutions::solve() {
  for (const ir::Module *M : Own) {
    for (const auto &F : M->Functions)
      if (F->InCheckedFile && F->hasBody())
        solved({M, F.get()});
    for (const ir::Class &C : M->Classes)
      solvedClass(C.Name);
  }
  // What was forgotten because its class was not known, and nobody asked for again.
  for (const ir::Module *M : Own)
    for (const auto &F : M->Functions)
      if (F->InCheckedFile && F->hasBody())
        solved({M, F.get()});
}

std::vector<const SolvedFunction *> Solutions::functions() const {
  std::vector<const SolvedFunction *> Out;
  for (const ir::Module *M : Own)
    for (const auto &F : M->Functions)
      if (const SolutionTable::Solution *Of = F->InCheckedFile ? Known.find(*F) : nullptr)
        Out.push_back(Of->S.get());
  return Out;
}

const SolvedFunction *Solutions::solvedHere(const ir::Function &F) const {
  const SolutionTable::Solution *Of = F.InCheckedFile ? Known.find(F) : nullptr;
  return Of && isOwn(Of->S->M) ? Of->S.get() : nullptr;
}

std::vector<const SolvedClass *> Solutions::classes() const {
  std::vector<const SolvedClass *> Out;
  for (const ir::Module *M : Own)
    for (const ir::Class &C : M->Classes)
      if (const SolvedClass *Of = ByClass.find(C))
        Out.push_back(Of);
  return Out;
}

} // namespace devtidy::dataflow
