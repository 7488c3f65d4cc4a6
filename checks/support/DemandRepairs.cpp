//===- DemandRepairs.cpp - Edits that let the operands of a demand meet -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/DemandRepairs.h"
#include "checks/support/AwaitedFailures.h"
#include "checks/support/Bindings.h"
#include "checks/support/Callees.h"
#include "checks/support/FactoryFix.h"
#include "checks/support/NameUses.h"
#include "checks/support/NamedDevices.h"
#include "checks/support/OnlyTensors.h"
#include "checks/support/Repair.h"
#include "checks/support/Spelling.h"
#include "ir/Dominators.h"
#include "ir/Edges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <deque>

namespace devtidy::checks {

using dataflow::GuardedTerm;
using dataflow::PlacedDemand;
using dataflow::StepKind;
using llvm::StringRef;
namespace wording = report::wording;

std::optional<ir::Arg> writtenOperand(const PlacedDemand &P, unsigned Side) {
  const dataflow::Side &X = P.D.Sides[Side];
  if (!X.Name.empty() || X.Position >= P.D.I->Args.size())
    return std::nullopt;
  ir::Arg A = P.D.I->Args[X.Position];
  const ir::Inst *Made = P.D.F->definition(A.Value);
  // A list holds what is written in it only where it is written.
  const ir::SourceRange Call = P.D.I->Range;
  const bool IsList = Made && Made->Kind == ir::InstKind::MakeList && Call.isValid() && Made->Range.isInFileOf(Call) &&
                      Call.Begin <= Made->Range.Begin && Made->Range.End <= Call.End;
  const bool IsWritten = Made && (IsList || Made->Kind == ir::InstKind::MakeTuple) && X.Row >= 0 &&
                         X.Row < static_cast<int>(Made->Args.size()) &&
                         llvm::none_of(Made->Args, [](const ir::Arg &Part) { return !Part.Keyword.empty(); });
  if (IsWritten)
    return Made->Args[X.Row];
  if (X.Range.isValid())
    A.Range = X.Range;
  return A;
}

namespace {

/// More than these are hardly better than none.
constexpr size_t MaxEach = 3, MaxRepairs = 6;

using Edits = std::vector<report::Edit>;

/// True if nothing of the program's behaviour depends on where the tensor is made, but that it fails.
bool isSafeAt(const SolvedFunction &There, const Event &Made, const ir::Inst *Operation) {
  return (!isRandomFactory(Made) && !drawnInto(There, Made)) ||
         (Operation && isAlwaysFollowedBy(*There.F, *Made.I, *Operation));
}

/// True if a generator gives what Made makes before Operation has met it: whoever gets it may stop there, or read it on
/// the host. Operation is null where that is elsewhere.
bool isGivenBefore(const SolvedFunction &There, const ir::Inst &Made, const ir::Inst *Operation) {
  const ir::Function &F = *There.F;
  const auto IsMade = [&](const ir::Inst &I, llvm::SmallVectorImpl<ir::ValueId> &From) {
    for (const ir::Arg &A : I.Args)
      From.push_back(A.Value);
    return &I == &Made;
  };
  const auto IsBehind = [&](const ir::Inst &I) {
    if (!Operation || ir::isInCycle(F, I.Parent))
      return false;
    // Instructions of a block stand in a row.
    return I.Parent == Operation->Parent ? Operation < &I : ir::Dominators(F).dominates(Operation->Parent, I.Parent);
  };
  return llvm::any_of(F.Insts, [&](const ir::Inst &I) {
    return I.Kind == ir::InstKind::Yield && !I.Args.empty() && ir::comesFrom(F, I.Args[0].Value, IsMade) &&
           !IsBehind(I);
  });
}

/// `f(x)` becomes `f(x).to(device)`, `a + b` becomes `(a + b).to(device)`. Empty if that cannot be.
Edits moveBehind(const Sink &Out, ir::SourceRange Expression, StringRef Device) {
  const StringRef Text = Out.source(Expression);
  if (Text.empty() || Text.starts_with("*"))
    return {};
  return callBehind(Out, Expression, (".to(" + Device + ")").str());
}

/// True for tensors and modules; a generator has a device, and no `to`.
bool canMove(const SolvedFunction &There, const dataflow::Value &V) {
  return !V.is(dataflow::Value::Kind::Object) ||
         There.Owner->Types.isModuleClass(There.Sum->Objects[V.Obj.index()].Class);
}

/// What makes a tensor makes it on Device, or it is moved there at once; Operation is where it is used.
Edits makeOn(const SolvedFunction &There, const Sink &Out, const Event &Made, StringRef Device,
             const ir::Inst *Operation) {
  const ir::Arg *Given = Made.TargetArg;
  if (takesDevice(Made) && isSafeAt(There, Made, Operation)) {
    const std::optional<report::Edit> E =
        Given ? otherDevice(There, Out, *Given, Device) : deviceArgument(There, Out, *Made.I, Device);
    if (E)
      return {*E};
  }
  // What is drawn into it is drawn before it is moved.
  const ir::Inst *Drawn = drawnInto(There, Made);
  const ir::SourceRange Whole = Drawn ? Drawn->Range : Made.I->Range;
  if (Given || !Whole.isInFileOf(Made.I->Range) || Whole.Begin != Made.I->Range.Begin)
    return {};
  return Out.source(Whole).ends_with(")") && canMove(There, Made.Result) ? moveBehind(Out, Whole, Device) : Edits();
}

/// How a repair is called.
std::string titleOf(const Edits &Made, const std::string &What, StringRef Device) {
  const bool IsMoved = StringRef(Made.back().Replacement).contains("to(");
  return (IsMoved ? "move " : "create ") + What + (IsMoved ? " to " : " on ") + wording::quotedDevice(Device.str());
}

/// How what puts the odd one on Device is called: where Made makes it, or, if that is null, where it is used.
std::string titleAt(const Event *Made, const MisplacedSide &Odd, const Edits &Put, StringRef Device) {
  // A part of `g` is where that was created.
  const bool IsMoved = StringRef(Put.back().Replacement).contains("to(");
  const StringRef Subject = Made && !IsMoved ? Odd.Term->Origin->Subject : StringRef();
  const bool IsMaker = Made && !Odd.Made.empty() && Made->I == Odd.Term->Origin->I;
  return titleOf(Put, !Subject.empty() ? wording::quoted(Subject) : IsMaker ? Odd.Made : Odd.Text, Device);
}

/// Adds to W where the two sides of P are in the terms of There, which has the operation, if that says something of the
/// good one.
void sayOwnTerms(const SolvedFunction &There, const PlacedDemand &P, unsigned Odd, unsigned Good, WantedDevice &W) {
  const auto Own = llvm::find_if(There.Demands, [&](const PlacedDemand &Own) {
    return !Own.Lifted && Own.D.I == P.D.I && Own.D.Of == P.D.Of && Own.D.Sides.size() == P.D.Sides.size();
  });
  const GuardedTerm *Only = Own == There.Demands.end() ? nullptr : Own->D.Sides[Good].P.single();
  if (!Only || !Only->T.isSymbol())
    return;
  W.Term = Only;
  W.Odd = Own->D.Sides[Odd].P.single();
}

class Repairs {
public:
  Repairs(Draft &D, const SolvedFunction &S, const Sink &Out, const PlacedDemand &P, const MisplacedSide &Odd,
          const MisplacedSide &Good)
      : D(D), S(S), Out(Out), P(P), Good(Good), Odds{Odd} {
    addAlike();
  }

