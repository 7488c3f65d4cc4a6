//===- Accelerator.cpp - Whether a value is on an accelerator -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "dataflow/engine/Resolve.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::Cube;
using dataflow::GuardedTerm;
using dataflow::World;

/// True if the path says that the symbol is on the CPU.
static bool isKnownOnCpu(const SolvedFunction &S, dataflow::PathId Symbol, const Cube &Path) {
  return llvm::any_of(Path.literals(), [&](dataflow::Literal L) {
    const dataflow::Condition &C = S.Owner->Conditions[L.condition()];
    return C.K == dataflow::Condition::Kind::TypeIs && C.P == Symbol &&
           (C.Type == knowledge::DeviceType::Cpu) == L.isPositive();
  });
}

/// The symbol where P is; nothing if P is more, or known.
static std::optional<dataflow::PathId> symbolOf(const Placement &P) {
  const GuardedTerm *Only = P.single();
  return Only && Only->T.isSymbol() ? std::optional(Only->T.path()) : std::nullopt;
}

/// True if something is moved to where the symbol is. Whoever makes a result like its operand, of `x.options()`, may
/// well be code for the CPU alone; there nobody has to move. Who takes it to where x is, `offsets.to(x.device())`, and
/// the result back, has it where x need not be.
static bool isMovedTo(const SolvedFunction &S, dataflow::PathId Symbol) {
  const auto IsMove = [](const Event &E) { return E.Kind == ir::InstKind::Move && !E.OnModule; };
  const bool IsTaken = llvm::any_of(S.Events, [&](const Event &E) {
    const std::optional<dataflow::PathId> To = symbolOf(E.Target);
    return IsMove(E) && To && *To != Symbol && symbolOf(E.Before) == Symbol;
  });
  return !IsTaken && llvm::any_of(S.Events, [&](const Event &E) {
    return E.Kind == ir::InstKind::Move && symbolOf(E.Target) == Symbol;
  });
}

/// The one term of P that may hold where there is an accelerator: `args.device if torch.cuda.is_available() else
/// "cpu"`.
static const GuardedTerm *onlyBesideAccelerators(const Placement &P, const Cube &Path) {
  const GuardedTerm *Only = nullptr;
  for (const GuardedTerm &T : P.terms()) {
    const std::optional<Cube> G = T.Guard.meet(Path);
    if (!G || (!G->holdsIn(World::Gpu) && !G->holdsIn(World::Multi)))
      continue;
    if (Only)
      return nullptr;
    Only = &T;
  }
  return Only;
}

/// The one term of P that a flag chooses beside the CPU: `if self.use_gpu: net = net.to(self.device)`.
static const GuardedTerm *chosenBesideHost(const Placement &P, const Cube &Path) {
  const auto IsOnHost = [](const GuardedTerm &T) { return T.T.isHost() && T.isConditional(); };
  const GuardedTerm *Only = nullptr;
  for (const GuardedTerm &T : P.terms()) {
    if (IsOnHost(T) || !T.Guard.meet(Path))
      continue;
    if (Only || !T.isConditional() || T.Imprecise)
      return nullptr;
    Only = &T;
  }
  return Only;
}

/// The term of P that is most sure to be on an accelerator, where somebody chooses among places that nobody here knows:
/// `device = device or next(net.parameters()).device`. Null if one of them is known.
static const GuardedTerm *strongestOfGiven(const SolvedFunction &S, const Placement &P, const Cube &Path) {
  const GuardedTerm *Best = nullptr;
  int Strength = 0;
  for (const GuardedTerm &T : P.terms()) {
    if (!T.Guard.meet(Path))
      continue;
    if (!T.T.isSymbol() || T.Imprecise)
      return nullptr;
    const dataflow::SymbolEvidence Why = evidenceFor(S, T.T.path());
    if (Why.Kind == "device-variable" && Why.Strength > Strength) {
      Best = &T;
      Strength = Why.Strength;
    }
  }
  return Best;
}

AcceleratorFacts onAccelerator(const SolvedFunction &S, const Placement &P, const Cube &Path) {
  AcceleratorFacts F;
  if (P.isUnknown())
    return F;
  for (const GuardedTerm &T : P.terms()) {
    bool Accelerator = !T.T.isSymbol() && T.T.device().isAccelerator() && !T.Imprecise;
    for (World W : dataflow::AllWorlds) {
      std::optional<Cube> G = T.Guard.meet(Path);
      if (!G || !G->holdsIn(W) || (W == World::Cpu && Accelerator))
        continue;
      if (Accelerator)
        F.Worlds |= 1U << static_cast<unsigned>(W);
      F.Always &= Accelerator;
    }
    if (Accelerator && !F.On)
      F.On = &T;
  }
  const GuardedTerm *Only = onlyBesideAccelerators(P, Path);
  const bool IsChosen = !Only;
  if (IsChosen)
    Only = chosenBesideHost(P, Path);
  if (!Only)
    Only = strongestOfGiven(S, P, Path);
  if (F.On || !Only || !Only->T.isSymbol())
    return F;
  F.Evidence = evidenceFor(S, Only->T.path());
  // Who chooses the device may choose the CPU as well.
  if (IsChosen)
    F.Evidence.Strength = std::min(F.Evidence.Strength, 2);
  if (IsChosen && F.Evidence.Kind != "device-variable")
    return F;
  bool Counts = F.Evidence.Kind == "device-variable" || F.Evidence.Kind == "module-state" ||
                F.Evidence.Kind == "forward-of-module" ||
                (F.Evidence.Kind == "device-asked" && isMovedTo(S, Only->T.path()));
  if (Counts && !isKnownOnCpu(S, Only->T.path(), Path)) {
    F.On = Only;
    F.Worlds = report::WorldGpu | report::WorldMulti;
    F.Always = false;
  }
  return F;
}

