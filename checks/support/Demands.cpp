//===- Demands.cpp - Demands that fail, as findings ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/Accelerator.h"
#include "checks/support/Arrival.h"
#include "checks/support/Callees.h"
#include "checks/support/DemandRepairs.h"
#include "checks/support/FactoryFix.h"
#include "checks/support/FirstRound.h"
#include "checks/support/HostCallers.h"
#include "checks/support/NeedsAccelerator.h"
#include "checks/support/Sink.h"
#include "checks/support/Spelling.h"
#include "checks/support/Switches.h"
#include "checks/support/Tests.h"
#include "dataflow/engine/Caught.h"
#include "dataflow/engine/UnregisteredState.h"
#include "dataflow/judge/MeetingPlace.h"
#include "dataflow/program/MovedParts.h"
#include "dataflow/state/Placeholders.h"
#include "dataflow/state/Private.h"
#include "dataflow/state/SelfMembers.h"
#include "ir/Dominators.h"
#include "knowledge/Layers.h"
#include "knowledge/MethodNames.h"
#include "knowledge/Packages.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::GuardedTerm;
using dataflow::Outcome;
using dataflow::PlacedDemand;
using dataflow::Verdict;
using dataflow::World;
namespace wording = report::wording;

namespace {

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
    return isUnregisteredMember(*S.Owner, *S.F, T.T.path());
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
    } else if (V.Result == Outcome::Undecided && (V.SymbolAgainstCpu || V.AgainstBatch || V.OnOtherAccelerator)) {
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

/// True if L says that the side, a parameter of the function, was left out: `if mask is None: mask = torch.ones(3)`.
bool isLeftOut(const SolvedFunction &S, const dataflow::Side &X, dataflow::Literal L) {
  const dataflow::Condition &C = S.Owner->Conditions[L.condition()];
  if (!L.isPositive() || C.K != dataflow::Condition::Kind::IsNone)
    return false;
  const dataflow::Path &Asked = S.Owner->Paths[C.P];
  const bool IsParam = Asked.Kind == dataflow::Path::Root::Param && Asked.Index < Asked.Owner->Params.size();
  const ir::Param *Given = IsParam ? &Asked.Owner->Params[Asked.Index] : nullptr;
  const bool MayBeLeftOut = Given && Given->HasDefault && !Given->DefaultUnknown &&
                            Given->Default.K == ir::Constant::Kind::None && !Asked.IsDevice;
  return MayBeLeftOut && llvm::any_of(X.P.terms(), [&](const GuardedTerm &Other) {
           return Other.T.isSymbol() && Other.T.path() == C.P && Other.Guard.contains(~L);
         });
}

/// True if it depends on a value of the program, beside the machine, whether the side is where the term says.
bool isConditional(const dataflow::Side &X, const GuardedTerm &T, llvm::function_ref<bool(dataflow::Literal)> Ignores) {
  auto Asks = [&](dataflow::Literal L) { return !L.isOfMachine() && !Ignores(L); };
  auto MayHold = [&](const GuardedTerm &Other) {
    return &Other == &T || Other.sameTerm(T) || (!Other.isConditional() && !Other.Guard.literals().empty()) ||
           llvm::any_of(Other.Guard.literals(), [&](dataflow::Literal L) { return Ignores(~L); });
  };
  return llvm::any_of(T.Guard.literals(), Asks) || !llvm::all_of(X.P.terms(), MayHold);
}

/// The parameter of the header of the loop that holds before it what T, of the operand A, is about; none if none does.
ir::ValueId carrierOf(const SolvedFunction &S, const FirstRound &Round, const ir::Arg &A, const GuardedTerm &T) {
  for (const ir::ValueId Carried : T.Origin ? Round.carried(A.Value) : llvm::SmallVector<ir::ValueId, 4>())
    for (const ir::ValueId Was : Round.before(Carried)) {
      const ir::Inst *Before = S.F->definition(Was);
      const bool IsMadeHere = Before == T.Origin->I;
      const bool IsGiven = Before && T.Origin->F != S.F && Before->Kind != ir::InstKind::Opaque;
      const bool IsPart = Before && llvm::any_of(Before->Args, [&](const ir::Arg &Of) {
                            return S.F->definition(Of.Value) == T.Origin->I;
                          });
      if (IsMadeHere || IsGiven || IsPart)
        return Carried;
    }
  return {};
}

/// True if T is where an operand was before the loop, whose first round has it so, whatever later ones leave. What a
/// branch of the round may have changed before does not count.
bool isOfFirstRound(const SolvedFunction &S, const PlacedDemand &P, const GuardedTerm &T) {
  const FirstRound Round(*S.F, *P.At);
  return !T.isConditional() &&
         llvm::any_of(P.At->Args, [&](const ir::Arg &A) { return bool(carrierOf(S, Round, A, T)); });
}

/// True if T is where the operand X was before the loop, and the operation never meets that.
bool isReplacedByFirstRound(const SolvedFunction &S, const PlacedDemand &P, const dataflow::Side &X,
                            const GuardedTerm &T) {
  if (T.T.isSymbol() || P.Lifted || X.Position >= P.At->Args.size())
    return false;
  const FirstRound Round(*S.F, *P.At);
  const ir::ValueId Carried = Round.skips() ? carrierOf(S, Round, P.At->Args[X.Position], T) : ir::ValueId();
  return Carried && Round.replaces(Carried);
}

/// True if S brings the parameter that the symbol stands for to the device that T is: `model(data.to(device))`. What is
/// made of it, and taken to where another tensor is, `(data > 0).to(x)`, takes the type of that.
bool isBroughtTo(const SolvedFunction &S, const GuardedTerm &Raw, const GuardedTerm &T) {
  const dataflow::PathTable &Paths = S.Owner->Paths;
  const dataflow::Path &Of = Paths[Raw.T.path()];
  if (Of.Kind != dataflow::Path::Root::Param || Of.Owner != S.F || Of.Index == 0 || !Paths[T.T.path()].IsDevice)
    return false;
  return llvm::any_of(S.Events, [&](const Event &E) {
    const GuardedTerm *From = E.Kind == ir::InstKind::Move && !E.Before.isUnknown() ? E.Before.single() : nullptr;
    const GuardedTerm *To = From && !E.Target.isUnknown() ? E.Target.single() : nullptr;
    return To && From->T == Raw.T && To->T == T.T && E.Operands[0].V.Path == Raw.T.path();
  });
}

/// What a function brings to a device for one thing is elsewhere before: it meets what comes of that as it came,
/// `loss(model(data.to(device)), data)`. Nothing if P is not so.
std::optional<Verdict> metAsItCame(const SolvedFunction &S, const PlacedDemand &P) {
  const Verdict &V = P.In[World::Gpu];
  // Those that call it are read.
  if (P.Lifted || dataflow::isPrivate(*S.F) || P.D.Of != dataflow::Meeting::Operands || P.D.isOfOpenCallee() ||
      S.M->declaresTypes() || V.Result != Outcome::Undecided || V.SymbolAgainstCpu || V.AgainstBatch || !V.HasPair)
    return std::nullopt;
  const auto IsOpen = [&](unsigned Side) {
    const GuardedTerm *Only = P.D.Sides[Side].P.isUnknown() ? nullptr : P.D.Sides[Side].P.single();
    return Only && Only->T.isSymbol() && !Only->Imprecise;
  };
  if (!IsOpen(V.First) || !IsOpen(V.Second))
    return std::nullopt;
  const GuardedTerm &First = V.firstTerm(P.D), &Second = V.secondTerm(P.D);
  return isBroughtTo(S, First, Second) || isBroughtTo(S, Second, First) ? std::optional(V) : std::nullopt;
}

/// True for a part of what nobody knows; a data loader gives tensors of the CPU unless somebody says otherwise.
bool isAssumed(const GuardedTerm &T) {
  const bool IsOnHost = T.Origin && T.Origin->Kind == dataflow::StepKind::AssumedOnHost;
  return IsOnHost && !(T.Origin->Previous && T.Origin->Previous->Kind == dataflow::StepKind::Batched);
}

/// True if T is so of one of several objects, of which nobody knows which it is.
bool isOfSeveral(const GuardedTerm &T) { return T.Origin && T.Origin->OfSeveral; }

/// True if T says where a module is because it was moved there. That nobody has moved it says little of one of several.
bool isMovedThere(const GuardedTerm &T) { return T.Origin && T.Origin->Kind == dataflow::StepKind::Moved; }

/// True if P fails in each of several objects of which one is called: whichever it is, and wherever what meets is known
/// to be.
bool failsInEach(const SolvedFunction &S, const PlacedDemand &P, uint8_t Worlds) {
  if (P.D.OfSeveral == dataflow::Demand::AnyOfSeveral)
    return false;
  const auto Fails = [&](const PlacedDemand &Q) {
    const Judgement J = judgementOf(Q, Worlds);
    const auto IsKnown = [&](unsigned Side, const GuardedTerm &T) {
      return !isOfSeveral(T) && (!Q.D.Sides[Side].IsModule || isMovedThere(T));
    };
    return J.Failing && !J.Undecided && J.Witness.Result == Outcome::Fails &&
           IsKnown(J.Witness.First, J.Witness.firstTerm(Q.D)) && IsKnown(J.Witness.Second, J.Witness.secondTerm(Q.D));
  };
  uint32_t Failing = 0;
  for (const PlacedDemand &Q : S.Demands)
    if (Q.At == P.At && Q.D.OfSeveral == P.D.OfSeveral && Q.D.Of == P.D.Of && Fails(Q))
      Failing |= 1U << Q.D.Which;
  return Failing + 1 == 1U << P.D.OfSeveral;
}

/// A demand that fails, on its way to a finding.
class FailedDemand {
public:
  FailedDemand(const SolvedFunction &S, Sink &Out, const PlacedDemand &P)
      : S(S), Out(Out), P(P), AsItCame(metAsItCame(S, P)), J(judgement()) {}

  /// False if it does not fail, nobody could be sure, or another check speaks of it.
  bool isReported();
  void report();
  /// True if the function that has it may be excused: then another one of the same place is reported beside it.
  bool isExcusable() const { return Evidence.IfMoved; }
  /// What put an operand on the current accelerator, where the other one may be on another; null if that is not it.
  const ir::Inst *putOnCurrent() const {
    return J.Witness.OnOtherAccelerator && current().Origin ? current().Origin->I : nullptr;
  }

private:
  Judgement judgement() const;
  const GuardedTerm &first() const { return J.Witness.firstTerm(P.D); }
  const GuardedTerm &second() const { return J.Witness.secondTerm(P.D); }
  /// The one that is a symbol, if one is; none that is rather on the CPU.
  const GuardedTerm &symbol() const {
    return (first().T.isSymbol() && !isBatch(first())) || isBatch(second()) ? first() : second();
  }
  /// The one that is on the current accelerator, where the other one may be on another.
  const GuardedTerm &current() const {
    const bool IsFirst = !first().T.isSymbol() && (second().T.isSymbol() || first().T.device().Index == -1);
    return IsFirst ? first() : second();
  }
  bool isBatch(const GuardedTerm &T) const { return J.Witness.AgainstBatch && T.isOfBatch(); }
  std::string deviceOf(const GuardedTerm &T) const {
    const bool IsNumbered = J.Witness.OnOtherAccelerator && !T.T.isSymbol() &&
                            T.T.device().Index == dataflow::UnknownIndex && &T != &current();
    return isBatch(T) ? "cpu" : Out.device(S, T) + (IsNumbered ? ":N" : "");
  }
  bool isOfBatchHere() const;
  bool isIndexedByNumber() const;
  bool standsForOther(unsigned Side, const GuardedTerm &T) const;
  void excuse(Draft &D) const;
  bool isLeftBehind(unsigned Side) const;
  bool isOneLeftBehind() const { return isLeftBehind(J.Witness.First) || isLeftBehind(J.Witness.Second); }
  void setLevel(Draft &D) const;
  void setLevelOfUnknown(Draft &D) const;
  void setLevelOfFlags(Draft &D) const;
  void word(Draft &D, llvm::StringRef First, llvm::StringRef Second) const;
  void sayWhere(Draft &D, llvm::StringRef First, llvm::StringRef Second) const;
  void repair(Draft &D, const std::string &First, const std::string &Second) const;

  const SolvedFunction &S;
  Sink &Out;
  const PlacedDemand &P;
  const std::optional<Verdict> AsItCame; ///< two symbols, one of which the function brings to the other elsewhere
  const Judgement J;
  dataflow::SymbolEvidence Evidence{"concrete", 3};
};

Judgement FailedDemand::judgement() const {
  Judgement Mine = judgementOf(P, Out.worlds());
  const uint8_t Worlds = Out.worlds() & (report::WorldGpu | report::WorldMulti);
  if (Mine.Failing || !AsItCame || !Worlds)
    return Mine;
  Mine.Failing = Worlds;
  Mine.Undecided = true;
  Mine.Certain = false;
  Mine.Witness = *AsItCame;
  return Mine;
}

bool FailedDemand::isReported() {
  if (!J.Failing || isSpokenOf(S, first()) || isSpokenOf(S, second()))
    return false;
  if (isReplacedByFirstRound(S, P, P.D.Sides[J.Witness.First], first()) ||
      isReplacedByFirstRound(S, P, P.D.Sides[J.Witness.Second], second()))
    return false;
  if (J.Witness.OnOtherAccelerator) {
    // Where it was put on the current one, the two have met already.
    const bool OfSymbol = first().T.isSymbol() || second().T.isSymbol();
    if (OfSymbol && current().Origin && current().Origin->F != S.F)
      return false;
    // Whoever calls may have made the accelerator of one the current one.
    Evidence = {"tested", 2};
    return true;
  }
  if (J.Witness.AgainstBatch && !isOfBatchHere())
    return false;
  if (isIndexedByNumber())
    return false;
  if (AsItCame) {
    Evidence = {"brought-for-another", 2};
    return true;
  }
  if (J.Undecided) {
    std::optional<dataflow::SymbolEvidence> Found = reportableEvidence(S, P.D, J.Witness);
    if (Found)
      Evidence = *Found;
    return Found.has_value();
  }
  if (first().T.isSymbol() || second().T.isSymbol())
    Evidence.Kind = "tested";
  return true;
}

/// What callers know of the batch is theirs to judge. What nobody knows, and is called with parts of a batch, takes
/// them where they are: `model(x, lengths)`; a loss is called with what the model gave: `loss(model(x), y)`.
bool FailedDemand::isOfBatchHere() const {
  const bool IsFirst = isBatch(first());
  const dataflow::Side &Other = P.D.Sides[IsFirst ? J.Witness.Second : J.Witness.First];
  const ir::Inst *Made =
      Other.Position < P.D.I->Args.size() ? P.D.F->definition(P.D.I->Args[Other.Position].Value) : nullptr;
  const bool IsPart = Made && Made->Kind == ir::InstKind::Invoke && dataflow::isMove(*Made);
  return S.OnHost.contains((IsFirst ? first() : second()).T.path().index()) && !(P.D.isOfOpenCallee() && IsPart);
}

/// True if the index is a number, of which the function makes a layer, too: `nn.Embedding(n, m, padding_idx=index)`.
bool FailedDemand::isIndexedByNumber() const {
  if (P.D.Rule != knowledge::DeviceRule::Index)
    return false;
  const unsigned At = P.D.Sides[J.Witness.Second].Position;
  return At < P.D.I->Args.size() &&
         llvm::any_of(
             P.D.F->Insts,
             [&](const ir::Inst &I) {
               return I.Kind == ir::InstKind::Call &&
                      knowledge::isMadeOfNumbers(std::string_view(S.Owner->Types.canonical(I.Name))) &&
                      llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == P.D.I->Args[At].Value; });
             });
}

