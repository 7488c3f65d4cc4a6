//===- Judge.cpp - Whether a demand is met, in each world ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/judge/Judge.h"
#include "dataflow/domain/EachIndex.h"
#include "dataflow/judge/Compare.h"
#include "knowledge/Names.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::DeviceRule;
using knowledge::DeviceType;

const GuardedTerm &Verdict::term(const Demand &D, unsigned Side, unsigned At) const {
  static const GuardedTerm None;
  return HasPair ? D.Sides[Side].P.terms()[At] : None;
}

namespace {

/// Without an accelerator nothing lives on one: the program has failed before.
bool isGone(Term T, World W) { return W == World::Cpu && !T.isSymbol() && T.device().isAccelerator(); }

/// What the pairs of one world say so far.
struct Tally {
  bool AnyProved = false, AnyOpen = false, AnyFail = false, AllFail = true, Unknown = false;
  Verdict Pair;   ///< the deciding one
  int Weight = 0; ///< of it, if it is open

  /// The first failing pair decides, if that does not hang on which accelerator is the current one; an open pair is
  /// kept only until one fails, or one tells more.
  void record(const Verdict &New, int NewWeight) {
    const bool Fails = New.Result == Outcome::MayFail;
    const bool Keeps = Pair.Result == Outcome::MayFail
                           ? !Fails || !Pair.IfFirst || New.IfFirst
                           : Pair.Result == Outcome::Undecided && !Fails && Weight > 0 && Weight >= NewWeight;
    if (Keeps)
      return;
    Pair = New;
    Weight = NewWeight;
  }
};

/// Two terms of two sides, under what holds where both do.
struct Meet {
  unsigned I = 0, J = 0;     ///< the sides
  unsigned AtA = 0, AtB = 0; ///< the terms
  const GuardedTerm &A, &B;
  Cube Guard;
  bool CpuA = false, CpuB = false;
  bool InAnyCase = false; ///< whichever term of the one side holds, it is a symbol, and the other side is the CPU
};

class Judge {
public:
  Judge(const Demand &D, const ConditionTable &Conditions, const Required *Others)
      : D(D), Conditions(Conditions), Others(Others) {}

  Verdicts run() {
    Verdicts All;
    if (D.Of == Meeting::Accelerator)
      return ofMachine();
    if (D.Rule == DeviceRule::Any || D.Rule == DeviceRule::Special)
      return All;
    for (unsigned I = 0; I < D.Sides.size(); ++I)
      for (unsigned J = I + 1; J < D.Sides.size(); ++J)
        addSides(I, J);
    for (World W : AllWorlds)
      if (D.Path.holdsIn(W))
        All[W] = verdict(Worlds[static_cast<unsigned>(W)]);
    return All;
  }

private:
  static bool isCpuBesideSymbols(const Side &A, const Side &B) {
    const GuardedTerm *Only = A.P.single();
    return Only && !Only->Imprecise && Only->T.isHost() &&
           llvm::all_of(B.P.terms(), [](const GuardedTerm &T) { return T.T.isSymbol(); });
  }

  /// Whether the machine of each world has the device.
  Verdicts ofMachine() const {
    Verdicts All;
    for (World W : AllWorlds)
      if (D.Path.holdsIn(W))
        All[W].Result = D.Sides[0].P.isUnknown() && W == World::Cpu ? Outcome::Undecided : Outcome::Proved;
    Verdict &Without = All[World::Cpu];
    if (Without.Result != Outcome::Proved)
      return All;
    bool AllFail = true, AnyOpen = false;
    for (const auto &[At, T] : llvm::enumerate(D.Sides[0].P.terms())) {
      const std::optional<Cube> G = T.Guard.meet(D.Path);
      if (!G || !G->holdsIn(World::Cpu) || !Conditions.allows(*G))
        continue;
      const bool IsOpen = T.T.isSymbol() || T.Imprecise, Fails = !IsOpen && T.T.device().isAccelerator();
      AllFail &= Fails;
      AnyOpen |= IsOpen;
      if (Fails && !Without.HasPair) {
        Without.HasPair = true;
        Without.FirstAt = Without.SecondAt = static_cast<uint8_t>(At);
      }
    }
    if (Without.HasPair)
      Without.Result = AllFail ? Outcome::Fails : Outcome::MayFail;
    else if (AnyOpen)
      Without.Result = Outcome::Undecided;
    return All;
  }

