//===- DemandRepairs.cpp - Edits that let the operands of a demand meet -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/support/DemandRepairs.h"
#include "checks/support/Bindings.h"
#include "checks/support/FactoryFix.h"
#include "checks/support/NamedDevices.h"
#include "checks/support/Repair.h"
#include "checks/support/Spelling.h"
#include "llvm/ADT/STLExtras.h"

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
  }
  void atOperation();
  void toHost();

private:
  /// A place where an odd one can be put elsewhere, and what says where.
  struct Site {
    const SolvedFunction *There = nullptr;
    const Event *Made = nullptr; ///< null at the operation
    ir::SourceRange Expression;
    std::vector<std::string> Devices;
  };

  void addAlike();
  void atOrigin();
  void offer(llvm::ArrayRef<std::optional<Site>> Sites);
  std::optional<Site> originOf(const MisplacedSide &Odd) const;
  std::optional<Site> operandOf(const MisplacedSide &Odd) const;
  Edits editsAt(const Site &At, StringRef Device) const;
  Edits moveBehind(ir::SourceRange Expression, StringRef Device) const;
  WantedDevice wantedIn(const SolvedFunction &There) const;
  const SolvedFunction *functionOf(const ir::Function *F) const;
  const ir::Inst *operationIn(const SolvedFunction &There) const;

  Draft &D;
  const SolvedFunction &S;
  const Sink &Out;
  const PlacedDemand &P;
  const MisplacedSide &Good;
  llvm::SmallVector<MisplacedSide, 2> Odds; ///< the one that was found first, and those that are where it is
};

/// What else of the operation is where the odd one is: one repair is for all of them.
void Repairs::addAlike() {
  if (P.D.Rule != knowledge::DeviceRule::Same)
    return;
  for (unsigned N = 0; N != P.D.Sides.size(); ++N) {
    const dataflow::Side &X = P.D.Sides[N];
    const GuardedTerm *Only = X.P.single();
    if (N != Odds[0].Side && N != Good.Side && X.Name.empty() && !X.Dim.isZero() && Only && !Only->T.isSymbol() &&
        Only->T == Odds[0].Term->T && Only->Origin != Odds[0].Term->Origin)
      Odds.push_back({Only, N, ""});
  }
}

/// The solved function that is F; null if it is not one of the program's.
const SolvedFunction *Repairs::functionOf(const ir::Function *F) const {
  if (F == S.F)
    return &S;
  const std::optional<Program::Entry> E = F ? S.Owner->findFunction(F->Name) : std::nullopt;
  return E && E->F == F ? &S.Owner->solved(*E) : nullptr;
}

/// What of the function comes to the operation: itself, or the call that leads there. Null if nothing is known to.
const ir::Inst *Repairs::operationIn(const SolvedFunction &There) const {
  return There.F == P.D.F ? P.D.I : There.F == S.F ? P.At : nullptr;
}

WantedDevice Repairs::wantedIn(const SolvedFunction &There) const {
  WantedDevice W{.User = operationIn(There)};
  if (There.F == S.F)
    W.Term = Good.Term;
  if (const dataflow::Side &X = P.D.Sides[Good.Side]; There.F == P.D.F && (!X.IsElement || X.Range.isValid())) {
    W.Of = writtenOperand(P, Good.Side);
    W.IsModule = X.IsModule;
  }
  return W;
}

/// True if nothing of the program's behaviour depends on where the tensor is made, but that it fails.
bool isSafeAt(const SolvedFunction &There, const Event &Made, const ir::Inst *Operation) {
  return !isRandomFactory(Made) || (Operation && isAlwaysFollowedBy(*There.F, *Made.I, *Operation));
}

/// `x += y`, `x.add_(y)`
bool isInPlace(const ir::Inst &Operation) {
  const StringRef Name = Operation.Name;
  return Operation.Kind == ir::InstKind::SetItem || Name.ends_with("_") ||
         (Operation.Kind == ir::InstKind::Op && Name.ends_with("=") && Name != "==" && Name != "!=" && Name != "<=" &&
          Name != ">=");
}

/// `f(x)` becomes `f(x).to(device)`, `a + b` becomes `(a + b).to(device)`. Empty if that cannot be.
Edits Repairs::moveBehind(ir::SourceRange Expression, StringRef Device) const {
  const StringRef Text = Out.source(Expression);
  if (Text.empty() || Text.starts_with("*"))
    return {};
  return callBehind(Out, Expression, (".to(" + Device + ")").str());
}