void FailedDemand::excuse(Draft &D) const {
  D.unless({dataflow::Excuse::Kind::ToFail, S.F});
  // A program that catches the failure runs.
  if (P.D.Of == dataflow::Meeting::Operands) {
    D.weakerIf({dataflow::Excuse::Kind::Caught, S.F});
    if (P.D.IsCaught || dataflow::catchesMismatch(*S.F, *P.At) || dataflow::isCaughtByDecorator(*S.Owner, *S.F) ||
        (P.Lifted && P.D.F && dataflow::catchesMismatch(*P.D.F, *P.D.I)))
      D.atLeastLevel(2);
  }
  if (Evidence.IfMoved)
    D.unless({dataflow::Excuse::Kind::WhileBuilding, S.F});
  if (AsItCame) {
    const bool IsFirst =
        S.Owner->Paths[first().T.path()].Kind == dataflow::Path::Root::Param && isBroughtTo(S, first(), second());
    D.unless({dataflow::Excuse::Kind::Known, S.F, S.Owner->Paths[(IsFirst ? first() : second()).T.path()].Index});
  }
  // A module that is made and used on the CPU is there, whatever others may do with theirs.
  if (J.Undecided && S.Owner->Types.isModuleClass(S.F->Class))
    weakenIfModuleOnHost(D, S);
  if (J.Witness.AgainstBatch) {
    const dataflow::PathTable &Paths = S.Owner->Paths;
    const dataflow::Path &From = Paths[Paths.root((isBatch(first()) ? first() : second()).T.path())];
    if (From.Kind == dataflow::Path::Root::Param)
      D.unless({dataflow::Excuse::Kind::Known, S.F, From.Index});
  }
  const bool IsPrivate = dataflow::isPrivate(*S.F);
  const dataflow::Path *Asked = symbol().T.isSymbol() ? &S.Owner->Paths[symbol().T.path()] : nullptr;
  if (symbol().T.isSymbol())
    doubtIfOnHost(D, S, symbol().T.path());
  if (Asked && Asked->Kind == dataflow::Path::Root::Param)
    D.unless(
        {Evidence.mayBeOnHost() || IsPrivate ? dataflow::Excuse::Kind::OnHost : dataflow::Excuse::Kind::BroughtToHost,
         S.F, Asked->Index});
  if (IsPrivate && !P.Lifted && !P.D.Path.literals().empty())
    D.unless({dataflow::Excuse::Kind::NotReached, S.F, 0, P.D.I});
}

