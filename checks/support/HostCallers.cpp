//===- HostCallers.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/HostCallers.h"
#include "checks/support/Accelerator.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Path;

void doubtIfOnHost(Draft &D, const SolvedFunction &S, dataflow::PathId Of) {
  constexpr unsigned MaxMet = 8;
  llvm::SmallVector<dataflow::PathId, MaxMet> Work{Of};
  for (unsigned N = 0; N < Work.size() && N < MaxMet; ++N) {
    const Path &P = S.Owner->Paths[Work[N]];
    if (P.Kind == Path::Root::Param && P.Owner == S.F)
      D.doubtIf({dataflow::Excuse::Kind::OnHost, S.F, P.Index});
    if (P.Kind == Path::Root::Meeting)
      Work.append({P.Parent, P.Other});
  }
}

bool isOfLoading(const SolvedFunction &S) {
  const llvm::StringRef Name = ir::lastName(S.F->Name), Class = ir::lastName(S.F->Class);
  const knowledge::ClassInfo *Base = S.F->Class.empty() ? nullptr : S.Owner->Types.libraryClass(S.F->Class);
  const bool IsOfLoader = Class.ends_with("Dataset") || Class.ends_with("DataLoader") ||
                          (Base && llvm::StringRef(Base->Name).ends_with("Dataset"));
  const auto IsGiven = [&](ir::ValueId V) {
    const ir::Inst *Next = S.F->definition(V);
    const ir::Inst *Over = Next && Next->Kind == ir::InstKind::Next ? S.F->definition(Next->Args[0].Value) : nullptr;
    return Over && Over->Kind == ir::InstKind::Iterate &&
           llvm::is_contained(S.F->Blocks[0].Params, Over->Args[0].Value);
  };
  const auto HandsOn = [&](const ir::Inst &I) {
    return I.Kind == ir::InstKind::Yield && !I.Args.empty() && IsGiven(I.Args[0].Value);
  };
  return knowledge::isCollator(std::string_view(Name)) || IsOfLoader || llvm::any_of(S.F->Insts, HandsOn);
}

/// True if P is where Symbol is, and nowhere else.
static bool isAt(const Placement &P, dataflow::PathId Symbol) {
  const dataflow::GuardedTerm *Only = P.isUnknown() ? nullptr : P.single();
  return Only && Only->T.isSymbol() && Only->T.path() == Symbol;
}

bool isBetweenHost(const SolvedFunction &S, dataflow::PathId Symbol) {
  using dataflow::Meeting;
  const auto MeetsHost = [&](const dataflow::PlacedDemand &P) {
    return P.D.Of == Meeting::Operands &&
           llvm::any_of(P.D.Sides, [&](const dataflow::Side &X) { return X.IsModule && isAt(X.P, Symbol); }) &&
           llvm::any_of(P.D.Sides, [](const dataflow::Side &X) { return !X.IsModule && X.P.isOnHost(); });
  };
  const auto IsRead = [&](const dataflow::PlacedDemand &P) {
    return P.D.Of == Meeting::HostAccess &&
           llvm::any_of(P.D.Sides, [&](const dataflow::Side &X) { return isAt(X.P, Symbol); });
  };
  return llvm::any_of(S.Demands, MeetsHost) &&
         (llvm::any_of(S.Demands, IsRead) || llvm::any_of(S.Events, [&](const Event &E) {
            return E.Kind == ir::InstKind::HostAccess && isAt(E.Before, Symbol);
          }));
}

void weakenIfModuleOnHost(Draft &D, const SolvedFunction &S) {
  const dataflow::Excuse OnHost{dataflow::Excuse::Kind::ModuleOnHost, S.F};
  D.weakerIf(OnHost);
  if (S.Owner->Links.programs().isScript(*S.M) && !handlesDevices(*S.M))
    D.doubtIf(OnHost);
}

} // namespace devtidy::checks