  void addSides(unsigned I, unsigned J) {
    const Side &A = D.Sides[I], &B = D.Sides[J];
    const Rows Met = D.Rule == DeviceRule::Elementwise ? rowsOf(A, B) : Rows::Same;
    if (Met == Rows::Other)
      return;
    if (A.P.isUnknown() || B.P.isUnknown() || Met == Rows::Unknown) {
      for (Tally &In : Worlds)
        In.Unknown = true;
      return;
    }
    // The same choice of several places: one device variable decided both.
    if (A.P.terms().size() > 1 && A.P == B.P) {
      for (Tally &In : Worlds) {
        In.AnyProved = true;
        In.AllFail = false;
      }
      return;
    }
    // Indices may stay on the CPU; only an index on an accelerator into a CPU tensor fails.
    if (D.Rule == DeviceRule::Index && I != 0)
      return;
    const bool InAnyCase = isCpuBesideSymbols(A, B) || isCpuBesideSymbols(B, A);
    for (const auto &[AtA, TA] : llvm::enumerate(A.P.terms()))
      for (const auto &[AtB, TB] : llvm::enumerate(B.P.terms())) {
        std::optional<Cube> G = TA.Guard.meet(TB.Guard);
        if (G)
          G = G->meet(D.Path);
        if (G && llvm::any_of(AllWorlds, [&](World W) { return G->holdsIn(W); }) && Conditions.allows(*G))
          addTerms({I, J, static_cast<unsigned>(AtA), static_cast<unsigned>(AtB), TA, TB, *G,
                    isOnCpu(TA.T, *G, Conditions), isOnCpu(TB.T, *G, Conditions), InAnyCase});
      }
  }

  /// What a test says to be no tensor meets nothing: `x.to(d) if isinstance(x, torch.Tensor) else x`.
  bool isNoTensor(const GuardedTerm &T) const {
    return T.T.isSymbol() && llvm::any_of(T.Guard.literals(), [&](Literal L) {
             const Condition &C = Conditions[L.condition()];
             return !L.isPositive() && C.K == Condition::Kind::IsTensor && C.P == T.T.path();
           });
  }

  /// True if T is where it is because something else is said to be on an accelerator, or on the CPU: the device was
  /// chosen by `"cuda:0" if box.is_cuda else "cpu"`. What all of this demand stands under does not count.
  bool follows(const GuardedTerm &T, bool OnAccelerator) const {
    return llvm::any_of(T.Guard.literals(), [&](Literal L) {
      const std::optional<DeviceType> Asked = Conditions[L.condition()].askedType();
      return Asked && !D.Path.contains(L) &&
             (*Asked == DeviceType::Cpu ? !L.isPositive() : L.isPositive()) == OnAccelerator;
    });
  }

  /// True if the one is where another value is on an accelerator, and the other where a second value is on the CPU:
  /// that those two are in one place is for whoever gives them.
  bool followDifferent(const GuardedTerm &A, const GuardedTerm &B) const {
    return (follows(A, true) && follows(B, false)) || (follows(A, false) && follows(B, true));
  }

  void addTerms(const Meet &M) {
    if (isNoTensor(M.A) || isNoTensor(M.B) || followDifferent(M.A, M.B))
      return;
    for (World W : AllWorlds)
      if (M.Guard.holdsIn(W) && !isGone(M.A.T, W) && !isGone(M.B.T, W) && !(Others && Others->contradicts(M.Guard, W)))
        addWorld(M, W, Worlds[static_cast<unsigned>(W)]);
  }