/// True if the side, which is at T, is no tensor that anybody means to compute with: an empty one that stands for what
/// is not there yet, a number that a callee gives for what it does not have, or what a batch holds beside its tensors.
bool FailedDemand::standsForOther(unsigned Side, const GuardedTerm &T) const {
  const dataflow::Side &X = P.D.Sides[Side];
  const bool IsOfBatch = isBatch(T) || (T.Origin && T.Origin->Kind == dataflow::StepKind::Batched);
  if (X.IsElement && IsOfBatch && P.D.I->Kind == ir::InstKind::Invoke)
    return true;
  const bool IsMadeElsewhere = T.Origin && T.Origin->F != P.D.F && T.Origin->F != S.F;
  if (X.Dim.isZero() && IsMadeElsewhere)
    return true;
  // What is joined to it is put behind it, whether it is empty or not.
  const bool Joins = P.D.Name.starts_with("cat") || P.D.Name.starts_with("concat") || P.D.Name.ends_with("stack");
  return (P.Lifted || !Joins) && dataflow::isPlaceholder(*S.Owner, T);
}

/// True if an operand of D is one of several that somebody gives of whom nobody knows what that is: `scores, lengths =
/// decoder(x)`. Lengths are often a list of numbers.
static bool takesPartOfUnknown(const dataflow::Demand &D) {
  return llvm::any_of(D.Sides, [&](const dataflow::Side &X) {
    const bool IsArgument = X.Position < D.I->Args.size();
    const ir::Inst *Part = IsArgument ? D.F->definition(D.I->Args[X.Position].Value) : nullptr;
    const ir::Inst *From = Part && Part->Kind == ir::InstKind::Unpack ? D.F->definition(Part->Args[0].Value) : nullptr;
    return From && From->Kind == ir::InstKind::Apply;
  });
}

