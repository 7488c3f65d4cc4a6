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

Solutions::~Solutions() = default;

const SolvedFunction *Solutions::settled(const ir::Function &F) const {
  auto It = Known.find(&F);
  return It != Known.end() && It->second.Status == Solution::Done ? It->second.S.get() : nullptr;
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
    if (const SolvedFunction *There = Base->settled(*E.F))
      return *There;
  auto [It, New] = Known.try_emplace(E.F);
  if (New) {
    auto Owned = std::make_unique<SolvedFunction>();
    SolvedFunction *S = Owned.get();
    S->Owner = this;
    S->M = E.M;
    S->F = E.F;
    It->second.S = std::move(Owned);
    if (IsForeign)
      ForeignWork += E.F->Insts.size();
    if (Stack.size() >= MaxCallDepth || (IsForeign && ForeignWork > MaxForeignWork) || isSkipped(*E.F)) {
      // Too deep to be worth it now; solved by itself later.
      static const SolvedFunction Nothing;
      Known.erase(E.F);
      return Nothing;
    }
    unsigned Depth = Stack.size();
    if (Stack.empty())
      CycleWork = 0;
    Stack.push_back({E.F, Depth});
    solveCycle(E, *S);
    auto [F, Low, Asked, Before] = Stack.back();
    Stack.pop_back();
    forgetUnready(Depth);
    Solution &Mine = Known[E.F];
    if (Before < Depth) {
      Mine.Unready = Before;
      Unready.push_back(E.F);
      if (Before + 1 < Depth)
        Stack.back().Unready = std::min(Stack.back().Unready, Before);
    }
    Mine.Status = Low < Depth ? Solution::Provisional : Solution::Done;
    Mine.Low = Low;
    if (Low < Depth) {
      Provisional.push_back(E.F);
      Stack.back().Low = std::min(Stack.back().Low, Low);
    }
    return *S;
  }
  const Solution &There = It->second;
  if (There.Unready + 1 < Stack.size())
    Stack.back().Unready = std::min(Stack.back().Unready, There.Unready);
  if (There.Status == Solution::Running) {
    auto Asked = llvm::find_if(Stack, [&](const Frame &X) { return X.F == E.F; });
    Asked->Asked = true;
    Stack.back().Low = std::min<unsigned>(Stack.back().Low, Asked - Stack.begin());
  } else if (There.Status == Solution::Provisional && !Stack.empty()) {
    Stack.back().Low = std::min(Stack.back().Low, There.Low);
  }
  return *There.S;
}

std::optional<unsigned> Solutions::frameOf(const ir::Function &F) const {
  const auto Of = llvm::find_if(Stack, [&](const Frame &X) { return X.F == &F; });
  return Of == Stack.end() ? std::nullopt : std::optional<unsigned>(Of - Stack.begin());
}

void Solutions::noteUnready(unsigned Depth) {
  if (Depth != ~0U && Depth + 1 < Stack.size())
    Stack.back().Unready = std::min(Stack.back().Unready, Depth);
}

bool Solutions::isBeingBuilt(llvm::ArrayRef<Entry> Constructors) {
  bool Any = false;
  for (const Entry &E : Constructors)
    if (const std::optional<unsigned> Depth = frameOf(*E.F)) {
      Any = true;
      noteUnready(*Depth);
    }
  return Any;
}

void Solutions::forgetUnready(unsigned Depth) {
  auto IsOf = [&](const ir::Function *F) {
    auto It = Known.find(F);
    // Forgotten meanwhile, for a cycle; perhaps it is being solved again.
    if (It == Known.end() || It->second.Unready == ~0U)
      return true;
    if (It->second.Unready < Depth)
      return false;
    llvm::erase(Provisional, F);
    Known.erase(It);
    return true;
  };
  llvm::erase_if(Unready, IsOf);
  ByGlobal.forgetUnready(Depth);
}

void Solutions::solveOnce(const Entry &E, SolvedFunction &S) {
  SolvedFunction Attempt;
  Attempt.Owner = this;
  Attempt.M = E.M;
  Attempt.F = E.F;
  // Checks look at what they may report; of the rest only the summary is used.
  const bool IsOwn = isOwn(E.M);
  FunctionSolver(*this, Attempt, IsOwn).run();
  if (!IsOwn)
    Attempt.Demands = {};
  S = std::move(Attempt);
}

/// What depends on no frame outside Depth is right.
void Solutions::settle(size_t FirstProvisional, unsigned Depth) {
  auto First = Provisional.begin() + static_cast<ptrdiff_t>(FirstProvisional);
  Provisional.erase(std::remove_if(First, Provisional.end(),
                                   [&](const ir::Function *F) {
                                     Solution &S = Known[F];
                                     if (S.Low < Depth)
                                       return false;
                                     S.Status = Solution::Done;
                                     return true;
                                   }),
                    Provisional.end());
}

