//===- WrongCopyDirection.cpp - device-wrong-copy-direction ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a copy of the CUDA runtime whose kind says another direction than where its operands are: the kind is a
// promise, and a copy that breaks it is an error or undefined (CUDA Runtime API, cudaMemcpy). cudaMemcpyDefault looks
// at the pointers instead. cudaMemset wants a device's memory. Pinned, managed and unknown memory fits everywhere.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Pointers.h"
#include "dataflow/engine/Resolve.h"
#include "knowledge/Copies.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Value;
using knowledge::Action;
using knowledge::CopyKind;

static MemorySide sideFor(bool OnDevice) { return OnDevice ? MemorySide::Device : MemorySide::Host; }

/// What the structure that describes the copy holds; null if that is not known.
static const Value *memberOf(const Event &E, llvm::StringRef Role) {
  const auto *Held = llvm::find_if(E.Members, [&](const auto &M) { return M.first == Role; });
  return Held == E.Members.end() ? nullptr : &Held->second;
}

/// The kind that the structure which describes a copy is given last before it; nothing if that is not in the source.
static std::optional<CopyKind> describedKind(const SolvedFunction &S, const Event &E, const ir::Arg &Described) {
  const ir::Inst *Stored = nullptr;
  for (const ir::Inst &I : S.F->Insts)
    if (I.Kind == ir::InstKind::SetField && I.Name == "kind" && I.Args[0].Value == Described.Value &&
        I.Parent == E.I->Parent && &I < E.I)
      Stored = &I;
  const ir::Inst *D = Stored ? S.F->definition(Stored->Args[1].Value) : nullptr;
  return D && D->Kind == ir::InstKind::GetGlobal ? knowledge::findCopyKind(std::string_view(D->Name)) : std::nullopt;
}

/// What the call promises; nothing if that is not in the source, or is cudaMemcpyDefault.
static std::optional<CopyKind> promise(const SolvedFunction &S, const Event &E, const ir::Arg *Kind) {
  if (const ir::Arg *Described = dataflow::argumentFor(*E.Known, *E.I, "parameters"))
    return describedKind(S, E, *Described);
  if (!Kind)
    return knowledge::defaultCopyKind(std::string_view(E.Name));
  for (const dataflow::Operand &O : E.Operands)
    if (O.A == Kind && O.V.isInt())
      return knowledge::findCopyKind(O.V.Const.Int);
  const ir::Inst *D = S.F->definition(Kind->Value);
  return D && D->Kind == ir::InstKind::GetGlobal ? knowledge::findCopyKind(std::string_view(D->Name)) : std::nullopt;
}

/// The kind that fits; the one that looks at the pointers if one of them is unknown.
static llvm::StringRef fittingKind(MemorySide Dst, MemorySide Src) {
  if (Dst == MemorySide::Unknown || Src == MemorySide::Unknown)
    return "cudaMemcpyDefault";
  return knowledge::fittingCopyKind(Dst == MemorySide::Device, Src == MemorySide::Device).Name;
}

/// "'cudaMemcpy' is given 'cudaMemcpyHostToDevice'": what Op, a call of Known, says of its operands.
static std::string promiseText(llvm::StringRef Op, const knowledge::Callable &Known, const CopyKind &Promised) {
  const std::string Quoted = report::wording::quoted(Op);
  if (!Promised.Name.empty())
    return Quoted + " is given " + report::wording::quoted(llvm::StringRef(Promised.Name));
  return Quoted + (Known.Kind == Action::CudaMemset ? " fills memory of a device" : " copies from device to device");
}

static std::string operandText(const SolvedFunction &S, const Sink &Out, llvm::StringRef Role, llvm::StringRef Name,
                               const dataflow::GuardedTerm &At) {
  return ((Role == "dst" ? "destination " : "source ") + Name + " is on " + Out.device(S, At)).str();
}