  void add() {
    atOrigin();
    atOperation();
    atCall();
  }
  void atOperation();
  void toHost();
  void atIndexOf() {
    atIndex();
    atCall();
  }

private:
  /// A place where an odd one can be put elsewhere, and what says where.
  struct Site {
    const SolvedFunction *There = nullptr;
    const Event *Made = nullptr; ///< null where it is used
    ir::SourceRange Expression;
    std::vector<NamedDevice> Devices;
    const ir::Inst *At = nullptr; ///< who is given it; null where it is made
    ir::Arg Given = {};           ///< as what
  };

  void addAlike();
  void atOrigin();
  void offer(llvm::ArrayRef<std::optional<Site>> Sites);
  std::optional<Site> originOf(const MisplacedSide &Odd) const;
  std::optional<Site> operandOf(const MisplacedSide &Odd) const;
  bool mayBeMoved(const Site &At, unsigned Side) const;
  bool isBroughtToGiven() const;
  void addBeside(report::Fix &Repair, std::vector<std::string> &Titles, const Site &Other, const MisplacedSide &Odd,
                 StringRef Device) const;
  Edits editsAt(const Site &At, StringRef Device) const;
  WantedDevice wantedIn(const SolvedFunction &There) const;
  const SolvedFunction *functionOf(const ir::Function *F) const;
  const ir::Inst *operationIn(const SolvedFunction &There) const;
  std::optional<unsigned> parameterThere(const SolvedFunction &There) const;
  std::optional<Site> moveOf(const MisplacedSide &Odd) const;
  void atCall();
  void atIndex();