/// True for a test, whose flags its framework chooses.
static bool hasChosenFlags(const SolvedFunction &S, const NameUses &All) {
  return isTest(S, All) || (ir::lastName(S.F->Name).starts_with("test") && !S.F->Decorators.empty());
}

/// True for what a data loader has put together, or what is made of that.
static bool isBatched(const GuardedTerm &T) { return T.Origin && T.Origin->Kind == dataflow::StepKind::Batched; }

/// True for what somebody has moved to the CPU, in so many words or to a device that is the CPU here.
static bool isMovedToCpu(const GuardedTerm &T) {
  return T.Origin && T.Origin->Kind == dataflow::StepKind::Moved && T.T.isHost();
}

/// True for what is where a tensor was made: nobody has moved it, its parameters were given others, `p.data = x`.
static bool isWhereMade(const GuardedTerm &T) {
  using dataflow::StepKind;
  return T.Origin && (T.Origin->Kind == StepKind::Created || T.Origin->Kind == StepKind::Defaulted ||
                      T.Origin->Kind == StepKind::CreatedOnHost);
}

/// What nobody knows says little of what it does with what it is given.
void FailedDemand::setLevelOfUnknown(Draft &D) const {
  // What nobody knows, `self.loss(out, labels)`, mostly brings what it is given where it wants it.
  if (J.Undecided && P.D.isOfOpenCallee())
    D.atLeastLevel(isOneLeftBehind() ? 2 : 3);
  // Nor whether it uses all of its parameters as they are.
  auto HasNewParameters = [&](unsigned Side, const GuardedTerm &T) {
    const bool IsUnknown = P.D.Sides[Side].IsOpenCallee || P.D.Sides[Side].IsOfUnknownClass;
    return IsUnknown && P.D.Sides[Side].IsModule && isWhereMade(T);
  };
  if (HasNewParameters(J.Witness.First, first()) || HasNewParameters(J.Witness.Second, second()))
    D.atLeastLevel(2);
  // Nor does anybody know what a method does, `net.estimate(x)`, of a module of which nobody knows the class; and a
  // loss that somebody has moved mostly has nothing that moves.
  auto IsHardlyThere = [&](unsigned Side) {
    const dataflow::Side &X = P.D.Sides[Side];
    const bool IsMethod = P.D.I->Kind == ir::InstKind::Invoke && P.D.Name == P.D.I->Name && P.D.Name != "forward" &&
                          (X.IsOfUnknownMethod || !knowledge::isNamedPass(std::string_view(P.D.Name)));
    return X.IsModule && X.Name.empty() && X.Position == 0 && (IsMethod || X.IsTrusted);
  };
  if (P.D.Of == dataflow::Meeting::Operands && (IsHardlyThere(J.Witness.First) || IsHardlyThere(J.Witness.Second)))
    D.atLeastLevel(2);
  // Nor what an object does first that is to run a function, `queue.submit(save, x)`.
  if (P.D.IsHandedOver)
    D.atLeastLevel(2).certain(false);
  // Nor that two inputs meet in a module that nobody reads.
  const bool IsOfModule = P.D.Sides[J.Witness.First].IsModule || P.D.Sides[J.Witness.Second].IsModule;
  if (!IsOfModule && llvm::any_of(P.D.Sides, [](const dataflow::Side &X) { return X.IsUnread; }))
    D.atLeastLevel(2);
  // Nor what it does with lengths, which are often wanted on the CPU.
  auto IsLengths = [&](unsigned Side) {
    const dataflow::Side &X = P.D.Sides[Side];
    return !X.IsModule && X.Position < P.D.I->Args.size() &&
           knowledge::namesLengths(std::string_view(P.D.F->value(P.D.I->Args[X.Position].Value).Variable));
  };
  const bool IsOfUnknown =
      P.D.isOfOpenCallee() || llvm::any_of(P.D.Sides, [](const dataflow::Side &X) { return X.IsOfUnknownClass; });
  if (IsOfUnknown && (IsLengths(J.Witness.First) || IsLengths(J.Witness.Second)))
    D.atLeastLevel(2);
  // Nor whether it takes the parts of a table elsewhere, `model(batch)`. Parts that it is given one by one are tensors.
  auto IsWholeBatch = [&](unsigned Side, const GuardedTerm &T) { return P.D.Sides[Side].IsWhole && isBatched(T); };
  if (IsOfUnknown && (IsWholeBatch(J.Witness.First, first()) || IsWholeBatch(J.Witness.Second, second())))
    D.atLeastLevel(2);
  // Nor what it does with a number in a tensor of the CPU, which meets tensors anywhere.
  auto IsNumber = [&](unsigned Side, const GuardedTerm &T) {
    const dataflow::Side &X = P.D.Sides[Side];
    return X.IsUnread && !X.IsModule && (X.Dim == dataflow::Rank::Zero || T.Dim == dataflow::Rank::Zero) &&
           T.T.isHost();
  };
  if (IsNumber(J.Witness.First, first()) || IsNumber(J.Witness.Second, second()))
    D.atLeastLevel(2);
}

