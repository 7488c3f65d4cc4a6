//===- ImplicitCreation.cpp - device-implicit-creation ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags a factory without a device whose value meets one that may be elsewhere: it works because nobody has put that
// there yet. Where the meeting is sure to fail, device-mixed-operands speaks instead. At level 3, also one whose value
// is used, meets nothing, and is moved then: it works and is slow. Option Strict: every factory without a device.
//
//===----------------------------------------------------------------------===//

#include "checks/support/FactoryFix.h"
#include "checks/support/Sink.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

using dataflow::GuardedTerm;
using dataflow::StepKind;
using ir::InstKind;

/// torch.LongTensor(x) is on the CPU, whatever the default device is.
static bool isLegacyConstructor(const SolvedFunction &S, const ir::Inst &I) {
  llvm::StringRef Name = S.Owner->canonical(I.Name);
  return I.Kind == InstKind::Call && knowledge::isTensorClass({Name.data(), Name.size()});
}

/// The factory of S that put T on the default device, or on the CPU because it knows no other.
static const ir::Inst *factoryOf(const SolvedFunction &S, const GuardedTerm &T) {
  const Step *O = T.Origin;
  if (!O || O->F != S.F || !O->I)
    return nullptr;
  const bool IsOne =
      O->Kind == StepKind::Defaulted || (O->Kind == StepKind::CreatedOnHost && isLegacyConstructor(S, *O->I));
  return IsOne ? O->I : nullptr;
}

/// The instruction of S that made the module which T is the state of, and that nothing has moved: `net = nn.Linear(2,
/// 2)`.
static const ir::Inst *moduleOf(const SolvedFunction &S, const GuardedTerm &T) {
  const Step *O = T.Origin;
  const bool IsMade = O && O->Kind == StepKind::Constructed && O->F == S.F && O->I;
  return IsMade && T.T.kind() == dataflow::Term::Kind::Default ? O->I : nullptr;
}

/// The step that made it in a constructor of the function's own class, without a device: a member that nothing moves.
static const Step *makingOfMember(const SolvedFunction &S, const GuardedTerm &T) {
  const Step *O = T.Origin;
  bool IsMade = O && O->Kind == StepKind::Defaulted && O->I && O->F && O->F != S.F;
  return IsMade && O->F->Kind == ir::FunctionKind::Constructor && O->F->Class == S.F->Class ? O : nullptr;
}

/// True if something was computed with the factory's result before it was moved. Otherwise the move is only slow, which
/// device-create-then-move says.
static bool worksBetween(const SolvedFunction &S, const ir::Inst &Factory, const Event &Move) {
  ir::SourceRange Made = Factory.Range, Moved = Move.I->Range;
  bool SameExpression = Made.isInFileOf(Moved) && Moved.Begin <= Made.Begin && Made.End <= Moved.End;
  if (SameExpression)
    return false;
  for (const Event &E : S.Events) {
    if (&E == &Move)
      return false;
    if (E.Kind == InstKind::Aten)
      for (const dataflow::Operand &O : E.Operands)
        if (const GuardedTerm *T = O.V.isTensor() ? O.V.P.single() : nullptr; T && factoryOf(S, *T) == &Factory)
          return true;
  }
  return false;
}

static std::string nameOf(const ir::Function &F, const ir::Inst &Factory) {
  llvm::StringRef Name = Factory.Result ? F.value(Factory.Result).Variable : llvm::StringRef();
  llvm::StringRef Callee = Factory.Name.rsplit(Factory.Name.contains("::") ? "::" : ".").second;
  return Name.empty() ? "the result of " + report::wording::quoted(Callee) : report::wording::quoted(Name);
}

static void reportMember(const SolvedFunction &S, Sink &Out, const Step &Made, const dataflow::PlacedDemand &P) {
  Draft D = Out.draft(Made.F, Made.I->Range);
  D.slot("value", nameOf(*Made.F, *Made.I)).slot("place", "the default one");
  D.note(Out.place(P.At->Range), report::wording::operandsMeet(report::wording::quoted(P.D.Name)));
  Out.add(std::move(D));
}

static void reportModule(const SolvedFunction &S, Sink &Out, const ir::Inst &Made, const dataflow::PlacedDemand &P) {
  Draft D = Out.draft(S, Made);
  D.slot("value", nameOf(*S.F, Made)).slot("place", "the default one");
  D.note(Out.place(P.At->Range), report::wording::operandsMeet(report::wording::quoted(P.D.Name)));
  Out.add(std::move(D));
}