  /// Whether the two may be in different places here. Not known where that hangs on a rank.
  Exempt mayDiffer(const Meet &M, Compare C, World W) const {
    const bool IsIndex = D.Rule == DeviceRule::Index;
    if ((D.Sides[M.J].IsCopied && (M.CpuB || !M.CpuA)) || (D.Sides[M.I].IsCopied && (M.CpuA || !M.CpuB)))
      return Exempt::Yes;
    if (IsIndex && C != Compare::Equal && M.CpuB)
      return Exempt::Yes;
    if (C == Compare::Open && W == World::Cpu)
      return Exempt::Yes; // one device only
    if (C == Compare::Equal)
      return Exempt::No;
    const Exempt OfA = M.CpuA && !IsIndex ? exemption(D.Rule, D.Sides[M.I], M.A) : Exempt::No;
    return OfA == Exempt::No && M.CpuB ? exemption(D.Rule, D.Sides[M.J], M.B) : OfA;
  }

  void addWorld(const Meet &M, World W, Tally &In) const {
    const Compare C = compare(M.A.T, M.B.T, M.Guard, W, Conditions, D.CurrentIsFirst);
    const Exempt May = mayDiffer(M, C, W);
    In.AnyProved |= May == Exempt::Yes;
    In.Unknown |= May == Exempt::Unknown;
    if (May != Exempt::No)
      return;
    if (C == Compare::Equal) {
      In.AnyProved = true;
      In.AllFail = false;
      return;
    }
    Verdict V;
    V.HasPair = true;
    V.First = M.I;
    V.Second = M.J;
    V.FirstAt = M.AtA;
    V.SecondAt = M.AtB;
    if (C == Compare::Open || M.A.Imprecise || M.B.Imprecise) {
      In.AnyOpen = true;
      In.AllFail = false;
      V.Result = Outcome::Undecided;
      V.SymbolAgainstCpu = C == Compare::Open && isSymbolAgainstCpu(M);
      V.AgainstBatch = C == Compare::Open && isAgainstBatch(M, W);
      V.OnOtherAccelerator = C == Compare::Open && W == World::Multi && (mayBeOther(M) || isNumberedBesideCurrent(M));
    } else {
      In.AnyFail = true;
      V.Result = Outcome::MayFail;
      V.IfFirst = D.CurrentIsFirst && compare(M.A.T, M.B.T, M.Guard, W, Conditions) == Compare::Open;
    }
    In.record(V, weight(V, M));
  }

  /// How much an open pair tells. Who has put one on a device says more than who was given it: of where(mask, a,
  /// torch.zeros(4, device=device)) the last two are told.
  static int weight(const Verdict &V, const Meet &M) {
    const auto IsPut = [](const GuardedTerm &T) {
      return T.T.isSymbol() && T.Origin && (T.Origin->Kind == StepKind::Created || T.Origin->Kind == StepKind::Moved);
    };
    if (V.SymbolAgainstCpu)
      return IsPut(M.A) || IsPut(M.B) ? 4 : 3;
    return V.AgainstBatch ? 2 : V.OnOtherAccelerator ? 1 : 0;
  }

  /// Where something is known to be on the CPU, what is about follows it.
  bool isSymbolAgainstCpu(const Meet &M) const {
    if (Conditions.saysOnCpu(M.Guard) || (!M.InAnyCase && (M.A.Imprecise || M.B.Imprecise)))
      return false;
    return (M.A.T.isHost() && M.B.T.isSymbol() && !D.Sides[M.J].IsTrusted) ||
           (M.B.T.isHost() && M.A.T.isSymbol() && !D.Sides[M.I].IsTrusted);
  }

  /// One is a part of a batch, which is rather on the CPU, and the other one may be elsewhere.
  bool isAgainstBatch(const Meet &M, World W) const {
    const bool OfA = M.A.isOfBatch(), OfB = M.B.isOfBatch();
    if (W == World::Cpu || OfA == OfB || (OfA ? M.CpuB : M.CpuA) || M.A.Imprecise || M.B.Imprecise)
      return false;
    // What nobody knows has no place of its own.
    if (D.isOfOpenCallee() && D.Sides[OfA ? M.J : M.I].IsModule)
      return false;
    const Meet OnHost{M.I, M.J, M.AtA, M.AtB, M.A, M.B, M.Guard, OfA, OfB};
    return mayDiffer(OnHost, Compare::Different, W) != Exempt::Yes;
  }

