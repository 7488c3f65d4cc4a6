//===- UnsynchronizedRead.cpp - device-unsynchronized-read --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags host code that reads a tensor on the CPU into which a non-blocking copy from an accelerator may still be
// running. `to` pins the memory that it makes for such a copy (aten/src/ATen/native/TensorConversions.cpp, _to_copy),
// so the copy does not wait; copy_ and cudaMemcpyAsync do not wait either if their target is pinned. Silent if anything
// between the two waits or could wait: a synchronisation, item() of a tensor on an accelerator, a call whose body is
// not known to be harmless.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "checks/support/HostMemory.h"
#include "checks/support/Pointers.h"
#include "dataflow/engine/Resolve.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace devtidy::checks {

using ir::InstKind;

namespace {

/// A copy that returns before the values are there, and the tensor that they go to.
struct PendingCopy {
  const Event *Copy;
  ir::ValueId Target;
  const Step *Memory;                ///< of a target that is no tensor: what allocated it
  const dataflow::GuardedTerm *From; ///< the accelerator
};

/// What allocated the memory behind a pointer; null if that is not one call.
const Step *originOf(const dataflow::Value &V) {
  const dataflow::GuardedTerm *Only = V.is(dataflow::Value::Kind::Pointer) ? V.P.single() : nullptr;
  return Only ? Only->Origin : nullptr;
}

/// Follows control from a copy to a read of its target that nothing on the way waits for.
class ReadSearch {
public:
  ReadSearch(const SolvedFunction &S, const PendingCopy &P) : S(S), Memory(P.Memory), Seen(S.F->Blocks.size()) {
    Same.push_back(P.Target);
  }

  /// The first such read; null if there is none.
  const Event *from(const ir::Inst &Copy);

private:
  bool isTarget(ir::ValueId V) const { return llvm::is_contained(Same, V); }
  bool isTarget(const dataflow::Operand &O) const {
    return (O.A && isTarget(O.A->Value)) || (Memory && originOf(O.V) == Memory);
  }
  bool waits(const Event &E) const;
  /// True if B begins a loop without the copy in which something waits: `for (auto s : streams) synchronize(s);`, of
  /// which nobody writes that it may have no round.
  bool loopWaits(ir::BlockId B, ir::BlockId OfCopy) const;
  bool reads(const Event &E) const;
  /// True if the search ends in this block; Found is set if by a read.
  bool scan(ir::BlockId B, const ir::Inst *After);

  const SolvedFunction &S;
  const Step *Memory;
  llvm::SmallVector<ir::ValueId, 4> Same; ///< the target and views of it
  std::vector<bool> Seen;
  const Event *Found = nullptr;
};

} // namespace

static bool isOnAccelerator(const SolvedFunction &S, const dataflow::Operand &O, const Event &E) {
  return O.V.isTensor() && onAccelerator(S, O.V.P, E.Path).On;
}

/// True if a call of the function may wait for an accelerator: something in it does, or is not known. What tests the
/// result of a copy and ends the program does not.
static bool mayWait(const Program &P, const dataflow::Program::Entry &Of, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 3;
  if (Depth > MaxDepth || !Of.F->hasBody())
    return true;
  return llvm::any_of(Of.F->Insts, [&](const ir::Inst &I) {
    if (I.Kind == InstKind::Apply || I.Kind == InstKind::Yield || I.Kind == InstKind::Await)
      return true;
    if (I.Kind == InstKind::Invoke)
      return !knowledge::isOfStandardLibrary(std::string_view(Of.F->value(I.Args[0].Value).StaticType.Name));
    const std::string_view Name(I.Name);
    if (I.Kind != InstKind::Call || knowledge::isOfStandardLibrary(Name))
      return false;
    if (const auto Callee = P.Types.findFunction(I.Name))
      return mayWait(P, *Callee, Depth + 1);
    const knowledge::Callable *Known = knowledge::findFunction(Name);
    return Known ? knowledge::waitsForAccelerator(*Known) : true;
  });
}