/// True if the side is a part of a batch other parts of which the function takes elsewhere: `for x, y in loader: x =
/// x.to(device)`. It has been forgotten.
bool FailedDemand::isLeftBehind(unsigned Side) const {
  const ir::Function &F = *P.D.F;
  const auto PartOf = [&](ir::ValueId V) {
    const ir::Inst *D = F.definition(V);
    const bool IsPart = D && (D->Kind == ir::InstKind::Unpack || D->Kind == ir::InstKind::GetItem);
    return IsPart ? D->Args[0].Value : ir::ValueId();
  };
  const auto IsForgotten = [&](const ir::Arg &A) {
    const ir::ValueId Whole = PartOf(A.Value);
    return Whole && llvm::any_of(F.Insts, [&](const ir::Inst &I) {
             return dataflow::isMove(I) && !I.Args.empty() && PartOf(I.Args[0].Value) == Whole;
           });
  };
  const unsigned At = P.D.Sides[Side].Position;
  if (At >= P.D.I->Args.size())
    return false;
  const ir::Arg &Given = P.D.I->Args[At];
  // torch.cat([x, y])
  const ir::Inst *List = F.definition(Given.Value);
  const bool IsDisplay = List && (List->Kind == ir::InstKind::MakeList || List->Kind == ir::InstKind::MakeTuple);
  return IsDisplay ? llvm::any_of(List->Args, IsForgotten) : IsForgotten(Given);
}

/// True for the number of dimensions of a tensor: `x.dim()`, `x.ndim`, `len(x.shape)`.
static bool isRank(const ir::Function &F, ir::ValueId V) {
  const ir::Inst *D = F.definition(V);
  if (!D || D->Args.empty())
    return false;
  const ir::Inst *Of = D->Kind == ir::InstKind::Call && D->Name == "len" ? F.definition(D->Args[0].Value) : nullptr;
  if (D->Kind == ir::InstKind::Invoke || D->Kind == ir::InstKind::GetField)
    return knowledge::givesRank(std::string_view(D->Name));
  return Of && (Of->Kind == ir::InstKind::GetField || Of->Kind == ir::InstKind::Invoke) &&
         knowledge::givesShape(std::string_view(Of->Name));
}

/// True if D is behind a question for the rank of a tensor, which a caller knows and the analysis does not: `if
/// img.dim() == 4: return img - self.mean`.
static bool isBehindRank(const dataflow::Demand &D) {
  const ir::Function &F = *D.F;
  std::optional<ir::Dominators> Over;
  const auto Leads = [&](ir::BlockId To) {
    size_t Edges = 0;
    for (const ir::Inst &I : F.Insts)
      Edges += llvm::count_if(I.Targets, [&](const ir::Successor &Next) { return Next.Block == To; });
    return Edges == 1 && (Over ? *Over : Over.emplace(F)).dominates(To, D.I->Parent);
  };
  // `assert x.dim() == 4`: there is no other way.
  const auto Ends = [&](const ir::Successor &Next) {
    const ir::InstKind Last = F.terminator(Next.Block).Kind;
    return Last == ir::InstKind::Raise || Last == ir::InstKind::Unreachable;
  };
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    const ir::Inst *Asked = I.Kind == ir::InstKind::Branch ? F.definition(I.Args[0].Value) : nullptr;
    return Asked && Asked->Kind == ir::InstKind::Op && llvm::none_of(I.Targets, Ends) &&
           llvm::any_of(Asked->Args, [&](const ir::Arg &A) { return isRank(F, A.Value); }) &&
           llvm::any_of(I.Targets, [&](const ir::Successor &Next) { return Leads(Next.Block); });
  });
}

/// True if a switch has led here that elsewhere in the function brings something to an accelerator: `if self.use_cuda:
/// y = y.cuda()`. What meets in its `else` is where it is without.
static bool isWithoutSwitch(const SolvedFunction &S, const dataflow::Demand &D) {
  return llvm::any_of(D.Path.literals(), [&](dataflow::Literal L) {
    return isSwitch(S, L) &&
           llvm::any_of(S.Events, [&](const Event &E) { return E.Path.contains(~L) && needsAccelerator(S, E); });
  });
}

