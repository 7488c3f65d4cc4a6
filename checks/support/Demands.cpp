//===- Demands.cpp - Demands that fail, as findings ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/FactoryFix.h"
#include "checks/support/Sink.h"
#include "ir/Loops.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::GuardedTerm;
using dataflow::Outcome;
using dataflow::PlacedDemand;
using dataflow::Verdict;
using dataflow::World;
namespace wording = report::wording;

namespace {

/// The part of a tuple that the side is, if the tuple is written out: x of f((x, y)).
const ir::Arg *writtenPart(const PlacedDemand &P, const dataflow::Side &X) {
  const ir::Inst *Made = P.D.F->definition(P.D.I->Args[X.Position].Value);
  const bool IsWritten = Made && Made->Kind == ir::InstKind::MakeTuple && X.Row >= 0 &&
                         X.Row < static_cast<int>(Made->Args.size()) &&
                         llvm::none_of(Made->Args, [](const ir::Arg &A) { return !A.Keyword.empty(); });
  return IsWritten ? &Made->Args[X.Row] : nullptr;
}

/// What a side is called: its source text.
std::string sideText(const Sink &Out, const PlacedDemand &P, unsigned Index) {
  const dataflow::Side &X = P.D.Sides[Index];
  if (!X.Name.empty())
    return X.Name.str();
  const ir::Inst &I = *P.D.I;
  if (X.Position >= I.Args.size())
    return "the operand";
  ir::Arg A = I.Args[X.Position];
  if (const ir::Arg *Part = writtenPart(P, X))
    A = *Part;
  else if (X.Range.isValid())
    A.Range = X.Range;
  std::string Text = Out.text(P.D.F, A);
  return X.IsElement ? "an element of " + Text : Text;
}

report::Operand operandOf(const dataflow::Side &X, std::string Name) {
  report::Operand Result{std::move(Name)};
  if (X.Name.empty()) {
    Result.Position = static_cast<int>(X.Position);
    Result.Row = std::max(X.Row, Result.Row);
  }
  return Result;
}

/// True if another check reports the cause: state that its module does not register, or a move whose result was
/// dropped.
bool isSpokenOf(const SolvedFunction &S, const GuardedTerm &T) {
  if (T.T.isSymbol())
    return S.Owner->isUnregisteredMember(*S.F, T.T.path());
  for (const Event &E : S.Events)
    if (T.Origin && isDiscardedMove(S, E))
      if (const GuardedTerm *Before = E.Before.single();
          Before && Before->Origin == T.Origin && !(E.Before == E.Target))
        return true;
  return false;
}

struct Judgement {
  uint8_t Failing = 0, Other = 0;
  bool Certain = true, Undecided = false;
  Verdict Witness;
};

Judgement judgementOf(const PlacedDemand &P, uint8_t Worlds) {
  Judgement J;
  Verdict Open;
  uint8_t OpenWorlds = 0;
  for (World W : dataflow::AllWorlds) {
    uint8_t Bit = 1U << static_cast<unsigned>(W);
    if (!(Worlds & Bit))
      continue;
    const Verdict &V = P.In[W];
    if (V.fails()) {
      if (!J.Failing)
        J.Witness = V;
      J.Failing |= Bit;
      J.Certain &= V.Result == Outcome::Fails;
    } else if (V.Result == Outcome::Undecided && (V.SymbolAgainstCpu || V.OnOtherAccelerator)) {
      Open = V;
      OpenWorlds |= Bit;
    } else if (V.Result != Outcome::Unreachable) {
      J.Other |= Bit;
    }
  }
  if (!J.Failing && OpenWorlds) {
    J.Failing = OpenWorlds;
    J.Witness = Open;
    J.Undecided = true;
    J.Certain = false;
  }
  if (J.Other)
    J.Certain = false;
  return J;
}

/// True if it depends on a value of the program, beside the machine, whether the side is where the term says.
bool isConditional(const dataflow::Side &X, const GuardedTerm &T) {
  auto MayHold = [&](const GuardedTerm &Other) {
    return &Other == &T || Other.sameTerm(T) || (!Other.isConditional() && !Other.Guard.literals().empty());
  };
  return T.isConditional() || !llvm::all_of(X.P.terms(), MayHold);
}

/// True if T is where the operand was before the loop, whose first round has it so, whatever later ones leave. What a
/// branch of the round may have changed before does not count.
bool isOfFirstRound(const SolvedFunction &S, const PlacedDemand &P, const GuardedTerm &T) {
  if (T.isConditional() || !T.Origin)
    return false;
  const ir::Loops Loops(*S.F);
  const ir::Loop *L = Loops.around(P.At->Parent);
  if (!L)
    return false;
  llvm::SmallVector<ir::ValueId, 8> Work;
  for (const ir::Arg &A : P.At->Args)
    Work.push_back(A.Value);
  for (unsigned Steps = 0; !Work.empty() && Steps < 32; ++Steps) {
    const ir::ValueId V = Work.pop_back_val();
    const ir::ValueInfo &Info = S.F->value(V);
    if (const ir::Inst *D = S.F->definition(V)) {
      if (L->contains(Info.Block))
        for (const ir::Arg &A : D->Args)
          Work.push_back(A.Value);
      continue;
    }
    if (Info.Block != L->Header)
      continue;
    const auto *Param = llvm::find(S.F->block(L->Header).Params, V);
    for (unsigned From = 0; From < S.F->Blocks.size(); ++From)
      for (const ir::Successor &To : S.F->terminator(ir::BlockId(From)).Targets) {
        if (To.Block != L->Header || L->contains(ir::BlockId(From)))
          continue;
        const ir::Inst *Before = S.F->definition(To.Args[Param - S.F->block(L->Header).Params.begin()]);
        const bool IsMadeHere = Before == T.Origin->I;
        const bool IsGiven = Before && T.Origin->F != S.F && Before->Kind != ir::InstKind::Opaque;
        const bool IsPart = Before && llvm::any_of(Before->Args, [&](const ir::Arg &A) {
                              return S.F->definition(A.Value) == T.Origin->I;
                            });
        if (IsMadeHere || IsGiven || IsPart)
          return true;
      }
  }
  return false;
}

bool isAssumed(const GuardedTerm &T) { return T.Origin && T.Origin->Kind == dataflow::StepKind::AssumedOnHost; }

} // namespace