bool ReadSearch::waits(const Event &E) const {
  if (E.Known && knowledge::waitsForAccelerator(*E.Known))
    return true;
  auto OnAccelerator = [&](const dataflow::Operand &O) { return isOnAccelerator(S, O, E); };
  switch (E.Kind) {
  case InstKind::HostValue:
    return llvm::any_of(E.Operands, OnAccelerator);
  case InstKind::Move:
  case InstKind::Copy:
    return !isNonBlocking(E);
  case InstKind::Aten:
    // Sizes that depend on values (nonzero, unique, masks) are read back.
    return llvm::any_of(E.Operands, OnAccelerator) && E.Result.is(dataflow::Value::Kind::Unknown);
  case InstKind::Branch:
    return llvm::any_of(E.Operands, OnAccelerator);
  case InstKind::Call: {
    const auto Callee = E.Known ? std::nullopt : S.Owner->Types.findFunction(E.I->Name);
    return Callee ? mayWait(*S.Owner, *Callee)
                  : !E.Known && !knowledge::isOfStandardLibrary(std::string_view(E.I->Name));
  }
  case InstKind::Invoke:
  case InstKind::Apply:
    return !E.Known;
  case InstKind::Forward:
  case InstKind::Construct:
    return true;
  default:
    return false;
  }
}

bool ReadSearch::reads(const Event &E) const {
  if (llvm::none_of(E.Operands, [&](const dataflow::Operand &O) { return isTarget(O); }))
    return false;
  switch (E.Kind) {
  case InstKind::GetItem:
  case InstKind::GetField:
    return Memory && isTarget(E.Operands[0]);
  case InstKind::Call:
    return Memory && E.Known && E.Name == "memcpy" && E.Operands.size() > 1 && isTarget(E.Operands[1]);
  case InstKind::HostValue:
  case InstKind::HostAccess:
  case InstKind::Branch:
    return true;
  case InstKind::Aten: {
    std::span<const knowledge::OperatorOverload> Overloads = knowledge::findOperator(std::string_view(E.Name));
    return llvm::any_of(Overloads, [](const knowledge::OperatorOverload &O) {
      return O.Rule == knowledge::DeviceRule::Iterator || O.Rule == knowledge::DeviceRule::IteratorStrict ||
             O.Rule == knowledge::DeviceRule::IteratorScalars;
    });
  }
  default:
    return false;
  }
}

bool ReadSearch::scan(ir::BlockId B, const ir::Inst *After) {
  bool Active = !After;
  for (ir::InstId Id : S.F->block(B).Insts) {
    const ir::Inst &I = S.F->inst(Id);
    if (!Active) {
      Active = &I == After;
      continue;
    }
    const Event *E = S.eventAt(Id);
    if (!E) {
      // A new iteration or an assignment makes the variable another value; values themselves never change.
      if ((I.Kind == InstKind::GetItem || I.Kind == InstKind::GetField) && isTarget(I.Args[0].Value))
        Same.push_back(I.Result);
      continue;
    }
    if (reads(*E)) {
      Found = E;
      return true;
    }
    if (waits(*E))
      return true;
    if (!E->Operands.empty() && E->Operands[0].A && isTarget(E->Operands[0].A->Value) && I.Result &&
        (E->Kind == InstKind::View || I.Kind == InstKind::GetItem))
      Same.push_back(I.Result);
  }
  return false;
}

bool ReadSearch::loopWaits(ir::BlockId B, ir::BlockId OfCopy) const {
  // What can be reached from B, and, of that, what leads back to it.
  llvm::SmallVector<ir::BlockId, 8> Work{B};
  std::map<ir::BlockId, llvm::SmallVector<ir::BlockId, 2>> Before{{B, {}}};
  while (!Work.empty()) {
    ir::BlockId From = Work.pop_back_val();
    for (const ir::Successor &Succ : S.F->terminator(From).Targets) {
      auto [Known, New] = Before.try_emplace(Succ.Block);
      Known->second.push_back(From);
      if (New)
        Work.push_back(Succ.Block);
    }
  }
  std::set<ir::BlockId> Loop;
  for (Work.append(Before[B]); !Work.empty();) {
    ir::BlockId In = Work.pop_back_val();
    if (Loop.insert(In).second && In != B)
      Work.append(Before[In]);
  }
  return !Loop.empty() && !Loop.contains(OfCopy) && llvm::any_of(Loop, [&](ir::BlockId In) {
    return llvm::any_of(S.F->block(In).Insts, [&](ir::InstId I) {
      const Event *E = S.eventAt(I);
      return E && waits(*E);
    });
  });
}

const Event *ReadSearch::from(const ir::Inst &Copy) {
  llvm::SmallVector<ir::BlockId, 8> Work;
  auto Continue = [&](ir::BlockId B) {
    for (const ir::Successor &Succ : S.F->terminator(B).Targets)
      if (!Seen[Succ.Block.index()]) {
        Seen[Succ.Block.index()] = true;
        Work.push_back(Succ.Block);
      }
  };
  if (!scan(Copy.Parent, &Copy))
    Continue(Copy.Parent);
  while (!Found && !Work.empty()) {
    ir::BlockId B = Work.pop_back_val();
    // The copy again: a new target.
    if (B == Copy.Parent || loopWaits(B, Copy.Parent))
      continue;
    if (!scan(B, nullptr))
      Continue(B);
  }
  return Found;
}

