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
#include "dataflow/Resolve.h"
#include "llvm/ADT/StringSwitch.h"

namespace devtidy::checks {

using dataflow::Value;
using knowledge::Action;

namespace {

/// Where a kind of copy wants its operands.
struct Direction {
  llvm::StringRef Name; ///< "cudaMemcpyHostToDevice"
  MemorySide Dst = MemorySide::Unknown, Src = MemorySide::Unknown;
};

constexpr llvm::StringLiteral Kinds[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                         "cudaMemcpyDeviceToDevice"};

} // namespace

static Direction directionOf(llvm::StringRef Kind) {
  Direction D{Kind};
  D.Src = Kind.starts_with("cudaMemcpyHost") ? MemorySide::Host : MemorySide::Device;
  D.Dst = Kind.ends_with("ToHost") ? MemorySide::Host : MemorySide::Device;
  return D;
}

/// The direction of an enumerator: cudaMemcpyKind::cudaMemcpyHostToDevice.
static std::optional<Direction> named(llvm::StringRef Enumerator) {
  llvm::StringRef Name = Enumerator.substr(Enumerator.find_last_of(':') + 1);
  for (llvm::StringRef Known : Kinds)
    if (Name == Known)
      return directionOf(Name);
  return std::nullopt;
}

/// What the structure that describes the copy holds; null if that is not known.
static const Value *memberOf(const Event &E, llvm::StringRef Role) {
  const auto *Held = llvm::find_if(E.Members, [&](const auto &M) { return M.first == Role; });
  return Held == E.Members.end() ? nullptr : &Held->second;
}

/// What the call promises; nothing if that is not in the source, or is cudaMemcpyDefault.
static std::optional<Direction> promise(const SolvedFunction &S, const Event &E, const ir::Arg *Kind) {
  if (!Kind && E.Name.starts_with("cudaMemcpyToSymbol"))
    return directionOf("cudaMemcpyHostToDevice"); // the default
  if (!Kind && E.Name.starts_with("cudaMemcpyFromSymbol"))
    return directionOf("cudaMemcpyDeviceToHost");
  if (const ir::Arg *Described = dataflow::argumentFor(*E.Known, *E.I, "parameters")) {
    const ir::Inst *Stored = nullptr;
    for (const ir::Inst &I : S.F->Insts)
      if (I.Kind == ir::InstKind::SetField && I.Name == "kind" && I.Args[0].Value == Described->Value &&
          I.Parent == E.I->Parent && &I < E.I)
        Stored = &I;
    const ir::Inst *D = Stored ? S.F->definition(Stored->Args[1].Value) : nullptr;
    return D && D->Kind == ir::InstKind::GetGlobal ? named(D->Name) : std::nullopt;
  }
  if (!Kind) // cudaMemcpyPeer, cudaMemset
    return Direction{"", MemorySide::Device, MemorySide::Device};
  for (const dataflow::Operand &O : E.Operands)
    if (O.A == Kind && O.V.isInt())
      return O.V.Const.Int >= 0 && O.V.Const.Int < 4 ? std::optional(directionOf(Kinds[O.V.Const.Int])) : std::nullopt;
  const ir::Inst *D = S.F->definition(Kind->Value);
  if (!D || D->Kind != ir::InstKind::GetGlobal)
    return std::nullopt;
  return named(D->Name);
}

/// The kind that fits; the one that looks at the pointers if one of them is unknown.
static llvm::StringRef fittingKind(MemorySide Dst, MemorySide Src) {
  if (Dst == MemorySide::Unknown || Src == MemorySide::Unknown)
    return "cudaMemcpyDefault";
  return Kinds[(Src == MemorySide::Device ? 2 : 0) + (Dst == MemorySide::Device ? 1 : 0)];
}

static void run(const SolvedFunction &S, Sink &Out) {
  const uint8_t Worlds = (report::WorldGpu | report::WorldMulti) & Out.worlds();
  if (!Worlds)
    return;
  for (const Event &E : S.Events) {
    if (!E.Known || (E.Known->Kind != Action::CudaMemcpy && E.Known->Kind != Action::CudaMemset))
      continue;
    const ir::Arg *Kind = dataflow::argumentFor(*E.Known, *E.I, "kind");
    std::optional<Direction> Promised = promise(S, E, Kind);
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
      Wrong.push_back((Role == "dst" ? "destination " : "source ") + Name + " is on " + Out.device(S, *Facts.Term));
      Out.explain(D, S, *Facts.Term, Name);
    };
    Look("dst", Promised->Dst, Dst);
    Look("src", Promised->Src, Src);
    if (dataflow::argumentFor(*E.Known, *E.I, "symbol")) // a variable of a device takes the place of one of them
      (dataflow::argumentFor(*E.Known, *E.I, "dst") ? Src : Dst).Side = MemorySide::Device;
    if (Wrong.empty())
      continue;
    D.worlds(Worlds);
    std::string Op = report::wording::quoted(E.Name);
    D.slot("promise", !Promised->Name.empty() ? Op + " is given " + report::wording::quoted(Promised->Name)
                      : E.Known->Kind == Action::CudaMemset ? Op + " fills memory of a device"
                                                            : Op + " copies from device to device");
    D.slot("operands", report::wording::list(Wrong));
    if (Kind && Kind->Range.isValid()) {
      llvm::StringRef Fitting = fittingKind(Dst.Side, Src.Side);
      report::Place P = Out.place(Kind->Range);
      D.fix(("copy with '" + Fitting + "'").str(), {P.Path, P.Begin, P.End, Fitting.str()}, /*Sure=*/false);
    }
    Out.add(std::move(D));
  }
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