  Draft &D;
  const SolvedFunction &S;
  const Sink &Out;
  const PlacedDemand &P;
  const MisplacedSide &Good;
  mutable std::deque<GuardedTerm> Terms;    ///< that sites of other functions speak of
  llvm::SmallVector<MisplacedSide, 2> Odds; ///< the one that was found first, and those that are where it is
};

/// What else of the operation is where the odd one is: one repair is for all of them.
void Repairs::addAlike() {
  using enum knowledge::DeviceRule;
  if (!llvm::is_contained({Same, Iterator, IteratorScalars, IteratorStrict, CpuScalars}, P.D.Rule))
    return;
  for (unsigned N = 0; N != P.D.Sides.size(); ++N) {
    const dataflow::Side &X = P.D.Sides[N];
    const GuardedTerm *Only = X.P.single();
    if (N != Odds[0].Side && N != Good.Side && X.Name.empty() && !X.Dim.isZero() && Only && !Only->T.isSymbol() &&
        Only->T == Odds[0].Term->T && Only->Origin != Odds[0].Term->Origin)
      Odds.push_back({Only, N, sideText(Out, P, N), madeName(S, Out, P, N, *Only)});
  }
}

/// The solved function that is F; null if it is not one of the program's.
const SolvedFunction *Repairs::functionOf(const ir::Function *F) const {
  if (F == S.F)
    return &S;
  const std::optional<Program::Entry> E = F ? S.Owner->Types.findFunction(F->Name) : std::nullopt;
  return E && E->F == F ? &S.Owner->solved(*E) : nullptr;
}

/// What of the function comes to the operation: itself, or the call that leads there. Null if nothing is known to.
const ir::Inst *Repairs::operationIn(const SolvedFunction &There) const {
  return There.F == P.D.F ? P.D.I : There.F == S.F ? P.At : nullptr;
}

/// The parameter of There that the function gives a tensor to which is where the good one is; nothing if there are
/// several calls, or none has one.
std::optional<unsigned> Repairs::parameterThere(const SolvedFunction &There) const {
  const Event *Call = nullptr;
  for (const Event &E : S.Events)
    if (const std::optional<Program::Entry> Callee = calleeOf(*S.Owner, *S.F, *E.I); Callee && Callee->F == There.F) {
      if (Call && Call->I != E.I)
        return std::nullopt;
      Call = &E;
    }
  if (!Call || !Good.Term->T.isSymbol())
    return std::nullopt;
  for (unsigned N = 0; N < Call->Operands.size(); ++N) {
    const dataflow::Operand &O = Call->Operands[N];
    const bool IsPath = O.V.is(dataflow::Value::Kind::Symbolic) && O.V.Path == Good.Term->T.path();
    const GuardedTerm *Only = O.V.isTensor() && !O.V.P.isUnknown() ? O.V.P.single() : nullptr;
    const bool IsThere = IsPath || (Only && Only->T == Good.Term->T);
    const auto &Params = There.F->Params;
    const auto Named = llvm::find_if(Params, [&](const ir::Param &P) { return O.A && P.Name == O.A->Keyword; });
    const size_t At = O.A && O.A->Keyword.empty() ? N : Named - Params.begin();
    if (IsThere && At < Params.size() && At < There.F->Blocks.front().Params.size() &&
        Params[At].PassMode == ir::Param::Mode::Value)
      return At;
  }
  return std::nullopt;
}

WantedDevice Repairs::wantedIn(const SolvedFunction &There) const {
  WantedDevice W{.User = operationIn(There)};
  if (There.F == S.F) {
    W.Term = Good.Term;
    W.Odd = Odds[0].Term;
  } else if (const std::optional<unsigned> Given = parameterThere(There)) {
    W.Term = &Terms.emplace_back(GuardedTerm{.T = dataflow::Term::symbol(S.Owner->Paths.param(*There.F, *Given))});
    W.Of = ir::Arg{.Value = There.F->Blocks.front().Params[*Given]};
  } else if (There.F == P.D.F) {
    sayOwnTerms(There, P, Odds[0].Side, Good.Side, W);
  }
  if (const dataflow::Side &X = P.D.Sides[Good.Side]; There.F == P.D.F && (!X.IsElement || X.Range.isValid())) {
    W.Of = writtenOperand(P, Good.Side);
    W.IsModule = X.IsModule;
  }
  return W;
}

/// `x += y`, `x.add_(y)`
bool isInPlace(const ir::Inst &Operation) {
  const StringRef Name = Operation.Name;
  return Operation.Kind == ir::InstKind::SetItem || Name.ends_with("_") ||
         (Operation.Kind == ir::InstKind::Op && Name.ends_with("=") && Name != "==" && Name != "!=" && Name != "<=" &&
          Name != ">=");
}

Edits Repairs::editsAt(const Site &At, StringRef Device) const {
  if (!At.Made)
    return moveBehind(Out, At.Expression, Device);
  if (At.Made->Kind == ir::InstKind::Move) {
    const report::Place Where = Out.place(At.Expression);
    const StringRef Call = Out.source(At.Expression);
    if (!Call.ends_with(".cuda()"))
      return {};
    return {{Where.Path, Where.End - static_cast<uint32_t>(StringRef("cuda()").size()), Where.End,
             ("to(" + Device + ")").str()}};
  }
  return makeOn(*At.There, Out, *At.Made, Device, operationIn(*At.There));
}

/// True for what is made once, when the function is defined: the default of an argument.
bool isDefaultArgument(const SolvedFunction &S, const ir::Function *In, ir::SourceRange Made) {
  return llvm::any_of(S.Owner->modules(), [&](const ir::Module *M) {
    return !M->Files.empty() && M->Files.front().Path == Made.File->Path &&
           llvm::any_of(M->Functions, [&](const std::unique_ptr<ir::Function> &F) {
             return F.get() != In && F->Kind != ir::FunctionKind::TopLevel && F->Kind != ir::FunctionKind::Lambda &&
                    F->Range.isValid() && F->Range.Begin <= Made.Begin && Made.End <= F->Range.End &&
                    !(In->Range.Begin >= F->Range.Begin && In->Range.End <= F->Range.End);
           });
  });
}

/// What made the odd one, if that can make it elsewhere.
std::optional<Repairs::Site> Repairs::originOf(const MisplacedSide &Odd) const {
  const dataflow::Step *Origin = Odd.Term->Origin;
  const bool IsOfModule = Origin && (Origin->Kind == StepKind::Constructed || Origin->Kind == StepKind::Copied);
  const bool IsMade = Origin && (Origin->Kind == StepKind::Defaulted || Origin->Kind == StepKind::Created ||
                                 Origin->Kind == StepKind::CreatedOnHost ||
                                 (IsOfModule && P.D.Sides[Odd.Side].IsModule && Origin->F == S.F));
  if (!IsMade || !Origin->I || !Origin->I->Range.isValid() || !Origin->I->Range.File->Checked)
    return std::nullopt;
  const SolvedFunction *There = functionOf(Origin->F);
  if (!There || !There->F->hasBody() || isDefaultArgument(S, Origin->F, Origin->I->Range))
    return std::nullopt;
  const ir::Inst *Maker = Origin->I;
  // The module as a whole, and not only its part.
  if (const std::optional<ir::Arg> A = writtenOperand(P, Odd.Side); A && IsOfModule && P.D.F == S.F)
    if (const ir::Inst *Whole = S.F->definition(A->Value); Whole && Whole->Kind == ir::InstKind::Call)
      Maker = Whole;
  const auto Made = llvm::find_if(There->Events, [&](const Event &E) { return E.I == Maker; });
  if (Made == There->Events.end())
    return std::nullopt;
  return Site{There, &*Made, Maker->Range, namedDevices(*There, Out, *Maker, wantedIn(*There))};
}

/// True if the operand is known to be something else than a tensor: a data set that holds tensors, a list.
bool isNoTensor(const SolvedFunction &S, const ir::Inst &Operation, ir::ValueId V) {
  using Kind = dataflow::Value::Kind;
  for (const Event &E : S.Events)
    for (const dataflow::Operand &O : E.Operands)
      if (O.A && O.A->Value == V && E.I == &Operation)
        return !O.V.is(Kind::Tensor) && !O.V.is(Kind::Symbolic) && !O.V.is(Kind::Unknown);
  return false;
}

/// True if A, what is written for the side, is a list or a tuple, of which that is an element: `self.lstm(x, self.h)`.
bool isContainer(const PlacedDemand &P, unsigned Side, const ir::Arg &A) {
  const dataflow::Side &X = P.D.Sides[Side];
  return X.IsElement && (!X.Range.isValid() || P.D.I->Args[X.Position].Range == A.Range);
}

/// Where the odd one is written at the operation, if nothing is written to it there.
std::optional<Repairs::Site> Repairs::operandOf(const MisplacedSide &Odd) const {
  const dataflow::Side &X = P.D.Sides[Odd.Side];
  const std::optional<ir::Arg> A = writtenOperand(P, Odd.Side);
  const ir::SourceRange R = P.D.I->Range;
  const bool IsChanged = X.IsOutput || (X.Position == 0 && isInPlace(*P.D.I));
  // Whoever calls a module of which nobody knows where it is has made its input: that is no matter of the module's.
  if (P.Lifted && Good.Term->T.isSymbol() && Odd.Term->Origin && Odd.Term->Origin->F == S.F && P.D.F != S.F)
    return std::nullopt;
  if (!A || A->Keyword.starts_with("*") || X.IsModule || X.Partial || IsChanged || !R.isValid() || !R.File->Checked ||
      !A->Range.isInFileOf(R) || isContainer(P, Odd.Side, *A))
    return std::nullopt;
  const SolvedFunction *There = functionOf(P.D.F);
  if (!There || !There->F->hasBody() || isNoTensor(*There, *P.D.I, A->Value))
    return std::nullopt;
  return Site{There, nullptr, A->Range, namedDevices(*There, Out, *P.D.I, wantedIn(*There)), P.D.I, *A};
}

/// True if the operand that is written there is a tensor, whoever calls and whatever else the program keeps in a member
/// of that name: `net.scale = 0`.
bool Repairs::mayBeMoved(const Site &At, unsigned Side) const {
  if (At.Made)
    return !isOfWrittenArray(*At.There, Out, *At.Made->I) &&
           !isGivenBefore(*At.There, *At.Made->I, operationIn(*At.There));
  const std::optional<ir::Arg> A = At.At == P.D.I ? writtenOperand(P, Side) : std::optional(At.Given);
  return !(At.At == P.D.I && P.D.Sides[Side].Untyped) && A && !mayBeNoTensor(*At.There, Out, A->Value, *At.At);
}

/// True for a module that the constructor was given, of which nobody says where it is: the tensor that is brought to
/// the CPU for it, `self.two(x.cpu())`, may be right.
bool Repairs::isBroughtToGiven() const {
  const dataflow::Step *Put = Odds[0].Term->Origin;
  if (!Put || Put->Kind != StepKind::Moved || !P.D.Sides[Good.Side].IsModule || !Good.Term->T.isSymbol() ||
      S.F->Class.empty())
    return false;
  const std::optional<ir::Arg> Module = S.F == P.D.F ? writtenOperand(P, Good.Side) : std::nullopt;
  const ir::Inst *Read = Module ? S.F->definition(Module->Value) : nullptr;
  return Read && Read->Kind == ir::InstKind::GetField &&
         llvm::any_of(Out.names().storing(Read->Name), [&](const NameUses::Said &Put) {
           return Put.F->Class == S.F->Class && parameterOf(*Put.F, Put.I->Args[1].Value);
         });
}

/// A repair for each device that can be said at the first of the sites.
void Repairs::offer(llvm::ArrayRef<std::optional<Site>> Sites) {
  if (!Sites[0])
    return;
  const dataflow::Step *Put = Odds[0].Term->Origin;
  const bool IsOfBatch = Odds[0].Term->isOfBatch() || (Put && Put->Kind == StepKind::Batched);
  const bool IsOfUnread = P.D.isOfOpenCallee() || P.D.Sides[Good.Side].IsOfUnknownClass;
  bool IsSure = (Sites[0]->Made || !IsOfBatch || !IsOfUnread) && !isBroughtToGiven();
  for (unsigned N = 0; N != Sites.size(); ++N)
    IsSure &= !Sites[N] || mayBeMoved(*Sites[N], Odds[N].Side);
  for (const NamedDevice &Device : llvm::ArrayRef(Sites[0]->Devices).take_front(MaxEach)) {
    // It is not said of itself, and of a part of a batch nobody knows that it is one tensor.
    const bool IsOwn =
        !Sites[0]->Made && StringRef(Device.Text).starts_with(Out.source(Sites[0]->Expression).str() + ".");
    if (IsOwn)
      continue;
    report::Fix Repair{.Edits = editsAt(*Sites[0], Device.Text), .Sure = IsSure && Device.Sure};
    if (Repair.Edits.empty() || D.F.Fixes.size() == MaxRepairs)
      continue;
    std::vector<std::string> Titles{titleAt(Sites[0]->Made, Odds[0], Repair.Edits, Device.Text)};
    for (unsigned N = 1; N != Sites.size(); ++N)
      if (Sites[N])
        addBeside(Repair, Titles, *Sites[N], Odds[N], Device.Text);
    Repair.Title = wording::together(Titles);
    D.F.Fixes.push_back(std::move(Repair));
  }
}

/// Adds to the repair, and to what it is called, what puts the odd one at Other there as well: on Device, if that can
/// be said there. What makes two of them is changed once.
void Repairs::addBeside(report::Fix &Repair, std::vector<std::string> &Titles, const Site &Other,
                        const MisplacedSide &Odd, StringRef Device) const {
  if (Other.Devices.empty())
    return;
  const auto Same = llvm::find_if(Other.Devices, [&](const NamedDevice &D) { return D.Text == Device; });
  const NamedDevice &Said = Same == Other.Devices.end() ? Other.Devices.front() : *Same;
  const Edits Put = editsAt(Other, Said.Text);
  if (Put.empty() || llvm::is_contained(Repair.Edits, Put.front()))
    return;
  llvm::append_range(Repair.Edits, Put);
  Titles.push_back(titleAt(Other.Made, Odd, Put, Said.Text));
  Repair.Sure &= Said.Sure;
}

/// What moved the odd one to an accelerator, where it may move it elsewhere.
std::optional<Repairs::Site> Repairs::moveOf(const MisplacedSide &Odd) const {
  const dataflow::Step *Origin = Odd.Term->Origin;
  if (!Origin || Origin->Kind != StepKind::Moved || Origin->F != S.F || !Origin->I || Odd.Term->T.isSymbol() ||
      !Odd.Term->T.device().isAccelerator() || !Origin->I->Range.isValid() || !Origin->I->Range.File->Checked)
    return std::nullopt;
  const auto Moved = llvm::find_if(S.Events, [&](const Event &E) { return E.I == Origin->I; });
  const bool IsCuda = Moved != S.Events.end() && Moved->Kind == ir::InstKind::Move && !Moved->OnModule &&
                      Moved->Name == "cuda" && Moved->I->Args.size() == 1;
  if (!IsCuda)
    return std::nullopt;
  return Site{&S, &*Moved, Moved->I->Range, namedDevices(S, Out, *Moved->I, wantedIn(S))};
}

/// Where the caller gives the odd one to who lets it meet the other one.
void Repairs::atCall() {
  if (!P.Lifted || !P.At->Range.isValid() || !P.At->Range.File->Checked)
    return;
  const auto Call = llvm::find_if(S.Events, [&](const Event &E) { return E.I == P.At; });
  if (Call == S.Events.end() || Call->Kind == ir::InstKind::Forward)
    return;
  for (const dataflow::Operand &O : Call->Operands) {
    const GuardedTerm *Only = O.A && O.V.isTensor() && !O.V.Partial && !O.V.P.isUnknown() ? O.V.P.single() : nullptr;
    const bool IsOdd = Only && Only->T == Odds[0].Term->T && Only->Origin == Odds[0].Term->Origin;
    if (!IsOdd || O.A->Keyword.starts_with("*") || !O.A->Range.isInFileOf(P.At->Range) ||
        isWrittenByCall(S, *P.At, *O.A))
      continue;
    if (Good.Term->T.isHost()) {
      const bool IsArray = P.D.Of == dataflow::Meeting::HostAccess;
      D.F.Fixes.push_back(
          {"copy " + Out.text(S.F, *O.A) + " to the host",
           callBehind(Out, O.A->Range, IsArray ? copyForArray(S, O.A->Value) : ".cpu()"),
           !mayBeNoTensor(S, Out, O.A->Value, *P.At) && !(IsArray && isCopyNoticed(S, Out, *P.At, O.A->Value))});
    } else
      offer({Site{&S, nullptr, O.A->Range, namedDevices(S, Out, *P.At, wantedIn(S)), P.At, *O.A}});
    return;
  }
}

/// An index may be on the CPU, wherever the tensor is.
void Repairs::atIndex() {
  if (const std::optional<Site> At = P.Lifted ? std::nullopt : operandOf(Odds[0]))
    D.F.Fixes.push_back({"copy " + Odds[0].Text + " to the host", callBehind(Out, At->Expression, ".cpu()"),
                         mayBeMoved(*At, Odds[0].Side)});
}

void Repairs::atOrigin() {
  if (Odds.size() == 1)
    if (const std::optional<Site> Move = moveOf(Odds[0])) {
      offer({Move});
      return;
    }
  llvm::SmallVector<std::optional<Site>, 2> Sites;
  for (const MisplacedSide &Odd : Odds) {
    Sites.push_back(originOf(Odd));
    if (!Sites.back() && Sites.size() > 1)
      Sites.back() = operandOf(Odd);
  }
  offer(Sites);
}

/// True if what Reader is given there is a tensor whoever calls S: what makes an array takes lists as well, and an
/// object of one's own has such a method, too.
static bool isSurelyTensor(const SolvedFunction &S, const Sink &Out, const ir::Inst &Reader,
                           ir::SourceRange Expression) {
  const auto *Given = llvm::find_if(Reader.Args, [&](const ir::Arg &A) { return A.Range == Expression; });
  return Given != Reader.Args.end() && isTensorEachTime(S, Out, Reader, Given - Reader.Args.begin());
}

void Repairs::toHost() {
  const std::optional<Site> At = operandOf(Odds[0]);
  // Who writes to an array that shares memory would write to the copy.
  const bool IsRead = P.D.Of == dataflow::Meeting::HostAccess;
  const bool IsValue = P.D.I->Name == "numpy" || P.D.I->Name == "__array__" || P.D.I->Kind == ir::InstKind::Call;
  if (IsRead && (!IsValue || !At || isWrittenThrough(*At->There, P.D.I->Result)))
    return;
  if (!At)
    return;
  D.F.Fixes.push_back({"copy " + Odds[0].Text + " to the host",
                       callBehind(Out, At->Expression, IsRead ? copyForArray(*At->There, At->Given.Value) : ".cpu()"),
                       isSurelyTensor(*At->There, Out, *P.D.I, At->Expression) &&
                           !(IsRead && isCopyNoticed(*At->There, Out, *P.D.I, At->Given.Value))});
}

void Repairs::atOperation() {
  llvm::SmallVector<std::optional<Site>, 2> Sites;
  for (const MisplacedSide &Odd : Odds)
    Sites.push_back(operandOf(Odd));
  offer(Sites);
}

} // namespace

void addCreationRepairs(Draft &D, const SolvedFunction &S, const Sink &Out, const dataflow::Step &Origin,
                        const WantedDevice &Wanted, const std::string &What) {
  if (!Origin.I || !Origin.I->Range.isValid() || !Origin.I->Range.File->Checked)
    return;
  const bool IsHere = Origin.F == S.F;
  const SolvedFunction *There = IsHere ? &S : S.Owner->solvedHere(*Origin.F);
  if (!There || !There->F->hasBody() || isDefaultArgument(S, Origin.F, Origin.I->Range))
    return;
  const auto Made = llvm::find_if(There->Events, [&](const Event &E) { return E.I == Origin.I; });
  if (Made == There->Events.end())
    return;
  const WantedDevice In = IsHere ? Wanted : WantedDevice();
  const std::vector<NamedDevice> Devices = namedDevices(*There, Out, *Made->I, In);
  for (const NamedDevice &Device : llvm::ArrayRef(Devices).take_front(MaxEach))
    if (Edits Repair = makeOn(*There, Out, *Made, Device.Text, In.User); !Repair.empty()) {
      std::string Title = titleOf(Repair, What, Device.Text);
      D.F.Fixes.push_back({.Title = std::move(Title),
                           .Edits = std::move(Repair),
                           .Sure = Device.Sure && !isOfWrittenArray(*There, Out, *Made->I) &&
                                   !isGivenBefore(*There, *Made->I, In.User)});
    }
}

void addGeneratorRepair(Draft &D, const SolvedFunction &S, const Sink &Out, const PlacedDemand &P, unsigned Generator) {
  const SolvedFunction *There = P.D.F == S.F ? &S : S.Owner->solvedHere(*P.D.F);
  const std::optional<ir::Arg> From = writtenOperand(P, Generator);
  if (!There || !From || P.D.Sides[Generator].Partial || !P.D.I->Range.isValid() || !P.D.I->Range.File->Checked)
    return;
  const auto Made = llvm::find_if(There->Events, [&](const Event &E) { return E.I == P.D.I; });
  const StringRef Text = Out.source(From->Range);
  if (Made == There->Events.end() || !Made->Known || Made->Known->Kind != knowledge::Action::Create ||
      !takesMember(Text) || Text.contains('('))
    return;
  const std::string Device = Text.str() + Spelling(*There).attribute("device");
  const ir::Arg *Given = Made->TargetArg;
  if (std::optional<report::Edit> E =
          Given ? otherDevice(*There, Out, *Given, Device) : keywordArgument(*There, Out, *P.D.I, "device", Device))
    D.fix("create the result on " + wording::quotedDevice(Device), std::move(*E));
}

/// True if the function compares the device of V, `assert m.device.type == "cpu"`: in another place it goes another
/// way.
static bool isPlaceCompared(const SolvedFunction &S, ir::ValueId V) {
  const auto IsCompared = [&](ir::ValueId Place) {
    return llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
      return I.Kind == ir::InstKind::Op && (I.Name == "==" || I.Name == "!=") &&
             llvm::any_of(I.Args, [&](const ir::Arg &A) { return A.Value == Place; });
    });
  };
  const auto IsRead = [](const ir::Inst &I, ir::ValueId Of) {
    return I.Kind == ir::InstKind::GetField && I.Args[0].Value == Of;
  };
  return llvm::any_of(S.F->Insts, [&](const ir::Inst &I) {
    const Event *E = IsRead(I, V) ? S.eventAt(S.F->value(I.Result).Definition) : nullptr;
    return E && E->Result.is(dataflow::Value::Kind::Device) &&
           (IsCompared(I.Result) || llvm::any_of(S.F->Insts, [&](const ir::Inst &Part) {
              return IsRead(Part, I.Result) && IsCompared(Part.Result);
            }));
  });
}

