//===- OptimizerBeforeMove.cpp - device-optimizer-before-move ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a move of parameters to an accelerator after their optimizer has got state on the CPU: Adagrad, which makes it
// at once (torch/optim/adagrad.py), and any optimizer that has loaded some, and a move of a tensor that an optimizer
// was given, which makes a new one. Silent for other optimizers, which make their state in the first step, and where
// state is loaded, made or looked at after the move.
//
//===----------------------------------------------------------------------===//

#include "checks/support/Bindings.h"
#include "checks/support/Sink.h"

namespace devtidy::checks {

static bool makesOptimizer(const ir::Inst &I) {
  const knowledge::ClassInfo *Made =
      I.Kind == ir::InstKind::Call ? knowledge::findClass(std::string_view(I.Name)) : nullptr;
  return Made && (Made->Kind == knowledge::ClassKind::Optimizer || Made->Kind == knowledge::ClassKind::EagerOptimizer);
}

static bool looksAtState(const ir::Inst &I) {
  return (I.Kind == ir::InstKind::GetField || I.Kind == ir::InstKind::Invoke) && I.Name == "state";
}

static bool loadsState(const ir::Inst &I) {
  const knowledge::Callable *C = I.Kind == ir::InstKind::Invoke
                                     ? knowledge::findMethod(knowledge::Receiver::Other, std::string_view(I.Name))
                                     : nullptr;
  return C && C->Kind == knowledge::Action::LoadState;
}

/// The method of the object at hand that I calls.
static std::optional<dataflow::Program::Entry> calledBy(const SolvedFunction &S, const ir::Inst &I) {
  return I.Kind == ir::InstKind::Invoke && S.F->isReceiver(I.Args[0].Value)
             ? S.Owner->Types.findMethod(S.F->Class, I.Name)
             : std::nullopt;
}

/// The variable, or the member, that gets what I makes; "" if there is none.
static llvm::StringRef keptIn(const ir::Function &F, const ir::Inst &I) {
  for (const ir::Inst &Store : F.Insts)
    if (Store.Kind == ir::InstKind::SetField && Store.Args[1].Value == I.Result)
      return Store.Name;
  return I.Result ? llvm::StringRef(F.value(I.Result).Variable) : llvm::StringRef();
}

/// True if I, which follows At in any case, makes the optimizer anew that stood there before: `opt = Adam(..)` again,
/// or `opt = make(net)`.
static bool makesAnew(const SolvedFunction &S, const ir::Inst &At, const ir::Inst &I) {
  const ir::Function &F = *S.F;
  const auto Makes = [&](const ir::Inst &Made) {
    const auto Callee = Made.Kind == ir::InstKind::Call ? S.Owner->Types.findFunction(Made.Name) : std::nullopt;
    return makesOptimizer(Made) || (Callee && llvm::any_of(Callee->F->Insts, makesOptimizer));
  };
  const llvm::StringRef Name = Makes(I) ? keptIn(F, I) : llvm::StringRef();
  return !Name.empty() && isAlwaysFollowedBy(F, At, I) &&
         llvm::any_of(F.Insts, [&](const ir::Inst &Old) { return &Old != &I && Makes(Old) && keptIn(F, Old) == Name; });
}

/// True if somebody loads state again after At, makes it anew, or takes it into his own hands, here or in what is
/// called here: `self.build_optimizer()`.
static bool isRepaired(const SolvedFunction &S, const ir::Inst *At) {
  if (llvm::any_of(S.F->Insts, looksAtState))
    return true;
  const auto Repairs = [](const ir::Inst &I) { return makesOptimizer(I) || loadsState(I) || looksAtState(I); };
  bool After = false;
  for (const ir::Inst &I : S.F->Insts) {
    const auto Callee = After ? calledBy(S, I) : std::nullopt;
    if (After && (makesAnew(S, *At, I) || (Callee && llvm::any_of(Callee->F->Insts, Repairs))))
      return true;
    After |= &I == At;
  }
  After = false;
  for (const Event &E : S.Events) {
    if (After && E.Known && E.Known->Kind == knowledge::Action::LoadState)
      return true;
    After |= E.I == At;
  }
  return false;
}

/// The state may have been on an accelerator where this was given its module: back to the CPU is how models are saved.
static bool isStateOnHost(const dataflow::Demand &D) {
  return llvm::none_of(D.Sides[0].P.terms(),
                       [](const dataflow::GuardedTerm &T) { return !T.T.isSymbol() && T.T.device().isAccelerator(); });
}

static void run(const SolvedFunction &S, Sink &Out) {
  reportDemands(S, Out, [&](const dataflow::PlacedDemand &P) {
    return P.D.Of == dataflow::Meeting::OptimizerState && isStateOnHost(P.D) && !isRepaired(S, P.At);
  });
}

static const Check OptimizerBeforeMove = {
    .Name = "device-optimizer-before-move",
    .Headline = "{op} {moves|may move} parameters away from their optimizer: {operands}",
    .Level = 1,
    .Since = "0.1",
    .OnFunction = run,
};
REGISTER_CHECK(OptimizerBeforeMove)

} // namespace devtidy::checks