void FailedDemand::setLevel(Draft &D) const {
  D.certain(J.Certain && !P.D.OfSeveral).worlds(J.Failing).support(Evidence.Kind, Evidence.Strength);
  D.atLevelOf(Evidence.Strength);
  // Of what is one of several objects others may know which it is.
  if (isOfSeveral(first()) || isOfSeveral(second()) || (P.D.OfSeveral && !failsInEach(S, P, Out.worlds())))
    D.atLeastLevel(2).certain(false);
  if (isAssumed(first()) || isAssumed(second()) || dataflow::isFollowing(first()) || dataflow::isFollowing(second()))
    D.atLeastLevel(2).certain(false);
  setLevelOfUnknown(D);
  // Who runs a test chooses where its own modules are, and what they are given: mostly the CPU.
  if (J.Undecided && isOfTests(*S.Owner, *S.M))
    D.atLeastLevel(2);
  if (standsForOther(J.Witness.First, first()) || standsForOther(J.Witness.Second, second()))
    D.atLeastLevel(J.Undecided ? 3 : 2);
  // A program may well train on the CPU alone.
  if (J.Undecided && P.D.Of == dataflow::Meeting::HostArgument && symbol().T.isSymbol() &&
      isOfTrainersBatch(S, symbol().T.path()))
    D.atLeastLevel(2);
  if (P.D.Of == dataflow::Meeting::HostArgument && takesPartOfUnknown(P.D))
    D.atLeastLevel(2);
  // One integer may index from anywhere.
  if (P.D.Rule == knowledge::DeviceRule::Index && P.Lifted && !P.D.Sides[J.Witness.Second].Dim.isPositive())
    D.atLeastLevel(2);
  if (P.Lifted && isBehindRank(P.D))
    D.atLeastLevel(2);
  // Samples, and what makes an object, are on the host as a rule.
  D.doubt(J.Undecided && Evidence.mayBeOnHost() && (isOfLoading(S) || S.F->Kind == ir::FunctionKind::Constructor));
  if (J.Undecided && symbol().T.isSymbol() && isBetweenHost(S, symbol().T.path()))
    D.atLeastLevel(2);
  // All are on the current one in a program that never numbers them.
  D.doubt(J.Witness.OnOtherAccelerator && !S.M->declaresTypes() && !numbersAccelerators(*S.Owner));
  // Somebody whom the run does not see may choose another accelerator.
  if (J.Witness.IfFirst)
    D.atLeastLevel(3);
  // Labels may well stay where the loader has put them, beside what is as much at home there.
  D.doubt(J.Undecided && !isOneLeftBehind() && (J.Witness.AgainstBatch || isBatched(first()) || isBatched(second())));
  // Who takes something to the CPU knows of the other. `torch.ones(2).cpu()` takes nothing.
  const auto StaysThere = [&](const Event &E) { return E.Kind == ir::InstKind::Move && E.Before.isOnHost(); };
  auto IsTakenHere = [&](unsigned Side, const GuardedTerm &T) {
    const unsigned At = P.D.Sides[Side].Position;
    const ir::ValueId V = At < P.D.I->Args.size() ? P.D.I->Args[At].Value : ir::ValueId();
    return dataflow::isTakenToCpu(P.D.Sides[Side].P, T) && V && P.D.F->value(V).Variable.empty() &&
           llvm::none_of(S.Events, [&](const Event &E) { return E.I == T.Origin->I && StaysThere(E); });
  };
  if (J.Undecided && (IsTakenHere(J.Witness.First, first()) || IsTakenHere(J.Witness.Second, second())))
    D.atLeastLevel(2);
  D.doubt(J.Undecided && (isMovedToCpu(first()) || isMovedToCpu(second())));
  D.doubt(J.Undecided && isWithoutSwitch(S, P.D));
  setLevelOfFlags(D);
}

/// True if a flag that is named for accelerators is off where all of this holds, `args.cuda`: nothing is on one there.
static bool isPutOff(const SolvedFunction &S, const dataflow::Cube &Where) {
  return llvm::any_of(Where.literals(), [&](dataflow::Literal L) {
    const dataflow::Condition &C = S.Owner->Conditions[L.condition()];
    const bool IsOff = !L.isPositive() && C.K == dataflow::Condition::Kind::Truth && !S.Owner->Paths.isQuestion(C.P);
    return IsOff && knowledge::namesAccelerator(std::string_view(S.Owner->Paths[C.P].Name.trim("[]\"'")));
  });
}

/// What options of the program decide, others may know.
void FailedDemand::setLevelOfFlags(Draft &D) const {
  if ((J.Undecided || P.Lifted) && (isPutOff(S, P.D.Path) || isPutOff(S, first().Guard) || isPutOff(S, second().Guard)))
    D.atLeastLevel(3);
  // Who gives the type says whether that is a place: `self.decode(outputs, dtype=x.type())`.
  if (J.Undecided && (asksForPlace(S, first().Guard) || asksForPlace(S, second().Guard)))
    D.atLeastLevel(3);
  // The flag that leaves one operand on the CPU may be the one that moves the other.
  const bool Calls = llvm::any_of(P.D.Sides, [](const dataflow::Side &X) { return X.IsModule; });
  auto MayDiffer = [&](const dataflow::Side &X, const GuardedTerm &T) {
    // What is called may well want it on the CPU: lengths.
    return isConditional(X, T, [&](dataflow::Literal L) { return !Calls && isLeftOut(S, X, L); }) &&
           !isOfFirstRound(S, P, T);
  };
  if ((J.Undecided || hasChosenFlags(S, Out.names())) &&
      (MayDiffer(P.D.Sides[J.Witness.First], first()) || MayDiffer(P.D.Sides[J.Witness.Second], second())))
    D.atLeastLevel(2);
  const auto IsChosenAt = [&](unsigned Side, const GuardedTerm &T) {
    return dataflow::isChosenByFlag(S, P.D.Sides[Side], T);
  };
  const bool IsFirstChosen = IsChosenAt(J.Witness.First, first());
  const bool IsSecondChosen = IsChosenAt(J.Witness.Second, second());
  const bool IsChosen = IsFirstChosen || IsSecondChosen;
  // What a flag keeps on the CPU is not for several accelerators.
  if (P.D.Of == dataflow::Meeting::Replicas && IsChosen)
    D.atLeastLevel(2);
  if (J.Undecided && IsChosen)
    D.atLeastLevel(3);
  // Nor does who hands over what is on an accelerator know what the callee's object asks, `self.args["cuda"]`.
  if (P.Lifted && ((IsFirstChosen && first().T.isHost()) || (IsSecondChosen && second().T.isHost())))
    D.atLeastLevel(2);
}

void FailedDemand::word(Draft &D, llvm::StringRef First, llvm::StringRef Second) const {
  const std::string FirstThere = wording::onDevice(First.str(), deviceOf(first()));
  D.F.Operands = {operandOf(P.D.Sides[J.Witness.First], First.str()),
                  operandOf(P.D.Sides[J.Witness.Second], Second.str())};
  D.slot("op", wording::quoted(P.D.Name)).slot("first", FirstThere);
  // Two of what one expression gives: `torch.stack(pair(x))`.
  const bool IsOne = First == Second;
  const std::string Element = First.starts_with("'") ? "an element of " + First.str() : First.str();
  D.slot("operands", wording::list({IsOne ? wording::onDevice(Element, deviceOf(first())) : FirstThere,
                                    wording::onDevice(IsOne ? "another" : Second.str(), deviceOf(second()))}));
  D.slot("value", First.str()).slot("device", deviceOf(first()));
  if (!P.Lifted)
    return;
  D.F.Operation = Out.place(P.D.I->Range);
  std::string Note = wording::calledHere(P.D.Name);
  if (P.D.Of == dataflow::Meeting::HostAccess)
    Note = wording::readHere(First.str());
  else if (P.D.Of == dataflow::Meeting::Operands)
    Note = wording::operandsMeet(wording::quoted(P.D.Name));
  D.note(Out.place(P.D.I->Range), std::move(Note));
}

