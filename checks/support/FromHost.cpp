//===- FromHost.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/FromHost.h"
#include "checks/support/Accelerator.h"
#include "checks/support/Callees.h"
#include "ir/Edges.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Cube;
using dataflow::Path;
using dataflow::Program;
using ir::InstKind;

namespace {

/// Follows values to where they are made, through callers and callees.
class Origins {
public:
  explicit Origins(const NameUses &Names) : Names(Names) {}

  bool areOnHost(const SolvedFunction &S, const Placement &P, const Cube &Where);

private:
  bool isOnHost(const SolvedFunction &S, ir::ValueId V);
  bool isGiven(const SolvedFunction &S, unsigned N);
  bool givesOnHost(const Program &P, const ir::Function &F, const ir::Inst &Part);

  static constexpr size_t MaxValues = 64;
  const NameUses &Names;
  llvm::SmallVector<std::pair<const ir::Function *, ir::ValueId>, 16> Seen;
};

} // namespace

bool Origins::areOnHost(const SolvedFunction &S, const Placement &P, const Cube &Where) {
  if (P.isUnknown() || P.isBottom())
    return false;
  return llvm::all_of(P.terms(), [&](const dataflow::GuardedTerm &T) {
    if (isSurelyOnCpu(S, Placement::of(T.T), Where) || !T.Guard.meet(Where))
      return true;
    const Path *Of = T.T.isSymbol() ? &S.Owner->Paths[T.T.path()] : nullptr;
    return Of && Of->Kind == Path::Root::Param && Of->Owner == S.F && isGiven(S, Of->Index);
  });
}

/// True if all that call S give it such for its parameter N.
bool Origins::isGiven(const SolvedFunction &S, unsigned N) {
  return holdsOfAllGiven(*S.Owner, Names, *S.F, N, [&](const Given &G) {
    const SolvedFunction *Caller = G.A ? S.Owner->solvedHere(G.Caller) : nullptr;
    return Caller ? isOnHost(*Caller, G.A->Value) : isNone(*S.F, N, G);
  });
}

/// True if what Part takes out of the tuple that a function of the program gives is such in each of them.
bool Origins::givesOnHost(const Program &P, const ir::Function &F, const ir::Inst &Part) {
  const ir::Inst *Call = F.definition(Part.Args[0].Value);
  const std::optional<Program::Entry> Callee = Call ? calleeOf(P, F, *Call) : std::nullopt;
  const SolvedFunction *There = Callee ? P.solvedHere(*Callee->F) : nullptr;
  bool Any = false;
  return There &&
         llvm::all_of(Callee->F->Insts,
                      [&](const ir::Inst &I) {
                        if (I.Kind != InstKind::Return || I.Args.empty())
                          return I.Kind != InstKind::Yield;
                        const ir::Inst *Made = Callee->F->definition(I.Args[0].Value);
                        Any = Made && Made->Kind == InstKind::MakeTuple && Made->Args.size() == Part.Count;
                        return Any && isOnHost(*There, Made->Args[Part.Index].Value);
                      }) &&
         Any;
}

bool Origins::isOnHost(const SolvedFunction &S, ir::ValueId V) {
  // What comes around a loop is what came in.
  if (llvm::is_contained(Seen, std::pair(S.F, V)))
    return true;
  if (Seen.size() == MaxValues)
    return false;
  Seen.emplace_back(S.F, V);
  const ir::Inst *D = S.F->definition(V);
  if (!D) {
    if (const std::optional<unsigned> N = parameterOf(*S.F, V))
      return isGiven(S, *N);
    const auto Coming = ir::incoming(*S.F, V);
    return !Coming.empty() && llvm::all_of(Coming, [&](ir::ValueId Of) { return isOnHost(S, Of); });
  }
  if (D->Kind == InstKind::Const)
    return true;
  const Event *E = S.eventAt(S.F->value(V).Definition);
  if (E && E->Kind == InstKind::Load)
    return !E->HasTarget || isSurelyOnCpu(S, E->Target, E->Path);
  if (E && E->Result.isTensor() && areOnHost(S, E->Result.P, E->Path))
    return true;
  if (D->Kind == InstKind::Unpack && givesOnHost(*S.Owner, *S.F, *D))
    return true;
  return (D->Kind == InstKind::GetItem || D->Kind == InstKind::Unpack) && isOnHost(S, D->Args[0].Value);
}

bool isFromHost(const SolvedFunction &S, const NameUses &Names, const Placement &P, const Cube &Where) {
  return Origins(Names).areOnHost(S, P, Where);
}

} // namespace devtidy::checks