/// A copy of the CUDA runtime into pinned memory. One into pageable memory waits (CUDA Runtime API, "API
/// synchronization behavior").
static std::optional<PendingCopy> pendingBytes(const SolvedFunction &S, const Event &E) {
  if (!E.Known || E.Known->Kind != knowledge::Action::CudaMemcpy || !E.Name.ends_with("Async"))
    return std::nullopt;
  const ir::Arg *Dst = dataflow::argumentFor(*E.Known, *E.I, "dst"),
                *Src = dataflow::argumentFor(*E.Known, *E.I, "src");
  std::optional<PendingCopy> P;
  for (const dataflow::Operand &O : E.Operands)
    if (O.A && O.A == Dst && O.V.Mem == dataflow::Value::Memory::Pinned && originOf(O.V))
      P = PendingCopy{&E, O.A->Value, originOf(O.V), nullptr};
  for (const dataflow::Operand &O : E.Operands)
    if (PointerFacts From = O.A && O.A == Src ? sideOf(S, O.V, E.Path) : PointerFacts();
        P && From.Side == MemorySide::Device)
      P->From = From.Term;
  return P && P->From ? P : std::nullopt;
}

static std::optional<PendingCopy> pendingCopy(const SolvedFunction &S, const Event &E) {
  if (std::optional<PendingCopy> P = pendingBytes(S, E))
    return P;
  if (E.Operands.empty() || !isNonBlocking(E))
    return std::nullopt;
  if (E.Kind == InstKind::Move && !E.OnModule && E.HasTarget && isSurelyOnCpu(S, E.Target, E.Path) &&
      E.Operands[0].V.isTensor()) {
    if (const dataflow::GuardedTerm *On = onAccelerator(S, E.Before, E.Path).On)
      return PendingCopy{&E, E.I->Result, nullptr, On};
    // Who asks for a copy to the CPU that does not wait expects the tensor elsewhere; who waits under a condition knows
    // when it is.
    const bool Waits = llvm::any_of(
        S.Events, [](const Event &Other) { return Other.Known && knowledge::waitsForAccelerator(*Other.Known); });
    if (const dataflow::GuardedTerm *From = E.Before.single();
        From && From->T.isSymbol() && !Waits && !isSurelyOnCpu(S, E.Before, E.Path))
      return PendingCopy{&E, E.I->Result, nullptr, From};
  }
  if (E.Kind == InstKind::Copy && E.Operands.size() > 1 && E.Operands[0].A && E.Operands[1].V.isTensor() &&
      hostMemoryOf(S, E.Operands[0].A->Value).Kind == HostMemory::Pinned)
    if (const dataflow::GuardedTerm *On = onAccelerator(S, E.Operands[1].V.P, E.Path).On)
      return PendingCopy{&E, E.Operands[0].A->Value, nullptr, On};
  return std::nullopt;
}

static void run(const SolvedFunction &S, Sink &Out) {
  for (const Event &E : S.Events) {
    std::optional<PendingCopy> P = pendingCopy(S, E);
    if (!P)
      continue;
    const Event *Read = ReadSearch(S, *P).from(*E.I);
    if (!Read)
      continue;
    const dataflow::Operand *Value = llvm::find_if(Read->Operands, [&](const dataflow::Operand &O) {
      if (P->Memory)
        return O.A && originOf(O.V) == P->Memory;
      return O.A && O.V.isTensor() && isSurelyOnCpu(S, O.V.P, E.Path);
    });
    if (Value == Read->Operands.end())
      continue;
    std::string Name = Out.text(S.F, *Value->A);
    Draft D = Out.draft(S, *Read->I);
    D.worlds((report::WorldGpu | report::WorldMulti) & Out.worlds());
    D.slot("value", Name).slot("device", Out.device(S, *P->From));
    D.note(Out.place(E.I->Range), report::wording::copiedWithoutWaiting(Name, "cpu"));
    Out.add(std::move(D));
  }
}

static const Check UnsynchronizedRead = {
    .Name = "device-unsynchronized-read",
    .Headline = "{value} is read before the copy into it from {device} has finished",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(UnsynchronizedRead)

} // namespace devtidy::checks