void Solutions::solveCycle(const Entry &E, SolvedFunction &S) {
  constexpr unsigned MaxRounds = 16, MaxCycleWork = 600;
  unsigned Depth = Stack.size() - 1;
  size_t FirstProvisional = Provisional.size();
  // Until it is known what it returns, it does not.
  Summary Never;
  Never.Known = true;
  S.Sum = std::make_shared<Summary>(std::move(Never));
  bool Last = false, IsStale = false;
  for (unsigned Round = 0;; ++Round) {
    Last |= Round == MaxRounds || CycleWork > MaxCycleWork;
    if (Last)
      S.Sum = std::make_shared<Summary>();
    std::shared_ptr<const Summary> Old = S.Sum;
    Stack.back().Asked = false;
    solveOnce(E, S);
    if (!Stack.back().Asked)
      return;
    if (Last) {
      // Nothing may be assumed of a call; which objects the function's own values are is known all the same.
      Summary Open;
      Open.Objects = S.Sum->Objects;
      S.Sum = std::make_shared<Summary>(std::move(Open));
    }
    bool Settles = Last || *S.Sum == *Old;
    // What had to agree when less was known of what a call gives hands itself on: what is demanded is found out anew.
    const bool HasOthers = Provisional.size() > FirstProvisional;
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
      return settle(FirstProvisional, Depth);
    Last = IsEndless;
    CycleWork += 1 + Provisional.size() - FirstProvisional;
    for (const ir::Function *F : llvm::drop_begin(Provisional, FirstProvisional))
      Known.erase(F);
    Provisional.resize(FirstProvisional);
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
      if (auto It = Known.find(F.get()); It != Known.end() && F->InCheckedFile)
        Out.push_back(It->second.S.get());
  return Out;
}

const SolvedFunction *Solutions::solvedHere(const ir::Function &F) const {
  const auto It = Known.find(&F);
  if (It == Known.end() || !F.InCheckedFile)
    return nullptr;
  const SolvedFunction *S = It->second.S.get();
  return isOwn(S->M) ? S : nullptr;
}

std::vector<const SolvedClass *> Solutions::classes() const {
  std::vector<const SolvedClass *> Out;
  for (const ir::Module *M : Own)
    for (const ir::Class &C : M->Classes)
      if (const SolvedClass *Of = ByClass.find(C))
        Out.push_back(Of);
  return Out;
}

Solutions::Waiting Solutions::solveAside(SolvedFunction &S) {
  const unsigned Depth = Stack.size();
  Stack.push_back({S.F, Depth});
  FunctionSolver(*this, S, /*KeepsEvents=*/false).run();
  const Frame Mine = Stack.back();
  Stack.pop_back();
  return {Mine.Low < Depth ? Mine.Low : ~0U, Mine.Unready};
}

bool Solutions::isTooEarly(const ir::Function &F) const {
  const auto It = Known.find(&F);
  return It != Known.end() && (It->second.Status != Solution::Done || It->second.Unready != ~0U);
}

const SolvedFunction *Solutions::solvedWith(const Entry &E, const GivenFunctions &Given) {
  constexpr unsigned MaxInstructions = 1500, MaxWork = 60000, MaxDepth = 24;
  const bool IsSettled = (Base && Base->settled(*E.F)) || settled(*E.F);
  if (!IsSettled || Stack.size() > MaxDepth || E.F->Insts.size() > MaxInstructions || SpecialWork > MaxWork)
    return nullptr;
  const SpecialKey Key{E.F, Given.key()};
  auto [It, New] = Specialised.try_emplace(Key);
  if (!New)
    return It->second.get(); // null while it is being solved
  SpecialWork += E.F->Insts.size();
  auto Attempt = std::make_unique<SolvedFunction>();
  Attempt->Owner = this;
  Attempt->M = E.M;
  Attempt->F = E.F;
  Attempt->Given = Given;
  const unsigned Depth = Stack.size();
  const Waiting For = solveAside(*Attempt);
  if (!Stack.empty()) {
    Stack.back().Low = std::min(Stack.back().Low, For.Low);
    if (For.Unready < Depth)
      Stack.back().Unready = std::min(Stack.back().Unready, For.Unready);
  }
  // What hangs on functions that are being solved is found out again.
  if (For.Low < Depth || For.Unready < Depth) {
    Specialised.erase(Key);
    return nullptr;
  }
  return (Specialised[Key] = std::move(Attempt)).get();
}

const Summary *Solutions::solvedAlone(const Entry &E) {
  constexpr size_t MaxInstructions = 2000;
  if (E.F->Insts.size() > MaxInstructions)
    return nullptr;
  auto [It, New] = Alone.try_emplace(E.F);
  if (New) {
    auto S = std::make_unique<SolvedFunction>();
    S->Owner = this;
    S->M = E.M;
    S->F = E.F;
    S->OnlyMembers = true;
    FunctionSolver(*this, *S, /*KeepsEvents=*/false).run();
    It = Alone.find(E.F);
    It->second = std::move(S);
  }
  return It->second ? It->second->Sum.get() : nullptr;
}

} // namespace devtidy::dataflow