/// Which machine, where it works on another or a symbol is only perhaps on an accelerator.
void FailedDemand::sayWhere(Draft &D, llvm::StringRef First, llvm::StringRef Second) const {
  if (D.F.Notes.empty() || (!J.Undecided && !J.Other))
    return;
  std::string &Last = D.F.Notes.back().Text;
  const bool IsFirst = &symbol() == &first();
  const llvm::StringRef Where = J.Witness.OnOtherAccelerator ? "cuda:1" : "cuda";
  Last = wording::both(
      Last, J.Undecided && symbol().T.isSymbol()
                ? wording::canBeOn((IsFirst ? First : Second).str(), Where.str(), J.Failing & ~report::WorldCpu)
                : wording::fails(J.Failing));
}

/// True if F puts what Made makes into something that is there, `net.append(nn.Linear(4, 4))`, `net[0] = nn.Linear(4,
/// 4)`, or, if IsAny, makes something else of it: `nn.Sequential(nn.Linear(4, 4))`. What a module registers is its own.
static bool isHandedOn(const ir::Function &F, const ir::Inst &Made, bool IsAny) {
  using enum ir::InstKind;
  const auto Registers = [&](const ir::Inst &I) {
    const knowledge::Callable *Known =
        I.Kind == Invoke && F.isReceiver(I.Args[0].Value)
            ? knowledge::findMethod(knowledge::Receiver::Module, std::string_view(I.Name))
            : nullptr;
    return Known && Known->Kind == knowledge::Action::RegisterModule;
  };
  return Made.Result && llvm::any_of(F.Insts, [&](const ir::Inst &I) {
           const bool Makes =
               I.Kind == Call || I.Kind == Construct || I.Kind == MakeList || I.Kind == MakeTuple || I.Kind == MakeDict;
           const bool Puts = I.Kind == SetItem || (I.Kind == Invoke && I.Args[0].Value != Made.Result && !Registers(I));
           return (Puts || (IsAny && Makes)) &&
                  llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == Made.Result; });
         });
}

/// True if the parts of the module that the side is are in several places at once, and the term says where one is.
static bool isOfPart(const PlacedDemand &P, unsigned Side, const GuardedTerm &T) {
  using enum ir::InstKind;
  const dataflow::Side &X = P.D.Sides[Side];
  if (!X.IsModule || !X.Name.empty() || X.Position >= P.D.I->Args.size())
    return false;
  // One of several in its turn, `for layer in layers`, and what comes from several branches, is in one place each time.
  // What a callee reads of a module that it was given is where the module is, for all that is known.
  const ir::ValueId V = P.D.I->Args[X.Position].Value;
  const ir::Inst *Made = P.D.F->definition(V);
  const bool IsInTurn = Made && (Made->Kind == Next || Made->Kind == Unpack || Made->Kind == GetItem);
  const bool IsOneModule = Made ? !P.Lifted && !IsInTurn : llvm::is_contained(P.D.F->Blocks[0].Params, V);
  if (!IsOneModule)
    return false;
  const auto Holds = [](const GuardedTerm &Of) { return Of.Guard.isAlways() && !Of.Imprecise; };
  return llvm::all_of(X.P.terms(), Holds) &&
         llvm::any_of(X.P.terms(), [&](const GuardedTerm &Of) { return !(Of.T == T.T); });
}

/// The step of a batch that a callee takes of a loader that it was given: the loader puts it together there, not where
/// the callee is called. Nothing for other steps.
static std::optional<dataflow::Step> takenInCallee(const PlacedDemand &P, unsigned Side, const GuardedTerm &T) {
  const dataflow::Side &X = P.D.Sides[Side];
  if (!P.Lifted || !T.Origin || T.Origin->Kind != dataflow::StepKind::Batched || T.Origin->I != P.At ||
      X.Position >= P.D.I->Args.size())
    return std::nullopt;
  const ir::Inst *From = P.D.F->definition(P.D.I->Args[X.Position].Value);
  while (From && (From->Kind == ir::InstKind::Unpack || From->Kind == ir::InstKind::GetItem))
    From = P.D.F->definition(From->Args[0].Value);
  if (!From || From->Kind != ir::InstKind::Next)
    return std::nullopt;
  dataflow::Step There = *T.Origin;
  There.F = P.D.F;
  There.Range = From->Range;
  return There;
}

/// What a repair that creates it elsewhere calls it: as it is called where it is made.
static std::string createdName(const MisplacedSide &Odd) {
  const dataflow::Step *By = Odd.Term->Origin;
  if (By && !By->Subject.empty())
    return wording::quoted(By->Subject);
  return Odd.Made.empty() ? Odd.Text : Odd.Made;
}

/// The odd one is where nobody chose to put it, else on the CPU; then it goes where the other one is.
void FailedDemand::repair(Draft &D, const std::string &First, const std::string &Second) const {
  auto IsDefault = [](const GuardedTerm &T) { return T.T.kind() == dataflow::Term::Kind::Default; };
  const bool OddIsFirst =
      isBatch(first()) ||
      (!isBatch(second()) &&
       (IsDefault(first()) || (!IsDefault(second()) && first().T.isHost() && !second().T.isHost())));
  const MisplacedSide Left{&first(), J.Witness.First, First, madeName(S, Out, P, J.Witness.First, first())},
      Right{&second(), J.Witness.Second, Second, madeName(S, Out, P, J.Witness.Second, second())};
  const bool IsLeft = J.Witness.OnOtherAccelerator ? &current() == &first() : OddIsFirst;
  const MisplacedSide &Odd = IsLeft ? Left : Right, &Good = IsLeft ? Right : Left;
  const size_t Before = D.F.Fixes.size();
  const bool IsGenerator = P.D.Of == dataflow::Meeting::Generator && Spelling(S).hasKeywords();
  if (IsGenerator)
    addGeneratorRepair(D, S, Out, P, P.D.Sides[Odd.Side].Name.empty() ? Odd.Side : Good.Side);
  if (Spelling(S).hasKeywords())
    addDemandRepairs(D, S, Out, P, Odd, Good);
  else
    addFactoryFix(D, S, Out, *Odd.Term, *Good.Term, createdName(Odd));
  // Nothing fails that an optimizer goes on with what has been moved away.
  if (P.D.Of == dataflow::Meeting::OptimizerState)
    for (report::Fix &Fix : llvm::MutableArrayRef(D.F.Fixes).drop_front(Before))
      Fix.Sure = false;
}

