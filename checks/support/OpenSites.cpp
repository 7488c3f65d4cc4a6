//===- OpenSites.cpp -----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/OpenSites.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Demand;
using dataflow::Event;
using dataflow::Meeting;
using dataflow::Outcome;
using dataflow::PlacedDemand;
using dataflow::SolvedFunction;
using dataflow::World;

namespace {

/// The check that reports the demand if it fails; "" for what happens where no run looks.
llvm::StringRef checkOf(const Demand &D) {
  switch (D.Of) {
  case Meeting::Operands:
    return D.Rule == knowledge::DeviceRule::Index ? "device-index-mismatch" : "device-mixed-operands";
  case Meeting::Generator:
    return "device-generator-mismatch";
  case Meeting::HostArgument:
    return "device-cpu-only-argument";
  case Meeting::HostAccess: // an event, too
  case Meeting::OptimizerState:
  case Meeting::Export:
  case Meeting::Replicas:
  case Meeting::Autocast:
  case Meeting::KernelMemory:
  case Meeting::HostMemory:
  case Meeting::BlobMemory:
  case Meeting::CopiedMemory:
  case Meeting::Stream:
  case Meeting::Accelerator:
    return "";
  }
  return "";
}

bool isOpen(const PlacedDemand &P, uint8_t Worlds) {
  const Demand &D = P.D;
  if (D.Sides.size() < 2 && llvm::none_of(D.Sides, [](const dataflow::Side &X) { return X.IsList; }))
    return false;
  if (D.Rule == knowledge::DeviceRule::Elementwise)
    return true; // the analysis does not compare element by element
  return llvm::any_of(dataflow::AllWorlds, [&](World W) {
    const Outcome O = P.In[W].Result;
    return (Worlds & (1U << static_cast<unsigned>(W))) && (O == Outcome::Undecided || O == Outcome::MayFail);
  });
}

/// True if the memory is the host's, or is not, on every path.
bool isDecided(const dataflow::Placement &P) { return !P.isUnknown() && P.single() && !P.single()->T.isSymbol(); }

/// True if the pointer that E gives is handed to other functions and nothing else: it may be for a kernel, so a run
/// does not look either. memcpy and its like read at once.
bool isHandedOn(const SolvedFunction &S, const Event &E) {
  if (!llvm::StringRef(E.Name).ends_with("data_ptr"))
    return false;
  const ir::ValueId Pointer = E.I->Result;
  bool IsHanded = false;
  for (const ir::Inst &I : S.F->Insts) {
    for (const ir::Successor &Next : I.Targets)
      if (llvm::is_contained(Next.Args, Pointer))
        return false;
    if (llvm::none_of(I.Args, [&](const ir::Arg &A) { return A.Value == Pointer; }))
      continue;
    const bool IsCall = I.Kind == ir::InstKind::Call || I.Kind == ir::InstKind::Invoke;
    if (!IsCall || I.Name.ends_with("memcpy") || I.Name.ends_with("memmove") || I.Name.ends_with("memset"))
      return false;
    IsHanded = true;
  }
  return IsHanded;
}

} // namespace

void addOpenSites(const SolvedFunction &S, uint8_t Worlds, std::vector<OpenSite> &Out) {
  auto Add = [&](const ir::Inst &I, llvm::StringRef Check, llvm::StringRef Operation) {
    if (!I.Range.isValid() || !I.Range.File->Checked)
      return;
    report::Place Where{I.Range.File->Path.str(), I.Range.Begin, I.Range.End, I.Range.Point};
    Out.push_back({std::move(Where), Check.str(), Operation.str(), S.F->Name.str()});
  };
  for (const PlacedDemand &P : S.Demands)
    if (llvm::StringRef Check = checkOf(P.D); !P.Lifted && !Check.empty() && isOpen(P, Worlds))
      Add(*P.At, Check, P.D.Name);
  for (const Event &E : S.Events)
    if (E.Kind == ir::InstKind::HostAccess && E.Known && !isDecided(E.Before) && !isHandedOn(S, E))
      Add(*E.I, "device-host-access", E.Name);
}

} // namespace devtidy::checks