void addDemandRepairs(Draft &D, const SolvedFunction &S, const Sink &Out, const PlacedDemand &P,
                      const MisplacedSide &Odd, const MisplacedSide &Good) {
  const auto Sort = llvm::scope_exit([&] {
    const unsigned At = P.D.Sides[Odd.Side].Position;
    const SolvedFunction *There = P.Lifted && P.D.F ? S.Owner->solvedHere(*P.D.F) : &S;
    if ((P.Lifted && P.D.F && isFailureAwaited(*S.Owner, Out.names(), *P.D.F, *P.D.I)) ||
        (There && At < P.D.I->Args.size() && isPlaceCompared(*There, P.D.I->Args[At].Value)))
      for (report::Fix &Fix : D.F.Fixes)
        Fix.Sure = false;
    llvm::stable_sort(D.F.Fixes, [](const report::Fix &A, const report::Fix &B) {
      return std::pair(A.Backward, !A.Sure) < std::pair(B.Backward, !B.Sure);
    });
  });
  // What only the CPU will do for is brought there.
  if (P.D.Of == dataflow::Meeting::HostArgument || P.D.Of == dataflow::Meeting::HostAccess) {
    const bool IsGood = P.D.Sides[Odd.Side].Name.empty();
    Repairs(D, S, Out, P, IsGood ? Odd : Good, IsGood ? Good : Odd).toHost();
    return;
  }
  // What indexes a tensor on the CPU may go there, too; first of all if somebody has brought the tensor there.
  const bool IsIndexed = P.D.Rule == knowledge::DeviceRule::Index && !Odd.Term->T.isSymbol() &&
                         Odd.Term->T.device().Type == knowledge::DeviceType::Cpu;
  const bool IsBrought = IsIndexed && Odd.Term->Origin && Odd.Term->Origin->Kind == StepKind::Moved;
  if (IsBrought)
    Repairs(D, S, Out, P, Good, Odd).atIndexOf();
  Repairs(D, S, Out, P, Odd, Good).add();
  if (IsIndexed && !IsBrought)
    Repairs(D, S, Out, P, Good, Odd).atIndexOf();
  // Where it is known where both are, the other one can go there as well.
  if (!Odd.Term->T.isSymbol() && !Good.Term->T.isSymbol()) {
    const size_t Others = D.F.Fixes.size();
    Repairs(D, S, Out, P, Good, Odd).atOperation();
    for (report::Fix &Fix : llvm::MutableArrayRef(D.F.Fixes).drop_front(Others))
      Fix.Backward = Odd.Term->T.device().Type == knowledge::DeviceType::Cpu;
  }
}

} // namespace devtidy::checks