bool isSurelyOnCpu(const SolvedFunction &S, const Placement &P, const Cube &Path) {
  return !P.isUnknown() && !P.isBottom() && llvm::all_of(P.terms(), [&](const GuardedTerm &T) {
    bool Cpu = T.T.isHost();
    return Cpu || !T.Guard.meet(Path) || (T.T.isSymbol() && isKnownOnCpu(S, T.T.path(), Path));
  });
}

bool isNonBlocking(const Event &E) {
  using Kind = ir::Constant::Kind;
  for (const dataflow::Operand &O : llvm::drop_begin(E.Operands)) {
    bool IsBool = O.V.is(dataflow::Value::Kind::Constant) && O.V.Const.K == Kind::Bool;
    if (O.A && (O.A->Keyword == "non_blocking" || (O.A->Keyword.empty() && IsBool)))
      return IsBool && O.V.Const.Int != 0;
  }
  return false;
}

std::string targetText(const SolvedFunction &S, const Sink &Out, const Event &E) {
  const GuardedTerm *Only = E.Target.single();
  if (Only && !Only->T.isSymbol())
    return Out.device(S, *Only);
  if (!E.TargetArg)
    return "another device";
  std::string Text = Out.text(S.F, *E.TargetArg);
  bool OfTensor =
      llvm::any_of(E.Operands, [&](const dataflow::Operand &O) { return O.A == E.TargetArg && O.V.isTensor(); });
  return OfTensor ? "the device of " + Text : Text;
}

/// True if I says where something is to be, or asks where it is or can be.
static bool handlesDevices(const ir::Inst &I) {
  if (I.Kind == ir::InstKind::Const)
    return llvm::StringRef(I.Const.Text).starts_with("cuda");
  if (llvm::any_of(I.Args, [](const ir::Arg &A) { return A.Keyword == "device" || A.Keyword == "map_location"; }))
    return true;
  const std::string_view Name(I.Name.data(), I.Name.size());
  if (I.Kind == ir::InstKind::Invoke) {
    const knowledge::Callable *C = knowledge::findMethod(knowledge::Receiver::Tensor, Name);
    return C && llvm::is_contained({knowledge::Action::Move, knowledge::Action::MoveCuda, knowledge::Action::MoveType,
                                    knowledge::Action::MoveCpu},
                                   C->Kind);
  }
  if (I.Kind == ir::InstKind::GetField)
    return Name == "device" || Name == "is_cuda";
  const knowledge::Callable *C = I.Kind == ir::InstKind::Call ? knowledge::findFunction(Name) : nullptr;
  return C && (dataflow::asksForAccelerator(*C) ||
               llvm::is_contained({knowledge::Action::MakeDevice, knowledge::Action::SetDefault,
                                   knowledge::Action::GuardDefault, knowledge::Action::SetDevice},
                                  C->Kind));
}

bool handlesDevices(const ir::Module &M) {
  return llvm::any_of(M.Functions, [](const auto &F) {
    return llvm::any_of(F->Insts, [](const ir::Inst &I) { return handlesDevices(I); });
  });
}

/// True if I numbers an accelerator, or lets somebody else do so.
static bool numbersAccelerator(const ir::Function &F, const ir::Inst &I) {
  if (I.Kind == ir::InstKind::Const)
    return llvm::StringRef(I.Const.Text).starts_with("cuda:") && I.Const.Text != "cuda:0";
  // `def cuda(self, device)` hands on what it is given.
  if (I.Kind == ir::InstKind::Invoke && I.Name == "cuda" && ir::lastName(F.Name) != "cuda")
    return I.Args.size() > 1 && (I.Args[1].Keyword.empty() || I.Args[1].Keyword == "device");
  const knowledge::Callable *C =
      I.Kind == ir::InstKind::Call ? knowledge::findFunction(std::string_view(I.Name)) : nullptr;
  const bool MakesDevice = C && C->Kind == knowledge::Action::MakeDevice && I.Args.size() > 1;
  return MakesDevice || dataflow::offersDevices(F, I);
}

bool numbersAccelerators(const dataflow::Program &P) {
  const llvm::ArrayRef<const ir::Module *> All = P.modules();
  const bool HasScripts = llvm::any_of(All, [&](const ir::Module *M) { return P.Links.programs().isScript(*M); });
  return !HasScripts || llvm::any_of(All, [](const ir::Module *M) {
    const bool IsChecked = llvm::any_of(M->Files, [](const ir::SourceFile &F) { return F.Checked; });
    return IsChecked && llvm::any_of(M->Functions, [](const auto &F) {
             return llvm::any_of(F->Insts, [&](const ir::Inst &I) { return numbersAccelerator(*F, I); });
           });
  });
}

bool nobodyHandlesDevices(const dataflow::Program &P) {
  return llvm::none_of(P.modules(), [](const ir::Module *M) {
    return llvm::any_of(M->Files, [](const ir::SourceFile &F) { return F.Checked; }) && handlesDevices(*M);
  });
}

} // namespace devtidy::checks