bool isPrivate(const ir::Function &F) {
  const llvm::StringRef Last = F.Name.substr(F.Name.find_last_of(".:") + 1);
  return Last.starts_with("_") && !Last.starts_with("__");
}

void reportDemands(const SolvedFunction &S, Sink &Out, llvm::function_ref<bool(const PlacedDemand &)> Wanted) {
  // One finding per place: a call whose callee has several such operations is one bug.
  llvm::SmallVector<const ir::Inst *, 4> Reported;
  for (const PlacedDemand &P : S.Demands) {
    if (!Wanted(P) || llvm::is_contained(Reported, P.At))
      continue;
    Judgement J = judgementOf(P, Out.worlds());
    if (!J.Failing)
      continue;
    const Verdict &V = J.Witness;
    const GuardedTerm &FirstTerm = V.firstTerm(P.D), &SecondTerm = V.secondTerm(P.D);
    if (isSpokenOf(S, FirstTerm) || isSpokenOf(S, SecondTerm))
      continue;
    dataflow::SymbolEvidence Evidence{"concrete", 3};
    if (V.OnOtherAccelerator) {
      // Whoever calls may have made the accelerator of one the current one.
      Evidence = {"tested", 2};
    } else if (J.Undecided) {
      std::optional<dataflow::SymbolEvidence> Found = reportableEvidence(S, P.D, V);
      if (!Found)
        continue;
      Evidence = *Found;
    } else if (FirstTerm.T.isSymbol() || SecondTerm.T.isSymbol()) {
      Evidence.Kind = "tested";
    }
    Draft D = Out.draft(S, *P.At);
    D.unless({dataflow::Excuse::Kind::ToFail, S.F});
    if (Evidence.IfMoved)
      D.unless({dataflow::Excuse::Kind::WhileBuilding, S.F});
    else
      Reported.push_back(P.At);
    if (Evidence.Kind == "handles-devices" || isPrivate(*S.F)) {
      const GuardedTerm &Symbol = FirstTerm.T.isSymbol() ? FirstTerm : SecondTerm;
      const dataflow::Path *Asked = Symbol.T.isSymbol() ? &S.Owner->Paths[Symbol.T.path()] : nullptr;
      if (Asked && Asked->Kind == dataflow::Path::Root::Param)
        D.unless({dataflow::Excuse::Kind::OnHost, S.F, Asked->Index});
    }
    D.certain(J.Certain).worlds(J.Failing).support(Evidence.Kind, Evidence.Strength);
    D.atLevelOf(Evidence.Strength);
    if (isAssumed(FirstTerm) || isAssumed(SecondTerm))
      D.atLeastLevel(2).certain(false);
    // What nobody knows, `self.loss(out, labels)`, mostly brings its inputs together itself.
    if (J.Undecided && P.D.isOfOpenCallee())
      D.atLeastLevel(2);
    // Somebody whom the run does not see may choose another accelerator.
    if (V.IfFirst)
      D.atLeastLevel(2);
    // The flag that leaves one operand on the CPU may be the one that moves the other.
    auto MayDiffer = [&](const dataflow::Side &X, const GuardedTerm &T) {
      return isConditional(X, T) && !isOfFirstRound(S, P, T);
    };
    if (J.Undecided && (MayDiffer(P.D.Sides[V.First], FirstTerm) || MayDiffer(P.D.Sides[V.Second], SecondTerm)))
      D.atLeastLevel(2);
    std::string First = sideText(Out, P, V.First), Second = sideText(Out, P, V.Second);
    D.F.Operands = {operandOf(P.D.Sides[V.First], First), operandOf(P.D.Sides[V.Second], Second)};
    D.slot("op", wording::quoted(P.D.Name)).slot("first", wording::onDevice(First, Out.device(S, FirstTerm)));
    D.slot("operands", wording::list({wording::onDevice(First, Out.device(S, FirstTerm)),
                                      wording::onDevice(Second, Out.device(S, SecondTerm))}));
    D.slot("value", First).slot("device", Out.device(S, FirstTerm));
    if (P.Lifted) {
      D.F.Operation = Out.place(P.D.I->Range);
      D.note(Out.place(P.D.I->Range), P.D.Of == dataflow::Meeting::HostAccess
                                          ? wording::readHere(First)
                                          : wording::operandsMeet(wording::quoted(P.D.Name)));
    }
    for (auto [Side, Term, Text] : {std::tuple(V.First, &FirstTerm, &First), {V.Second, &SecondTerm, &Second}})
      if (P.D.Sides[Side].Name.empty() || (Term->Origin && Term->Origin->I != P.D.I)) // not the headline again
        Out.explain(D, S, *Term, *Text);
    // Say which machine, where it works on another or a symbol is only perhaps on an accelerator.
    if (!D.F.Notes.empty() && (J.Undecided || J.Other)) {
      const GuardedTerm &Symbol = FirstTerm.T.isSymbol() ? FirstTerm : SecondTerm;
      bool IsFirst = &Symbol == &FirstTerm;
      if (J.Undecided)
        D.F.Notes.back().Text = wording::both(
            D.F.Notes.back().Text, wording::canBeOn(IsFirst ? First : Second, V.OnOtherAccelerator ? "cuda:1" : "cuda",
                                                    J.Failing & ~report::WorldCpu));
      else
        D.F.Notes.back().Text = wording::both(D.F.Notes.back().Text, wording::fails(J.Failing));
    }
    // Create the odd operand where the other one is.
    const GuardedTerm &Odd = FirstTerm.T.kind() == dataflow::Term::Kind::Default ? FirstTerm : SecondTerm;
    const GuardedTerm &Good = &Odd == &FirstTerm ? SecondTerm : FirstTerm;
    const std::string &OddText = &Odd == &FirstTerm ? First : Second;
    addFactoryFix(D, S, Out, Odd, Good, OddText);
    Out.add(std::move(D));
  }
}

} // namespace devtidy::checks