/// What is copied in functions that are called here, of memory that this one gives.
static void reportCallees(const SolvedFunction &S, Sink &Out, uint8_t Worlds) {
  llvm::SmallVector<const ir::Inst *, 4> Done;
  for (const dataflow::PlacedDemand &P : S.Demands) {
    if (!P.Lifted || P.D.Of != dataflow::Meeting::CopiedMemory || llvm::is_contained(Done, P.At))
      continue;
    const PointerFacts Facts = sideOf(S, P);
    const auto *Known = knowledge::findFunction(std::string_view(P.D.I->Name));
    if (!Facts || !Known || Facts.Side == sideFor(!P.D.Sides[1].P.isOnHost()))
      continue;
    Done.push_back(P.At);
    const ir::Arg *Dst = dataflow::argumentFor(*Known, *P.D.I, "dst");
    const bool IsDst = Dst && unsigned(Dst - P.D.I->Args.begin()) == P.D.Sides[0].Position;
    const std::string Name = textOf(Out, P);
    CopyKind Promised = knowledge::defaultCopyKind("");
    Promised.Name = {P.D.Sides[1].Name.data(), P.D.Sides[1].Name.size()};
    Draft D = Out.draft(S, *P.At);
    D.F.Where = placeOf(Out, P);
    D.worlds(Worlds);
    D.slot("promise", promiseText(P.D.Name, *Known, Promised));
    D.slot("operands", operandText(S, Out, IsDst ? "dst" : "src", Name, *Facts.Term));
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
    if (!E.Known || (E.Known->Kind != Action::CudaMemcpy && E.Known->Kind != Action::CudaMemset))
      continue;
    const ir::Arg *Kind = dataflow::argumentFor(*E.Known, *E.I, "kind");
    std::optional<CopyKind> Promised = promise(S, E, Kind);
    if (!Promised)
      continue;
    std::vector<std::string> Wrong;
    PointerFacts Dst, Src;
    Draft D = Out.draft(S, *E.I);
    auto Look = [&](llvm::StringRef Role, MemorySide Wanted, PointerFacts &Facts) {
      const ir::Arg *A = dataflow::argumentFor(*E.Known, *E.I, Role);
      for (const dataflow::Operand &O : E.Operands)
        if (A && O.A == A)
          Facts = sideOf(S, O.V, E.Path);
      if (const Value *Held = memberOf(E, Role))
        Facts = sideOf(S, *Held, E.Path);
      if (!Facts || Facts.Side == Wanted)
        return;
      std::string Name = A ? Out.text(S.F, *A) : report::wording::quoted((Role + "Ptr").str());
      Wrong.push_back(operandText(S, Out, Role, Name, *Facts.Term));
      Out.explain(D, S, *Facts.Term, Name);
    };
    Look("dst", sideFor(Promised->ToDevice), Dst);
    Look("src", sideFor(Promised->FromDevice), Src);
    if (dataflow::argumentFor(*E.Known, *E.I, "symbol")) // a variable of a device takes the place of one of them
      (dataflow::argumentFor(*E.Known, *E.I, "dst") ? Src : Dst).Side = MemorySide::Device;
    if (Wrong.empty())
      continue;
    D.worlds(Worlds);
    D.slot("promise", promiseText(E.Name, *E.Known, *Promised));
    D.slot("operands", report::wording::list(Wrong));
    if (Kind && Kind->Range.isValid()) {
      llvm::StringRef Fitting = fittingKind(Dst.Side, Src.Side);
      report::Place P = Out.place(Kind->Range);
      D.fix(("copy with '" + Fitting + "'").str(), {P.Path, P.Begin, P.End, Fitting.str()}, /*Sure=*/false);
    }
    Out.add(std::move(D));
  }
  reportCallees(S, Out, Worlds);
}

static const Check WrongCopyDirection = {
    .Name = "device-wrong-copy-direction",
    .Headline = "{promise}, but {operands}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(WrongCopyDirection)

} // namespace devtidy::checks