static Draft draftOf(const SolvedFunction &S, Sink &Out, const ir::Inst &Factory, const ir::Inst *Later,
                     std::string Note, const GuardedTerm *Good) {
  Draft D = Out.draft(S, Factory);
  std::string What = nameOf(*S.F, Factory);
  D.slot("value", What).slot("place", isLegacyConstructor(S, Factory) ? "cpu" : "the default one");
  if (Later)
    D.note(Out.place(Later->Range), std::move(Note));
  // A legacy constructor takes no device but the CPU.
  std::string Device = isLegacyConstructor(S, Factory) ? "" : deviceExpression(S, Out, Factory, Good);
  if (!Device.empty())
    if (std::optional<report::Edit> E = deviceArgument(S, Out, Factory, Device))
      D.fix("create " + What + " on " + report::wording::quotedDevice(Device), std::move(*E),
            Later == nullptr || !Good || Good->T.isSymbol());
  return D;
}

namespace {
/// Says each factory once: what is said first stands.
class Told {
public:
  bool isNew(const ir::Inst *I) { return I && !llvm::is_contained(Done, I) && (Done.push_back(I), true); }

private:
  llvm::SmallVector<const ir::Inst *, 8> Done;
};
} // namespace

static void reportMeetings(const SolvedFunction &S, Sink &Out, Told &Once) {
  for (const dataflow::PlacedDemand &P : S.Demands)
    for (const dataflow::Verdict &V : P.In) {
      if (V.Result != dataflow::Outcome::Undecided || !V.SymbolAgainstCpu || evidenceOfPair(S, P.D, V).Strength >= 2)
        continue;
      const GuardedTerm &First = V.firstTerm(P.D), &Second = V.secondTerm(P.D);
      const GuardedTerm &Odd = First.T.isSymbol() ? Second : First;
      const GuardedTerm &Good = First.T.isSymbol() ? First : Second;
      const ir::Inst *Factory = factoryOf(S, Odd);
      // What has no type is rather a number.
      if (P.D.Sides[First.T.isSymbol() ? V.First : V.Second].Untyped)
        continue;
      // A result of an unknown call gives no device to compare with.
      if (S.Owner->Paths[S.Owner->Paths.root(Good.T.path())].Kind != dataflow::Path::Root::Param)
        continue;
      // What nobody knows to be a module may be made for numbers on the host.
      if (Factory && P.D.Sides[First.T.isSymbol() ? V.First : V.Second].IsModule && isLegacyConstructor(S, *Factory))
        continue;
      if (const Step *Made = makingOfMember(S, Odd); Made && Once.isNew(Made->I))
        reportMember(S, Out, *Made, P);
      if (const ir::Inst *Module = moduleOf(S, Odd); Once.isNew(Module))
        reportModule(S, Out, *Module, P);
      if (Once.isNew(Factory))
        Out.add(
            draftOf(S, Out, *Factory, P.At, report::wording::operandsMeet(report::wording::quoted(P.D.Name)), &Good));
    }
}

static void reportMoves(const SolvedFunction &S, Sink &Out, Told &Once) {
  for (const Event &E : S.Events) {
    if (E.Kind != InstKind::Move || E.OnModule || !E.HasTarget || E.Target.isUnknown())
      continue;
    const GuardedTerm *Before = E.Before.single();
    const GuardedTerm *Target = E.Target.single();
    bool ToCpu = Target && !Target->T.isSymbol() && Target->T.device().Type == knowledge::DeviceType::Cpu;
    if (!Before || Before->T.kind() != dataflow::Term::Kind::Default || ToCpu)
      continue;
    const ir::Inst *Factory = factoryOf(S, *Before);
    if (!Factory || !worksBetween(S, *Factory, E) || !Once.isNew(Factory))
      continue;
    std::string Device = Target ? Out.device(S, *Target) : "another device";
    Draft D = draftOf(S, Out, *Factory, E.I, report::wording::moved("it is", Device), nullptr);
    // It is where it has to be when it meets something.
    D.atLeastLevel(3);
    Out.add(std::move(D));
  }
}

static void run(const SolvedFunction &S, Sink &Out) {
  Told Once;
  reportMeetings(S, Out, Once);
  reportMoves(S, Out, Once);
  if (!Out.isSet("Strict"))
    return;
  for (const Event &E : S.Events)
    if (E.Kind == InstKind::Create && E.Known && E.Known->Kind == knowledge::Action::Create && !E.HasTarget &&
        Once.isNew(E.I))
      Out.add(draftOf(S, Out, *E.I, nullptr, "", nullptr));
}

static const Option Options[] = {{"Strict", "false", "report every factory call without a device"}};

static const Check ImplicitCreation = {
    .Name = "device-implicit-creation",
    .Headline = "{value} is created without a device, so on {place}",
    .Level = 2,
    .Since = "0.1",
    .Options = Options,
    .OnFunction = run,
};
REGISTER_CHECK(ImplicitCreation)

} // namespace devtidy::checks