void FailedDemand::report() {
  Draft D = Out.draft(S, *P.At);
  excuse(D);
  setLevel(D);
  const std::string First = sideText(Out, P, J.Witness.First), Second = sideText(Out, P, J.Witness.Second);
  const auto PartOf = [&](unsigned Side, const GuardedTerm &T, const std::string &Whole) {
    return (isOfPart(P, Side, T) ? "a part of " : "") + Whole;
  };
  word(D, PartOf(J.Witness.First, first(), First), PartOf(J.Witness.Second, second(), Second));
  for (auto [Side, Term, Text] :
       {std::tuple(J.Witness.First, &first(), &First), {J.Witness.Second, &second(), &Second}})
    if (P.D.Sides[Side].Name.empty() || (Term->Origin && Term->Origin->I != P.D.I)) { // not the headline again
      const std::string Made = madeName(S, Out, P, Side, *Term);
      const std::optional<dataflow::Step> Taken = takenInCallee(P, Side, *Term);
      GuardedTerm Told = *Term;
      if (Taken)
        Told.Origin = &*Taken;
      const std::string Put = Out.explain(D, S, Told, Made.empty() ? *Text : Made);
      explainArrival(D, Out, P, Side, Told, Put);
    }
  sayWhere(D, First, Second);
  repair(D, First, Second);
  Out.add(std::move(D));
}

} // namespace

std::string sideText(const Sink &Out, const PlacedDemand &P, unsigned Index) {
  const dataflow::Side &X = P.D.Sides[Index];
  if (!X.Name.empty())
    return X.Name.str();
  const std::optional<ir::Arg> A = writtenOperand(P, Index);
  if (!A)
    return "the operand";
  std::string Text = Out.text(P.D.F, *A);
  return X.IsElement ? "an element of " + Text : Text;
}

/// True if the operand was computed of what Made gives, `self.mean * 0.9`, `torch.cat(xs)`, and is not that itself, nor
/// what a function of the program, or methods in their turn, make of it, `torch.ones(3).double()`: that is called as
/// the user calls it.
static bool isComputedOf(const SolvedFunction &S, const PlacedDemand &P, const ir::Inst *Operand,
                         const ir::Inst &Made) {
  using enum ir::InstKind;
  const ir::Inst *Head = Operand;
  while (Head && Head != &Made && (Head->Kind == Invoke || Head->Kind == GetItem))
    Head = P.D.F->definition(Head->Args[0].Value);
  // `state["a"]` is what the container was given.
  const ir::Inst *Key = Operand && Operand->Kind == GetItem ? P.D.F->definition(Operand->Args[1].Value) : nullptr;
  const bool IsPart = Operand && Operand->Kind == GetItem && !(Key && Key->Kind == Const);
  const bool IsComputed =
      Operand && (Operand->Kind == Op || Operand->Kind == Call || Operand->Kind == Invoke || IsPart);
  return IsComputed && Head != &Made && !calleeOf(*S.Owner, *P.D.F, *Operand);
}

std::string madeName(const SolvedFunction &S, const Sink &Out, const PlacedDemand &P, unsigned Index,
                     const GuardedTerm &T) {
  using enum dataflow::StepKind;
  const dataflow::Side &X = P.D.Sides[Index];
  const dataflow::Step *By = T.Origin;
  if (!By || !By->I || !By->Subject.empty() || !X.Name.empty() || X.Position >= P.D.I->Args.size())
    return {};
  const ir::Inst *Operand = P.D.F->definition(P.D.I->Args[X.Position].Value);
  // What a loader gives is told by the names that it is given.
  const llvm::StringRef Names = By->Kind == Batched ? Out.source(By->Range) : llvm::StringRef();
  const bool IsOfBatch = !Names.empty() && !Names.contains('\n') && !Names.contains('(') && Operand &&
                         (Operand->Kind == ir::InstKind::Op || Operand->Kind == ir::InstKind::Call);
  if (IsOfBatch && isComputedOf(S, P, Operand, *By->I))
    return wording::quoted(Names);
  if (By->Kind != Created && By->Kind != Defaulted && By->Kind != CreatedOnHost && By->Kind != Constructed)
    return {};
  if (Operand == By->I)
    return {};
  // A whole that is in one place was made together with its parts.
  const bool IsOther = X.IsModule ? isHandedOn(*By->F, *By->I, By->Kind != Constructed || isOfPart(P, Index, T))
                                  : isComputedOf(S, P, Operand, *By->I);
  return IsOther ? Out.text(By->F, ir::Arg{.Value = By->I->Result, .Range = By->Range}) : std::string();
}

void reportDemands(const SolvedFunction &S, Sink &Out, llvm::function_ref<bool(const PlacedDemand &)> Wanted) {
  // One finding per place: a call whose callee has several such operations is one bug.
  llvm::SmallVector<const ir::Inst *, 4> Reported, Moved;
  for (const PlacedDemand &P : S.Demands) {
    if (!Wanted(P) || llvm::is_contained(Reported, P.At))
      continue;
    FailedDemand Failed(S, Out, P);
    if (!Failed.isReported())
      continue;
    // All that meets it hangs on the one move.
    if (const ir::Inst *Put = Failed.putOnCurrent()) {
      if (llvm::is_contained(Moved, Put))
        continue;
      Moved.push_back(Put);
    }
    if (!Failed.isExcusable())
      Reported.push_back(P.At);
    Failed.report();
  }
}

} // namespace devtidy::checks