  /// `y.device == x.device`, `x.get_device() != y.get_device()`
  static bool comparesDevices(const Condition &C) {
    const ir::Inst *Asked = C.K == Condition::Kind::Opaque ? C.F->definition(C.V) : nullptr;
    return Asked && llvm::any_of(Asked->Args, [&](const ir::Arg &A) {
             const ir::Inst *Read = C.F->definition(A.Value);
             const knowledge::Callable *Known =
                 Read ? knowledge::findMethod(knowledge::Receiver::Tensor, std::string_view(Read->Name)) : nullptr;
             return Known &&
                    (Known->Kind == knowledge::Action::QueryDevice || Known->Kind == knowledge::Action::QueryIndex);
           });
  }

  /// `if x.is_cuda: y = y.cuda()`: one is on some accelerator, as a test says, the other one on the current one, to
  /// which it was moved or which the test chose: who fails without an accelerator, and creates on one, means one. What
  /// else the program asks for may say that both are on one: `y.device == x.device`.
  bool mayBeOther(const Meet &M) const {
    if (llvm::any_of(M.Guard.literals(), [&](Literal L) { return comparesDevices(Conditions[L.condition()]); }))
      return false;
    auto IsCurrent = [](const GuardedTerm &T) {
      return !T.T.isSymbol() && T.T.device().Type == DeviceType::Cuda && T.T.device().Index == -1 &&
             ((T.Origin && T.Origin->Kind == StepKind::Moved) || !T.Guard.isAlways());
    };
    auto IsOne = [&](const GuardedTerm &T, unsigned At) {
      return T.T.isSymbol() && !D.Sides[At].IsTrusted &&
             compare(T.T, Term::device({.Type = DeviceType::Cuda}), M.Guard, World::Gpu, Conditions) == Compare::Equal;
    };
    return !M.A.Imprecise && !M.B.Imprecise &&
           ((IsCurrent(M.A) && IsOne(M.B, M.J)) || (IsCurrent(M.B) && IsOne(M.A, M.I)));
  }

  /// Somebody says the number of the one, `net.to("cuda:%d" % args.gpu)`, and the other is on the first, for nobody
  /// chooses another as the current one.
  bool isNumberedBesideCurrent(const Meet &M) const {
    auto IsCurrent = [](Term T) {
      return !T.isSymbol() && T.device().Type == DeviceType::Cuda && T.device().Index == -1;
    };
    auto IsNumbered = [](Term T) {
      return !T.isSymbol() && T.device().Type == DeviceType::Cuda && T.device().Index == UnknownIndex;
    };
    return D.Of == Meeting::Operands && D.CurrentIsFirst && !M.A.Imprecise && !M.B.Imprecise &&
           ((IsCurrent(M.A.T) && IsNumbered(M.B.T)) || (IsCurrent(M.B.T) && IsNumbered(M.A.T)));
  }

  Verdict verdict(const Tally &In) const {
    Verdict V = In.Pair;
    if (In.AnyFail) {
      const Side &A = D.Sides[V.First], &B = D.Sides[V.Second];
      // A third operand may agree with one of the two: the pair itself must always disagree.
      const bool IsSure = (In.AllFail && !In.AnyOpen) || (A.P.single() && B.P.single());
      // In one of its rounds a loop over all accelerators is where the other one is.
      const bool IsInTurn = isEach(A.P.terms()[V.FirstAt].T) || isEach(B.P.terms()[V.SecondAt].T);
      V.Result = IsSure && !IsInTurn && !A.Partial && !B.Partial && !V.IfFirst ? Outcome::Fails : Outcome::MayFail;
    } else if (!In.AnyOpen) {
      V.Result = In.Unknown ? Outcome::Undecided : In.AnyProved ? Outcome::Proved : Outcome::Unreachable;
    }
    return V;
  }

  const Demand &D;
  const ConditionTable &Conditions;
  const Required *Others; ///< may be null
  std::array<Tally, std::size(AllWorlds)> Worlds;
};

} // namespace

Verdicts judge(const Demand &D, const ConditionTable &Conditions, const Required *Others) {
  return Judge(D, Conditions, Others).run();
}

} // namespace devtidy::dataflow