Edits Repairs::editsAt(const Site &At, StringRef Device) const {
  if (!At.Made)
    return moveBehind(At.Expression, Device);
  const ir::Arg *Given = At.Made->TargetArg;
  if (takesDevice(*At.Made) && isSafeAt(*At.There, *At.Made, operationIn(*At.There))) {
    const std::optional<report::Edit> E =
        Given ? otherDevice(*At.There, Out, *Given, Device) : deviceArgument(*At.There, Out, *At.Made->I, Device);
    if (E)
      return {*E};
  }
  return !Given && Out.source(At.Expression).ends_with(")") ? moveBehind(At.Expression, Device) : Edits();
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
  const bool IsMade =
      Origin && (Origin->Kind == StepKind::Defaulted || Origin->Kind == StepKind::Created ||
                 Origin->Kind == StepKind::CreatedOnHost ||
                 (Origin->Kind == StepKind::Constructed && P.D.Sides[Odd.Side].IsModule && Origin->F == S.F));
  if (!IsMade || !Origin->I || !Origin->I->Range.isValid() || !Origin->I->Range.File->Checked)
    return std::nullopt;
  const SolvedFunction *There = functionOf(Origin->F);
  if (!There || !There->F->hasBody() || isDefaultArgument(S, Origin->F, Origin->I->Range))
    return std::nullopt;
  const ir::Inst *Maker = Origin->I;
  // The module as a whole, and not only its part.
  if (const std::optional<ir::Arg> A = writtenOperand(P, Odd.Side);
      A && Origin->Kind == StepKind::Constructed && P.D.F == S.F)
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
      !A->Range.isInFileOf(R) || (X.IsElement && !X.Range.isValid()))
    return std::nullopt;
  const SolvedFunction *There = functionOf(P.D.F);
  if (!There || !There->F->hasBody() || isNoTensor(*There, *P.D.I, A->Value))
    return std::nullopt;
  return Site{There, nullptr, A->Range, namedDevices(*There, Out, *P.D.I, wantedIn(*There))};
}

/// A repair for each device that can be said at the first of the sites.
void Repairs::offer(llvm::ArrayRef<std::optional<Site>> Sites) {
  if (!Sites[0])
    return;
  for (const std::string &Device : llvm::ArrayRef(Sites[0]->Devices).take_front(MaxEach)) {
    report::Fix Repair{.Edits = editsAt(*Sites[0], Device)};
    if (Repair.Edits.empty() || D.F.Fixes.size() == MaxRepairs)
      continue;
    const bool IsMoved = StringRef(Repair.Edits.back().Replacement).contains(".to(");
    // A part of `g` is where that was created.
    const StringRef Made = Sites[0]->Made && !IsMoved ? Odds[0].Term->Origin->Subject : StringRef();
    const std::string What = Made.empty() ? Odds[0].Text : wording::quoted(Made);
    Repair.Title = (IsMoved ? "move " : "create ") + What + (IsMoved ? " to " : " on ") + wording::quotedDevice(Device);
    for (const std::optional<Site> &Other : Sites.drop_front())
      if (Other && !Other->Devices.empty())
        llvm::append_range(Repair.Edits, editsAt(*Other, llvm::is_contained(Other->Devices, Device)
                                                             ? StringRef(Device)
                                                             : StringRef(Other->Devices.front())));
    D.F.Fixes.push_back(std::move(Repair));
  }
}

void Repairs::atOrigin() {
  llvm::SmallVector<std::optional<Site>, 2> Sites;
  for (const MisplacedSide &Odd : Odds) {
    Sites.push_back(originOf(Odd));
    if (!Sites.back() && Sites.size() > 1)
      Sites.back() = operandOf(Odd);
  }
  offer(Sites);
}

void Repairs::toHost() {
  if (const std::optional<Site> At = operandOf(Odds[0]))
    D.F.Fixes.push_back({"copy " + Odds[0].Text + " to the host", callBehind(Out, At->Expression, ".cpu()")});
}

void Repairs::atOperation() {
  llvm::SmallVector<std::optional<Site>, 2> Sites;
  for (const MisplacedSide &Odd : Odds)
    Sites.push_back(operandOf(Odd));
  offer(Sites);
}

} // namespace

void addDemandRepairs(Draft &D, const SolvedFunction &S, const Sink &Out, const PlacedDemand &P,
                      const MisplacedSide &Odd, const MisplacedSide &Good) {
  // What only the CPU will do for is brought there.
  if (P.D.Of == dataflow::Meeting::HostArgument) {
    const bool IsGood = P.D.Sides[Odd.Side].Name.empty();
    Repairs(D, S, Out, P, IsGood ? Odd : Good, IsGood ? Good : Odd).toHost();
    return;
  }
  Repairs(D, S, Out, P, Odd, Good).add();
  // Where it is known where both are, the other one can go there as well.
  if (!Odd.Term->T.isSymbol() && !Good.Term->T.isSymbol())
    Repairs(D, S, Out, P, Good, Odd).atOperation();
}

} // namespace devtidy::checks
