//===- UnguardedLaunch.cpp - device-unguarded-launch --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags the first kernel launch of a function that takes tensors, where nothing made their device current: with two
// GPUs the kernel runs on cuda:0 whatever the tensors say. A guard may stand in the function or in every caller that is
// known.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Extension.h"
#include "checks/support/Pointers.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

static bool holdsTensor(const dataflow::Value &V) {
  return V.isTensor() ||
         (V.is(dataflow::Value::Kind::Function) && V.Elements && llvm::any_of(*V.Elements, holdsTensor));
}

/// A tensor, something that holds one, or the variable that does: `void launch(at::Tensor &out)`.
static bool givesTensor(const SolvedFunction &S, const dataflow::Operand &O) {
  return holdsTensor(O.V) || (O.A && S.F->value(O.A->Value).StaticType.isTensor());
}

/// True where nothing has made an accelerator current when At runs, and who is called there is given no tensor, of
/// which he would speak himself.
static bool isUnguarded(const SolvedFunction &S, const ir::Inst *At) {
  return llvm::any_of(S.Events, [&](const Event &E) {
    return E.I == At && !E.DeviceGuarded &&
           llvm::none_of(E.Operands, [&](const dataflow::Operand &O) { return givesTensor(S, O); });
  });
}

/// A launch in a function that is called here, of memory of a tensor that this one was given: null if there is none.
static const dataflow::PlacedDemand *launchOfCallee(const SolvedFunction &S) {
  for (const dataflow::PlacedDemand &P : S.Demands) {
    if (!P.Lifted || P.D.Of != dataflow::Meeting::KernelMemory || !isUnguarded(S, P.At))
      continue;
    const dataflow::GuardedTerm *On = P.D.Sides.back().P.single();
    const std::optional<dataflow::PathId> Of = parameterOf(S, P.D.Sides[0].P);
    if (Of && On && !On->T.isSymbol() && On->T.device().Index == -1 &&
        S.F->Params[S.Owner->Paths[S.Owner->Paths.root(*Of)].Index].DeclaredType.isTensor())
      return &P;
  }
  return nullptr;
}

/// Somebody in the run lets one accelerator use the memory of another.
static bool enablesPeers(const Program &P) {
  return llvm::any_of(P.modules(), [](const ir::Module *M) {
    return llvm::any_of(M->Functions, [](const std::unique_ptr<ir::Function> &F) {
      return llvm::any_of(F->Insts, [](const ir::Inst &I) {
        const auto *C = I.Kind == ir::InstKind::Call ? knowledge::findFunction(std::string_view(I.Name)) : nullptr;
        return C && C->Kind == knowledge::Action::PeerAccess;
      });
    });
  });
}

/// The kernel runs on one accelerator, and its memory is on another.
static void reportElsewhere(const SolvedFunction &S, Sink &Out) {
  llvm::SmallVector<const ir::Inst *, 4> Done;
  for (const dataflow::PlacedDemand &P : S.Demands) {
    const dataflow::Verdict &V = P.In[dataflow::World::Multi];
    if (P.D.Of != dataflow::Meeting::KernelMemory || !V.fails() || V.First != 0 || V.Second != 2 ||
        llvm::is_contained(Done, P.At) || enablesPeers(*S.Owner))
      continue;
    Done.push_back(P.At);
    const std::string Name = textOf(Out, P), Kernel = kernelOf(P);
    Draft D = Out.draft(S, *P.At);
    D.F.Where = placeOf(Out, P);
    D.worlds(report::WorldMulti).certain(V.Result == dataflow::Outcome::Fails);
    if (!D.F.Certain)
      D.atLeastLevel(2);
    D.slot("kernel", Kernel)
        .slot("how", "on " + Out.device(S, V.secondTerm(P.D)) + " with " + Name + ", whose memory is on " +
                         Out.device(S, V.firstTerm(P.D)));
    Out.explain(D, S, V.firstTerm(P.D), Name);
    if (P.Lifted)
      D.note(Out.place(P.D.I->Range), report::wording::launchedHere(Kernel));
    Out.add(std::move(D));
  }
}

/// True if F is a lambda that is kept in a variable or given to a function: who calls it may have chosen the device.
static bool isCalledByOthers(const SolvedFunction &S) {
  const auto IsKept = [&](const ir::Function &F, const ir::Inst &I) {
    return I.Kind == ir::InstKind::Closure && &S.M->function(I.Callee) == S.F &&
           (!F.value(I.Result).Variable.empty() || llvm::any_of(F.Insts, [&](const ir::Inst &User) {
             return User.Kind != ir::InstKind::Apply &&
                    llvm::any_of(User.Args, [&](const ir::Arg &A) { return A.Value == I.Result; });
           }));
  };
  return S.F->Kind == ir::FunctionKind::Lambda && llvm::any_of(S.M->Functions, [&](const auto &F) {
           return llvm::any_of(F->Insts, [&](const ir::Inst &I) { return IsKept(*F, I); });
         });
}

static void run(const SolvedFunction &S, Sink &Out) {
  if (!(Out.worlds() & report::WorldMulti))
    return;
  reportElsewhere(S, Out);
  const auto Tensor = llvm::find_if(S.F->Params, [](const ir::Param &P) { return P.DeclaredType.isTensor(); });
  if (Tensor == S.F->Params.end())
    return;
  const auto Own = llvm::find_if(S.Events, [](const Event &E) { return isLaunch(*E.I) && !E.DeviceGuarded; });
  const dataflow::PlacedDemand *Callee = Own == S.Events.end() ? launchOfCallee(S) : nullptr;
  if (Own == S.Events.end() && !Callee)
    return;
  const ir::Inst &At = Callee ? *Callee->At : *Own->I;
  Draft D = Out.draft(S, At);
  D.worlds(report::WorldMulti).unless({dataflow::Excuse::Kind::DeviceGuarded, S.F});
  if (isRegistered(S) || isCalledByOthers(S))
    D.atLeastLevel(2);
  const std::string Kernel = kernelOf(Callee ? *Callee->D.I : At);
  D.slot("kernel", Kernel);
  D.slot("how", "without a device guard for " + report::wording::quoted(Tensor->Name) +
                    ": with two GPUs it runs on the current one");
  if (Callee)
    D.note(Out.place(Callee->D.I->Range), report::wording::launchedHere(Kernel));
  Out.add(std::move(D));
}

static const Check UnguardedLaunch = {
    .Name = "device-unguarded-launch",
    .Headline = "{kernel} {is|may be} launched {how}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(UnguardedLaunch)

} // namespace devtidy::checks
