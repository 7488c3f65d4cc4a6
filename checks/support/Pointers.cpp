//===- Pointers.cpp - On which side the memory behind a pointer is ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Pointers.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::GuardedTerm;
using dataflow::Value;

/// True if the program pins the memory that Origin allocated, here or there: cudaHostRegister.
static bool isRegistered(const SolvedFunction &S, const Step *Origin) {
  return llvm::any_of(S.Events, [&](const Event &E) {
    return E.Known && E.Known->Kind == knowledge::Action::PinHost && !E.Operands.empty() &&
           llvm::any_of(E.Operands[0].V.P.terms(), [&](const GuardedTerm &T) { return T.Origin == Origin; });
  });
}

/// True if Origin made a tensor whose memory kernels cannot read: nobody asked for pinned memory, or may have.
static bool isPageable(const Step &Origin) {
  const bool Creates = Origin.Kind == dataflow::StepKind::Created || Origin.Kind == dataflow::StepKind::Defaulted;
  if (!Creates || !Origin.I || !Origin.F || Origin.I->Kind != ir::InstKind::Call ||
      Origin.I->Name.ends_with("from_blob"))
    return false;
  const bool MayPin = llvm::any_of(Origin.I->Args, [](const ir::Arg &A) {
    return A.Keyword == "pin_memory" || A.Keyword == "options" || A.Keyword.starts_with("*");
  });
  return !MayPin && llvm::none_of(Origin.F->Insts, [](const ir::Inst &I) { return I.Name == "pin_memory"; });
}

/// The side of plain memory that is at P.
static PointerFacts sideOfPlain(const SolvedFunction &S, const dataflow::Placement &P, const dataflow::Cube &Path) {
  PointerFacts F;
  for (const GuardedTerm &T : P.terms()) {
    std::optional<dataflow::Cube> Guard = T.Guard.meet(Path);
    const bool Feasible =
        Guard && llvm::any_of(dataflow::AllWorlds, [&](dataflow::World W) { return Guard->holdsIn(W); });
    if (!Feasible)
      continue;
    if (T.T.isSymbol() || T.Imprecise || !T.Origin)
      return {};
    const knowledge::Device D = T.T.device();
    const bool Host = D.Type == knowledge::DeviceType::Cpu &&
                      (T.Origin->Kind == dataflow::StepKind::Allocated ||
                       T.Origin->Kind == dataflow::StepKind::Captured || isPageable(*T.Origin)) &&
                      !isRegistered(S, T.Origin);
    const MemorySide Side = Host                                    ? MemorySide::Host
                            : D.Type == knowledge::DeviceType::Cuda ? MemorySide::Device
                                                                    : MemorySide::Unknown;
    if (Side == MemorySide::Unknown || (F && F.Side != Side))
      return {};
    F = {Side, F.Term ? F.Term : &T};
  }
  return F;
}

PointerFacts sideOf(const SolvedFunction &S, const Value &V, const dataflow::Cube &Path) {
  const bool IsKnown = V.is(Value::Kind::Pointer) && V.Mem == Value::Memory::Plain && !V.P.isUnknown();
  return IsKnown ? sideOfPlain(S, V.P, Path) : PointerFacts();
}

PointerFacts sideOf(const SolvedFunction &S, const dataflow::PlacedDemand &P) {
  return sideOfPlain(S, P.D.Sides[0].P, P.D.Path);
}

report::Place placeOf(const Sink &Out, const dataflow::PlacedDemand &P) {
  const dataflow::Side &X = P.D.Sides[0];
  return Out.place(P.Lifted ? (X.Given.isValid() ? X.Given : P.At->Range) : X.Range);
}

std::string textOf(const Sink &Out, const dataflow::PlacedDemand &P) {
  const dataflow::Side &X = P.D.Sides[0];
  if (!X.Name.empty())
    return X.Name.str();
  const llvm::StringRef Given = P.Lifted ? Out.source(X.Given) : llvm::StringRef();
  if (!Given.empty())
    return report::wording::quoted(Given, "the operand");
  ir::Arg A = X.Position < P.D.I->Args.size() ? P.D.I->Args[X.Position] : ir::Arg();
  A.Range = X.Range;
  return Out.text(P.D.F, A);
}

std::string kernelOf(const ir::Inst &Launch) {
  // Names of kernels are long, and all there is to tell one from another; arguments of templates have scopes, too.
  llvm::StringRef Name = Launch.Name;
  Name = Name.substr(Name.substr(0, Name.find('<')).find_last_of(':') + 1);
  return report::wording::quoted(Name == "?" ? "" : Name, "a kernel");
}

std::string kernelOf(const dataflow::PlacedDemand &P) { return kernelOf(*P.D.I); }

} // namespace devtidy::checks
